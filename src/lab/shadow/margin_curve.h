#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lab/shadow/audit_case.h"
#include "lab/statistics/proportion.h"

// What a rule would have left out and got wrong with every margin, from one margin sweep.
namespace oknos::lab {

struct MarginPoint {
  int margin = 0;
  std::uint64_t cases = 0;   // that a rule with this margin leaves out
  std::uint64_t errors = 0;  // of them
  std::uint64_t nodes = 0;   // that it saves
  Proportion error_rate;     // with cases of one search as a cluster
};

struct MarginCurve {
  std::string rule;
  MarginFacts facts;
  std::vector<MarginPoint> points;  // from the least margin up, in steps of margin_step(); at least one
  MarginPoint own;                  // with the preset's margins; its `margin` is their mean

  const MarginPoint& least() const { return points.front(); }
  // The smallest margin from which on the error rate stays at most `risk`, of those with enough cases behind them;
  // nothing when there is none.
  std::optional<MarginPoint> for_risk(double risk, std::uint64_t enough) const;
};

// The cases of a margin sweep, as far as curves need them.
class MarginCases {
 public:
  // What is no case of a rule that was watched is passed over.
  void add(const AuditCase& c, ClusterCounts::Cluster search);
  // One for every rule and all that its margin depends on, in the registry's order.
  std::vector<MarginCurve> curves() const;

 private:
  struct Case {
    int largest;  // margin with which it is left out
    int margin;   // the preset's
    ClusterCounts::Cluster search;
    bool error;
    std::uint32_t nodes;
  };
  static void add(MarginPoint& point, GrowingClusters& clusters, const Case& c);
  static std::vector<MarginPoint> points_of(std::vector<Case> cases, int step);
  static MarginPoint own_point(const std::vector<Case>& cases);

  std::map<std::pair<pruning::RuleId, MarginFacts>, std::vector<Case>> groups_;
};

}  // namespace oknos::lab
