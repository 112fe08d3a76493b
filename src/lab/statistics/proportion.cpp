#include "lab/statistics/proportion.h"

#include <algorithm>
#include <cmath>

#include "lab/statistics/statistics.h"

namespace oknos::lab {

namespace {

constexpr double kDeviations = kDeviationsOf95Percent;

// The same of Student's t: the expansion in 1 / degrees by R. A. Fisher and E. A. Cornish, 1960; within 2 % from 3
// degrees on.
double t_deviations(double degrees) {
  constexpr double z = kDeviations;
  const double z3 = z * z * z;
  const double z5 = z3 * z * z;
  const double z7 = z5 * z * z;
  return z + (z3 + z) / (4 * degrees) + (5 * z5 + 16 * z3 + 3 * z) / (96 * degrees * degrees) +
         (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * degrees * degrees * degrees);
}

// Wilson's interval of a rate in n trials, which need not be a whole number.
Proportion wilson(double rate, double n) {
  constexpr double kSquare = kDeviations * kDeviations;
  const double middle = (rate + kSquare / (2 * n)) / (1 + kSquare / n);
  const double half = kDeviations / (1 + kSquare / n) * std::sqrt(rate * (1 - rate) / n + kSquare / (4 * n * n));
  return {rate, rate <= 0.0 ? 0.0 : std::max(0.0, middle - half), rate >= 1.0 ? 1.0 : std::min(1.0, middle + half)};
}

}  // namespace

Proportion proportion(std::uint64_t events, std::uint64_t trials) {
  if (trials == 0) return {};
  return wilson(static_cast<double>(events) / static_cast<double>(trials), static_cast<double>(trials));
}

void ClusterCounts::add(Cluster cluster, bool event) {
  if (counts_.empty() || counts_.back().cluster != cluster) counts_.push_back({cluster});
  ++counts_.back().trials;
  ++trials_;
  if (!event) return;
  ++counts_.back().events;
  ++events_;
}

ClusterCounts& ClusterCounts::operator+=(const ClusterCounts& other) {
  counts_.insert(counts_.end(), other.counts_.begin(), other.counts_.end());
  trials_ += other.trials_;
  events_ += other.events_;
  return *this;
}

ClusterMoments ClusterCounts::moments() const {
  std::vector<Count> sorted = counts_;
  std::sort(sorted.begin(), sorted.end(), [](const Count& a, const Count& b) { return a.cluster < b.cluster; });
  ClusterMoments out;
  for (auto it = sorted.begin(); it != sorted.end();) {
    std::uint64_t trials = 0;
    std::uint64_t events = 0;
    const Cluster cluster = it->cluster;
    for (; it != sorted.end() && it->cluster == cluster; ++it) trials += it->trials, events += it->events;
    out.count(trials, events);
  }
  return out;
}

void GrowingClusters::add(ClusterCounts::Cluster cluster, bool event) {
  Count& count = counts_[cluster];
  if (count.trials > 0) moments_.count(count.trials, count.events, -1);
  ++count.trials;
  count.events += event ? 1 : 0;
  moments_.count(count.trials, count.events);
}

void ClusterMoments::count(std::uint64_t t, std::uint64_t e, int sign) {
  const auto change = [sign](std::uint64_t& sum, std::uint64_t by) { sum = sign > 0 ? sum + by : sum - by; };
  change(trials, t);
  change(events, e);
  change(clusters, 1);
  change(clusters_with_events, e > 0 ? 1 : 0);
  change(clusters_with_others, e < t ? 1 : 0);
  change(squared_trials, t * t);
  change(squared_events, e * e);
  change(products, t * e);
}

double ClusterMoments::design_effect() const {
  if (clusters < 2 || events == 0 || events == trials) return 1.0;
  const auto n = static_cast<double>(trials);
  const auto all = static_cast<double>(clusters);
  const double rate = static_cast<double>(events) / n;
  // The squares of (events - rate * trials), added up over the clusters.
  const double squares = static_cast<double>(squared_events) - 2 * rate * static_cast<double>(products) +
                         rate * rate * static_cast<double>(squared_trials);
  const double variance = all / (all - 1) * squares / (n * n);
  return std::max(1.0, variance / (rate * (1 - rate) / n));
}

Proportion ClusterMoments::proportion() const {
  if (trials == 0) return {};
  const auto n = static_cast<double>(trials);
  const double rate = static_cast<double>(events) / n;
  const double effect = design_effect();
  if (effect <= 1.0) return wilson(rate, n);
  // Where events are rare, the variance rests on the few clusters that have any; where they are the rule, on those that
  // have something else.
  const auto telling = static_cast<double>(events * 2 <= trials ? clusters_with_events : clusters_with_others);
  constexpr double kFewest = 2.0;
  const double wider = t_deviations(std::max(telling - 1, kFewest)) / kDeviations;
  return wilson(rate, n / (1.0 + (effect - 1.0) * wider * wider));  // what is not due to clusters is binomial
}

}  // namespace oknos::lab
