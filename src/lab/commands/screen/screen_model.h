#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "lab/commands/screen/factors.h"
#include "lab/statistics/linear_equations.h"
#include "lab/statistics/statistics.h"

// What the factors of a screening are worth, from all its games at once.
//
// The expected score of the first player is 1 / (1 + 10^(-D / 400)), where D is the sum of the effects that it has,
// less that of the effects that the second player has: the model of Bradley and Terry, in Elo. The unit of the
// statistics is the pair of games with colours reversed, so that there is no advantage of White in it. A draw is half a
// win: the effects are those for which the predicted scores agree with the observed ones (quasi-likelihood, R.
// Wedderburn, 1974), and their errors come from how far the pairs scatter, not from a model of draws ("sandwich", H.
// White, 1980).
namespace oknos::lab {

// A pair of games.
struct ScreenPair {
  static constexpr std::size_t kGames = 2;
  static constexpr int kMaxHalfPoints = 4;

  FactorSet first, second;  // what the players had
  int half_points = 0;      // of the first, 0 to 4
};

// The effect of a factor, or the joint effect of two beyond their sum.
struct Effect {
  std::size_t games = 0;  // in which one player had it and the other had not
  Estimate elo;           // with its 95 % interval, -kEloLimit to kEloLimit where nothing is known
};

// Does the interval say anything?
inline bool is_known(const Estimate& e) {
  return e.low > -kEloLimit || e.high < kEloLimit;
}

// What the model has effects of.
struct ScreenDesign {
  std::size_t factors = 0;
  std::vector<Interaction> interactions;
  // For each factor the one beside which it means nothing: for "razoring.margin=200", "razoring=off".
  std::vector<std::optional<std::size_t>> meaningless_with;

  std::size_t size() const { return factors + interactions.size(); }
};
ScreenDesign design_of(const Factors& factors, std::vector<Interaction> interactions);

struct ScreenFit {
  std::vector<Effect> effects;  // of all factors, then of all interactions
  SymmetricMatrix covariance;   // of their values in Elo; meaningless for effects that are not known
};
ScreenFit fit_screening(const std::vector<ScreenPair>& pairs, const ScreenDesign& design);

// The effects alone, of factors that all mean something.
std::vector<Effect> fit_effects(const std::vector<ScreenPair>& pairs, std::size_t factors,
                                const std::vector<Interaction>& interactions);

}  // namespace oknos::lab
