// What the futility rules with a margin by depth have in common: each fires at its threshold and not one centipawn
// short of it, keeps to its depths, is silent in check and held by the guards that it shares with the others.
#include <gtest/gtest.h>

#include "engine/pruning/rules/capture_futility.h"
#include "engine/pruning/rules/extended_futility.h"
#include "engine/pruning/rules/frontier_futility.h"
#include "engine/pruning/rules/limited_razoring.h"
#include "engine/pruning/rules/razoring.h"
#include "engine/pruning/rules/reverse_futility.h"
#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

using Depths = std::vector<int>;

// A rule that fires when alpha is at or above what the move or the node could reach.
struct FromBelow {
  static void at(Scene& s, Score threshold) { s.window(threshold); }
  static void short_of(Scene& s, Score threshold) { s.window(threshold - Score{1}); }
  static void far_beyond(Scene& s) { s.window(Score{5000}); }
  static void near_mate(Scene& s) { s.window(kMateBound); }
};
// A rule that fires when the node stays at or above beta.
struct FromAbove {
  static void at(Scene& s, Score threshold) { s.window(threshold - Score{1}); }
  static void short_of(Scene& s, Score threshold) { s.window(threshold); }
  static void far_beyond(Scene& s) { s.window(Score{-3000}); }
  static void near_mate(Scene& s) { s.window(mated_in(4) - Score{1}); }
};

struct OfFrontier : FromBelow {
  static Depths depths() { return {1}; }
  static Depths others() { return {0, 2, 3}; }
  static constexpr bool kHeldInOpenWindow = false, kHeldAfterExtension = false;
  static Score threshold(const Scene& s, int) { return s.node.static_eval + Score{100}; }
  static Verdict ask(const Scene& s, std::string_view move) {
    return FrontierFutility::ask(s.move(move), setting_of(100, 0), {});
  }
  static void expect_fired(const Verdict& v, const Scene&, Score threshold) { expect_skip(v, threshold); }
};

struct OfExtended : FromBelow {
  static Depths depths() { return {2, 3, 4}; }
  static Depths others() { return {0, 1, 5, 6}; }
  static constexpr bool kHeldInOpenWindow = true, kHeldAfterExtension = true;
  static Score threshold(const Scene& s, int depth) { return s.node.static_eval + Score{500 + 70 * (depth - 2)}; }
  static Verdict ask(const Scene& s, std::string_view move) {
    return ExtendedFutility::ask(s.move(move), setting_of(500, 70, 4, 0), {});
  }
  static void expect_fired(const Verdict& v, const Scene&, Score threshold) { expect_skip(v, threshold); }
};

struct OfCaptures : FromBelow {
  static Depths depths() { return {1, 2, 3}; }
  static Depths others() { return {0, 4}; }
  static constexpr bool kHeldInOpenWindow = true, kHeldAfterExtension = false;
  static constexpr std::string_view kMove = "f3e5";  // takes a pawn
  static Score threshold(const Scene& s, int depth) { return s.node.static_eval + Score{100 + 150 + 100 * depth}; }
  static Verdict ask(const Scene& s, std::string_view move) {
    MoveContext context = s.move(move);
    context.searched = 5;
    context.best = Score{-50};
    return CaptureFutility::ask(context, setting_of(150, 100, 3), {});
  }
  static void expect_fired(const Verdict& v, const Scene&, Score threshold) { expect_skip(v, threshold); }
};

struct OfLimitedRazoring : FromBelow {
  static Depths depths() { return {3}; }
  static Depths others() { return {1, 2, 4}; }
  static constexpr bool kHeldInOpenWindow = true, kHeldAfterExtension = true;
  static Score threshold(const Scene& s, int) { return s.node.static_eval + Score{950}; }
  static Verdict ask(const Scene& s, std::string_view) {
    return LimitedRazoring::ask(s.node, setting_of(950, 3, 0), {});
  }
  static void expect_fired(const Verdict& v, const Scene&, Score) { EXPECT_EQ(v, Verdict::reduce(1)); }
};

