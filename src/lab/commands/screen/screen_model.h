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

// The effect of a factor, or the interaction of two: what they do together beyond their sum.
struct Effect {
  std::size_t games = 0;  // in which it was in effect for one player alone
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
  // A factor that means something only beside another one, or only without it: "razoring.margin=200" beside
  // "razoring=on" where the base has razoring off, without "razoring=off" where it has it on.
  struct Condition {
    std::size_t factor;
    bool beside;
  };
  std::vector<std::optional<Condition>> conditions;  // for each factor; missing: none

  // Does the player have this factor, and does it mean anything beside its others?
  bool is_in_effect(const FactorSet& set, std::size_t factor) const;
  // Those of its factors.
  FactorSet in_effect(const FactorSet& set) const;
  std::size_t size() const { return factors + interactions.size(); }
};
ScreenDesign design_of(const Factors& factors, std::vector<Interaction> interactions);

struct ScreenFit {
  std::vector<Effect> effects;  // of all factors, then of all interactions
  SymmetricMatrix covariance;   // of their values in Elo; meaningless for effects that are not known
};
ScreenFit fit_screening(const std::vector<ScreenPair>& pairs, const ScreenDesign& design);

// What a player gains who gets this factor besides those that it has, by the effects and interactions; nothing: too
// little is known of it.
std::optional<Estimate> gain_of(std::size_t factor, const FactorSet& beside, const ScreenDesign& design,
                                const ScreenFit& fit);

}  // namespace oknos::lab
