#include "engine/pruning/rules/deep_futility.h"

#include "engine/eval/bounds/positional_bound.h"
#include "engine/pruning/parts/restricted.h"
#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

constexpr int kMargin = 80;
constexpr int kReduction = 2;
const RuleSetting kSetting = setting_of(kMargin, 1);
constexpr Score kAll{20000};

template <class G = AllGuards>
Verdict ask(const Scene& s, std::string_view move, const Conventions& conventions = {}, const G& guards = {}) {
  return DeepFutility::ask(s.move(move), kSetting, conventions, guards);
}

// A search with null moves, so deep that nothing but the horizon follows the null move.
struct DeepScene : Scene {
  explicit DeepScene(std::string_view text, Score alpha = kAll) : Scene(text) {
    passes(kReduction);
    node.depth = Depth{3};
    window(alpha);
  }
};

TEST(DeepFutility, SkipsAtTheThresholdAndNotOneCentipawnBelow) {
  DeepScene s(kQuietPosition);
  const Score most = s.node.static_eval + Score{950 + kMargin};
  s.window(most);
  expect_skip(ask(s, "a2a3"), most);
  expect_go_on(ask(s, "f3e5"));  // that is a pawn more
  s.window(most - Score{1});
  expect_go_on(ask(s, "a2a3"));
}

TEST(DeepFutility, CountsWhatTheMoveAttacksWhereThePresetSaysSo) {
  DeepScene s(kQuietPosition);
  Conventions attacked;
  attacked.reply = Reply::Attacked;
  const Score most = s.node.static_eval + Score{100 + kMargin};  // the pawn on e5
  s.window(most);
  expect_skip(ask(s, "a2a3", attacked), most);
  expect_go_on(ask(s, "f1b5", attacked));  // now the knight as well
  s.window(most + Score{220});
  EXPECT_TRUE(ask(s, "f1b5", attacked).fires());
  s.window(most - Score{1});
  expect_go_on(ask(s, "a2a3", attacked));
}

TEST(DeepFutility, TakesBoundsForTheWholeEvaluation) {
  DeepScene s(kQuietPosition);
  const MoveContext m = s.move("a2a3");
  const eval::Incremental incremental = m.incremental_after();
  const Score rise =
      m.after([&](const Position& after) { return eval::max_psqt_gain(after, incremental, Color::White); });
  const Score most = incremental.value(Color::White) + eval::positional_bound_after(s.position, m.move, 1) + rise +
                     Score{950 + kMargin};
  s.window(most);
  expect_skip(ask(s, "a2a3", standing_pat_in_check()), most);
  s.window(most - Score{1});
  expect_go_on(ask(s, "a2a3", standing_pat_in_check()));
}

TEST(DeepFutility, CountsThePromotionThatFollows) {
  DeepScene pawn("4kn2/8/P7/8/8/8/8/4K3 w - - 0 1");
  const Score most = pawn.node.static_eval + Score{320 + 850 + kMargin};
  pawn.window(most - Score{1});
  expect_go_on(ask(pawn, "a6a7"));
  EXPECT_TRUE(ask(pawn, "e1e2").fires());
  EXPECT_TRUE(ask(pawn, "a6a7", {}, without(Guard::Promotion)).fires());
  pawn.window(most);
  expect_skip(ask(pawn, "a6a7"), most);
}

TEST(DeepFutility, ActsToTheDepthWhereOurNextMoveIsTheLast) {
  DeepScene s(kQuietPosition);
  for (const int reduction : {1, 2, 3}) {
    s.passes(reduction);
    for (const int depth : {2, 3 + reduction}) {
      s.node.depth = Depth{depth};
      EXPECT_TRUE(ask(s, "a2a3").fires()) << depth;
    }
    for (const int depth : {0, 1, 4 + reduction}) {
      s.node.depth = Depth{depth};
      expect_go_on(ask(s, "a2a3"));
    }
    s.node.depth = Depth{4 + reduction};
    EXPECT_TRUE(ask(s, "a2a3", {}, without(Guard::DepthRange)).fires());
  }
}

TEST(DeepFutility, IsSilentWithoutNullMoves) {
  DeepScene s(kQuietPosition);
  s.node.null_move = nullptr;
  expect_go_on(ask(s, "a2a3"));
}

TEST(DeepFutility, ActsInCheckOnlyWhereQuiescenceStandsPatThere) {
  DeepScene check(kInCheckPosition);
  for (const Estimate e : kEstimates) {
    expect_go_on(ask(check, "e1e2", estimating(e)));
    EXPECT_EQ(ask(check, "e1e2", standing_pat_in_check(e)).fires(), !uses_evaluation(e));
  }
}

TEST(DeepFutility, IsHeldWhenAlphaIsAMate) {
  DeepScene s(kQuietPosition, mate_in(9));
  expect_held(ask(s, "a2a3"), Guard::MateWindow);
}

TEST(DeepFutility, IsHeldWhenTheMoveGivesCheck) {
  DeepScene mate("8/5k1K/8/8/8/6r1/8/8 b - - 0 1");
  expect_held(ask(mate, "g3h3"), Guard::GivesCheck);
  EXPECT_NE(ask(mate, "g3h3", {}, without(Guard::GivesCheck)).guard, Guard::GivesCheck);
}

