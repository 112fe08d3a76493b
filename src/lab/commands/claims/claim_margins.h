#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lab/statistics/proportion.h"
#include "lab/terminal/style.h"

namespace oknos::lab {

// How often the rules of another engine would be wrong with other margins, computed from the slack of the claims. All
// margins are relative to the engine's own, in the unit of its claims.
class ClaimMargins {
 public:
  static constexpr std::uint64_t kFewest = 300;  // margins with fewer claims are not shown

  struct Point {
    int change = 0;       // of the margin; 0: the engine's own
    double share = 0.0;   // how much it would prune, relative to the engine's own margin
    ClusterCounts wrong;  // among the claims that it would prune
  };
  struct Curve {
    std::string rule;
    std::vector<Point> points;  // by change
    // The change to the smallest margin with an error rate of at most `risk`; none: no margin of the curve has that.
    std::optional<int> for_risk(double risk) const;
  };

  // `slack`: by how much the margin could be larger with the rule still firing; if negative, by how much smaller it
  // would have to be for the rule to fire. `every`: the sampling rate.
  void add(const std::string& rule, int slack, std::uint64_t every, bool error, ClusterCounts::Cluster search);

  // A curve for each rule with enough claims: the engine's own margin, and larger and smaller ones in fixed steps, as
  // far as there are claims.
  std::vector<Curve> curves() const;

 private:
  struct Case {
    int slack = 0;
    std::uint32_t every = 1;
    ClusterCounts::Cluster search = 0;
    bool error = false;
  };
  static Curve curve_of(const std::string& rule, std::vector<Case> cases);

  std::map<std::string, std::vector<Case>> cases_;
};

// A table; empty when there is nothing to show.
std::string claim_margins_report(const ClaimMargins& margins, const Style& style);

}  // namespace oknos::lab
