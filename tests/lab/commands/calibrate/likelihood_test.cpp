#include "lab/commands/calibrate/likelihood.h"

#include <cmath>
#include <gtest/gtest.h>

#include "engine/base/random_numbers.h"

namespace oknos::lab {
namespace {

std::vector<const AuditCase*> pointers(const std::vector<AuditCase>& cases) {
  std::vector<const AuditCase*> out;
  for (const AuditCase& c : cases) out.push_back(&c);
  return out;
}

// Errors with the probability 1 / (1 + exp(slack in pawns - history / 8192 + 2)): a good history and a small slack.
std::vector<AuditCase> drawn(std::uint64_t seed, int count) {
  RandomNumbers random(seed);
  std::vector<AuditCase> out;
  for (int i = 0; i < count; ++i) {
    AuditCase c;
    c.slack = static_cast<int>(random.below(400));
    c.history = static_cast<int>(random.below(32768)) - 16384;
    c.nodes = 10;
    const double p = 1.0 / (1.0 + std::exp(c.slack / 100.0 - c.history / 8192.0 + 2.0));
    c.error = static_cast<double>(random.below(1'000'000)) / 1e6 < p;
    out.push_back(c);
  }
  return out;
}

TEST(Likelihood, FindsWhatTheErrorsWereDrawnFrom) {
  const std::vector<AuditCase> cases = drawn(1, 40000);
  const Likelihood model(pointers(cases));
  for (const int slack : {0, 100, 300})
    for (const int history : {-12000, 0, 12000}) {
      AuditCase c;
      c.slack = slack;
      c.history = history;
      const double p = 1.0 / (1.0 + std::exp(slack / 100.0 - history / 8192.0 + 2.0));
      EXPECT_NEAR(model.probability(c), p, 0.15 * p + 0.003) << slack << " " << history;
    }
}

TEST(Likelihood, HoldsTheRiskInCasesThatItHasNotSeen) {
  const std::vector<AuditCase> cases = drawn(2, 40000), others = drawn(3, 40000);
  const LikelihoodFit fit = fit_likelihood(pointers(cases), pointers(others), 0.02);
  EXPECT_GT(fit.fitted.cases, 5000U);
  EXPECT_LE(fit.fitted.error_rate(), 0.02);
  EXPECT_LE(fit.checked.interval.low, 0.02);
  // One number alone, the slack, cannot tell as much.
  MarginEffect by_slack;
  std::vector<const AuditCase*> sorted = pointers(others);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const AuditCase* a, const AuditCase* b) { return a->slack > b->slack; });
  MarginEffect sum;
  for (const AuditCase* c : sorted) {
    ++sum.cases;
    sum.errors += c->error ? 1 : 0;
    if (sum.error_rate() <= 0.02) by_slack = sum;
  }
  EXPECT_GT(fit.checked.cases, by_slack.cases);
}

TEST(Likelihood, LeavesNothingOutWhereNoRiskIsHeld) {
  std::vector<AuditCase> cases = drawn(4, 5000);
  for (AuditCase& c : cases) c.error = true;
  const LikelihoodFit fit = fit_likelihood(pointers(cases), pointers(cases), 0.01);
  EXPECT_EQ(fit.fitted.cases, 0U);
  EXPECT_EQ(fit.checked.cases, 0U);
}

TEST(Likelihood, IsFiniteWhereThereAreNoErrors) {
  std::vector<AuditCase> cases = drawn(5, 5000);
  for (AuditCase& c : cases) c.error = false;
  const LikelihoodFit fit = fit_likelihood(pointers(cases), pointers(cases), 0.01);
  EXPECT_EQ(fit.fitted.cases, 5000U);
  const Likelihood model(pointers(cases));
  for (const double w : model.weights()) EXPECT_TRUE(std::isfinite(w));
}

}  // namespace
}  // namespace oknos::lab
