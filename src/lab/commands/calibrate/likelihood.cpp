#include "lab/commands/calibrate/likelihood.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "lab/statistics/logistic.h"

namespace oknos::lab {

namespace {

using Features = Likelihood::Features;

void add(MarginEffect& sum, const AuditCase& c) {
  ++sum.cases;
  sum.errors += c.error ? 1 : 0;
  sum.nodes += c.nodes;
}

}  // namespace

Features Likelihood::features_of(const AuditCase& c) {
  constexpr double kPawn = 100.0, kMaxPawns = 12.0, kHistory = 16384.0;
  // The bound of a move count is the best value, and no slack: there it is the distance of the static value.
  const double slack = std::clamp(c.slack / kPawn, -kMaxPawns, kMaxPawns);
  const double below = c.static_eval ? std::clamp((c.alpha - *c.static_eval) / kPawn, -kMaxPawns, kMaxPawns) : 0.0;
  const auto flag = [](bool b) { return b ? 1.0 : 0.0; };
  return {1.0,
          slack,
          std::log1p(std::abs(slack)),
          static_cast<double>(c.depth),
          slack * c.depth,
          c.history / kHistory,
          std::log1p(static_cast<double>(c.searched)),
          flag(c.improving),
          flag(c.phase == Phase::Ending),
          flag(c.phase == Phase::Opening),
          flag(c.kind == MoveKind::Check),
          flag(c.kind == MoveKind::Capture || c.kind == MoveKind::Promotion),
          flag(c.node == NodeKind::Cut),
          std::abs(c.correction) / kPawn,
          static_cast<double>(c.full_depth - c.first_depth),
          below};
}

Likelihood::Likelihood(const std::vector<const AuditCase*>& cases) {
  Trials trials;
  trials.width = kFeatures;
  trials.features.reserve(cases.size() * kFeatures);
  for (const AuditCase* c : cases) trials.add(features_of(*c).data(), c->error);
  const auto weights = fit_logistic(trials);
  std::copy(weights.begin(), weights.end(), weights_.begin());
}

double Likelihood::probability(const AuditCase& c) const {
  const Features x = features_of(c);
  return probability_of(std::inner_product(x.begin(), x.end(), weights_.begin(), 0.0));
}

LikelihoodFit fit_likelihood(const std::vector<const AuditCase*>& fit, const std::vector<const AuditCase*>& check,
                             double risk) {
  LikelihoodFit out;
  if (fit.empty()) return out;
  const Likelihood model(fit);
  std::vector<std::pair<double, const AuditCase*>> sorted;
  sorted.reserve(fit.size());
  for (const AuditCase* c : fit) sorted.emplace_back(model.probability(*c), c);
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  MarginEffect sum;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    add(sum, *sorted[i].second);
    const bool between = i + 1 == sorted.size() || sorted[i + 1].first > sorted[i].first;
    if (!between || sum.error_rate() > risk || sum.cases < kFewestCases / 2) continue;
    out.fitted = sum;
    out.limit = sorted[i].first;
  }
  ClusterCounts wrong;
  for (const AuditCase* c : check) {
    if (out.fitted.cases == 0 || model.probability(*c) > out.limit) continue;
    add(out.checked, *c);
    wrong.add(c->search, c->error);
  }
  out.checked.interval = wrong.proportion();
  return out;
}

}  // namespace oknos::lab
