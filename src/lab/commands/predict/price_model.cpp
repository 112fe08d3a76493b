#include "lab/commands/predict/price_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <utility>

#include "engine/base/random_numbers.h"
#include "lab/statistics/linear_equations.h"

namespace oknos::lab {

namespace {

constexpr std::array<double, 6> kWeights = {0.001, 0.01, 0.03, 0.1, 0.3, 1.0};  // of penalties on nodes
constexpr std::array<double, 5> kErrorWeights = {0.01, 0.1, 1.0, 10.0, 1000.0};
constexpr int kDraws = 1000;

using Points = std::vector<PricePoint>;

double weight_of(const PricePoint& p) {
  return 1.0 / p.variance;
}

// The root of the mean square of each feature; 1 for one that is always 0.
std::vector<double> scales(const Points& points) {
  std::vector<double> out(points.front().features.size(), 0.0);
  for (const PricePoint& p : points)
    for (std::size_t k = 0; k < out.size(); ++k) out[k] += p.features[k] * p.features[k];
  for (double& s : out) s = s > 0 ? std::sqrt(s / static_cast<double>(points.size())) : 1.0;
  return out;
}

Points of_other_rules(const Points& points, const std::string& rule) {
  Points out;
  std::copy_if(points.begin(), points.end(), std::back_inserter(out),
               [&](const PricePoint& p) { return p.rule != rule; });
  return out;
}

std::map<std::string, std::vector<std::size_t>> by_rule(const Points& points) {
  std::map<std::string, std::vector<std::size_t>> out;
  for (std::size_t i = 0; i < points.size(); ++i) out[points[i].rule].push_back(i);
  return out;
}

// What is predicted of each point without its rule.
std::vector<double> without_own_rule(const Points& points, const std::function<Penalty(const Points&)>& penalty_of) {
  std::vector<double> out(points.size());
  for (const auto& [rule, own] : by_rule(points)) {
    const Points others = of_other_rules(points, rule);
    const std::vector<double> prices = fit_prices(others, penalty_of(others));
    for (const std::size_t i : own) out[i] = predicted(prices, points[i].features);
  }
  return out;
}

double squared_error(const Points& points, const std::vector<double>& predictions) {
  double out = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double miss = points[i].elo - predictions[i];
    out += weight_of(points[i]) * miss * miss;
  }
  return out;
}

// Bootstrap intervals over rules.
std::vector<Estimate> with_intervals(
    const Points& points, std::uint64_t seed, std::vector<double> whole,
    const std::function<std::vector<double>(const std::vector<std::size_t>&)>& figure) {
  constexpr double kTail = 0.025;
  const auto rules = by_rule(points);
  std::vector<const std::vector<std::size_t>*> groups;
  for (const auto& entry : rules) groups.push_back(&entry.second);
  std::vector<std::vector<double>> draws(whole.size());
  for (int draw = 0; draw < kDraws; ++draw) {
    RandomNumbers random(seed, static_cast<std::uint64_t>(draw));
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const auto& group = *groups[random.below(groups.size())];
      chosen.insert(chosen.end(), group.begin(), group.end());
    }
    const std::vector<double> values = figure(chosen);
    for (std::size_t k = 0; k < values.size(); ++k) draws[k].push_back(values[k]);
  }
  std::vector<Estimate> out;
  for (std::size_t k = 0; k < whole.size(); ++k) {
    std::sort(draws[k].begin(), draws[k].end());
    const auto at = [&](double share) { return draws[k][static_cast<std::size_t>(share * (kDraws - 1))]; };
    out.push_back({whole[k], at(kTail), at(1 - kTail)});
  }
  return out;
}

}  // namespace

double predicted(const std::vector<double>& prices, const std::vector<double>& features) {
  double out = 0;
  for (std::size_t k = 0; k < prices.size(); ++k) out += prices[k] * features[k];
  return out;
}

