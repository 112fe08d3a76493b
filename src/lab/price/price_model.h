#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lab/match/statistics.h"

// Elo explained by what was measured: a ridge regression (A. E. Hoerl, R. W. Kennard 1970) without a constant, since a
// variant that differs in nothing loses nothing. It is judged on rules that it has not seen.
namespace oknos::lab {

struct PricePoint {
  std::string rule;
  std::vector<double> features;  // differences to the base
  double elo = 0;                // of the variant against the base, from games
  double variance = 0;           // of that figure
};

// Elo per unit of each feature. `shrink`: the weight of the penalty, on features scaled to the same size. Precondition:
// some points, all with as many features.
std::vector<double> fit_prices(const std::vector<PricePoint>& points, double shrink);

double predicted(const std::vector<double>& prices, const std::vector<double>& features);

// The penalty that predicts rules left out best.
double best_shrink(const std::vector<PricePoint>& points);

// Of each point what the others say that belong to other rules; their penalty is chosen without it too. Precondition:
// points of three rules at least.
std::vector<double> predict_left_out(const std::vector<PricePoint>& points);

// Pearson's, each point weighted by the reciprocal of its variance. 0 without variation.
double correlation(const std::vector<PricePoint>& points, const std::vector<double>& predictions);

// The correlation that a perfect prediction would show, as the games have errors of their own: the root of the share of
// the variance of the Elo figures that is not theirs.
double highest_correlation(const std::vector<PricePoint>& points);

// How far the predictions miss beyond what the games' own errors explain: a standard deviation, Elo. The largest that
// 95 % confidence allows, so that a few noisy games do not pass for good predictions.
double deviation_of(const std::vector<PricePoint>& points, const std::vector<double>& predictions);

// Of each price and its 95 % interval: whole rules are drawn with replacement (B. Efron 1979).
std::vector<Estimate> prices_with_intervals(const std::vector<PricePoint>& points, std::uint64_t seed);

// Of a correlation, in the same way.
Estimate correlation_with_interval(const std::vector<PricePoint>& points, const std::vector<double>& predictions,
                                   std::uint64_t seed);

}  // namespace oknos::lab
