#include "lab/statistics/minimise.h"

#include <cmath>
#include <numbers>
#include <numeric>

namespace oknos::lab {

namespace {

using Row = std::vector<double>;
using Matrix = std::vector<Row>;

double dot(const Row& a, const Row& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

Matrix identity(std::size_t n) {
  Matrix out(n, Row(n, 0.0));
  for (std::size_t i = 0; i < n; ++i) out[i][i] = 1.0;
  return out;
}

// -H g
Row direction_of(const Matrix& inverse, const Row& gradient) {
  Row out;
  for (const Row& row : inverse) out.push_back(-dot(row, gradient));
  return out;
}

// The inverse of the second derivatives as the last step shows it: `step` changed the gradient by `change`.
void update(Matrix& inverse, const Row& step, const Row& change) {
  const double curvature = dot(step, change);
  if (curvature <= 0) return;  // the valley bends the other way: nothing learnt
  Row bent;
  for (const Row& row : inverse) bent.push_back(dot(row, change));
  const double scale = (1.0 + dot(change, bent) / curvature) / curvature;
  for (std::size_t i = 0; i < step.size(); ++i)
    for (std::size_t j = 0; j < step.size(); ++j)
      inverse[i][j] += scale * step[i] * step[j] - (bent[i] * step[j] + step[i] * bent[j]) / curvature;
}

}  // namespace

double minimise_on(double low, double high, double precision, const std::function<double(double)>& f) {
  constexpr double kInner = 1.0 / std::numbers::phi;
  double left = high - kInner * (high - low);
  double right = low + kInner * (high - low);
  double at_left = f(left);
  double at_right = f(right);
  while (high - low > precision) {
    if (at_left <= at_right) {
      high = right;
      right = left;
      at_right = at_left;
      left = high - kInner * (high - low);
      at_left = f(left);
    } else {
      low = left;
      left = right;
      at_left = at_right;
      right = low + kInner * (high - low);
      at_right = f(right);
    }
  }
  return (low + high) / 2;
}

Minimum minimise(const SmoothFunction& f, std::vector<double> start, double precision) {
  constexpr int kMaxSteps = 1000;
  constexpr int kMaxHalvings = 60;
  constexpr double kEnough = 1e-4;  // of the decrease that the slope promises (Armijo's condition)
  const std::size_t n = start.size();
  Minimum out;
  out.point = std::move(start);
  Row gradient(n, 0.0);
  out.value = f(out.point, gradient);
  Matrix inverse = identity(n);
  bool fresh = true;  // the inverse says nothing yet
  for (; out.steps < kMaxSteps; ++out.steps) {
    const Row direction = direction_of(inverse, gradient);
    const double slope = dot(direction, gradient);
    Row point(n);
    Row next_gradient(n, 0.0);
    double value = out.value;
    bool lower = false;
    double length = 1.0;
    for (int halving = 0; halving < kMaxHalvings && !lower; ++halving, length /= 2) {
      for (std::size_t i = 0; i < n; ++i) point[i] = out.point[i] + length * direction[i];
      std::fill(next_gradient.begin(), next_gradient.end(), 0.0);
      value = f(point, next_gradient);
      lower = value <= out.value + kEnough * length * slope && value < out.value;
    }
    if (!lower && fresh) return out;
    if (!lower) {  // what was learnt misleads: begin anew
      inverse = identity(n);
      fresh = true;
      continue;
    }
    Row step(n);
    Row change(n);
    for (std::size_t i = 0; i < n; ++i) {
      step[i] = point[i] - out.point[i];
      change[i] = next_gradient[i] - gradient[i];
    }
    update(inverse, step, change);
    const double gained = out.value - value;
    out.point = std::move(point);
    out.value = value;
    gradient = next_gradient;
    if (gained < precision * std::abs(value) && !fresh) return out;
    fresh = false;
  }
  return out;
}

}  // namespace oknos::lab
