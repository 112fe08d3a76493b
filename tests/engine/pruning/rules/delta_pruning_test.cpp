#include "engine/pruning/rules/delta_pruning.h"

#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

constexpr int kMargin = 150;
const RuleSetting kSetting = setting_of(kMargin, 0);

// White may take a pawn on e5, Black's queen and rook are on the board.
struct DeltaPruningTest : testing::Test {
  DeltaPruningTest() { s.node.depth = Depth{0}; }
  Verdict ask(const RuleSetting& setting = kSetting, const Conventions& conventions = {}) const {
    return DeltaPruning::ask(s.move("f3e5"), setting, conventions);
  }
  Scene s{"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"};
};

TEST_F(DeltaPruningTest, SkipsAtTheThresholdAndNotOneCentipawnBelow) {
  const Score bound = s.node.static_eval + Score{kMargin + 100};
  s.window(bound);
  expect_skip(ask(), bound);
  s.window(bound - Score{1});
  expect_go_on(ask());
}

TEST_F(DeltaPruningTest, CountsWhatAPromotionGains) {
  Scene p("8/P3k3/8/8/8/8/8/4K3 w - - 0 1");
  p.node.depth = Depth{0};
  p.window(p.node.static_eval + Score{kMargin + 850});
  EXPECT_TRUE(DeltaPruning::ask(p.move("a7a8q"), kSetting, {}).fires());
  p.window(p.node.alpha - Score{1});
  expect_go_on(DeltaPruning::ask(p.move("a7a8q"), kSetting, {}));
  EXPECT_TRUE(DeltaPruning::ask(p.move("a7a8r"), kSetting, {}).fires());
}

TEST_F(DeltaPruningTest, SpeaksOfCapturesAndPromotionsOnly) {
  s.window(Score{3000});
  expect_go_on(DeltaPruning::ask(s.move("a2a3"), kSetting, {}));
}

TEST_F(DeltaPruningTest, IsSilentInCheck) {
  Scene check("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
  check.node.depth = Depth{0};
  check.window(Score{3000});
  for (const Estimate e : kEstimates) expect_go_on(DeltaPruning::ask(check.move("e1e2"), kSetting, estimating(e)));
}

TEST_F(DeltaPruningTest, IsHeldWhenAlphaIsAMate) {
  s.window(kMateBound);
  expect_held(ask(), Guard::MateWindow);
}

// Kxa2 leaves a lone bishop, which cannot win: worth far more than the rook. Who wants that seen lets the rule rest in
// endings.
TEST_F(DeltaPruningTest, IsHeldAgainstFewPieces) {
  Scene rook("8/8/8/8/8/1k6/R5K1/7B b - - 0 1");
  rook.node.depth = Depth{0};
  rook.window(Score{-100});
  EXPECT_TRUE(DeltaPruning::ask(rook.move("b3a2"), setting_of(kMargin, 2), {}).fires());
  expect_held(DeltaPruning::ask(rook.move("b3a2"), setting_of(kMargin, 3), {}), Guard::FewPieces);
}

TEST_F(DeltaPruningTest, HonoursExemptionsButForThePreviousCapture) {
  s.window(Score{3000});
  s.node.previous_captured = PieceType::Knight;
  s.node.previous = Move{Square::E4, Square::E5};
  EXPECT_TRUE(ask(kSetting, exempting(Guard::PreviousCapture)).fires());
  expect_held(ask(kSetting, exempting(Guard::Recapture)), Guard::Recapture);
}

}  // namespace
}  // namespace oknos::pruning
