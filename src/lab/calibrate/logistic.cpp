#include "lab/calibrate/logistic.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace oknos::lab {

namespace {

using Vector = std::vector<double>;

// Symmetric, by rows.
struct Matrix {
  explicit Matrix(std::size_t n) : size(n), cells(n * n) {}
  double& at(std::size_t r, std::size_t c) { return cells[r * size + c]; }

  std::size_t size;
  Vector cells;
};

// Solves A x = b by elimination; A is positive definite, thanks to the shrinking.
Vector solve(Matrix a, Vector b) {
  for (std::size_t i = 0; i < a.size; ++i) {
    const double pivot = a.at(i, i);
    for (std::size_t r = i + 1; r < a.size; ++r) {
      const double f = a.at(r, i) / pivot;
      for (std::size_t c = i; c < a.size; ++c) a.at(r, c) -= f * a.at(i, c);
      b[r] -= f * b[i];
    }
  }
  for (std::size_t i = a.size; i-- > 0;) {
    for (std::size_t c = i + 1; c < a.size; ++c) b[i] -= a.at(i, c) * b[c];
    b[i] /= a.at(i, i);
  }
  return b;
}

// Newton's next step from these weights.
Vector step_from(const Vector& weights, const Trials& trials) {
  constexpr double kShrink = 1.0;  // as one more trial for each weight would
  const std::size_t n = trials.width;
  Matrix hessian(n);
  Vector gradient(n);
  for (std::size_t i = 0; i < n; ++i) {
    hessian.at(i, i) = kShrink;
    gradient[i] = -kShrink * weights[i];
  }
  for (std::size_t t = 0; t < trials.size(); ++t) {
    const double* x = trials.row(t);
    const double p = probability_of(std::inner_product(weights.begin(), weights.end(), x, 0.0));
    const double miss = (trials.outcomes[t] ? 1.0 : 0.0) - p;
    const double curve = p * (1.0 - p);
    for (std::size_t i = 0; i < n; ++i) {
      gradient[i] += miss * x[i];
      for (std::size_t j = 0; j <= i; ++j) hessian.at(i, j) += curve * x[i] * x[j];
    }
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j) hessian.at(j, i) = hessian.at(i, j);
  return solve(std::move(hessian), std::move(gradient));
}

}  // namespace

double probability_of(double log_odds) {
  return 1.0 / (1.0 + std::exp(-log_odds));
}

std::vector<double> fit_logistic(const Trials& trials) {
  constexpr int kRounds = 30;
  constexpr double kClose = 1e-6;       // of a weight: no further rounds
  constexpr double kLongestStep = 5.0;  // Newton's method may leap at first
  Vector weights(trials.width);
  for (int round = 0; round < kRounds; ++round) {
    const Vector step = step_from(weights, trials);
    double largest = 0.0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      weights[i] += std::clamp(step[i], -kLongestStep, kLongestStep);
      largest = std::max(largest, std::abs(step[i]));
    }
    if (largest < kClose) break;
  }
  return weights;
}

}  // namespace oknos::lab
