#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lab/statistics/statistics.h"

// The model of the prices: a ridge regression (A. E. Hoerl, R. W. Kennard 1970) of Elo on measured features, without a
// constant, since a variant without differences loses nothing. It is tested on rules that it was not fitted to.
namespace oknos::lab {

// So many of the first features are known almost exactly: those of the nodes. The others, of errors, are estimated from
// a sample.
inline constexpr std::size_t kNodeFeatures = 2;

struct PricePoint {
  std::string rule;
  std::vector<double> features;  // differences to the base
  double elo = 0;                // of the variant against the base, from games
  double variance = 0;           // of that figure
};

// The weights of the penalty on the squares of the prices, for features scaled to the same size. Features of errors
// have a weight of their own: where they are measured too badly to help, their prices go to 0.
struct Penalty {
  double on_nodes = 0, on_errors = 0;
};

// Elo per unit of each feature. Precondition: at least one point; all points have the same number of features; the
// penalties are above 0.
std::vector<double> fit_prices(const std::vector<PricePoint>& points, const Penalty& penalty);

double predicted(const std::vector<double>& prices, const std::vector<double>& features);

// The penalty with which rules that are left out of the fit are predicted best.
Penalty best_penalty(const std::vector<PricePoint>& points);

// Predicts each point from the points of all other rules; the penalty is chosen without its rule, too. Precondition:
// points of at least three rules.
std::vector<double> predict_left_out(const std::vector<PricePoint>& points);

// Pearson's correlation, each point weighted by the reciprocal of its variance. 0 if one of the two is constant.
double correlation(const std::vector<PricePoint>& points, const std::vector<double>& predictions);

// The correlation that perfect predictions would reach, given the errors of the games: the square root of the share of
// the variance of the Elo figures that does not come from these errors.
double highest_correlation(const std::vector<PricePoint>& points);

// The standard deviation of the predictions' errors, Elo, without the part that the errors of the games explain. This
// is the upper end of its 95 % interval, because a few noisy games cannot show that predictions are good.
double deviation_of(const std::vector<PricePoint>& points, const std::vector<double>& predictions);

// Each price with its 95 % interval, bootstrapped by rule: whole rules are drawn with replacement (B. Efron 1979).
std::vector<Estimate> prices_with_intervals(const std::vector<PricePoint>& points, std::uint64_t seed);

// A correlation with its interval, in the same way.
Estimate correlation_with_interval(const std::vector<PricePoint>& points, const std::vector<double>& predictions,
                                   std::uint64_t seed);

}  // namespace oknos::lab
