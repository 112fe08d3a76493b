#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "lab/commands/screen/screen_model.h"
#include "lab/statistics/linear_equations.h"

// The equations of the model of a screening (screen_model.h), in log odds.
namespace oknos::lab {

// An effect that nothing is known of stays at 0 and the equations can be solved. In a pair's information (at most 1/4)
// that is next to nothing.
inline constexpr double kRidge = 1e-3;

// One pair as an equation: which effects count for the first player (+1) and for the second (-1).
struct ScreenRow {
  std::vector<std::pair<std::size_t, double>> terms;
  double score = 0;  // of the first, 0 to 1

  double log_odds(const std::vector<double>& effects) const;
  // Expected score of the first.
  double expected(const std::vector<double>& effects) const;
};

std::vector<ScreenRow> rows_of(const std::vector<ScreenPair>& pairs, const ScreenDesign& design);

// Newton's method; the quasi-likelihood is concave.
std::vector<double> solve_effects(const std::vector<ScreenRow>& rows, std::size_t size);
// The inverse of the effects' covariance, were each pair a game without draws.
SymmetricMatrix information(const std::vector<ScreenRow>& rows, const std::vector<double>& effects);
SymmetricMatrix inverse_of(const SymmetricMatrix& positive_definite);

// The sum of weight(row) times the product of the row with itself.
template <class Weight>
SymmetricMatrix moments(const std::vector<ScreenRow>& rows, std::size_t size, Weight weight) {
  SymmetricMatrix out(size);
  for (const ScreenRow& row : rows) {
    const double w = weight(row);
    for (const auto& [i, a] : row.terms)
      for (const auto& [k, b] : row.terms) out.at(i, k) += w * a * b;
  }
  return out;
}

}  // namespace oknos::lab
