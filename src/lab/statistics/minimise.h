#pragma once

#include <functional>
#include <vector>

// Least values of functions, by two textbook methods (J. Nocedal, S. J. Wright, "Numerical Optimization").
namespace oknos::lab {

// Where a function of one variable with a single valley between `low` and `high` is least, to within `precision`:
// golden section.
double minimise_on(double low, double high, double precision, const std::function<double(double)>& f);

// The function's value at a point; its gradient is written to the second argument. Infinite where it is not defined.
using SmoothFunction = std::function<double(const std::vector<double>& point, std::vector<double>& gradient)>;

struct Minimum {
  std::vector<double> point;
  double value = 0.0;
  int steps = 0;
};
// From `start`, where the function is finite: BFGS with a line search that goes back from the full step. It ends when a
// step gains less than `precision` of the value.
Minimum minimise(const SmoothFunction& f, std::vector<double> start, double precision);

}  // namespace oknos::lab
