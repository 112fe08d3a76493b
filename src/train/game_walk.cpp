#include "train/game_walk.h"

#include <cstdlib>

#include "base/text.h"
#include "lab/positions/mined_games.h"

namespace oknos::train {

std::string_view explain(Fate fate) {
  switch (fate) {
    case Fate::Kept:
      return "kept";
    case Fate::Random:
      return "random moves of the opening";
    case Fate::NoScore:
      return "no score in the comment";
    case Fate::Mate:
      return "mate seen";
    case Fate::Decided:
      return "decided (beyond 10 pawns)";
    case Fate::InCheck:
      return "in check";
    case Fate::Tactical:
      return "the move captures or promotes";
    case Fate::AfterCapture:
      return "right after a capture";
  }
  return "";
}

GameTally& GameTally::operator+=(const GameTally& other) {
  games += other.games;
  without_result += other.without_result;
  chess960 += other.chess960;
  complaints += other.complaints;
  if (first_complaint.empty()) first_complaint = other.first_complaint;
  for (std::size_t i = 0; i < results.size(); ++i) results[i] += other.results[i];
  for (std::size_t i = 0; i < fates.size(); ++i) fates[i] += other.fates[i];
  plies += other.plies;
  return *this;
}

std::optional<int> half_points_of(pgn::GameResult result) {
  switch (result) {
    case pgn::GameResult::WhiteWins:
      return 2;
    case pgn::GameResult::Draw:
      return 1;
    case pgn::GameResult::BlackWins:
      return 0;
    default:
      return std::nullopt;
  }
}

Fate fate_of(const Position& position, Move move, std::optional<int> score, bool random, bool after_capture) {
  if (random) return Fate::Random;
  if (!score) return Fate::NoScore;
  if (is_mate(Score{*score})) return Fate::Mate;
  if (std::abs(*score) > kDecided.value()) return Fate::Decided;
  if (position.in_check()) return Fate::InCheck;
  if (position.is_tactical(move)) return Fate::Tactical;
  if (after_capture) return Fate::AfterCapture;
  return Fate::Kept;
}

namespace {

bool admit_standard(bool chess960, int half_points, GameTally& tally) {
  if (chess960) {
    ++tally.chess960;
    return false;
  }
  ++tally.games;
  ++tally.results[static_cast<std::size_t>(half_points)];
  return true;
}

}  // namespace

void complain(GameTally& tally, const std::string& complaint) {
  ++tally.complaints;
  if (tally.first_complaint.empty()) tally.first_complaint = complaint;
}

bool admit(const pgn::Game& game, GameTally& tally) {
  if (!game.complaints.empty()) complain(tally, game.complaints.front());
  const auto result = half_points_of(game.result);
  if (!result) {
    ++tally.without_result;
    return false;
  }
  return admit_standard(game.start.chess960(), *result, tally);
}

bool admit(const GameRecord& game, GameTally& tally) {
  return admit_standard(game.start.chess960(), game.half_points, tally);
}

int opening_plies(const pgn::Game& game) {
  const std::string* plies = game.tag("OpeningPlies");
  return plies ? text::parse_int<int>(*plies).value_or(0) : 0;
}

std::optional<int> score_of(const std::string& comment) {
  return lab::score_in_comment(comment);
}

GameRecord record_of(const pgn::Game& game) {
  GameRecord out;
  out.start = game.start;
  out.half_points = half_points_of(game.result).value_or(1);
  out.opening_plies = opening_plies(game);
  for (pgn::NodeIndex n = game.nodes[pgn::kRoot].first_child; n != pgn::kNoNode; n = game.nodes[n].first_child)
    out.moves.push_back({game.nodes[n].move, score_of(game.nodes[n].comment)});
  return out;
}

}  // namespace oknos::train