TEST(DeepFutility, IsHeldWhereTheyWouldNotPass) {
  DeepScene pawns("8/2P5/7P/5K2/8/8/1k6/8 w - - 0 1");
  expect_held(ask(pawns, "c7c8q"), Guard::NullAllowed);
  EXPECT_TRUE(ask(pawns, "c7c8q", {}, without(Guard::NullAllowed)).fires());
  DeepScene last("4k3/8/8/3n4/8/4N3/8/4K3 w - - 0 1");
  expect_held(ask(last, "e3d5"), Guard::NullAllowed);
  EXPECT_TRUE(ask(last, "e3c2").fires());
  last.passes(kReduction, 3);  // the child is at depth 2
  expect_held(ask(last, "e3c2"), Guard::NullAllowed);
  last.passes(kReduction, 2);
  EXPECT_TRUE(ask(last, "e3c2").fires());
  last.node.pv = true;
  expect_held(ask(last, "e3c2"), Guard::NullAllowed);
}

TEST(DeepFutility, IsHeldWhenTheMoveStalemates) {
  DeepScene stalemate("8/8/8/7p/7p/7P/p1K5/k7 w - - 0 1", Score{-1});
  stalemate.node.static_eval = Score{-2000};
  const GuardSwitches always_passes = without(Guard::NullAllowed);  // without pieces they do not
  expect_held(ask(stalemate, "c2c1", {}, always_passes), Guard::DrawInReach);
  EXPECT_TRUE(ask(stalemate, "c2d2", {}, always_passes).fires());
  stalemate.window(kDraw);
  EXPECT_TRUE(ask(stalemate, "c2c1", {}, always_passes).fires());
}

TEST(DeepFutility, IsHeldWhenTheMoveDraws) {
  Conventions attacked;
  attacked.reply = Reply::Attacked;
  DeepScene clock("4k3/8/8/8/8/8/q7/4K2N w - - 99 80", Score{-1});
  expect_held(ask(clock, "h1g3", attacked), Guard::DrawInReach);
  EXPECT_TRUE(ask(clock, "h1g3", attacked, without(Guard::DrawInReach)).fires());
  DeepScene sooner("4k3/8/8/8/8/8/q7/4K2N w - - 98 80", Score{-1});
  EXPECT_TRUE(ask(sooner, "h1g3", attacked).fires());
}

// After h5 and a null move we are stalemated; at depth 3 + R that is seen.
TEST(DeepFutility, IsHeldWhenWeAreStalematedAfterTheNullMove) {
  Conventions attacked;
  attacked.reply = Reply::Attacked;
  DeepScene corner("6k1/8/7p/8/7P/1q6/8/K7 w - - 0 1", Score{-1});
  corner.node.depth = Depth{3 + kReduction};
  expect_held(ask(corner, "h4h5", attacked), Guard::DrawInReach);
  EXPECT_TRUE(ask(corner, "h4h5", attacked, without(Guard::DrawInReach)).fires());
  corner.node.depth = Depth{2 + kReduction};
  EXPECT_TRUE(ask(corner, "h4h5", attacked).fires());
}

// Of the whole node.
Verdict ask_node(const Scene& s, const Conventions& conventions = {}) {
  return DeepFutility::ask(s.node, kSetting, conventions);
}

TEST(DeepFutilityOfTheNode, LeavesChecksAndCapturesThatWinWhatIsMissing) {
  DeepScene s(kQuietPosition);
  const Score most = s.node.static_eval + Score{950 + kMargin};  // of a quiet move and the capture of the queen
  s.window(most + Score{319});
  expect_restrict(ask_node(s), {.floor = Score{320}, .checks = true}, s.node.alpha);
  s.window(most);
  expect_restrict(ask_node(s), {.floor = Score{1}, .checks = true}, most);
  s.window(most - Score{1});
  expect_go_on(ask_node(s));
}

// What it leaves ungenerated the rule would skip move by move; and what is exempt from that is a check.
TEST(DeepFutilityOfTheNode, AgreesWithTheQuestionAboutEachMove) {
  DeepScene s(kQuietPosition);
  for (int alpha = 0; alpha < 2000; alpha += 10) {
    s.window(Score{alpha});
    const Verdict v = ask_node(s);
    if (!v.fires()) continue;
    for (const Move m : legal_moves(s.position)) {
      if (is_wanted(s.position, s.checks, m, v.wanted)) continue;
      EXPECT_TRUE(DeepFutility::ask(MoveContext(s.node, s.checks, m), kSetting, {}).fires())
          << alpha << " " << to_text(m, false);
    }
  }
}

// Muller's text derives the rule up to 3 + R; his program tests single moves at depths 2 and 3.
TEST(DeepFutility, MayEndAtTheDepthOfTheProgram) {
  const RuleSetting as_program = setting_of(kMargin, 0);
  DeepScene s(kQuietPosition);
  for (const int depth : {2, 3, 4, 3 + kReduction}) {
    s.node.depth = Depth{depth};
    EXPECT_TRUE(ask(s, "a2a3").fires()) << depth;
    EXPECT_TRUE(ask_node(s).fires()) << depth;
    const bool within = depth <= 3;
    EXPECT_EQ(DeepFutility::ask(s.move("a2a3"), as_program, {}).fires(), within) << depth;
    EXPECT_EQ(DeepFutility::ask(s.node, as_program, {}).fires(), within) << depth;
    EXPECT_EQ(DeepFutility::cannot_fire(s.node, as_program, {}), !within) << depth;
  }
}

TEST(DeepFutilityOfTheNode, ProofGuardsAreASwitch) {
  DeepScene s(kQuietPosition, Score{-1});
  s.node.static_eval = Score{-3000};
  expect_held(ask_node(s), Guard::DrawInReach);
  Conventions as_written;
  as_written.proof_guards = ProofGuards::Off;
  EXPECT_TRUE(ask_node(s, as_written).fires());
  DeepScene open(kQuietPosition, Score{5000});
  open.node.pv = true;
  expect_held(ask_node(open), Guard::NullAllowed);
  EXPECT_TRUE(ask_node(open, as_written).fires());
}

}  // namespace
}  // namespace oknos::pruning
