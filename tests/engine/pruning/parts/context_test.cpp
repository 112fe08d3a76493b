#include "engine/pruning/parts/context.h"

#include "engine/eval/bounds/positional_bound.h"
#include "engine/eval/evaluator.h"
#include "engine/pruning/random_positions.h"
#include "engine/pruning/scene.h"

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
  EXPECT_EQ(s.node.worth(Estimate::Evaluation), s.node.static_eval);
}

TEST(NodeContext, WithBoundsTheWorthLiesBetweenTwoEnds) {
  Scene s(kQuietPosition);
  for (const Estimate e : {Estimate::Material, Estimate::Evaluation}) {
    EXPECT_EQ(s.node.at_most(e, 1), s.node.worth(e));
    EXPECT_EQ(s.node.at_least(e, 1), s.node.worth(e));
  }
  const Score known = s.incremental.value(Color::White);
  EXPECT_EQ(s.node.at_most(Estimate::Bounds, 2), known + eval::positional_bound(s.position, 2));
  EXPECT_EQ(s.node.at_least(Estimate::Bounds, 2), known - eval::positional_bound(s.position, 2));
  s.node.least_bound = Score{5000};  // as with a network that is held to that
  EXPECT_EQ(s.node.at_most(Estimate::Bounds, 2), known + Score{5000});
  EXPECT_EQ(s.node.positional_growth(), Score{0});
  EXPECT_EQ(s.move("f3e5").positional_bound(1), Score{5000});
  s.node.positional = Score{35};  // as an evaluator with a bound of its own says
  EXPECT_EQ(s.node.at_most(Estimate::Bounds, 2), known + Score{35});
  EXPECT_EQ(s.node.at_least(Estimate::Bounds, 2), known - Score{35});
  EXPECT_EQ(s.move("f3e5").estimate(Estimate::Bounds, 0) - s.move("f3e5").estimate_at_least(Estimate::Bounds, 2),
            Score{70});
}

TEST(NodeContext, InCheckNobodyKnowsTheStaticValue) {
  const Scene s(kInCheckPosition);
  EXPECT_FALSE(s.node.knows(Estimate::Evaluation));
  EXPECT_TRUE(s.node.knows(Estimate::Material));
  EXPECT_TRUE(s.node.knows(Estimate::Bounds));
}

TEST(NodeContext, ShowsTheBoardAfterAMoveAndPutsItBack) {
  Scene s(kQuietPosition);
  const std::string before = fen::to_text(s.position);
  const Key key = s.position.key();
  const std::string after = s.move("f3e5").after([](const Position& p) { return fen::to_text(p); });
  EXPECT_EQ(after, "r1bqkbnr/pppp1ppp/2n5/4N3/4P3/8/PPPP1PPP/RNBQKB1R b KQkq - 0 3");
  EXPECT_EQ(fen::to_text(s.position), before);
  const Color passed_to = s.node.after_null_move([](const Position& p) { return p.side_to_move(); });
  EXPECT_EQ(passed_to, Color::Black);
  EXPECT_EQ(fen::to_text(s.position), before);
  EXPECT_EQ(s.position.key(), key);
}

TEST(MoveContext, KnowsItsMove) {
  const Scene s("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
  EXPECT_TRUE(s.move("e4d5").capture());
  EXPECT_EQ(s.move("e4d5").captured(), PieceType::Pawn);
  EXPECT_EQ(s.move("e4d5").mover(), PieceType::Pawn);
  EXPECT_FALSE(s.move("g1f3").tactical());
  EXPECT_TRUE(s.move("f1b5").gives_check());
  EXPECT_EQ(s.move("e4d5").estimate(Estimate::Evaluation, 0), s.node.static_eval + Score{100});
  EXPECT_EQ(s.move("e4d5").estimate(Estimate::Material, 0), Score{100});
}

TEST(MoveContext, AGuardSwitchedOffOverlooksItsPartOfTheGain) {
  const Scene promotion("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  const MoveContext takes = promotion.move("a7b8q");
  const Scene passing("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
  for (const Estimate e : kEstimates) {
    EXPECT_EQ(takes.estimate(e, 0, without(Guard::Promotion)), takes.estimate(e, 0) - Score{850});
    EXPECT_EQ(takes.estimate(e, 0, without(Guard::EnPassant)), takes.estimate(e, 0));
    const MoveContext m = passing.move("e5d6");
    EXPECT_EQ(m.estimate(e, 0, without(Guard::EnPassant)), m.estimate(e, 0) - Score{100});
  }
}

// Evaluates, and counts how often it was asked.
struct CountingSource final : eval::PositionalSource {
  Score positional(const Position& position, const eval::Incremental& incremental) override {
    ++asked;
    return eval::evaluate(position, incremental).positional;
  }
  int asked = 0;
};

TEST(MoveContext, AsksForThePositionalPartWhereItsWidthLeavesTheQuestionOpen) {
  Scene s(kQuietPosition);
  const MoveContext m = s.move("f3e5");
  const Score most = m.estimate(Estimate::Bounds, 0);
  const Score least = m.estimate_at_least(Estimate::Bounds, 0);
  const Score truth = m.after([](const Position& p) { return -eval::evaluate(p).total(); });
  EXPECT_EQ(m.estimate_near(truth, Estimate::Bounds), most) << "nobody to ask";
  CountingSource source;
  s.node.positional_source = &source;
  EXPECT_EQ(m.estimate_near(most, Estimate::Bounds), most) << "not above the limit, whatever the positional part is";
  EXPECT_EQ(m.estimate_near(least - Score{1}, Estimate::Bounds), most) << "above it, whatever the positional part is";
  EXPECT_EQ(m.estimate_near(truth, Estimate::Evaluation), m.estimate(Estimate::Evaluation, 0));
  EXPECT_EQ(source.asked, 0);
  for (const Score limit : {most - Score{1}, truth, least}) EXPECT_EQ(m.estimate_near(limit, Estimate::Bounds), truth);
  EXPECT_EQ(source.asked, 3);
}

// What makes the sound rules sound: the evaluation after the move is never above the estimate.
TEST(MoveContext, TheEstimateBoundsIsNeverTooLowNorItsLowerEndTooHigh) {
  const std::uint32_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  for_random_positions(seed, 2000, [](const Position& position) {
    const Scene s(position);
    for (const Move m : legal_moves(position)) {
      Position after = position;
      after.play(m);
      const Score truth = -eval::evaluate(after).total();
      const MoveContext c(s.node, s.checks, m);
      ASSERT_LE(truth, c.estimate(Estimate::Bounds, 0)) << fen::to_text(position) << " " << to_text(m, false);
      ASSERT_GE(truth, c.estimate_at_least(Estimate::Bounds, 0)) << fen::to_text(position) << " " << to_text(m, false);
      ASSERT_LE(truth, c.estimate_near(truth, Estimate::Bounds)) << fen::to_text(position) << " " << to_text(m, false);
    }
  });
}

}  // namespace
}  // namespace oknos::pruning
