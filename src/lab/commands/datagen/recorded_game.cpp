#include "lab/commands/datagen/recorded_game.h"

#include <algorithm>
#include <fmt/format.h>

#include "engine/base/score.h"
#include "engine/base/text.h"
#include "lab/commands/datagen/self_play.h"

namespace oknos::lab {

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

pgn::GameResult result_of(int half_points) {
  if (half_points == 1) return pgn::GameResult::Draw;
  return half_points == 0 ? pgn::GameResult::BlackWins : pgn::GameResult::WhiteWins;
}

std::optional<int> score_in_comment(const std::string& comment) {
  constexpr int kCentipawns = 100;
  constexpr int kHighest = 1000;  // pawns
  constexpr std::string_view kMateSign = "M";
  if (comment.empty() || (comment[0] != '+' && comment[0] != '-')) return std::nullopt;
  const int sign = comment[0] == '-' ? -1 : 1;
  const std::string_view number = std::string_view(comment).substr(1, comment.find('/') - 1);
  if (number.size() + 1 == comment.size()) return std::nullopt;  // no depth behind it: something else
  if (number.starts_with(kMateSign)) {
    const auto moves = text::parse_int<int>(number.substr(kMateSign.size()));
    if (!moves || *moves < 0 || *moves > kMaxPly) return std::nullopt;
    return sign * mate_in(std::min(2 * *moves, kMaxPly)).value();
  }
  const std::size_t point = number.find('.');
  const auto pawns = text::parse_int<int>(number.substr(0, point));
  if (!pawns || *pawns < 0 || *pawns > kHighest) return std::nullopt;
  if (point == std::string_view::npos) return sign * *pawns * kCentipawns;
  constexpr std::size_t kDecimals = 2;
  const std::string_view decimals = number.substr(point + 1);
  const auto rest = text::parse_int<int>(decimals);
  if (!rest || *rest < 0 || decimals.size() != kDecimals) return std::nullopt;
  return sign * (*pawns * kCentipawns + *rest);
}

compact::GameRecord record_of(const pgn::Game& game) {
  constexpr std::string_view kOpeningPlies = "OpeningPlies";
  compact::GameRecord out;
  out.start = game.start;
  out.half_points = half_points_of(game.result).value_or(1);
  if (const std::string* plies = game.tag(kOpeningPlies)) out.opening_plies = text::parse_int<int>(*plies).value_or(0);
  for (pgn::NodeIndex n = game.nodes[pgn::kRoot].first_child; n != pgn::kNoNode; n = game.nodes[n].first_child)
    out.moves.push_back({game.nodes[n].move, score_in_comment(game.nodes[n].comment)});
  return out;
}

pgn::Game game_of(const compact::GameRecord& record, std::uint64_t number) {
  constexpr int kUnknownDepth = 0;
  pgn::Game game;
  game.start = record.start;
  game.set_tag("Event", "oknos-lab data");
  game.set_tag("Site", "?");
  game.set_tag("Date", "????.??.??");
  game.set_tag("Round", std::to_string(number));
  game.set_tag("White", "?");
  game.set_tag("Black", "?");
  game.set_tag("OpeningPlies", std::to_string(record.opening_plies));
  game.result = result_of(record.half_points);
  pgn::NodeIndex last = pgn::kRoot;
  for (const compact::RecordedMove& made : record.moves) {
    last = game.add_move(last, made.move);
    if (made.score) game.nodes[last].comment = fmt::format("{}/{}", comment_score(Score{*made.score}), kUnknownDepth);
  }
  return game;
}

}  // namespace oknos::lab
