#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace oknos::lab {

// How often something happens, with its 95 % interval: low <= rate <= high, each from 0 to 1.
struct Proportion {
  double rate = 0.0;
  double low = 0.0;
  double high = 1.0;
};

// For independent trials. E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
// Good also where nothing happened at all. Without any trial: 0 to 1.
Proportion proportion(std::uint64_t events, std::uint64_t trials);

// What the interval of a rate needs to know of its clusters.
struct ClusterMoments {
  std::uint64_t trials = 0;
  std::uint64_t events = 0;
  std::uint64_t clusters = 0;
  std::uint64_t clusters_with_events = 0;
  std::uint64_t clusters_with_others = 0;  // trials without an event
  std::uint64_t squared_trials = 0;        // sums over the clusters
  std::uint64_t squared_events = 0;
  std::uint64_t products = 0;  // trials * events

  // `sign`: 1 adds the cluster, -1 takes it out again.
  void count(std::uint64_t trials_of_it, std::uint64_t events_of_it, int sign = 1);
  // See ClusterCounts.
  double design_effect() const;
  Proportion proportion() const;
};

// Trials that come in clusters, such as what was pruned in one search: they resemble each other, so that a hundred from
// one search say less than a hundred from a hundred searches.
class ClusterCounts {
 public:
  using Cluster = std::uint32_t;

  void add(Cluster cluster, bool event);
  ClusterCounts& operator+=(const ClusterCounts& other);

  std::uint64_t trials() const { return trials_; }
  std::uint64_t events() const { return events_; }

  // By how much the clusters widen the variance of the rate, at least 1. Unknown, and 1, where all trials ended alike
  // or there is one cluster alone.
  double design_effect() const { return moments().design_effect(); }
  // Wilson's interval for as many independent trials as these are worth: trials / design effect, with Student's t for
  // the number of clusters that have events (E. L. Korn and B. I. Graubard, "Confidence intervals for proportions with
  // small expected number of positive counts estimated from survey data", 1998).
  Proportion proportion() const { return moments().proportion(); }

 private:
  struct Count {
    Cluster cluster = 0;
    std::uint32_t trials = 0;
    std::uint32_t events = 0;
  };
  ClusterMoments moments() const;

  std::vector<Count> counts_;  // a cluster may come several times
  std::uint64_t trials_ = 0;
  std::uint64_t events_ = 0;
};

// The same where the interval is wanted again after every few trials.
class GrowingClusters {
 public:
  void add(ClusterCounts::Cluster cluster, bool event);
  Proportion proportion() const { return moments_.proportion(); }

 private:
  struct Count {
    std::uint32_t trials = 0;
    std::uint32_t events = 0;
  };
  std::unordered_map<ClusterCounts::Cluster, Count> counts_;
  ClusterMoments moments_;
};

}  // namespace oknos::lab
