#include "engine/pruning/rules/quiescence_late_moves.h"

#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

constexpr const char* kCaptures = "4k3/8/1p1p1p2/8/8/1R1R1R2/8/4K3 w - - 0 1";

RuleSetting after(int moves) {
  RuleSetting setting = RuleSetting::of(QuiescenceLateMoves::kInfo);
  setting.values[0] = static_cast<std::int16_t>(moves);
  return setting;
}

MoveContext late(Scene& s, const char* move, int searched) {
  s.node.depth = Depth{0};
  MoveContext out = s.move(move);
  out.searched = searched;
  out.best = Score{-30};
  return out;
}

TEST(QuiescenceLateMoves, SkipsWhatComesAfterSomeCaptures) {
  Scene s(kCaptures);
  expect_go_on(QuiescenceLateMoves::ask(late(s, "d3d6", 1), after(2), {}));
  expect_skip(QuiescenceLateMoves::ask(late(s, "d3d6", 2), after(2), {}), Score{-30});
  expect_go_on(QuiescenceLateMoves::ask(late(s, "d3d6", 2), after(3), {}));
}

TEST(QuiescenceLateMoves, IsOffUntilAPresetTurnsItOn) {
  EXPECT_FALSE(RuleSetting::of(QuiescenceLateMoves::kInfo).enabled);
}

TEST(QuiescenceLateMoves, IsHeldInCheckAndWhereTheExactValueCounts) {
  Scene check("4k3/8/8/8/1b6/8/1b6/R3K2R w - - 0 1");
  ASSERT_TRUE(check.position.in_check());
  expect_held(QuiescenceLateMoves::ask(late(check, "e1e2", 3), after(2), {}), Guard::InCheck);
  Scene s(kCaptures);
  s.node.pv = true;
  expect_held(QuiescenceLateMoves::ask(late(s, "d3d6", 3), after(2), {}), Guard::PvNode);
  s.node.pv = false;
  MoveContext lost = late(s, "d3d6", 3);
  lost.best = mated_in(4);
  expect_held(QuiescenceLateMoves::ask(lost, after(2), {}), Guard::MateWindow);
}

TEST(QuiescenceLateMoves, SparesChecksPromotionsAndRecapturesWhereThePresetDoes) {
  Conventions spared;
  spared.exemptions = {Guard::GivesCheck, Guard::Promotion, Guard::Recapture};
  Scene promotion("7k/3P4/8/1p6/8/1R6/8/4K3 w - - 0 1");
  expect_held(QuiescenceLateMoves::ask(late(promotion, "d7d8n", 3), after(2), spared), Guard::Promotion);
  expect_skip(QuiescenceLateMoves::ask(late(promotion, "d7d8n", 3), after(2), {}), Score{-30});
  Scene checking("4k3/4p3/8/8/8/4R3/8/4K3 w - - 0 1");
  expect_held(QuiescenceLateMoves::ask(late(checking, "e3e7", 3), after(2), spared), Guard::GivesCheck);
  Scene recapture(kCaptures);
  recapture.node.previous = Move{Square::D7, Square::D6};
  recapture.node.previous_captured = PieceType::Knight;
  expect_held(QuiescenceLateMoves::ask(late(recapture, "d3d6", 3), after(2), spared), Guard::Recapture);
  expect_skip(QuiescenceLateMoves::ask(late(recapture, "b3b6", 3), after(2), spared), Score{-30});
}

}  // namespace
}  // namespace oknos::pruning
