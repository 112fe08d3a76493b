#include "engine/pruning/rules/frontier_futility.h"

#include "engine/eval/bounds/positional_bound.h"
#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

constexpr std::string_view kQuiet = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
constexpr int kMargin = 100;
const RuleSetting kSetting = setting_of(kMargin, 0);

Verdict ask(const Scene& s, std::string_view move, const RuleSetting& setting = kSetting,
            const Conventions& conventions = {}) {
  return FrontierFutility::ask(s.move(move), setting, conventions);
}

TEST(FrontierFutility, CountsTheVictim) {
  Scene s(kQuiet);
  const Score bound = s.node.static_eval + Score{kMargin + 100};  // f3xe5 takes a pawn
  s.window(bound);
  expect_skip(ask(s, "f3e5"), bound);
  s.window(bound - Score{1});
  expect_go_on(ask(s, "f3e5"));
}

TEST(FrontierFutility, CountsThePawnTakenEnPassantAndThePromotion) {
  Scene en_passant("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
  EXPECT_EQ(en_passant.move("e5d6").gain(), Score{100});
  Scene promotion("8/P3k3/8/8/8/8/8/4K3 w - - 0 1");
  promotion.window(promotion.node.static_eval + Score{kMargin + 849});
  expect_go_on(ask(promotion, "a7a8q"));
  promotion.window(promotion.node.static_eval + Score{kMargin + 850});
  EXPECT_TRUE(ask(promotion, "a7a8q").fires());
  EXPECT_TRUE(ask(promotion, "e1e2").fires());
}

TEST(FrontierFutility, TakesTheEstimateOfThePreset) {
  Scene s("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
  const Score material{500};
  s.window(material + Score{kMargin});
  const Verdict by_material = ask(s, "e1e2", kSetting, estimating(Estimate::Material));
  expect_skip(by_material, material + Score{kMargin});
  const Move m = s.move("e1e2").move;
  const Score after =
      s.incremental.after(s.position, m).value(Color::White) + eval::positional_bound_after(s.position, m, 0);
  s.window(after + Score{kMargin});
  expect_skip(ask(s, "e1e2", kSetting, estimating(Estimate::Bounds)), after + Score{kMargin});
  s.window(after + Score{kMargin - 1});
  expect_go_on(ask(s, "e1e2", kSetting, estimating(Estimate::Bounds)));
}

TEST(FrontierFutility, IsSilentInCheck) {
  Scene s("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
  s.window(Score{3000});
  for (const Estimate e : kEstimates) expect_go_on(ask(s, "e1e2", kSetting, estimating(e)));
}

// With alpha at a mate every estimate is below it, and the move that mates sooner would be skipped. Here Ra8 mates.
TEST(FrontierFutility, IsHeldWhenAlphaIsAMate) {
  Scene s("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
  s.window(mate_in(9));
  expect_held(ask(s, "a1a8"), Guard::MateWindow);
  s.window(kMaxEvaluation);
  EXPECT_TRUE(ask(s, "a1a8").fires());
}

// With alpha below every evaluation nothing is futile: a side that is being mated looks at all its moves.
TEST(FrontierFutility, DoesNotActWhenAlphaIsAMateAgainstUs) {
  Scene s("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
  s.window(mated_in(2));
  expect_go_on(ask(s, "e1e2"));
}

TEST(FrontierFutility, IsHeldAgainstFewPieces) {
  Scene s("3rk3/p7/8/8/8/8/P7/4K3 w - - 0 1");  // one opposing piece
  s.window(Score{3000});
  EXPECT_TRUE(ask(s, "a2a3", setting_of(kMargin, 1)).fires());
  expect_held(ask(s, "a2a3", setting_of(kMargin, 2)), Guard::FewPieces);
}

TEST(FrontierFutility, SparesExemptedMoves) {
  Scene s("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
  s.window(Score{3000});
  expect_held(ask(s, "a1a8", kSetting, exempting(Guard::GivesCheck)), Guard::GivesCheck);
  EXPECT_TRUE(ask(s, "a1a7", kSetting, exempting(Guard::GivesCheck)).fires());
}

}  // namespace
}  // namespace oknos::pruning
