#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lab/audit/proportion.h"
#include "lab/style.h"

namespace oknos::lab {

// How often the rules of another engine would be wrong with other margins, from how far each claim was from its rule's
// threshold. All margins are relative to the engine's own, in the unit of its claims.
class ClaimMargins {
 public:
  static constexpr std::uint64_t kFewest = 300;  // claims that a statement about a margin must rest on

  struct Point {
    int change = 0;       // of the margin; 0: the engine's own
    double share = 0.0;   // of what the rule prunes with its own margin
    ClusterCounts wrong;  // of the claims that it would prune
  };
  struct Curve {
    std::string rule;
    std::vector<Point> points;  // by change
    // The smallest margin that keeps the error rate at most `risk`, as a change; nothing: none of these.
    std::optional<int> for_risk(double risk) const;
  };

  // `slack`: by how much the margin could be larger and the rule still fire; negative: by how much smaller it would
  // have to be. `every`: of so many such claims this is one.
  void add(const std::string& rule, int slack, std::uint64_t every, bool error, ClusterCounts::Cluster search);

  // Of each rule with enough claims: the own margin and changes in steps, both ways as far as there are claims.
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
