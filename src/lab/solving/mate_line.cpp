#include "lab/solving/mate_line.h"

#include <cstddef>

#include "engine/chess/movegen.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

std::string_view name_of(MateLine line) {
  switch (line) {
    case MateLine::None:
      return "";
    case MateLine::Mates:
      return "mates";
    case MateLine::Short:
      return "short";
    case MateLine::Wrong:
      return "wrong";
  }
  return "";
}

MateLine mate_line(const Position& position, const std::vector<Move>& line, Score score) {
  if (!is_mate(score)) return MateLine::None;
  const int moves = mate_moves(score);
  const auto plies = static_cast<std::size_t>(moves > 0 ? 2 * moves - 1 : -2 * moves);
  Position at_end = position;
  for (const Move m : line) at_end.play(m);
  constexpr int kThreefold = 2;  // earlier occurrences
  const bool no_move = !has_legal_move(at_end);
  if (no_move && at_end.in_check()) return line.size() == plies ? MateLine::Mates : MateLine::Wrong;
  const bool drawn = no_move || at_end.is_dead() || at_end.is_fifty_move_draw() || at_end.repetitions() >= kThreefold;
  return drawn || line.size() >= plies ? MateLine::Wrong : MateLine::Short;
}

}  // namespace oknos::lab
