#pragma once

#include <optional>
#include <vector>

#include "lab/statistics/linear_equations.h"
#include "lab/statistics/statistics.h"

namespace oknos::lab {

// Elo over the values of a parameter, from the effects of some of them.
//
// A parabola that is 0 at the base's own value is fitted by generalised least squares (A. Aitken, 1936), over the value
// or, if the values are spread widely, over its logarithm. Neighbouring values support each other: the curve is known
// better than each of its points. Points far from the base are left out where no parabola fits all of them.
class ValueCurve {
 public:
  // Effects in Elo against the base, and their covariance.
  struct Points {
    std::vector<double> values, elo;
    SymmetricMatrix covariance;
  };
  // Nothing: fewer than two points. Precondition: the values differ from each other and from the base, and the
  // covariance is positive definite.
  static std::optional<ValueCurve> through(double base, const Points& points);

  double base() const { return axis_.base; }
  // The curve was fitted between these, the base included.
  double least() const { return least_; }
  double greatest() const { return greatest_; }
  std::size_t points() const { return points_; }  // that it was fitted to, without the base
  bool includes(double value) const { return least_ <= value && value <= greatest_; }

  // Against the base, with its 95 % interval.
  Estimate elo_at(double value) const;

  // Where it is highest, with a 95 % interval. A whole number if all values are.
  const Estimate& best() const { return best_; }
  // At the best value: it was chosen afterwards, so this is too high.
  Estimate elo_of_best() const { return elo_at(best_.value); }
  bool is_best_as_it_is() const { return best_.value == base(); }
  bool is_best_at_edge() const { return !is_best_as_it_is() && (best_.value == least_ || best_.value == greatest_); }

 private:
  // The place of a value on the axis of the parabola: 0 at the base, -1 or 1 at the farthest value.
  struct Axis {
    double base = 0.0, unit = 1.0;
    bool by_factors = false, is_whole = false;

    double distance(double value) const;
    double place_of(double value) const { return distance(value) / unit; }
    double value_at(double place) const;
  };
  // first * place + second * place^2.
  struct Parabola {
    double first = 0.0, second = 0.0;

    double at(double place) const { return (first + second * place) * place; }
    double highest(double from, double to) const;
  };
  static Axis axis_for(double base, const std::vector<double>& values);
  double fit(const std::vector<double>& places, const Points& points);
  void find_best();

  Axis axis_;
  Parabola curve_;
  SymmetricMatrix root_{2};  // of the inverse of its covariance
  std::size_t points_ = 0;
  double least_ = 0.0, greatest_ = 0.0;
  Estimate best_;
};

}  // namespace oknos::lab
