#include "lab/commands/screen/screen_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "lab/commands/screen/screen_equations.h"

namespace oknos::lab {

namespace {

using Vector = std::vector<double>;

constexpr double kUnitOfElo = 400.0 / 2.302585092994046;  // Elo of a unit of log odds: 400 / ln 10

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

// Of the effects, in log odds. `inverse`: of their information.
SymmetricMatrix covariance_of(const std::vector<ScreenRow>& rows, const Vector& effects,
                              const SymmetricMatrix& inverse) {
  const std::size_t size = effects.size();
  const SymmetricMatrix scatter = moments(rows, size, [&](const ScreenRow& row) {
    const double miss = row.score - row.expected(effects);
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

ScreenDesign design_of(const Factors& factors, std::vector<Interaction> interactions) {
  ScreenDesign out{factors.size(), std::move(interactions), {}};
  for (const Factor& factor : factors) {
    out.conditions.emplace_back();
    const std::size_t dot = factor.key.find('.');
    if (dot == std::string::npos) continue;
    const std::string rule = factor.key.substr(0, dot);
    for (std::size_t i = 0; i < factors.size(); ++i) {
      if (factors[i].change == rule + "=off") out.conditions.back() = {i, false};
      if (factors[i].change == rule + "=on") out.conditions.back() = {i, true};
    }
  }
  return out;
}

bool ScreenDesign::is_in_effect(const FactorSet& set, std::size_t factor) const {
  const auto has = [&](std::size_t i) { return std::binary_search(set.begin(), set.end(), i); };
  if (!has(factor)) return false;
  if (factor >= conditions.size() || !conditions[factor]) return true;
  return has(conditions[factor]->factor) == conditions[factor]->beside;
}

FactorSet ScreenDesign::in_effect(const FactorSet& set) const {
  FactorSet out;
  for (const std::size_t i : set)
    if (is_in_effect(set, i)) out.push_back(i);
  return out;
}

ScreenFit fit_screening(const std::vector<ScreenPair>& pairs, const ScreenDesign& design) {
  constexpr std::size_t kFewPairs = 10;  // with an effect; fewer say nothing
  constexpr double kFewPerEffect = 1.5;  // pairs; with fewer, the scatter is underestimated
  constexpr double kMuchOfRidge = 0.05;  // of an effect's information
  const std::size_t size = design.size();
  const std::vector<ScreenRow> rows = rows_of(pairs, design);
  std::vector<Effect> out(size);
  for (const ScreenRow& row : rows)
    for (const auto& [at, sign] : row.terms) out[at].games += ScreenPair::kGames;
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

std::optional<Estimate> gain_of(std::size_t factor, const FactorSet& beside, const ScreenDesign& design,
                                const ScreenFit& fit) {
  FactorSet with = beside;
  with.insert(std::upper_bound(with.begin(), with.end(), factor), factor);
  const std::vector<ScreenRow> rows = rows_of({{with, beside, 0}}, design);
  Estimate out;
  double variance = 0;
  for (const auto& [i, sign] : rows.front().terms) {
    if (!is_known(fit.effects[i].elo)) return std::nullopt;
    out.value += sign * fit.effects[i].elo.value;
    for (const auto& [k, other] : rows.front().terms) variance += sign * other * fit.covariance.at(i, k);
  }
  if (rows.front().terms.empty()) return std::nullopt;
  const double wide = kDeviationsOf95Percent * std::sqrt(variance);
  out.low = out.value - wide;
  out.high = out.value + wide;
  return out;
}

}  // namespace oknos::lab
