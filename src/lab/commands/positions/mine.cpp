#include "lab/commands/positions/mine.h"

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"

namespace oknos::lab {

std::string position_name(const Position& position) {
  constexpr int kFields = 4;  // placement, side to move, castling, en passant
  const std::string fen = fen::to_text(position);
  std::string_view rest = fen;
  std::string out;
  for (int i = 0; i < kFields; ++i) out.append(i > 0 ? " " : "").append(text::next_word(rest));
  return out;
}

Position bare(const Position& position) {
  return *fen::parse(position_name(position));
}

bool is_over(const Position& position) {
  return position.is_dead() || position.is_fifty_move_draw() || !has_legal_move(position);
}

}  // namespace oknos::lab
