#include "train/game_walk.h"

#include <cstdlib>
#include <fmt/format.h>

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
      return "decided (the score is too far from 0)";
    case Fate::Early:
      return "early in the game";
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

std::string Filter::to_text() const {
  std::string kinds;
  const auto add = [&](bool left_out, std::string_view name) {
    if (left_out) kinds += (kinds.empty() ? "" : ",") + std::string(name);
  };
  add(in_check, "check");
  add(tactical, "noisy");
  add(after_capture, "after-capture");
  std::string out = fmt::format("{}; scores beyond {}", kinds.empty() ? "none" : kinds, decided);
  if (early > 0) out += fmt::format("; first {} plies", early);
  return out;
}

Fate fate_of(const Ply& ply, const Filter& filter) {
  if (ply.random) return Fate::Random;
  if (!ply.made.score) return Fate::NoScore;
  if (is_mate(Score{*ply.made.score})) return Fate::Mate;
  if (std::abs(*ply.made.score) > filter.decided) return Fate::Decided;
  if (ply.number < filter.early) return Fate::Early;
  if (filter.in_check && ply.position.in_check()) return Fate::InCheck;
  if (filter.tactical && ply.position.is_tactical(ply.made.move)) return Fate::Tactical;
  if (filter.after_capture && ply.after_capture) return Fate::AfterCapture;
  return Fate::Kept;
}

bool admit(const pgn::Game& game, GameTally& tally) {
  if (!game.complaints.empty()) complain(tally, game.complaints.front());
  if (lab::half_points_of(game.result)) return true;
  ++tally.without_result;
  return false;
}

void count(const GameRecord& game, GameTally& tally) {
  ++tally.games;
  ++tally.results[static_cast<std::size_t>(game.half_points)];
  if (game.start.chess960()) ++tally.chess960;
}

void complain(GameTally& tally, const std::string& complaint) {
  ++tally.complaints;
  if (tally.first_complaint.empty()) tally.first_complaint = complaint;
}

}  // namespace oknos::train
