#include "engine/pruning/rules/capture_futility.h"

#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

constexpr int kMargin = 150;
constexpr int kSlope = 100;
const RuleSetting kSetting = setting_of(kMargin, kSlope, 3);

MoveContext late_move(const Scene& s, std::string_view text) {
  MoveContext c = s.move(text);
  c.searched = 5;
  c.best = Score{-50};
  return c;
}
template <class G = AllGuards>
Verdict ask(const MoveContext& c, const Conventions& conventions = {}, const G& guards = {}) {
  return CaptureFutility::ask(c, kSetting, conventions, guards);
}

struct CaptureFutilityTest : testing::Test {
  CaptureFutilityTest() { s.window(Score{5000}); }
  Scene s{kQuietPosition};
};

TEST_F(CaptureFutilityTest, TakesTheEstimateOfThePreset) {
  const Score by_material{100 + kMargin + kSlope};
  s.window(by_material);
  expect_skip(ask(late_move(s, "f3e5"), estimating(Estimate::Material)), by_material);
  const Score bound = s.move("f3e5").estimate(Estimate::Bounds, 0) + Score{kMargin + kSlope};
  s.window(bound);
  expect_skip(ask(late_move(s, "f3e5"), estimating(Estimate::Bounds)), bound);
  s.window(bound - Score{1});
  expect_go_on(ask(late_move(s, "f3e5"), estimating(Estimate::Bounds)));
}

TEST_F(CaptureFutilityTest, SpeaksOfCapturesOnly) {
  expect_go_on(ask(late_move(s, "a2a3")));
  Scene promotion("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  promotion.window(Score{5000});
  expect_go_on(ask(late_move(promotion, "a7a8q")));
  expect_skip(ask(late_move(promotion, "a7b8q")), promotion.node.static_eval + Score{500 + 850 + kMargin + kSlope});
}

TEST_F(CaptureFutilityTest, IsSilentInCheck) {
  Scene check(kInCheckPosition);
  check.window(Score{5000});
  for (const Estimate e : kEstimates) expect_go_on(ask(late_move(check, "e1e2"), standing_pat_in_check(e)));
}

TEST_F(CaptureFutilityTest, IsHeldWhenAlphaIsAMate) {
  Scene mate("4n1k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1");
  mate.window(mate_in(9));
  expect_held(ask(late_move(mate, "e1e8")), Guard::MateWindow);
  EXPECT_TRUE(ask(late_move(mate, "e1e8"), {}, without(Guard::MateWindow)).fires());
}

TEST_F(CaptureFutilityTest, IsHeldBeforeAnythingWasSearched) {
  expect_held(ask(s.move("f3e5")), Guard::NothingSearched);
}

TEST_F(CaptureFutilityTest, SparesExemptedMoves) {
  s.node.previous_captured = PieceType::Pawn;
  s.node.previous = move_from_text(s.position, "b1c3").value();  // any move; it did not end on e5
  EXPECT_TRUE(ask(late_move(s, "f3e5"), exempting(Guard::Recapture)).fires());
  expect_held(ask(late_move(s, "f3e5"), exempting(Guard::PreviousCapture)), Guard::PreviousCapture);
}

}  // namespace
}  // namespace oknos::pruning
