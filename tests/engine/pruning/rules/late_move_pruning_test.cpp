#include "engine/pruning/rules/late_move_pruning.h"

#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

const RuleSetting kSetting = setting_of(3, 100, 8);

struct MoveCountTest : testing::Test {
  MoveCountTest() { s.node.depth = Depth{2}; }
  Verdict ask(int searched, Score best = Score{-50}, std::string_view text = "a2a3",
              const RuleSetting& setting = kSetting) const {
    MoveContext c = s.move(text);
    c.searched = searched;
    c.best = best;
    return LateMovePruning::ask(c, setting, {});
  }
  Scene s{"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"};
};

TEST_F(MoveCountTest, SkipsTheRestAtTheLimitAndNotOneMoveBefore) {
  for (const int depth : {1, 2, 5}) {
    for (const bool improving : {false, true}) {
      s.node.depth = Depth{depth};
      s.node.improving = improving;
      const int limit = (3 + depth * depth) / (improving ? 1 : 2);
      EXPECT_EQ(LateMovePruning::limit(kSetting, s.node.depth, improving), limit);
      EXPECT_EQ(ask(limit), Verdict::skip_quiets(Score{-50}));
      expect_go_on(ask(limit - 1));
    }
  }
}

TEST_F(MoveCountTest, SpeaksOfQuietMovesOnly) {
  expect_go_on(ask(60, Score{-50}, "f3e5"));
}

TEST_F(MoveCountTest, KeepsToItsDepths) {
  for (const int depth : {0, 9}) {
    s.node.depth = Depth{depth};
    expect_go_on(ask(100));
  }
}

TEST_F(MoveCountTest, IsHeldInAnOpenWindow) {
  s.node.pv = true;
  expect_held(ask(60), Guard::PvNode);
}

TEST_F(MoveCountTest, SparesQuietChecksWhereThePresetSaysSo) {
  Scene mate("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
  mate.node.depth = Depth{2};
  MoveContext check = mate.move("a1a8");
  MoveContext other = mate.move("a1a7");
  for (MoveContext* c : {&check, &other}) {
    c->searched = 60;
    c->best = kDraw;
  }
  const Conventions exempt = exempting(Guard::GivesCheck);
  expect_held(LateMovePruning::ask(check, kSetting, exempt), Guard::GivesCheck);
  EXPECT_EQ(LateMovePruning::ask(other, kSetting, exempt), Verdict::skip_quiets(kDraw, {Guard::GivesCheck}));
  EXPECT_EQ(LateMovePruning::ask(check, kSetting, {}), Verdict::skip_quiets(kDraw));
}

TEST_F(MoveCountTest, IsHeldInCheck) {
  Scene check("4k3/8/8/8/8/8/3qN3/4K3 w - - 0 1");
  ASSERT_TRUE(check.position.in_check());
  check.node.depth = Depth{2};
  MoveContext c = check.move("e1f1");
  c.searched = 60;
  c.best = kDraw;
  expect_held(LateMovePruning::ask(c, kSetting, {}), Guard::InCheck);
}

TEST_F(MoveCountTest, IsHeldBeforeAnythingWasSearched) {
  expect_held(ask(0, -kInfinite, "a2a3", setting_of(0, 0, 8)), Guard::NothingSearched);
}

// The moves so far lose to a mate: perhaps a quiet one does not.
TEST_F(MoveCountTest, IsHeldWhileTheBestMoveIsAMate) {
  expect_held(ask(60, mated_in(8)), Guard::MateWindow);
  expect_held(ask(60, mate_in(9)), Guard::MateWindow);
}

TEST_F(MoveCountTest, IsHeldInPawnEndings) {
  Scene pawns("8/8/2k5/8/2P5/2K5/8/8 w - - 0 9");
  pawns.node.depth = Depth{2};
  MoveContext c = pawns.move("c3d4");
  c.searched = 60;
  c.best = kDraw;
  expect_held(LateMovePruning::ask(c, kSetting, {}), Guard::PawnEnding);
}

}  // namespace
}  // namespace oknos::pruning
