#include "engine/pruning/rules/over_kill.h"

#include "engine/eval/bounds/positional_bound.h"
#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

constexpr int kMargin = 40;
const RuleSetting kCaptures = setting_of(kMargin, 0);
const RuleSetting kAllMoves = setting_of(kMargin, 1);
constexpr std::string_view kTakesQueen = "4k3/8/8/3q4/8/4N3/8/Q3K3 w - - 0 1";

template <class G = AllGuards>
Verdict ask(const Scene& s, std::string_view move, const Conventions& conventions = {}, const G& guards = {},
            const RuleSetting& setting = kCaptures) {
  return OverKill::ask(s.move(move), setting, conventions, guards);
}
void beta(Scene& s, Score b) {
  s.window(b - Score{1});
}
Conventions counting(Reply r) {
  Conventions c;
  c.reply = r;
  return c;
}

TEST(OverKill, CutsAtTheThresholdAndNotOneCentipawnAbove) {
  Scene s(kTakesQueen);
  const Score left = s.node.static_eval + Score{950 - 950 - kMargin};  // we win a queen and may lose one
  beta(s, left);
  expect_cut(ask(s, "e3d5"), left);
  beta(s, left + Score{1});
  expect_go_on(ask(s, "e3d5"));
}

TEST(OverKill, CountsOnlyWhatIsAttackedWhereThePresetSaysSo) {
  Scene s(kTakesQueen);
  const Score left = s.node.static_eval + Score{950 - kMargin};  // nothing of ours is attacked then
  beta(s, left);
  expect_cut(ask(s, "e3d5", counting(Reply::Attacked)), left);
  beta(s, left + Score{1});
  expect_go_on(ask(s, "e3d5", counting(Reply::Attacked)));
}

TEST(OverKill, CountsTheBestReplyExactlyWhereThePresetSaysSo) {
  Scene s(kTakesQueen);
  for (const int depth : {1, 2}) {  // the reply is searched one ply below: at the horizon it takes or promotes
    s.node.depth = Depth{depth};
    const MoveContext m = s.move("e3d5");
    const eval::Incremental incremental = m.incremental_after();
    const Score loss = m.after([&](const Position& after) {
      return eval::max_eval_gain(after, incremental, Color::Black, kInfinite, {.quiets = depth > 1});
    });
    const Score left = s.node.static_eval + Score{950 - kMargin} - loss;
    beta(s, left);
    expect_cut(ask(s, "e3d5", counting(Reply::Exact)), left);
    beta(s, left + Score{1});
    expect_go_on(ask(s, "e3d5", counting(Reply::Exact)));
  }
}

TEST(OverKill, TakesBoundsForTheWholeEvaluation) {
  Scene s(kTakesQueen);
  const MoveContext m = s.move("e3d5");
  const eval::Incremental incremental = m.incremental_after();
  const Score rise =
      m.after([&](const Position& after) { return eval::max_psqt_gain(after, incremental, Color::Black); });
  const Score left = incremental.value(Color::White) - eval::positional_bound_after(s.position, m.move, 1) -
                     Score{950 + kMargin} - rise;
  beta(s, left);
  expect_cut(ask(s, "e3d5", standing_pat_in_check()), left);
  beta(s, left + Score{1});
  expect_go_on(ask(s, "e3d5", standing_pat_in_check()));
}

// Muller counts our pieces before the move, where the pawn is a pawn.
TEST(OverKill, CountsWhatThePawnHasBecome) {
  Scene s("rk6/1P6/8/8/8/8/8/7K w - - 0 1");
  const Score left = s.node.static_eval + Score{500 + 850 - 950 - kMargin};
  beta(s, left);
  expect_cut(ask(s, "b7a8q"), left);
  beta(s, left + Score{1});
  expect_go_on(ask(s, "b7a8q"));
}

TEST(OverKill, CountsThePromotionThatFollows) {
  Scene s("4k3/8/8/3q4/8/4N3/p7/4K3 w - - 0 1");
  const Score left = s.node.static_eval + Score{950 - 320 - 850 - kMargin};
  beta(s, left);
  expect_cut(ask(s, "e3d5"), left);
  beta(s, left + Score{1});
  expect_go_on(ask(s, "e3d5"));
  EXPECT_TRUE(ask(s, "e3d5", {}, without(Guard::Promotion)).fires());
}

