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

}  // namespace
}  // namespace oknos
