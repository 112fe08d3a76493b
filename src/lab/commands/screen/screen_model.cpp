#include "lab/commands/screen/screen_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "lab/statistics/linear_equations.h"

namespace oknos::lab {

namespace {

using Vector = std::vector<double>;

constexpr double kUnitOfElo = 400.0 / 2.302585092994046;  // Elo of a unit of log odds: 400 / ln 10
// An effect that nothing is known of stays at 0 and the equations can be solved. In a pair's information (at most 1/4)
// that is next to nothing.
constexpr double kRidge = 1e-3;

bool has(const FactorSet& set, std::size_t factor) {
  return std::binary_search(set.begin(), set.end(), factor);
}

// One pair as an equation: which effects count for the first player (+1) and for the second (-1).
struct Row {
  std::vector<std::pair<std::size_t, double>> terms;
  double score = 0;  // of the first, 0 to 1

  double log_odds(const Vector& effects) const {
    double sum = 0;
    for (const auto& [at, sign] : terms) sum += sign * effects[at];
    return sum;
  }
};

Row row_of(const ScreenPair& pair, std::size_t factors, const std::vector<Interaction>& interactions) {
  Row out;
  out.score = static_cast<double>(pair.half_points) / ScreenPair::kMaxHalfPoints;
  const auto add = [&](std::size_t at, bool first, bool second) {
    if (first != second) out.terms.emplace_back(at, first ? 1.0 : -1.0);
  };
  for (std::size_t i = 0; i < factors; ++i) add(i, has(pair.first, i), has(pair.second, i));
  const auto both = [](const FactorSet& set, const Interaction& i) { return has(set, i.first) && has(set, i.second); };
  for (std::size_t k = 0; k < interactions.size(); ++k)
    add(factors + k, both(pair.first, interactions[k]), both(pair.second, interactions[k]));
  return out;
}

double probability(double log_odds) {
  return 1.0 / (1.0 + std::exp(-log_odds));
}

// The sum of weight(row) times the product of the row with itself.
template <class Weight>
SymmetricMatrix moments(const std::vector<Row>& rows, std::size_t size, Weight weight) {
  SymmetricMatrix out(size);
  for (const Row& row : rows) {
    const double w = weight(row);
    for (const auto& [i, a] : row.terms)
      for (const auto& [k, b] : row.terms) out.at(i, k) += w * a * b;
  }
  return out;
}

SymmetricMatrix information(const std::vector<Row>& rows, const Vector& effects) {
  SymmetricMatrix out = moments(rows, effects.size(), [&](const Row& row) {
    const double p = probability(row.log_odds(effects));
    return p * (1 - p);
  });
  for (std::size_t i = 0; i < effects.size(); ++i) out.at(i, i) += kRidge;
  return out;
}

// Newton's method; the quasi-likelihood is concave.
Vector solve_effects(const std::vector<Row>& rows, std::size_t size) {
  constexpr int kMaxSteps = 30;
  constexpr double kPrecision = 1e-9;  // log odds
  constexpr double kLongestStep = 1.0;
  Vector effects(size, 0.0);
  for (int step = 0; step < kMaxSteps; ++step) {
    Vector gradient(size, 0.0);
    for (std::size_t i = 0; i < size; ++i) gradient[i] = -kRidge * effects[i];
    for (const Row& row : rows) {
      const double miss = row.score - probability(row.log_odds(effects));
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

// The product need not be symmetric; all of its elements are computed.
SymmetricMatrix product_of(const SymmetricMatrix& left, const SymmetricMatrix& right) {
  const std::size_t size = left.size();
  SymmetricMatrix out(size);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t m = 0; m < size; ++m) {
      const double factor = left.at(i, m);
      for (std::size_t k = 0; k < size; ++k) out.at(i, k) += factor * right.at(m, k);
    }
  return out;
}

SymmetricMatrix inverse_of(const SymmetricMatrix& matrix) {
  const SymmetricMatrix root = matrix.root();
  SymmetricMatrix out(matrix.size());
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    Vector unit(matrix.size(), 0.0);
    unit[i] = 1.0;
    const Vector row = solve(root, std::move(unit));
    for (std::size_t k = 0; k < matrix.size(); ++k) out.at(i, k) = row[k];
  }
  return out;
}

// Of the effects, in log odds. `inverse`: of their information.
SymmetricMatrix covariance_of(const std::vector<Row>& rows, const Vector& effects, const SymmetricMatrix& inverse) {
  const std::size_t size = effects.size();
  const SymmetricMatrix scatter = moments(rows, size, [&](const Row& row) {
    const double miss = row.score - probability(row.log_odds(effects));
    return miss * miss;
  });
  SymmetricMatrix out = product_of(product_of(inverse, scatter), inverse);
  // As many pairs as effects say nothing of the scatter.
  const double n = static_cast<double>(rows.size());
  const double correction = n / std::max(n - static_cast<double>(size), 1.0);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t k = 0; k < size; ++k) out.at(i, k) *= correction;
  return out;
}

}  // namespace

ScreenFit fit_screening(const std::vector<ScreenPair>& pairs, std::size_t factors,
                        const std::vector<Interaction>& interactions) {
  constexpr std::size_t kFewPairs = 10;  // with an effect; fewer say nothing
  constexpr double kFewPerEffect = 1.5;  // pairs; with fewer, the scatter is underestimated
  constexpr double kMuchOfRidge = 0.05;  // of an effect's information
  const std::size_t size = factors + interactions.size();
  std::vector<Row> rows;
  std::vector<Effect> out(size);
  for (const ScreenPair& pair : pairs) {
    rows.push_back(row_of(pair, factors, interactions));
    for (const auto& [at, sign] : rows.back().terms) out[at].games += ScreenPair::kGames;
  }
  const Vector effects = solve_effects(rows, size);
  const SymmetricMatrix inverse = inverse_of(information(rows, effects));
  SymmetricMatrix covariance = covariance_of(rows, effects, inverse);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t k = 0; k < size; ++k) covariance.at(i, k) *= kUnitOfElo * kUnitOfElo;
  for (std::size_t i = 0; i < size; ++i) {
    const double value = std::clamp(effects[i] * kUnitOfElo, -kEloLimit, kEloLimit);
    const double variance = covariance.at(i, i);
    const double wide = kDeviationsOf95Percent * std::sqrt(variance);
    // Where the model explains all pairs exactly, as if all were even, nothing is known of the scatter. Where only the
    // ridge keeps an effect where it is, as if no player was without it, nothing is known of the effect.
    const bool known = out[i].games >= kFewPairs * ScreenPair::kGames && variance > 0 &&
                       static_cast<double>(rows.size()) >= kFewPerEffect * static_cast<double>(size) &&
                       kRidge * inverse.at(i, i) < kMuchOfRidge;
    out[i].elo = known ? Estimate{value, std::max(value - wide, -kEloLimit), std::min(value + wide, kEloLimit)}
                       : Estimate{value, -kEloLimit, kEloLimit};
  }
  return {std::move(out), std::move(covariance)};
}

std::vector<Effect> fit_effects(const std::vector<ScreenPair>& pairs, std::size_t factors,
                                const std::vector<Interaction>& interactions) {
  return fit_screening(pairs, factors, interactions).effects;
}

}  // namespace oknos::lab
