#include "engine/search/reductions.h"

#include <cmath>
#include <gtest/gtest.h>

namespace oknos {
namespace {

constexpr int kPly = Reductions::kOne;

TEST(Reductions, AgreeWithTheFormulaInFloatingPoint) {
  const Reductions r(80, 240);
  for (int d = 1; d < 64; ++d)
    for (int n = 1; n < 64; ++n) {
      const double exact = 0.8 + std::log(d) * std::log(n) / 2.4;
      EXPECT_GE(r(Depth{d}, n) / kPly, static_cast<int>(exact - 0.03)) << d << ' ' << n;
      EXPECT_LE(r(Depth{d}, n) / kPly, static_cast<int>(exact + 0.03)) << d << ' ' << n;
    }
}

TEST(Reductions, NeverLengthenAndHoldBeyondTheTable) {
  const Reductions r(-200, 240);
  EXPECT_EQ(r(Depth{1}, 1), 0);
  EXPECT_EQ(r(Depth{500}, 500), r(Depth{63}, 63));
  EXPECT_EQ(r(Depth{0}, 0), 0);
}

class LateMoveReduction : public ::testing::Test {
 protected:
  using P = pruning::LateMoveReductions::P;

  int plies100(const LateMove& move) const { return Reductions(80, 240).of(move, setting) * 100 / kPly; }
  void set(P parameter, int value) {
    setting.values[static_cast<std::size_t>(parameter)] = static_cast<std::int16_t>(value);
  }

  pruning::RuleSetting setting = pruning::RuleSetting::of(pruning::LateMoveReductions::kInfo);
  LateMove base{.depth = Depth{10}, .number = 10, .improving = true};
};

TEST_F(LateMoveReduction, EachConditionAddsOrTakesItsOwnPart) {
  for (const P p : {P::TtPv, P::CutNode, P::NotImproving, P::TtCapture, P::Cutoffs, P::Killer, P::Pv}) set(p, 50);
  const int plain = plies100(base);
  EXPECT_NEAR(plain, 80 + 100 * std::log(10) * std::log(10) / 2.4, 2);
  const auto with = [&](auto change) {
    LateMove move = base;
    change(move);
    return plies100(move) - plain;
  };
  EXPECT_NEAR(with([](LateMove& m) { m.tt_pv = true; }), -50, 1);
  EXPECT_NEAR(with([](LateMove& m) { m.pv = true; }), -50, 1);
  EXPECT_NEAR(with([](LateMove& m) { m.cut_node = true; }), 50, 1);
  EXPECT_NEAR(with([](LateMove& m) { m.improving = false; }), 50, 1);
  EXPECT_NEAR(with([](LateMove& m) { m.tt_capture = true; }), 50, 1);
  EXPECT_NEAR(with([](LateMove& m) { m.many_cutoffs = true; }), 50, 1);
  EXPECT_NEAR(with([](LateMove& m) { m.killer = true; }), -50, 1);
}

TEST_F(LateMoveReduction, AGoodHistoryReducesLessAndABadOneMore) {
  set(P::History, 200);
  const int plain = plies100(base);
  base.history = kHistoryMax / 2;
  EXPECT_NEAR(plies100(base), plain - 100, 1);
  base.history = -kHistoryMax;
  EXPECT_NEAR(plies100(base), plain + 200, 1);
  base.history = kHistoryMax;
  set(P::History, 500);
  EXPECT_EQ(plies100(base), 0) << "never an extension";
}

TEST_F(LateMoveReduction, CapturesAndEvasionsGetTheirShare) {
  set(P::Captures, 50);
  set(P::InCheck, 40);
  set(P::CaptureHistory, 0);
  base.killer = true;
  base.history = kHistoryMax;
  base.tactical = true;
  const LateMove quiet{.depth = base.depth, .number = base.number, .improving = true};
  EXPECT_NEAR(plies100(base), plies100(quiet) / 2, 1) << "neither killers nor quiet histories count";
  base.in_check = true;
  EXPECT_NEAR(plies100(base), plies100(quiet) * 2 / 10, 1);
  set(P::CaptureHistory, 100);
  EXPECT_NEAR(plies100(base), (plies100(quiet) - 100) * 2 / 10, 1);
}

}  // namespace
}  // namespace oknos
