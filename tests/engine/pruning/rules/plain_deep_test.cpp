#include "engine/pruning/rules/plain_deep.h"

#include "engine/eval/bounds/positional_bound.h"
#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

constexpr int kMargin = 70;
const RuleSetting kSetting = setting_of(kMargin);
constexpr Score kAll{20000};

template <class G = AllGuards>
Verdict ask(const Scene& s, std::string_view move, const Conventions& conventions = {}, const G& guards = {}) {
  return PlainDeep::ask(s.move(move), kSetting, conventions, guards);
}

struct PlainDeepTest : testing::Test {
  PlainDeepTest() {
    s.node.depth = Depth{2};
    s.window(kAll);
  }
  Scene s{kQuietPosition};
};

TEST_F(PlainDeepTest, SkipsAtTheThresholdAndNotOneCentipawnBelow) {
  const Score most = s.node.static_eval + Score{950 + kMargin};
  s.window(most);
  expect_skip(ask(s, "a2a3"), most);
  expect_go_on(ask(s, "f3e5"));  // that is a pawn more
  s.window(most - Score{1});
  expect_go_on(ask(s, "a2a3"));
}

TEST_F(PlainDeepTest, CountsWhatIsLeftAfterTheMove) {
  Scene queens("4k3/8/8/3q3r/8/4N3/8/4K3 w - - 0 1");
  queens.node.depth = Depth{3};
  const Score most = queens.node.static_eval + Score{950 + 500 + kMargin};
  queens.window(most);
  expect_skip(ask(queens, "e3d5"), most);
  queens.window(most - Score{1});
  expect_go_on(ask(queens, "e3d5"));
}

TEST_F(PlainDeepTest, TakesBoundsForTheWholeEvaluation) {
  const MoveContext m = s.move("a2a3");
  const eval::Incremental incremental = m.incremental_after();
  const Score fall =
      m.after([&](const Position& after) { return eval::max_psqt_loss_in_two(after, incremental, Color::Black); });
  const Score most = incremental.value(Color::White) + eval::positional_bound_after(s.position, m.move, 2) + fall +
                     Score{950 + kMargin};
  s.window(most);
  expect_skip(ask(s, "a2a3", standing_pat_in_check()), most);
  s.window(most - Score{1});
  expect_go_on(ask(s, "a2a3", standing_pat_in_check()));
}

TEST_F(PlainDeepTest, CountsThePromotionThatFollows) {
  Scene pawn("4k3/8/P7/8/8/8/8/4K3 w - - 0 1");
  pawn.node.depth = Depth{2};
  const Score most = pawn.node.static_eval + Score{850 + kMargin};
  pawn.window(most - Score{1});
  expect_go_on(ask(pawn, "a6a7"));
  EXPECT_TRUE(ask(pawn, "e1e2").fires());
  EXPECT_TRUE(ask(pawn, "a6a7", {}, without(Guard::Promotion)).fires());
  pawn.window(most);
  expect_skip(ask(pawn, "a6a7"), most);
}

TEST_F(PlainDeepTest, ActsAtDepthsTwoAndThree) {
  for (const int depth : {0, 1, 4, 5}) {
    s.node.depth = Depth{depth};
    expect_go_on(ask(s, "a2a3"));
  }
  for (const int depth : {2, 3}) {
    s.node.depth = Depth{depth};
    EXPECT_TRUE(ask(s, "a2a3").fires());
  }
  s.node.depth = Depth{4};
  EXPECT_TRUE(ask(s, "a2a3", {}, without(Guard::DepthRange)).fires());
}

TEST_F(PlainDeepTest, ActsInCheckOnlyWhereQuiescenceStandsPatThere) {
  Scene check(kInCheckPosition);
  check.node.depth = Depth{2};
  check.window(kAll);
  for (const Estimate e : kEstimates) {
    expect_go_on(ask(check, "e1e2", estimating(e)));
    EXPECT_EQ(ask(check, "e1e2", standing_pat_in_check(e)).fires(), !uses_evaluation(e));
  }
}

TEST_F(PlainDeepTest, IsHeldWhenAlphaIsAMate) {
  s.window(mate_in(9));
  expect_held(ask(s, "a2a3"), Guard::MateWindow);
}

TEST_F(PlainDeepTest, SparesMatesButNotChecks) {
  Scene mate("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
  mate.node.depth = Depth{2};
  mate.window(kAll);
  expect_held(ask(mate, "a1a8"), Guard::GivesCheck);
  EXPECT_TRUE(ask(mate, "a1a8", {}, without(Guard::GivesCheck)).fires());
  Scene check("6k1/6pp/8/8/8/8/8/R3K3 w Q - 0 1");
  check.node.depth = Depth{2};
  check.window(kAll);
  EXPECT_TRUE(ask(check, "a1a8").fires());
}

TEST_F(PlainDeepTest, IsHeldWhenTheMoveStalemates) {
  Scene stalemate("8/8/8/7p/7p/7P/p1K5/k7 w - - 0 1");
  stalemate.node.depth = Depth{2};
  stalemate.node.static_eval = Score{-2000};
  stalemate.window(Score{-1});
  expect_held(ask(stalemate, "c2c1"), Guard::DrawInReach);
  EXPECT_TRUE(ask(stalemate, "c2c1", {}, without(Guard::DrawInReach)).fires());
  EXPECT_TRUE(ask(stalemate, "c2d2").fires());
  stalemate.window(kDraw);
  EXPECT_TRUE(ask(stalemate, "c2c1").fires());
}

// Our move is ply 99 of the clock, and whatever they reply is the hundredth: at depth 3 that is looked at.
TEST_F(PlainDeepTest, IsHeldWhenEveryReplyDraws) {
  Scene clock("6Q1/8/k7/4R3/8/8/8/5K2 b - - 98 60");
  clock.window(Score{-1});
  clock.node.depth = Depth{2};
  EXPECT_TRUE(ask(clock, "a6b6").fires());
  clock.node.depth = Depth{3};
  expect_held(ask(clock, "a6b6"), Guard::DrawInReach);
  Scene sooner("6Q1/8/k7/4R3/8/8/8/5K2 b - - 97 60");
  sooner.window(Score{-1});
  sooner.node.depth = Depth{3};
  EXPECT_TRUE(ask(sooner, "a6b6").fires());
  Scene later("6Q1/8/k7/4R3/8/8/8/5K2 b - - 99 60");
  later.window(Score{-1});
  later.node.depth = Depth{2};
  expect_held(ask(later, "a6b6"), Guard::DrawInReach);
}

}  // namespace
}  // namespace oknos::pruning