TEST(OverKill, AsksAboutQuietMovesWhereThePresetSaysSo) {
  Scene s(kTakesQueen);
  beta(s, Score{-5000});
  expect_go_on(ask(s, "e3c2"));
  EXPECT_TRUE(ask(s, "e3c2", {}, AllGuards{}, kAllMoves).fires());
}

TEST(OverKill, ActsUpToDepthTwo) {
  Scene s(kTakesQueen);
  beta(s, Score{-5000});
  for (const int depth : {0, 1, 2}) {
    s.node.depth = Depth{depth};
    EXPECT_TRUE(ask(s, "e3d5").fires());
  }
  s.node.depth = Depth{3};
  expect_go_on(ask(s, "e3d5"));
  EXPECT_TRUE(ask(s, "e3d5", {}, without(Guard::DepthRange)).fires());
  s.node.depth = Depth{4};
  expect_go_on(ask(s, "e3d5", {}, without(Guard::DepthRange)));
}

TEST(OverKill, ActsInCheckOnlyWhereQuiescenceStandsPatThere) {
  Scene s(kInCheckPosition);
  beta(s, Score{-5000});
  for (const Estimate e : kEstimates) {
    expect_go_on(ask(s, "e1e2", estimating(e)));
    EXPECT_EQ(ask(s, "e1e2", standing_pat_in_check(e)).fires(), !uses_evaluation(e));
  }
}

TEST(OverKill, IsHeldWhenBetaIsAMate) {
  Scene s(kTakesQueen);
  beta(s, mated_in(4));
  expect_held(ask(s, "e3d5"), Guard::MateWindow);
  EXPECT_TRUE(ask(s, "e3d5", {}, without(Guard::MateWindow)).fires());
}

TEST(OverKill, IsHeldWhenTheMoveStalemates) {
  Scene s("8/8/8/8/8/Q3k1q1/q7/5K2 b - - 0 1");
  const Conventions conventions = standing_pat_in_check(Estimate::Material);
  s.node.depth = Depth{2};
  beta(s, Score{1});
  expect_held(ask(s, "a2a3", conventions), Guard::ChildAlive);
  EXPECT_TRUE(ask(s, "a2a3", conventions, without(Guard::ChildAlive)).fires());
  beta(s, kDraw);  // a draw holds that, too
  EXPECT_TRUE(ask(s, "a2a3", conventions).fires());
  beta(s, Score{1});
  s.node.depth = Depth{1};  // the child is the horizon, which asks for no stalemate
  EXPECT_TRUE(ask(s, "a2a3", conventions).fires());
}

TEST(OverKill, IsHeldWhenTheMoveMatesNobodyAndRepeats) {
  Scene s("7k/8/8/8/8/8/8/K2Q4 w - - 0 1", {"d1d2", "h8g8", "d2d1", "g8h8"});
  s.node.depth = Depth{2};
  beta(s, Score{1});
  expect_held(ask(s, "d1d2", counting(Reply::Attacked), AllGuards{}, kAllMoves), Guard::ChildAlive);
  EXPECT_TRUE(ask(s, "d1c2", counting(Reply::Attacked), AllGuards{}, kAllMoves).fires());
}

// A mate leaves no reply either, and holds any beta.
TEST(OverKill, ActsWhenTheMoveMates) {
  Scene s("4n1k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1");
  s.node.depth = Depth{2};
  s.node.static_eval = Score{600};
  beta(s, Score{1});
  EXPECT_TRUE(ask(s, "e1e8").fires());
}

// Before any move is searched: the node asks for all of them.
TEST(OverKill, LooksAheadForTheMoveWhereThePresetSaysSo) {
  Scene s(kTakesQueen);
  s.node.depth = Depth{2};
  const Score left = s.node.static_eval + Score{950 - 950 - kMargin};
  beta(s, left);
  expect_go_on(OverKill::ask(s.node, setting_of(kMargin, 0, 0), {}));
  const Verdict v = OverKill::ask(s.node, setting_of(kMargin, 0, 1), {});
  expect_cut(v, left);
  EXPECT_EQ(v.move, s.move("e3d5").move);
  beta(s, left + Score{1});
  expect_go_on(OverKill::ask(s.node, setting_of(kMargin, 0, 1), {}));
}

}  // namespace
}  // namespace oknos::pruning