struct OfRazoring : FromBelow {
  static Depths depths() { return {1, 2, 3}; }
  static Depths others() { return {0, 4}; }
  static constexpr bool kHeldInOpenWindow = true, kHeldAfterExtension = false;
  static Score threshold(const Scene& s, int depth) { return s.node.static_eval + Score{300 + 150 * (depth - 1)}; }
  static Verdict ask(const Scene& s, std::string_view) { return Razoring::ask(s.node, setting_of(300, 150, 3), {}); }
  static void expect_fired(const Verdict& v, const Scene& s, Score) { EXPECT_EQ(v, Verdict::resolve(s.node.alpha)); }
};

struct OfReverse : FromAbove {
  static Depths depths() { return {1, 2, 6}; }
  static Depths others() { return {0, 7, 8}; }
  static constexpr bool kHeldInOpenWindow = true, kHeldAfterExtension = false;
  static Score threshold(const Scene& s, int depth) { return s.node.static_eval - Score{80 * depth}; }
  static Verdict ask(const Scene& s, std::string_view) {
    return ReverseFutility::ask(s.node, setting_of(0, 80, 60, 6, 0), {});
  }
  static void expect_fired(const Verdict& v, const Scene&, Score threshold) { expect_cut(v, threshold); }
};

template <class Rule>
constexpr std::string_view move_of() {
  if constexpr (requires { Rule::kMove; }) return Rule::kMove;
  return "a2a3";
}

template <class Rule>
struct FutilityRule : testing::Test {
  FutilityRule() {
    at_depth(Rule::depths().front());
    Rule::far_beyond(s);
  }
  void at_depth(int depth) { s.node.depth = Depth{depth}; }
  Verdict ask() const { return Rule::ask(s, move_of<Rule>()); }
  Scene s{kQuietPosition};
};
using Rules = testing::Types<OfFrontier, OfExtended, OfCaptures, OfLimitedRazoring, OfRazoring, OfReverse>;
TYPED_TEST_SUITE(FutilityRule, Rules);

TYPED_TEST(FutilityRule, FiresAtTheThresholdOfEachDepthAndNotOneCentipawnShort) {
  for (const int depth : TypeParam::depths()) {
    this->at_depth(depth);
    const Score threshold = TypeParam::threshold(this->s, depth);
    TypeParam::at(this->s, threshold);
    TypeParam::expect_fired(this->ask(), this->s, threshold);
    TypeParam::short_of(this->s, threshold);
    expect_go_on(this->ask());
  }
}

TYPED_TEST(FutilityRule, KeepsToItsDepths) {
  EXPECT_TRUE(this->ask().fires());
  for (const int depth : TypeParam::others()) {
    this->at_depth(depth);
    expect_go_on(this->ask());
  }
}

TYPED_TEST(FutilityRule, IsSilentInCheck) {
  Scene check(kInCheckPosition);
  check.node.depth = Depth{TypeParam::depths().front()};
  TypeParam::far_beyond(check);
  expect_go_on(TypeParam::ask(check, "e1e2"));
}

TYPED_TEST(FutilityRule, OpenWindowsHoldAllButFrontierFutility) {
  this->s.node.pv = true;
  if (TypeParam::kHeldInOpenWindow)
    expect_held(this->ask(), Guard::PvNode);
  else
    EXPECT_TRUE(this->ask().fires());
}

TYPED_TEST(FutilityRule, ExtensionsHoldHeinzsRulesBeyondTheFrontier) {
  this->s.node.after_extension = true;
  if (TypeParam::kHeldAfterExtension)
    expect_held(this->ask(), Guard::AfterExtension);
  else
    EXPECT_TRUE(this->ask().fires());
}

TYPED_TEST(FutilityRule, IsHeldWhenTheWindowIsAtAMate) {
  TypeParam::near_mate(this->s);
  expect_held(this->ask(), Guard::MateWindow);
}

}  // namespace
}  // namespace oknos::pruning
