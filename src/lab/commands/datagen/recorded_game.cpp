#include "lab/commands/datagen/recorded_game.h"

#include <cstdlib>
#include <fmt/format.h>

#include "engine/base/text.h"
#include "lab/commands/datagen/self_play.h"
#include "lab/commands/positions/mined_games.h"

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
