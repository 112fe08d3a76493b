#include "lab/shadow/margin_curve.h"

#include <algorithm>

#include "engine/pruning/registry/registry.h"
#include "lab/shadow/margins.h"

namespace oknos::lab {

namespace {

int floor_to(int value, int step) {
  return value >= 0 ? value / step * step : -((-value + step - 1) / step * step);
}

}  // namespace

std::optional<MarginPoint> MarginCurve::for_risk(double risk, std::uint64_t enough) const {
  std::optional<MarginPoint> best;
  for (auto p = points.rbegin(); p != points.rend(); ++p) {
    if (p->cases < enough) continue;
    if (p->error_rate.rate > risk) break;
    best = *p;
  }
  return best;
}

void MarginCases::add(const AuditCase& c, ClusterCounts::Cluster search) {
  const auto rule = pruning::find_rule(c.rule);
  if (!c.watched || !rule || !c.margin || !c.largest_margin) return;
  constexpr std::uint64_t kMax = UINT32_MAX;
  const auto nodes = static_cast<std::uint32_t>(std::min(c.nodes, kMax));
  groups_[{*rule, c.margin_facts}].push_back({*c.largest_margin, *c.margin, search, c.error, nodes});
}

void MarginCases::add(MarginPoint& point, GrowingClusters& clusters, const Case& c) {
  clusters.add(c.search, c.error);
  ++point.cases;
  point.errors += c.error ? 1 : 0;
  point.nodes += c.nodes;
}

// From the largest margin down, each point has all that the ones above it have.
std::vector<MarginPoint> MarginCases::points_of(std::vector<Case> cases, int step) {
  std::stable_sort(cases.begin(), cases.end(), [](const Case& a, const Case& b) { return a.largest > b.largest; });
  std::vector<MarginPoint> out;
  MarginPoint sum;
  GrowingClusters clusters;
  auto next = cases.begin();
  const int least = std::min(floor_to(cases.back().largest, step), 0);
  for (int margin = floor_to(cases.front().largest, step); margin >= least; margin -= step) {
    for (; next != cases.end() && next->largest >= margin; ++next) add(sum, clusters, *next);
    sum.margin = margin;
    sum.error_rate = clusters.proportion();
    out.push_back(sum);
  }
  std::reverse(out.begin(), out.end());
  return out;
}

MarginPoint MarginCases::own_point(const std::vector<Case>& cases) {
  MarginPoint own;
  GrowingClusters clusters;
  std::int64_t margins = 0;
  for (const Case& c : cases) {
    margins += c.margin;
    if (c.largest >= c.margin) add(own, clusters, c);
  }
  own.error_rate = clusters.proportion();
  own.margin = static_cast<int>(margins / static_cast<std::int64_t>(cases.size()));
  return own;
}

std::vector<MarginCurve> MarginCases::curves() const {
  std::vector<MarginCurve> out;
  for (const auto& [key, group] : groups_)
    out.push_back({std::string(pruning::kRuleInfos[key.first].name), key.second,
                   points_of(group, margin_step(key.first)), own_point(group)});
  return out;
}

}  // namespace oknos::lab
