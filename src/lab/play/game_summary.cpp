#include "lab/play/game_summary.h"

#include <algorithm>

#include "engine/chess/fen.h"
#include "engine/chess/notation.h"

namespace oknos::lab {

namespace {

std::string moves_text(const GameRecord& game) {
  std::string out;
  Position position = game.start;
  for (const GameMove& m : game.moves) {
    out += (out.empty() ? "" : " ") + to_text(m.move, position.chess960());
    position.play(m.move);
  }
  return out;
}

}  // namespace

PlayerTotals& PlayerTotals::operator+=(const PlayerTotals& o) {
  moves += o.moves;
  reports += o.reports;
  depth += o.depth;
  nodes += o.nodes;
  time += o.time;
  longest = std::max(longest, o.longest);
  return *this;
}

int GameSummary::plies() const {
  return moves.empty() ? 0 : static_cast<int>(std::count(moves.begin(), moves.end(), ' ')) + 1;
}

int GameSummary::first_half_points() const {
  if (result == pgn::GameResult::Draw) return 1;
  return (result == pgn::GameResult::WhiteWins) == first_is_white ? 2 : 0;
}

GameSummary summarise(const GameRecord& game, bool first_is_white, std::string opening) {
  GameSummary out;
  out.first_is_white = first_is_white;
  out.result = game.result;
  out.ending = game.ending;
  if (game.at_fault) out.first_at_fault = (*game.at_fault == Color::White) == first_is_white;
  out.explanation = game.explanation;
  out.opening = std::move(opening);
  const std::string start = fen::to_text(game.start);
  if (start != fen::to_text(Position::initial()) || game.start.chess960()) out.start = start;
  out.moves = moves_text(game);
  Color side = game.start.side_to_move();
  for (const GameMove& m : game.moves) {
    PlayerTotals& totals = out.totals[(side == Color::White) == first_is_white ? 0 : 1];
    side = ~side;
    if (m.from_opening) continue;
    ++totals.moves;
    totals.time += m.time;
    totals.longest = std::max(totals.longest, m.time);
    if (!m.info) continue;
    ++totals.reports;
    totals.depth += static_cast<std::uint64_t>(std::max(m.info->depth, 0));
    totals.nodes += m.info->nodes;
  }
  return out;
}

}  // namespace oknos::lab
