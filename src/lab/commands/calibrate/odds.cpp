#include "lab/commands/calibrate/odds.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/pruning/registry/registry.h"
#include "lab/statistics/logistic.h"

namespace oknos::lab {

namespace {

using pruning::FittedFutility;
using P = FittedFutility::P;

FittedFutility::Facts facts_of(const AuditCase& c) {
  return {.depth = c.depth,
          .searched = c.searched,
          .history = c.history,
          .static_eval = c.static_eval.value_or(c.alpha),
          .alpha = c.alpha,
          .improving = c.improving,
          .cut_node = c.node == NodeKind::Cut};
}

}  // namespace

pruning::RuleSetting with_fitted_weights(pruning::RuleSetting setting, const std::vector<const AuditCase*>& cases) {
  Trials trials;
  trials.width = 1 + FittedFutility::kFeatures;  // the constant part comes first, as in the parameters
  trials.features.reserve(cases.size() * trials.width);
  for (const AuditCase* c : cases) {
    std::array<double, 1 + FittedFutility::kFeatures> row{1.0};
    const auto features = FittedFutility::features(facts_of(*c));
    std::transform(features.begin(), features.end(), row.begin() + 1,
                   [](int f) { return static_cast<double>(f) / FittedFutility::kUnit; });
    trials.add(row.data(), c->error);
  }
  const auto weights = fit_logistic(trials);
  constexpr auto kFirst = static_cast<std::size_t>(P::Base);
  static_assert(static_cast<std::size_t>(P::Depth) == kFirst + 1);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const pruning::ParameterInfo& info = FittedFutility::kParameters[kFirst + i];
    const long rounded = std::lround(weights[i] * FittedFutility::kUnit);
    setting.values[kFirst + i] = static_cast<std::int16_t>(std::clamp<long>(rounded, info.min, info.max));
  }
  return setting;
}

int largest_margin(const AuditCase& c, const pruning::RuleSetting& setting) {
  return -FittedFutility::log_odds(setting, facts_of(c));
}

}  // namespace oknos::lab
