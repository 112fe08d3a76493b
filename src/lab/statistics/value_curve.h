#pragma once

#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "lab/statistics/linear_equations.h"
#include "lab/statistics/statistics.h"

namespace oknos::lab {

// Elo over the values of a parameter, from the effects of some of them.
//
// A parabola that is 0 at the base's own value is fitted by generalised least squares (A. Aitken, 1936), over the value
// or, if the values are spread widely, over its logarithm. Neighbouring values support each other: the curve is known
// better than each of its points. The outermost points are left out while they are the ones that fit worst; if the rest
// still fits worse than its errors allow, these are taken to be larger (R. Birge, 1932). That there is a smooth curve
// at all is assumed: near the base, its interval is narrow, for it is 0 there.
class ValueCurve {
 public:
  // Effects in Elo against the base, and their covariance.
  struct Points {
    std::vector<double> values, elo;
    SymmetricMatrix covariance;
  };
  // Points at the base's own value, and those at the value of an earlier point, do not count. Nothing: fewer than two
  // are left, or their covariance is not positive definite.
  static std::optional<ValueCurve> through(double base, Points points);

  double base() const { return axis_.base; }
  // The curve was fitted between these, the base included.
  double least() const { return least_; }
  double greatest() const { return greatest_; }
  std::size_t points() const { return points_; }  // that it was fitted to, without the base
  std::size_t left_out() const { return left_out_; }
  bool includes(double value) const { return least_ <= value && value <= greatest_; }

  // Against the base, with its 95 % interval.
  Estimate elo_at(double value) const;

  // Where it is highest, with a 95 % interval. A whole number if all values are.
  const Estimate& best() const { return best_; }
  // At the best value: it was chosen afterwards, so this is too high.
  Estimate elo_of_best() const { return elo_at(best_.value); }
  bool is_best_as_it_is() const { return best_.value == base(); }
  // At the least or greatest of these values, so that values beyond may be better.
  bool is_best_at_edge() const { return at_edge_; }

 private:
  // The place of a value on the axis of the parabola: 0 at the base, -1 or 1 at the farthest value.
  struct Axis {
    double base = 0.0, unit = 1.0;
    bool by_factors = false, is_whole = false;

    double distance(double value) const;
    double place_of(double value) const { return distance(value) / unit; }
    double exact_value_at(double place) const;
    double value_at(double place) const { return is_whole ? std::round(exact_value_at(place)) : exact_value_at(place); }
  };
  // first * place + second * place^2.
  struct Parabola {
    double first = 0.0, second = 0.0;

    double at(double place) const { return (first + second * place) * place; }
    double highest(double from, double to) const;  // its place
  };
  static Axis axis_for(double base, const std::vector<double>& values);
  bool fit(const Points& points);
  bool fit_near_base(Points& points);
  void find_best();
  double best_value_near(double place) const;

  Axis axis_;
  Parabola curve_;
  SymmetricMatrix root_{2};  // Cholesky root of its information matrix, the inverse of its covariance
  double misfit_ = 0.0;      // chi-square
  std::size_t points_ = 0, left_out_ = 0;
  double least_ = 0.0, greatest_ = 0.0;
  Estimate best_;
  bool at_edge_ = false;
};

}  // namespace oknos::lab
