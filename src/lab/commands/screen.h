#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/random_numbers.h"
#include "lab/arguments/stored_command.h"
#include "lab/statistics/linear_equations.h"
#include "lab/statistics/statistics.h"
#include "lab/statistics/value_curve.h"
#include "lab/store/store_view.h"

// `oknos-lab screen`: what are many changes of a preset worth? In each pair of games, each player has each change with
// a given probability, so every game says something about every change (docs/matches.md).
namespace oknos::lab {

StoredCommand screen_command();

// --- The model -------------------------------------------------------------------------------------------------------

// What the factors of a screening are worth, from all its games at once.
//
// The expected score of the first player is 1 / (1 + 10^(-D / 400)), where D is the sum of the effects that it has,
// less that of the effects that the second player has: the model of Bradley and Terry, in Elo. The unit of the
// statistics is the pair of games with colours reversed, so that there is no advantage of White in it. A draw is half a
// win: the effects are those for which the predicted scores agree with the observed ones (quasi-likelihood, R.
// Wedderburn, 1974), and their errors come from how far the pairs scatter, not from a model of draws ("sandwich", H.
// White, 1980).

// A change of one value.
struct Factor {
  std::string change;     // as --set has it: "null_move=off"; of a UCI engine "option.Margin=80"
  std::string key;        // what is changed: "null_move", "option.Margin"
  std::size_t level = 0;  // of several factors with one key, from 0
  std::string base = {};  // the value that the base has; empty: not known

  std::string value() const { return change.substr(key.size() + 1); }
  bool operator==(const Factor&) const = default;
};
using Factors = std::vector<Factor>;
// The factors that a player has, in rising order. Of several with one key it has at most one.
using FactorSet = std::vector<std::size_t>;

// With this probability for each key; all its values are then equally likely.
FactorSet draw_factors(const Factors& factors, double probability, RandomNumbers& random);

// Two factors whose effect together is asked for.
struct Interaction {
  std::size_t first, second;
};

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

  // The factors of a player that mean anything beside its others.
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

// Which changes do not add up. A screening's effects are averages over players that have many other changes; where two
// changes replace or need each other, these averages are not what either is worth to the base alone.
struct InteractionSearch {
  static constexpr std::size_t kFewest = 100;

  // Pairs of factors whose effect together differs from the sum of both: those to add to the interactions of the
  // design, after which its effects are closer to those on the base.
  std::vector<Interaction> found;
  std::size_t searched = 0;  // pairs of factors that at least kFewest pairs of games tell something of
};
// Each step adds the pair of factors with the largest score statistic (C. R. Rao, 1948) and fits the model again, until
// none is left that chance would not show in one screening of twenty (C. Bonferroni, 1936). Two values of one key have
// no interaction. With fewer than ten pairs of games for each effect nothing is searched.
InteractionSearch find_interactions(const std::vector<ScreenPair>& games, const Factors& factors, ScreenDesign design);

// Which value of a parameter is best, from the effects of several of its values.
struct NamedCurve {
  std::string key;  // "reverse_futility.margin"
  ValueCurve curve;
};
// One for each parameter whose base value and at least two other values are known. The one that gains most is the
// first.
std::vector<NamedCurve> value_curves(const Factors& factors, const ScreenFit& fit);

// --- The command
// ------------------------------------------------------------------------------------------------------

// The games of a screening.
struct Screening {
  Factors factors;
  std::vector<Interaction> asked_for;
  std::vector<ScreenPair> pairs;  // in the order in which they were added

  std::size_t games() const { return ScreenPair::kGames * pairs.size(); }
};
inline constexpr const char* kScreenKind = "screen";
Result<Screening> read_screening(const store::StoreView& view);

struct ScreenAnalysis {
  ScreenDesign design;       // with the interactions that were asked for, then those that were found
  std::size_t searched = 0;  // pairs of factors
  ScreenFit fit;
};
// Besides what was asked for, pairs of factors that do not add up are searched for; the effects are then closer to
// those on the base. Takes seconds for a hundred factors.
ScreenAnalysis analysis_of(const Screening& screening);

}  // namespace oknos::lab
