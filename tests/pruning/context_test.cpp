#include "pruning/context.h"

#include "random_positions.h"
#include "scene.h"

namespace oknos::pruning {
namespace {

TEST(NodeContext, CountsTheOtherSidesPieces) {
  EXPECT_EQ(Scene(fen::kInitial).node.opposing_pieces(), 7);
  EXPECT_EQ(Scene("3rk3/p7/8/8/8/8/P7/QQ2K3 w - - 0 1").node.opposing_pieces(), 1);
  EXPECT_EQ(Scene("3rk3/p7/8/8/8/8/P7/QQ2K3 b - - 0 1").node.opposing_pieces(), 2);
}

TEST(NodeContext, TakesTheWorthThatIsAskedFor) {
  const Scene s("3rk3/p7/8/8/8/8/P7/QQ2K3 b - - 0 1");
  EXPECT_EQ(s.node.worth(Estimate::Material), Score{500 - 1900});
  EXPECT_EQ(s.node.worth(Estimate::Evaluation), s.node.evaluation);
}

TEST(MoveContext, KnowsItsMove) {
  const Scene s("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
  EXPECT_TRUE(s.move("e4d5").capture());
  EXPECT_EQ(s.move("e4d5").captured(), PieceType::Pawn);
  EXPECT_EQ(s.move("e4d5").mover(), PieceType::Pawn);
  EXPECT_FALSE(s.move("g1f3").tactical());
  EXPECT_TRUE(s.move("f1b5").gives_check());
  EXPECT_EQ(s.move("e4d5").estimate(Estimate::Evaluation), s.node.evaluation + Score{100});
  EXPECT_EQ(s.move("e4d5").estimate(Estimate::Material), Score{100});
}

// What makes the sound rules sound: the evaluation after the move is never above the estimate.
TEST(MoveContext, TheEstimateBoundsIsNeverTooLow) {
  const std::uint32_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  for_random_positions(seed, 2000, [](const Position& position) {
    const Scene s(position);
    for (const Move m : legal_moves(position)) {
      Position after = position;
      after.play(m);
      const Score truth = -eval::evaluate(after).total();
      ASSERT_LE(truth, MoveContext(s.node, s.checks, m).estimate(Estimate::Bounds))
          << fen::to_text(position) << " " << to_text(m, false);
    }
  });
}

}  // namespace
}  // namespace oknos::pruning
