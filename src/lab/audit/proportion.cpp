#include "lab/audit/proportion.h"

#include <algorithm>
#include <cmath>

namespace oknos::lab {

namespace {

constexpr double kDeviations = 1.959963984540054;  // of a normal distribution: 95 % lie within

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

std::vector<ClusterCounts::Count> ClusterCounts::by_cluster() const {
  std::vector<Count> sorted = counts_;
  std::sort(sorted.begin(), sorted.end(), [](const Count& a, const Count& b) { return a.cluster < b.cluster; });
  std::vector<Count> out;
  for (const Count& count : sorted) {
    if (out.empty() || out.back().cluster != count.cluster) out.push_back({count.cluster});
    out.back().trials += count.trials;
    out.back().events += count.events;
  }
  return out;
}

double ClusterCounts::design_effect() const {
  const std::vector<Count> counts = by_cluster();
  const auto clusters = static_cast<double>(counts.size());
  if (clusters < 2 || events_ == 0 || events_ == trials_) return 1.0;
  const auto n = static_cast<double>(trials_);
  const double rate = static_cast<double>(events_) / n;
  double squares = 0.0;
  for (const Count& count : counts) {
    const double excess = count.events - rate * count.trials;
    squares += excess * excess;
  }
  const double variance = clusters / (clusters - 1) * squares / (n * n);
  return std::max(1.0, variance / (rate * (1 - rate) / n));
}

Proportion ClusterCounts::proportion() const {
  if (trials_ == 0) return {};
  const auto n = static_cast<double>(trials_);
  const double rate = static_cast<double>(events_) / n;
  const double effect = design_effect();
  if (effect <= 1.0) return wilson(rate, n);
  // Where events are rare, the variance rests on the few clusters that have any; where they are the rule, on those that
  // have something else.
  const bool rare = events_ * 2 <= trials_;
  const std::vector<Count> counts = by_cluster();
  const auto telling = std::count_if(counts.begin(), counts.end(),
                                     [&](const Count& c) { return rare ? c.events > 0 : c.events < c.trials; });
  constexpr double kFewest = 2.0;
  const double wider = t_deviations(std::max(static_cast<double>(telling) - 1, kFewest)) / kDeviations;
  return wilson(rate, n / (1.0 + (effect - 1.0) * wider * wider));  // what is not due to clusters is binomial
}

}  // namespace oknos::lab
