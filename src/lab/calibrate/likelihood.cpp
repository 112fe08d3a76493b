#include "lab/calibrate/likelihood.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace oknos::lab {

namespace {

constexpr std::size_t kN = Likelihood::kFeatures;
using Features = Likelihood::Features;
using Matrix = std::array<Features, kN>;

// Solves A x = b in place by elimination; A is symmetric and, with the shrinking, positive definite.
Features solve(Matrix a, Features b) {
  for (std::size_t i = 0; i < kN; ++i) {
    const double pivot = a[i][i];
    for (std::size_t r = i + 1; r < kN; ++r) {
      const double f = a[r][i] / pivot;
      for (std::size_t c = i; c < kN; ++c) a[r][c] -= f * a[i][c];
      b[r] -= f * b[i];
    }
  }
  for (std::size_t i = kN; i-- > 0;) {
    for (std::size_t c = i + 1; c < kN; ++c) b[i] -= a[i][c] * b[c];
    b[i] /= a[i][i];
  }
  return b;
}

double dot(const Features& a, const Features& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < kN; ++i) sum += a[i] * b[i];
  return sum;
}

double logistic(double x) {
  return 1.0 / (1.0 + std::exp(-x));
}

void add(MarginEffect& sum, const AuditCase& c) {
  ++sum.cases;
  sum.errors += c.error ? 1 : 0;
  sum.nodes += c.nodes;
}

}  // namespace

Features Likelihood::features_of(const AuditCase& c) {
  constexpr double kPawn = 100.0, kMostPawns = 12.0, kHistory = 16384.0;
  // The bound of a move count is the best value, and no slack: there it is the distance of the static value.
  const double slack = std::clamp(c.slack / kPawn, -kMostPawns, kMostPawns);
  const double below = c.static_value ? std::clamp((c.alpha - *c.static_value) / kPawn, -kMostPawns, kMostPawns) : 0.0;
  const auto flag = [](bool b) { return b ? 1.0 : 0.0; };
  return {1.0,
          slack,
          std::log1p(std::abs(slack)),
          static_cast<double>(c.depth),
          slack * c.depth,
          c.history / kHistory,
          std::log1p(static_cast<double>(c.searched)),
          flag(c.improving),
          flag(c.phase == Phase::Ending),
          flag(c.phase == Phase::Opening),
          flag(c.kind == MoveKind::Check),
          flag(c.kind == MoveKind::Capture || c.kind == MoveKind::Promotion),
          flag(c.node == NodeKind::Cut),
          std::abs(c.correction) / kPawn,
          static_cast<double>(c.full_depth - c.first_depth),
          below};
}

Likelihood::Likelihood(const std::vector<const AuditCase*>& cases) {
  constexpr int kRounds = 30;
  constexpr double kShrink = 1.0;       // as one more case for each weight would
  constexpr double kClose = 1e-6;       // of a weight: no further rounds
  constexpr double kLongestStep = 5.0;  // Newton's method may leap at first
  std::vector<Features> rows;
  rows.reserve(cases.size());
  for (const AuditCase* c : cases) rows.push_back(features_of(*c));
  for (int round = 0; round < kRounds; ++round) {
    Matrix hessian{};
    Features gradient{};
    for (std::size_t i = 0; i < kN; ++i) {
      hessian[i][i] = kShrink;
      gradient[i] = -kShrink * weights_[i];
    }
    for (std::size_t n = 0; n < rows.size(); ++n) {
      const Features& x = rows[n];
      const double p = logistic(dot(x, weights_));
      const double miss = (cases[n]->error ? 1.0 : 0.0) - p;
      const double curve = p * (1.0 - p);
      for (std::size_t i = 0; i < kN; ++i) {
        gradient[i] += miss * x[i];
        for (std::size_t j = 0; j <= i; ++j) hessian[i][j] += curve * x[i] * x[j];
      }
    }
    for (std::size_t i = 0; i < kN; ++i)
      for (std::size_t j = 0; j < i; ++j) hessian[j][i] = hessian[i][j];
    const Features step = solve(hessian, gradient);
    double largest = 0.0;
    for (std::size_t i = 0; i < kN; ++i) {
      weights_[i] += std::clamp(step[i], -kLongestStep, kLongestStep);
      largest = std::max(largest, std::abs(step[i]));
    }
    if (largest < kClose) break;
  }
}

double Likelihood::probability(const AuditCase& c) const {
  return logistic(dot(features_of(c), weights_));
}

LikelihoodFit fit_likelihood(const std::vector<const AuditCase*>& fit, const std::vector<const AuditCase*>& check,
                             double risk) {
  LikelihoodFit out;
  if (fit.empty()) return out;
  const Likelihood model(fit);
  std::vector<std::pair<double, const AuditCase*>> sorted;
  sorted.reserve(fit.size());
  for (const AuditCase* c : fit) sorted.emplace_back(model.probability(*c), c);
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  MarginEffect sum;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    add(sum, *sorted[i].second);
    const bool between = i + 1 == sorted.size() || sorted[i + 1].first > sorted[i].first;
    if (!between || sum.error_rate().rate > risk || sum.cases < kFewestCases / 2) continue;
    out.fitted = sum;
    out.limit = sorted[i].first;
  }
  for (const AuditCase* c : check)
    if (out.fitted.cases > 0 && model.probability(*c) <= out.limit) add(out.checked, *c);
  return out;
}

}  // namespace oknos::lab
