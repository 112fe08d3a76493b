#include <cmath>
#include <cstdio>
#include <gtest/gtest.h>
#include <vector>

#include "lab/statistics/simulated_match.h"
#include "lab/statistics/sprt.h"

namespace oknos::lab {
namespace {

// How many pairs a test takes: the table of docs/statistics.md. Where one of the hypotheses holds, Wald's estimate is
// ((1 - e) * bound + e * other bound) / (d^2 / 2) pairs, with errors of e = 0.05 and d the hypotheses' distance in t of
// a pair.
TEST(SprtLength, AsWaldSays) {
  constexpr int kTests = 1000;
  constexpr int kLooks = 200;  // about so many in the shortest tests
  struct Case {
    double elo0, elo1;
  };
  for (const auto& [elo0, elo1] :
       std::vector<Case>{{0.0, 20.0}, {0.0, 10.0}, {0.0, 5.0}, {-5.0, 0.0}, {0.0, 3.0}, {-3.0, 1.0}}) {
    SprtSettings settings;
    settings.elo0 = elo0;
    settings.elo1 = elo1;
    const double distance = std::sqrt(2.0) * t_of_normalized_elo(elo1 - elo0);
    const double wald = 0.9 * settings.upper_bound() / (distance * distance / 2.0);
    std::printf("normalized %g,%g:", elo0, elo1);
    for (const double place : {-1.0, 0.0, 0.5, 1.0, 2.0}) {
      const test::PairModel truth = test::model_with(settings.model, elo0 + place * (elo1 - elo0));
      RandomNumbers numbers(99);
      double pairs = 0.0;
      int passed = 0;
      for (int i = 0; i < kTests; ++i) {
        const test::TestRun run =
            test::run_test(truth, settings, std::max(1, static_cast<int>(wald / kLooks)), numbers);
        pairs += run.pairs;
        passed += run.state == SprtState::AcceptH1 ? 1 : 0;
      }
      std::printf("  %+.1f: %.0f pairs, %.1f %% H1", truth.normalized_elo(), pairs / kTests, 100.0 * passed / kTests);
      if (place == 0.0 || place == 1.0) {
        EXPECT_NEAR(pairs / kTests, wald, 0.12 * wald);
        EXPECT_LE(place == 0.0 ? passed : kTests - passed, 0.05 * kTests + 3.0 * std::sqrt(0.05 * 0.95 * kTests));
      }
    }
    std::printf("\n");
  }
}

}  // namespace
}  // namespace oknos::lab
