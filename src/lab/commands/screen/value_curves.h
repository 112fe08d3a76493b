#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lab/commands/screen/factors.h"
#include "lab/commands/screen/screen_model.h"
#include "lab/statistics/statistics.h"

// Which value of a parameter is best, from the effects of several of its values.
//
// A parabola that is 0 at the base's own value is fitted to them by generalised least squares (A. Aitken, 1936), over
// the value or, if the values are spread widely, over its logarithm. Neighbouring values support each other: the curve
// is known better than each of its points.
namespace oknos::lab {

struct ValueCurve {
  std::string key;                         // "reverse_futility.margin"
  double base = 0.0;                       // the value that the base has
  double least = 0.0, greatest = 0.0;      // the curve was fitted between these, the base included
  std::size_t values = 0;                  // to so many, without the base
  double best = 0.0;                       // where it is highest
  double best_low = 0.0, best_high = 0.0;  // 95 % interval
  Estimate elo = {};                       // there, against the base; of the best value chosen afterwards, so too high

  bool is_base() const { return best == base; }
  bool is_at_edge() const { return !is_base() && (best == least || best == greatest); }
};

// Of each parameter of which at least two values are known well enough, and the base's. Values far from the base are
// left out where no parabola fits all of them. The curve that gains most is the first.
std::vector<ValueCurve> value_curves(const Factors& factors, const ScreenFit& fit);

}  // namespace oknos::lab
