#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/base/random_numbers.h"
#include "engine/base/result.h"
#include "engine/pruning/registry/settings.h"
#include "engine/uci/options.h"
#include "lab/play/variable_player.h"

// What a screening varies.
namespace oknos::lab {

// A change of one value.
struct Factor {
  std::string change;     // as --set has it: "null_move=off"; of a UCI engine "option.Margin=80"
  std::string key;        // what is changed: "null_move", "option.Margin"
  std::size_t level = 0;  // of several factors with one key, from 0
  std::string base = {};  // the value that the base has; empty: not known

  bool operator==(const Factor&) const = default;
};

using Factors = std::vector<Factor>;
// The factors that a player has, in rising order. Of several with one key it has at most one.
using FactorSet = std::vector<std::size_t>;

// Two factors whose effect together is asked for.
struct Interaction {
  std::size_t first, second;
};

// Each text is one of
//   reverse_futility.margin=60,90      a factor for each value
//   null_move=off
//   null_move                          a rule: on if it is off, and off if it is on
// Errors: an unknown name, a value out of range, one that the base already has, a factor named twice.
Result<Factors> read_factors(const std::vector<std::string>& texts, const pruning::Settings& base);

// The same of a UCI engine with these options, of which `base` are set: "option.NAME=VALUE,...", or "option.NAME" for
// an option that is on or off.
Result<Factors> read_factors(const std::vector<std::string>& texts, const ValueChanges& base,
                             const std::vector<uci::Option>& options);

// Each text is "CHANGE*CHANGE", both of them factors.
Result<std::vector<Interaction>> read_interactions(const std::vector<std::string>& texts, const Factors& factors);

// With this probability for each key; all its values are then equally likely.
FactorSet draw_factors(const Factors& factors, double probability, RandomNumbers& random);

// What a player with these factors has.
ValueChanges changes_of(const Factors& factors, const FactorSet& chosen);
// The base with these factors. Precondition: they come from read_factors() with this base.
pruning::Settings with_factors(const pruning::Settings& base, const Factors& factors, const FactorSet& chosen);

// For run stores: "null_move=off razoring=on", and "1 4" (numbers from 1). A blank within a change is "%20".
std::string to_text(const Factors& factors);
Result<Factors> factors_from_text(const std::string& text);
// The values of the base, of each key once: "razoring.margin=300 null_move=on".
std::string base_values_text(const Factors& factors);
void read_base_values(Factors& factors, const std::string& text);
std::string to_text(const FactorSet& set);
std::string to_text(const std::vector<Interaction>& interactions, const Factors& factors);
std::vector<std::string> interactions_of_text(const std::string& text);  // for read_interactions()
Result<FactorSet> factor_set_from_text(const std::string& text, std::size_t factors);

}  // namespace oknos::lab
