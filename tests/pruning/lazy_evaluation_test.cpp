#include "pruning/lazy_evaluation.h"

#include "random_positions.h"
#include "scene.h"

namespace oknos::pruning {
namespace {

constexpr Score kRest{70};

std::optional<Score> bound(const Scene& s, const Conventions& conventions = standing_pat_in_check()) {
  return LazyEvaluation::bound(s.node, conventions);
}

struct LazyEvaluationTest : testing::Test {
  LazyEvaluationTest() {
    s.node.depth = Depth{0};
    s.node.rest = kRest;
  }
  Scene s{kQuietPosition};
  const Score known = s.incremental.value(Color::White);
};

TEST_F(LazyEvaluationTest, DecidesBetaFromTheLowerEndOn) {
  s.window(known - kRest - Score{1});
  EXPECT_EQ(bound(s), known - kRest);
  s.window(known - kRest);
  EXPECT_EQ(bound(s), std::nullopt);
}

TEST_F(LazyEvaluationTest, DecidesAlphaFromTheUpperEndOn) {
  s.window(known + kRest);
  EXPECT_EQ(bound(s), known + kRest);
  s.window(known + kRest - Score{1});
  EXPECT_EQ(bound(s), std::nullopt);
}

TEST_F(LazyEvaluationTest, ComputesTheValueThatTheMovesAreJudgedBy) {
  s.window(known + kRest);
  EXPECT_TRUE(bound(s, estimating(Estimate::Material)).has_value());
  EXPECT_FALSE(bound(s, estimating(Estimate::Evaluation)).has_value());
  s.window(known - kRest - Score{1});  // nothing is judged any more
  EXPECT_TRUE(bound(s, estimating(Estimate::Evaluation)).has_value());
}

TEST_F(LazyEvaluationTest, IsSilentInCheckUnlessQuiescenceStandsPatThere) {
  Scene check(kInCheckPosition);
  check.node.depth = Depth{0};
  check.window(Score{5000});
  EXPECT_FALSE(bound(check, estimating(Estimate::Bounds)).has_value());
  EXPECT_TRUE(bound(check).has_value());
}

// T5: whatever it says, the static value says as well.
TEST_F(LazyEvaluationTest, NeverDisagreesWithTheStaticValue) {
  const std::uint32_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  int said = 0;
  for_random_positions(seed, 3000, [&](const Position& position) {
    Scene node(position);
    const Score truth = eval::evaluate(position).total();
    node.window(truth + Score{static_cast<int>(random() % 1201) - 600});  // beyond W, and within
    const std::optional<Score> b = bound(node);
    if (!b) return;
    ++said;
    if (*b >= node.node.beta) {
      ASSERT_GE(truth, *b);
    } else {
      ASSERT_LE(truth, *b);
      ASSERT_LE(*b, node.node.alpha);
    }
  });
  EXPECT_GT(said, 100);
}

}  // namespace
}  // namespace oknos::pruning
