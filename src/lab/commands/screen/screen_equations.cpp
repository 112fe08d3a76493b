#include "lab/commands/screen/screen_equations.h"

#include <algorithm>
#include <cmath>

namespace oknos::lab {

using Vector = std::vector<double>;

double ScreenRow::log_odds(const Vector& effects) const {
  double sum = 0;
  for (const auto& [at, sign] : terms) sum += sign * effects[at];
  return sum;
}

double ScreenRow::expected(const Vector& effects) const {
  return 1.0 / (1.0 + std::exp(-log_odds(effects)));
}

std::vector<ScreenRow> rows_of(const std::vector<ScreenPair>& pairs, const ScreenDesign& design) {
  std::vector<ScreenRow> out;
  out.reserve(pairs.size());
  for (const ScreenPair& pair : pairs) {
    ScreenRow row;
    row.score = static_cast<double>(pair.half_points) / ScreenPair::kMaxHalfPoints;
    const auto add = [&](std::size_t at, bool first, bool second) {
      if (first != second) row.terms.emplace_back(at, first ? 1.0 : -1.0);
    };
    const FactorSet first = design.in_effect(pair.first), second = design.in_effect(pair.second);
    const auto has = [](const FactorSet& set, std::size_t i) { return std::binary_search(set.begin(), set.end(), i); };
    for (const std::size_t i : first) add(i, true, has(second, i));
    for (const std::size_t i : second) add(i, has(first, i), true);
    const auto both = [&](const FactorSet& set, const Interaction& i) {
      return has(set, i.first) && has(set, i.second);
    };
    for (std::size_t k = 0; k < design.interactions.size(); ++k)
      add(design.factors + k, both(first, design.interactions[k]), both(second, design.interactions[k]));
    out.push_back(std::move(row));
  }
  return out;
}

SymmetricMatrix information(const std::vector<ScreenRow>& rows, const Vector& effects) {
  SymmetricMatrix out = moments(rows, effects.size(), [&](const ScreenRow& row) {
    const double p = row.expected(effects);
    return p * (1 - p);
  });
  for (std::size_t i = 0; i < effects.size(); ++i) out.at(i, i) += kRidge;
  return out;
}

Vector solve_effects(const std::vector<ScreenRow>& rows, std::size_t size) {
  constexpr int kMaxSteps = 30;
  constexpr double kPrecision = 1e-9;  // log odds
  constexpr double kLongestStep = 1.0;
  Vector effects(size, 0.0);
  for (int step = 0; step < kMaxSteps; ++step) {
    Vector gradient(size, 0.0);
    for (std::size_t i = 0; i < size; ++i) gradient[i] = -kRidge * effects[i];
    for (const ScreenRow& row : rows) {
      const double miss = row.score - row.expected(effects);
      for (const auto& [at, sign] : row.terms) gradient[at] += miss * sign;
    }
    const Vector change = solve(information(rows, effects).root(), std::move(gradient));
    double largest = 0;
    for (const double c : change) largest = std::max(largest, std::abs(c));
    const double part = largest > kLongestStep ? kLongestStep / largest : 1.0;
    for (std::size_t i = 0; i < size; ++i) effects[i] += part * change[i];
    if (largest < kPrecision) break;
  }
  return effects;
}

SymmetricMatrix inverse_of(const SymmetricMatrix& positive_definite) {
  const SymmetricMatrix root = positive_definite.root();
  SymmetricMatrix out(positive_definite.size());
  for (std::size_t i = 0; i < positive_definite.size(); ++i) {
    Vector unit(positive_definite.size(), 0.0);
    unit[i] = 1.0;
    const Vector row = solve(root, std::move(unit));
    for (std::size_t k = 0; k < positive_definite.size(); ++k) out.at(i, k) = row[k];
  }
  return out;
}

}  // namespace oknos::lab
