#include "engine/pruning/rules/fitted_futility.h"

#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

using Facts = FittedFutility::Facts;

// margin, base, depth, searched, history, below, above, improving, cut_node, max_depth
const RuleSetting kSetting = setting_of(300, -100, 10, -50, 200, -100, 80, 40, -30, 4);

MoveContext quiet_move(const Scene& s, std::string_view text, int searched = 8) {
  MoveContext c = s.move(text);
  c.searched = searched;
  c.best = Score{-50};
  return c;
}
Verdict ask(const MoveContext& c, const Conventions& conventions = {}) {
  return FittedFutility::ask(c, kSetting, conventions);
}

struct FittedFutilityTest : testing::Test {
  FittedFutilityTest() {
    s.node.depth = Depth{2};
    below(200);
  }
  void below(int centipawns) { s.window(s.node.static_eval + Score{centipawns}); }
  Scene s{kQuietPosition};
};

TEST(FittedFutility, AddsUpWhatSpeaksForTheMove) {
  const auto odds = [](const Facts& f) { return FittedFutility::log_odds(kSetting, f); };
  const Facts plain{.depth = 2, .searched = 1};
  EXPECT_EQ(odds(plain), -100 + 20);
  Facts f = plain;
  f.searched = 8;
  EXPECT_EQ(odds(f), -80 - 3 * 50);
  f = plain;
  f.history = -16384;
  EXPECT_EQ(odds(f), -80 - 200);
  f.history = 8192;
  EXPECT_EQ(odds(f), -80 + 100);
  f = plain;
  f.alpha = 150;
  EXPECT_EQ(odds(f), -80 - 150);
  f.static_eval = 350;
  EXPECT_EQ(odds(f), -80 + 160);
  f = plain;
  f.improving = f.cut_node = true;
  EXPECT_EQ(odds(f), -80 + 40 - 30);
}

TEST(FittedFutility, CountsMovesByTheirBinaryLogarithm) {
  const auto doublings = [](int searched) { return FittedFutility::features({.searched = searched})[1]; };
  for (const int n : {0, 1}) EXPECT_EQ(doublings(n), 0);
  EXPECT_EQ(doublings(2), 100);
  EXPECT_EQ(doublings(3), 150) << "straight between the powers of two";
  EXPECT_EQ(doublings(16), 400);
  for (int n = 1; n < 255; ++n) EXPECT_LE(doublings(n), doublings(n + 1));
}

TEST(FittedFutility, TakesNoDistanceForMoreThanItsLimit) {
  constexpr int kMax = FittedFutility::kMaxPawns * FittedFutility::kUnit;
  EXPECT_EQ(FittedFutility::features({.alpha = 30000})[3], kMax);
  EXPECT_EQ(FittedFutility::features({.static_eval = 30000})[4], kMax);
}

// log odds = -100 + 20 - 150 - below
TEST_F(FittedFutilityTest, SkipsWhereTheOddsAreSmallEnough) {
  below(70);
  expect_skip(ask(quiet_move(s, "a2a3")), Score{-50});
  below(69);
  expect_go_on(ask(quiet_move(s, "a2a3")));
}

TEST_F(FittedFutilityTest, AGoodHistorySavesAMove) {
  MoveContext c = quiet_move(s, "a2a3");
  c.history = 16384;
  expect_go_on(ask(c));
}

TEST_F(FittedFutilityTest, SpeaksOfQuietMovesOnly) {
  expect_go_on(ask(quiet_move(s, "f3e5")));
}

TEST_F(FittedFutilityTest, KeepsToItsDepths) {
  for (const int depth : {0, 5}) {
    s.node.depth = Depth{depth};
    expect_go_on(ask(quiet_move(s, "a2a3")));
  }
}

TEST_F(FittedFutilityTest, IsSilentWhereNobodyKnowsTheStaticValue) {
  const MoveContext c = quiet_move(s, "a2a3");
  s.node.static_eval = kNoScore;
  expect_go_on(ask(c));
}

TEST_F(FittedFutilityTest, IsHeldInAnOpenWindow) {
  s.node.pv = true;
  expect_held(ask(quiet_move(s, "a2a3")), Guard::PvNode);
}

// Where the horizon stands pat in check too, there is a static value.
TEST_F(FittedFutilityTest, IsHeldInCheck) {
  Scene check("4k3/8/8/8/8/8/3qN3/4K3 w - - 0 1");
  check.node.static_eval = Score{-600};
  expect_held(ask(quiet_move(check, "e1f1")), Guard::InCheck);
}

TEST_F(FittedFutilityTest, IsHeldBeforeAnythingWasSearched) {
  below(800);
  expect_held(ask(quiet_move(s, "a2a3", 0)), Guard::NothingSearched);
}

TEST_F(FittedFutilityTest, IsHeldWhileAMateIsInTheWindowOrTheBestMove) {
  for (const Score best : {mated_in(8), mate_in(9)}) {
    MoveContext c = quiet_move(s, "a2a3");
    c.best = best;
    expect_held(ask(c), Guard::MateWindow);
  }
  s.window(mate_in(9));
  expect_held(ask(quiet_move(s, "a2a3")), Guard::MateWindow);
}

TEST_F(FittedFutilityTest, IsHeldInPawnEndings) {
  Scene pawns("8/8/2k5/8/2P5/2K5/8/8 w - - 0 9");
  pawns.window(Score{600});
  expect_held(ask(quiet_move(pawns, "c3d4")), Guard::PawnEnding);
}

TEST_F(FittedFutilityTest, SparesQuietChecksWhereThePresetSaysSo) {
  Scene mate("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
  mate.window(Score{900});
  expect_held(ask(quiet_move(mate, "a1a8"), exempting(Guard::GivesCheck)), Guard::GivesCheck);
  EXPECT_TRUE(ask(quiet_move(mate, "a1a7"), exempting(Guard::GivesCheck)).fires());
  EXPECT_TRUE(ask(quiet_move(mate, "a1a8")).fires());
}

}  // namespace
}  // namespace oknos::pruning
