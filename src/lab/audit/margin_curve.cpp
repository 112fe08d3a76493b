#include "lab/audit/margin_curve.h"

#include <algorithm>
#include <map>
#include <utility>

#include "lab/audit/margins.h"
#include "pruning/registry.h"

namespace oknos::lab {

namespace {

using Group = std::vector<const AuditCase*>;

void add(MarginPoint& point, const AuditCase& c) {
  ++point.cases;
  point.errors += c.error ? 1 : 0;
  point.nodes += c.nodes;
}

int floor_to(int value, int step) {
  return value >= 0 ? value / step * step : -((-value + step - 1) / step * step);
}

// From the largest margin down, each point has all that the ones above it have.
std::vector<MarginPoint> points_of(Group cases, int step) {
  std::stable_sort(cases.begin(), cases.end(),
                   [](const AuditCase* a, const AuditCase* b) { return *a->largest_margin > *b->largest_margin; });
  std::vector<MarginPoint> out;
  MarginPoint sum;
  auto next = cases.begin();
  const int least = std::min(floor_to(*cases.back()->largest_margin, step), 0);
  for (int margin = floor_to(*cases.front()->largest_margin, step); margin >= least; margin -= step) {
    for (; next != cases.end() && *(*next)->largest_margin >= margin; ++next) add(sum, **next);
    sum.margin = margin;
    out.push_back(sum);
  }
  std::reverse(out.begin(), out.end());
  return out;
}

MarginPoint own_point(const Group& cases) {
  MarginPoint own;
  std::int64_t margins = 0;
  for (const AuditCase* c : cases) {
    margins += *c->margin;
    if (*c->largest_margin >= *c->margin) add(own, *c);
  }
  own.margin = static_cast<int>(margins / static_cast<std::int64_t>(cases.size()));
  return own;
}

}  // namespace

std::optional<MarginPoint> MarginCurve::for_risk(double risk, std::uint64_t enough) const {
  std::optional<MarginPoint> best;
  for (auto p = points.rbegin(); p != points.rend(); ++p) {
    if (p->cases < enough) continue;
    if (p->error_rate().rate > risk) break;
    best = *p;
  }
  return best;
}

std::vector<MarginCurve> margin_curves(const std::vector<AuditCase>& cases) {
  std::map<std::pair<pruning::RuleId, MarginFacts>, Group> groups;
  for (const AuditCase& c : cases) {
    const auto rule = pruning::find_rule(c.rule);
    if (c.watched && rule && c.margin && c.largest_margin) groups[{*rule, c.margin_facts}].push_back(&c);
  }
  std::vector<MarginCurve> out;
  for (const auto& [key, group] : groups)
    out.push_back({std::string(pruning::kRuleInfos[key.first].name), key.second,
                   points_of(group, margin_step(key.first)), own_point(group)});
  return out;
}

}  // namespace oknos::lab
