#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/pruning/registry/settings.h"
#include "lab/commands/price/price_file.h"
#include "lab/commands/price/price_table.h"
#include "lab/commands/screen_model.h"
#include "lab/terminal/style.h"

// What each change of one value avoids or adds, and what it is expected to be worth: `calibrate --price`.
namespace oknos::lab {

struct Choice {
  std::string rule, change;
  Estimate predicted;              // Elo, by the prices
  std::optional<Estimate> played;  // Elo, in the games of the table; nothing: it has none
  // Elo by the curve through what all values of its parameter played; nothing: there are too few, or it is not on it.
  std::optional<Estimate> by_curve;
  double more_nodes = 0;                          // 0.031: 3.1 % more nodes to the same depth
  std::array<double, kErrorClasses> more_loss{};  // expected points per 1,000 nodes
  std::optional<double> more_regret;              // expected points per move; nothing: not known, or not used

  // Elo, by all that is known: the prediction, and the games (by the curve, if there is one) weighed against it. This
  // is the posterior mean of an empirical Bayes estimate (B. Efron and C. Morris, 1975): the best of many uncertain
  // figures is drawn towards what was predicted of it.
  Estimate expected() const;
};
using Choices = std::vector<Choice>;

// The games of all values of each parameter as curves. `base`: what was varied; its values are where the curves are 0.
// The errors of the values are taken to be independent: a table does not have what they have in common, which is
// little if each of them was rare in the games. The curve that gains most is the first.
std::vector<NamedCurve> curves_in(const PriceTable& table, const pruning::Settings& base);

// In the order of the variants; those without audits are left out. Precondition for PricesOf::Regret: the prices have
// such, and all variants with audits a regret.
Choices all_choices(const PriceTable& table, const PriceFile& prices, const std::vector<NamedCurve>& curves,
                    PricesOf used = PricesOf::Errors);
// Of each rule the variant that is expected to win the most, if it is anything; by name.
Choices best_of(const Choices& all);

// The lines; empty if there are no choices.
std::string decisions_text(const Choices& choices, const Style& style);
nlohmann::ordered_json decisions_json(const Choices& choices);

}  // namespace oknos::lab
