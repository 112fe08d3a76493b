#include "engine/pruning/parts/queen_pin.h"

#include "engine/pruning/random_positions.h"
#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

bool may_pin(std::string_view fen) {
  const Position p = *fen::parse(fen);
  return may_pin_queen(p, p.side_to_move());
}

TEST(QueenPin, KnowsAPin) {
  EXPECT_TRUE(is_queen_pinned(*fen::parse("4k3/4q3/8/8/8/8/8/4RK2 w - - 0 1"), Color::Black));
  EXPECT_FALSE(is_queen_pinned(*fen::parse("4k3/4q3/8/8/8/8/4P3/4RK2 w - - 0 1"), Color::Black));
  EXPECT_FALSE(is_queen_pinned(*fen::parse("4k3/4q3/8/8/8/8/8/3R1K2 w - - 0 1"), Color::Black));
}

TEST(QueenPin, SeesThePinThatOneMoveMakes) {
  EXPECT_TRUE(may_pin("4k3/4q3/8/8/8/8/8/3R1K2 w - - 0 1"));      // Re1
  EXPECT_FALSE(may_pin("4k3/4q3/8/8/8/8/8/3B1K2 w - - 0 1"));     // a bishop cannot on a file
  EXPECT_TRUE(may_pin("4k3/5q2/8/8/8/8/4B3/5K2 w - - 0 1"));      // Bh5, but on a diagonal it can
  EXPECT_TRUE(may_pin("4k3/4q3/8/8/8/4N3/8/4RK2 w - - 0 1"));     // the knight leaves the file
  EXPECT_FALSE(may_pin("4k3/4q3/4n3/8/8/8/8/3R1K2 w - - 0 1"));   // their knight stands between
  EXPECT_FALSE(may_pin("4k3/4n3/4q3/8/8/8/8/3R1K2 w - - 0 1"));   // and there too
  EXPECT_FALSE(may_pin("4k3/8/3q4/8/8/8/8/3R1K2 w - - 0 1"));     // not on a line with the king
  EXPECT_TRUE(may_pin("4k3/4N3/4q3/8/8/8/8/4RK2 w - - 0 1"));     // the knight in front leaves the file
  EXPECT_FALSE(may_pin("4k3/4N3/4q3/8/8/8/8/3R1K2 w - - 0 1"));   // after Re1 it is still there
  EXPECT_FALSE(may_pin("4k3/4N3/4q3/8/8/4N3/8/4RK2 w - - 0 1"));  // two would have to leave
}

// Against trying all moves, but for those that it overlooks. It may say yes too often: it does not ask what is legal,
// nor whether a pawn can leave the file.
TEST(QueenPin, OverlooksNoPin) {
  const std::uint32_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  int pins = 0, imagined = 0;
  for_random_positions(seed, 20000, [&](const Position& position) {
    const Color us = position.side_to_move();
    bool any = is_queen_pinned(position, ~us);
    for (const Move m : legal_moves(position)) {
      if (m.is_promotion() || m.is_castling() || m.is_en_passant()) continue;
      if (position.captured_type(m) == PieceType::Queen) continue;
      Position after = position;
      after.play(m);
      any |= is_queen_pinned(after, ~us);
    }
    pins += any ? 1 : 0;
    const bool may = may_pin_queen(position, us);
    ASSERT_TRUE(may || !any) << fen::to_text(position);
    imagined += may && !any ? 1 : 0;
  });
  EXPECT_GT(pins, 100);
  EXPECT_LT(imagined, pins / 2);
}

}  // namespace
}  // namespace oknos::pruning