std::vector<double> fit_prices(const Points& points, const Penalty& penalty) {
  const std::vector<double> scale = scales(points);
  const std::size_t n = scale.size();
  double all = 0;
  for (const PricePoint& p : points) all += weight_of(p);
  SymmetricMatrix information(n);
  std::vector<double> moments(n, 0.0);
  for (const PricePoint& p : points) {
    const double w = weight_of(p) / all;
    for (std::size_t i = 0; i < n; ++i) {
      const double x = p.features[i] / scale[i];
      moments[i] += w * x * p.elo;
      for (std::size_t k = 0; k <= i; ++k) information.at(i, k) += w * x * p.features[k] / scale[k];
    }
  }
  for (std::size_t i = 0; i < n; ++i) information.at(i, i) += i < kNodeFeatures ? penalty.on_nodes : penalty.on_errors;
  std::vector<double> out = solve(information.root(), std::move(moments));
  for (std::size_t k = 0; k < n; ++k) out[k] /= scale[k];
  return out;
}

Penalty best_penalty(const Points& points) {
  const bool has_errors = points.front().features.size() > kNodeFeatures;
  Penalty best{kWeights.front(), kErrorWeights.front()};
  double least = std::numeric_limits<double>::infinity();
  for (const double on_nodes : kWeights)
    for (const double on_errors : kErrorWeights) {
      if (!has_errors && on_errors != kErrorWeights.front()) break;
      const Penalty penalty{on_nodes, on_errors};
      const double error = squared_error(points, without_own_rule(points, [&](const Points&) { return penalty; }));
      if (error >= least) continue;
      least = error;
      best = penalty;
    }
  return best;
}

std::vector<double> predict_left_out(const Points& points) {
  return without_own_rule(points, best_penalty);
}

double correlation(const Points& points, const std::vector<double>& predictions) {
  double weights = 0, x = 0, y = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    weights += weight_of(points[i]);
    x += weight_of(points[i]) * predictions[i];
    y += weight_of(points[i]) * points[i].elo;
  }
  x /= weights;
  y /= weights;
  double xx = 0, yy = 0, xy = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double w = weight_of(points[i]), dx = predictions[i] - x, dy = points[i].elo - y;
    xx += w * dx * dx;
    yy += w * dy * dy;
    xy += w * dx * dy;
  }
  return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0.0;
}

double highest_correlation(const Points& points) {
  double weights = 0, mean = 0;
  for (const PricePoint& p : points) {
    weights += weight_of(p);
    mean += weight_of(p) * p.elo;
  }
  mean /= weights;
  double variance = 0;
  for (const PricePoint& p : points) variance += weight_of(p) * (p.elo - mean) * (p.elo - mean);
  // The weighted mean of the points' own variances is their number over the weights.
  const double own = static_cast<double>(points.size() - 1);
  return variance > own ? std::sqrt(1.0 - own / variance) : 0.0;
}

double deviation_of(const Points& points, const std::vector<double>& predictions) {
  constexpr double kOneSided = 1.645;  // standard errors to 95 %
  double weights = 0;
  for (const PricePoint& p : points) weights += weight_of(p);
  // Each point adds 1 on average by its games' own error, with a variance of 2.
  const auto n = static_cast<double>(points.size());
  const double beyond = std::max(squared_error(points, predictions) - n, 0.0) + kOneSided * std::sqrt(2.0 * n);
  return std::sqrt(beyond / weights);
}

std::vector<Estimate> prices_with_intervals(const Points& points, std::uint64_t seed) {
  const Penalty penalty = best_penalty(points);
  return with_intervals(points, seed, fit_prices(points, penalty), [&](const std::vector<std::size_t>& chosen) {
    Points drawn;
    for (const std::size_t i : chosen) drawn.push_back(points[i]);
    return fit_prices(drawn, penalty);
  });
}

Estimate correlation_with_interval(const Points& points, const std::vector<double>& predictions, std::uint64_t seed) {
  return with_intervals(points, seed, {correlation(points, predictions)},
                        [&](const std::vector<std::size_t>& chosen) {
                          Points drawn;
                          std::vector<double> said;
                          for (const std::size_t i : chosen) {
                            drawn.push_back(points[i]);
                            said.push_back(predictions[i]);
                          }
                          return std::vector<double>{correlation(drawn, said)};
                        })
      .front();
}

}  // namespace oknos::lab
