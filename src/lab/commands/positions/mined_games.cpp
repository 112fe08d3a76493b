#include "lab/commands/positions/mined_games.h"

#include <algorithm>
#include <fmt/format.h>

#include "engine/base/score.h"
#include "engine/base/text.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/input.h"

namespace oknos::lab {

namespace {

MinedGame mined(const pgn::Game& game) {
  constexpr std::string_view kOpeningPlies = "OpeningPlies";
  MinedGame out;
  out.number = game.number;
  out.start = game.start;
  for (pgn::NodeIndex n = game.nodes[pgn::kRoot].first_child; n != pgn::kNoNode; n = game.nodes[n].first_child) {
    out.moves.push_back(game.nodes[n].move);
    out.scores.push_back(score_in_comment(game.nodes[n].comment));
  }
  if (const std::string* plies = game.tag(kOpeningPlies)) out.opening_plies = text::parse_int<int>(*plies).value_or(0);
  return out;
}

}  // namespace

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

Result<std::vector<MinedGame>> read_mined_games(const std::string& path) {
  auto input = find_input({path});
  if (!input) return Error{input.error()};
  if (input->kind != InputKind::Games)
    return Error{fmt::format("{} is not a file of games: PGN is expected", text::quoted(path))};
  LineSource source(input->file.get());
  pgn::Reader reader(source, input->name, pgn::NullMoves::Refused);
  std::vector<MinedGame> out;
  while (const auto game = reader.next()) {
    for (const std::string& complaint : game->complaints) complain(0, complaint);
    if (!game->start.chess960() && game->nodes.size() > 1) out.push_back(mined(*game));
  }
  if (out.empty()) return Error{fmt::format("{} holds no game of standard chess with moves", text::quoted(path))};
  return out;
}

}  // namespace oknos::lab
