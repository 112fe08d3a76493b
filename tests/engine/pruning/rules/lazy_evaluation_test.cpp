#include "engine/pruning/rules/lazy_evaluation.h"

#include "engine/eval/evaluator.h"
#include "engine/pruning/ask/ask.h"
#include "engine/pruning/presets/preset.h"
#include "engine/pruning/random_positions.h"
#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

constexpr Score kPositional{70};

std::optional<Score> bound(const Scene& s, const Conventions& conventions = standing_pat_in_check()) {
  return LazyEvaluation::bound(s.node, conventions);
}

struct LazyEvaluationTest : testing::Test {
  LazyEvaluationTest() {
    s.node.depth = Depth{0};
    s.node.positional = kPositional;
  }
  Scene s{kQuietPosition};
  const Score known = s.incremental.value(Color::White);
};

TEST_F(LazyEvaluationTest, DecidesBetaFromTheLowerEndOn) {
  s.window(known - kPositional - Score{1});
  EXPECT_EQ(bound(s), known - kPositional);
  s.window(known - kPositional);
  EXPECT_EQ(bound(s), std::nullopt);
}

TEST_F(LazyEvaluationTest, DecidesAlphaFromTheUpperEndOn) {
  s.window(known + kPositional);
  EXPECT_EQ(bound(s), known + kPositional);
  s.window(known + kPositional - Score{1});
  EXPECT_EQ(bound(s), std::nullopt);
}

TEST_F(LazyEvaluationTest, ComputesTheValueThatTheMovesAreJudgedBy) {
  s.window(known + kPositional);
  EXPECT_TRUE(bound(s, estimating(Estimate::Material)).has_value());
  EXPECT_FALSE(bound(s, estimating(Estimate::Evaluation)).has_value());
  s.window(known - kPositional - Score{1});  // nothing is judged any more
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

// Whatever is decided before the static value is known is decided in the same way by it.
TEST(LazyEvaluationOfANode, ChangesNoVerdict) {
  constexpr std::uint32_t kSeed = 20;
  constexpr int kPositions = 3000;
  Settings settings = find_preset("muller")->settings;
  ASSERT_TRUE(any_asked_lazily(settings));
  const RuleSetting& passes = settings.of<NullMovePruning>();
  int decided = 0;
  for_random_positions(kSeed, kPositions, [&](const Position& position) {
    Scene s(position);
    if (s.node.in_check()) return;
    s.node.null_move = &passes;
    const Score evaluation = s.node.static_eval;
    const Score known = s.incremental.value(s.node.us());
    const Score positional = s.node.positional_bound(0);
    for (int depth = 1; depth <= 5; ++depth)
      for (int distance = -3500; distance <= 3500; distance += 350) {
        s.node.depth = Depth{depth};
        s.window(known + Score{distance});
        if (!is_decided_lazily(s.node, known - positional, known + positional, settings, AllGuards{})) continue;
        Silent silent;
        const Verdict lazy = ask<Place::Node>(s.node, settings, silent);
        s.node.static_eval = evaluation;
        const Verdict eager = ask<Place::Node>(s.node, settings, silent);
        ++decided;
        ASSERT_EQ(lazy.kind, eager.kind) << "seed " << kSeed;
        ASSERT_EQ(lazy.rule, eager.rule);
        ASSERT_EQ(lazy.wanted, eager.wanted);
        // A bound that holds for every static value: nearer to the window, or as near.
        if (lazy.value >= s.node.beta)
          ASSERT_LE(lazy.value, eager.value);
        else
          ASSERT_GE(lazy.value, eager.value);
      }
  });
  EXPECT_GT(decided, kPositions);
}

TEST(LazyEvaluationOfANode, IsForRulesThatRestOnTheStaticValue) {
  EXPECT_FALSE(any_asked_lazily(find_preset("modern")->settings));
  EXPECT_FALSE(any_asked_lazily(find_preset("sound")->settings));
  Settings off = find_preset("muller")->settings;
  off.rules[kId<LazyEvaluation>].enabled = false;
  EXPECT_FALSE(any_asked_lazily(off));
}

}  // namespace
}  // namespace oknos::pruning
