#include "lab/shadow/sampling.h"

#include <gtest/gtest.h>

namespace oknos::lab {
namespace {

using pruning::FrontierFutility;
using pruning::kId;
using pruning::LateMovePruning;

TEST(Sampling, TakesOneOfSoMany) {
  const Sampling sampling(100);
  int taken = 0;
  for (Ordinal n = 0; n < 100'000; ++n) taken += sampling.wants(0, n) ? 1 : 0;
  EXPECT_GT(taken, 850);  // five standard deviations below a thousand
  EXPECT_LT(taken, 1150);
}

TEST(Sampling, TakesAllOfOne) {
  const Sampling sampling(1);
  for (Ordinal n = 0; n < 1000; ++n) EXPECT_TRUE(sampling.wants(0, n));
}

TEST(Sampling, IsReadRuleByRule) {
  const auto sampling = parse_sampling({"late_move_pruning=7", "50", "frontier_futility=2"}, 1000);
  ASSERT_TRUE(sampling.ok()) << sampling.error();
  EXPECT_EQ(sampling->every(kId<LateMovePruning>), 7U);
  EXPECT_EQ(sampling->every(kId<FrontierFutility>), 2U);
  EXPECT_EQ(sampling->every(kId<pruning::Razoring>), 50U);
  EXPECT_EQ(sampling->text(), "frontier_futility 2, late_move_pruning 7, 50");
  EXPECT_EQ(parse_sampling({}, 1000)->text(), "1000");
}

TEST(Sampling, RefusesWhatItCannotRead) {
  for (const char* word : {"0", "-1", "x", "late_move_pruning=0", "late_move_pruning=", "nothing=5", "1e30"}) {
    const auto sampling = parse_sampling({word}, 1000);
    ASSERT_FALSE(sampling.ok()) << word;
    EXPECT_TRUE(sampling.error().starts_with("--sample: ")) << sampling.error();
  }
}

}  // namespace
}  // namespace oknos::lab
