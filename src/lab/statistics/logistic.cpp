#include "lab/statistics/logistic.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "lab/statistics/minimise.h"

namespace oknos::lab {

namespace {

// -ln(probability of what happened) and the shrinking, for each trial; its gradient.
double mean_surprise(const Trials& trials, const std::vector<double>& weights, std::vector<double>& gradient) {
  constexpr double kShrink = 1.0;  // as one more trial for each weight would
  const auto n = static_cast<double>(trials.size());
  double sum = 0.0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    sum += kShrink * weights[i] * weights[i] / 2;
    gradient[i] = kShrink * weights[i];
  }
  for (std::size_t t = 0; t < trials.size(); ++t) {
    const double* x = trials.row(t);
    const double odds = std::inner_product(weights.begin(), weights.end(), x, 0.0);
    const double against = trials.outcomes[t] ? -odds : odds;
    sum += std::max(against, 0.0) + std::log1p(std::exp(-std::abs(against)));
    const double miss = probability_of(odds) - (trials.outcomes[t] ? 1.0 : 0.0);
    for (std::size_t i = 0; i < weights.size(); ++i) gradient[i] += miss * x[i];
  }
  for (double& g : gradient) g /= n;
  return sum / n;
}

}  // namespace

double probability_of(double log_odds) {
  return 1.0 / (1.0 + std::exp(-log_odds));
}

std::vector<double> fit_logistic(const Trials& trials) {
  constexpr double kPrecision = 1e-13;  // of the surprise; the weights are then exact to some five digits
  return minimise([&](const std::vector<double>& weights,
                      std::vector<double>& gradient) { return mean_surprise(trials, weights, gradient); },
                  std::vector<double>(trials.width, 0.0), kPrecision)
      .point;
}

}  // namespace oknos::lab
