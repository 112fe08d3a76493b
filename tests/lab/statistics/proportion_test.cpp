#include "lab/statistics/proportion.h"

#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <random>

#include "engine/base/random_numbers.h"

namespace oknos::lab {
namespace {

// Figures of the binomial test's usual tables.
TEST(Proportion, IsWilsonsInterval) {
  const struct {
    std::uint64_t events, trials;
    double low, high;
  } cases[] = {{10, 100, 0.0552, 0.1744},
               {5, 10, 0.2366, 0.7634},
               {0, 1000, 0.0, 0.00383},
               {1000, 1000, 0.99617, 1.0},
               {0, 0, 0.0, 1.0}};
  for (const auto& [events, trials, low, high] : cases) {
    EXPECT_NEAR(proportion(events, trials).low, low, 0.0001) << trials;
    EXPECT_NEAR(proportion(events, trials).high, high, 0.0001) << trials;
  }
  EXPECT_DOUBLE_EQ(proportion(10, 100).rate, 0.1);
  EXPECT_EQ(proportion(0, 1000).low, 0.0);
  EXPECT_EQ(proportion(1000, 1000).high, 1.0);
}

// The pages compute the same interval (web/tests/report.spec.ts reads the same file).
TEST(Proportion, IsThatOfThePages) {
  std::ifstream file(OKNOS_SOURCE_DIR "/tests/lab/statistics/intervals.json");
  const auto cases = nlohmann::json::parse(file);
  ASSERT_GT(cases.size(), 5U);
  for (const auto& c : cases) {
    const Proportion p = proportion(c["events"], c["trials"]);
    EXPECT_NEAR(p.low, c["low"].get<double>(), 1e-12) << c;
    EXPECT_NEAR(p.high, c["high"].get<double>(), 1e-12) << c;
    ClusterCounts one_search;
    for (int i = 0; i < c["trials"]; ++i) one_search.add(7, i < c["events"]);
    EXPECT_DOUBLE_EQ(one_search.proportion().low, p.low) << c;
    EXPECT_DOUBLE_EQ(one_search.proportion().high, p.high) << c;
  }
}

TEST(ClusterCounts, TrialsThatAllEndAlikeInAClusterCountOnce) {
  ClusterCounts independent, alike;
  for (std::uint32_t cluster = 0; cluster < 100; ++cluster) {
    independent.add(cluster, cluster < 10);
    for (int i = 0; i < 20; ++i) alike.add(cluster, cluster < 10);
  }
  EXPECT_NEAR(alike.design_effect(), 20.0, 0.5);
  for (const ClusterCounts& counts : {independent, alike}) {
    EXPECT_NEAR(counts.proportion().low, proportion(10, 100).low, 0.01);
    EXPECT_NEAR(counts.proportion().high, proportion(10, 100).high, 0.02);
  }
}

// Of many samples whose clusters differ as searches do (a rate of its own for each, from a beta distribution), the
// share whose interval holds the rate that they were drawn from.
struct Coverage {
  double clustered = 0.0;
  double independent = 0.0;  // Wilson's, as if the trials did not come in clusters
};

Coverage coverage(double rate, double correlation, std::uint32_t clusters, unsigned seed) {
  constexpr int kSamples = 500;
  std::mt19937 random(seed);
  const double sum = 1 / correlation - 1;  // of the parameters of the beta distribution
  std::gamma_distribution<double> a(rate * sum), b((1 - rate) * sum);
  std::uniform_int_distribution<int> size(5, 60);
  int held = 0, held_independent = 0;
  for (int sample = 0; sample < kSamples; ++sample) {
    ClusterCounts counts;
    for (std::uint32_t c = 0; c < clusters; ++c) {
      const double x = a(random), y = b(random);
      std::bernoulli_distribution event(x + y > 0 ? x / (x + y) : 0.0);
      for (int i = size(random); i > 0; --i) counts.add(c, event(random));
    }
    const auto holds = [&](const Proportion& p) { return p.low <= rate && rate <= p.high; };
    held += holds(counts.proportion()) ? 1 : 0;
    held_independent += holds(proportion(counts.events(), counts.trials())) ? 1 : 0;
  }
  return {held / double{kSamples}, held_independent / double{kSamples}};
}

TEST(ClusterCounts, NinetyFivePercentAreNinetyFivePercent) {
  for (const double rate : {0.01, 0.05, 0.3})
    for (const double correlation : {0.02, 0.1})
      for (const std::uint32_t clusters : {50u, 300u}) {
        const Coverage c = coverage(rate, correlation, clusters, 1);
        EXPECT_GE(c.clustered, 0.92) << rate << ' ' << correlation << ' ' << clusters;
        EXPECT_LE(c.clustered, 0.985) << rate << ' ' << correlation << ' ' << clusters;
      }
  EXPECT_LT(coverage(0.05, 0.1, 300, 1).independent, 0.75) << "what it would be without the clusters";
}

TEST(GrowingClusters, SayTheSameAtEveryStep) {
  RandomNumbers random(5, 0);
  ClusterCounts all, even, odd;
  GrowingClusters growing;
  EXPECT_EQ(growing.proportion().high, 1.0);
  for (int i = 0; i < 2000; ++i) {
    const auto cluster = static_cast<ClusterCounts::Cluster>(random.below(40));
    const bool event = random.below(cluster + 2) == 0;
    for (ClusterCounts* counts : {&all, i % 2 == 0 ? &even : &odd}) counts->add(cluster, event);
    growing.add(cluster, event);
    if (i % 97 != 0) continue;
    EXPECT_EQ(growing.proportion().low, all.proportion().low) << i;
    EXPECT_EQ(growing.proportion().high, all.proportion().high) << i;
  }
  EXPECT_GT(all.design_effect(), 1.2);
  even += odd;  // counts add up
  EXPECT_EQ(even.trials(), all.trials());
  EXPECT_EQ(even.events(), all.events());
  EXPECT_DOUBLE_EQ(even.design_effect(), all.design_effect());
  EXPECT_DOUBLE_EQ(even.proportion().low, all.proportion().low);
}

}  // namespace
}  // namespace oknos::lab
