#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "lab/commands/price/price_model.h"
#include "lab/commands/price/price_table.h"

// Prices: the games of variants explained by the measurements of their searches.
namespace oknos::lab {

// The features of a variant, in the order of the prices, and their names.
std::vector<double> features_of(const PriceTable::Compared& c);
std::vector<std::string> feature_names();

// The same for prices of nodes and regret. `regret`: expected points by which the variant's moves are worse.
std::vector<double> features_with_regret(const PriceTable::Compared& c, double regret);
std::vector<std::string> feature_names_with_regret();

struct Prices {
  struct Price {
    std::string name;  // "more nodes", "depth 0 to 1", ...
    Estimate elo;
  };
  struct Rival {
    std::string name;
    Estimate correlation;  // with the games, of its predictions for rules that were left out of the fit
  };
  // Prices of nodes and of regret, instead of nodes and errors.
  struct ByRegret {
    std::vector<Price> prices;
    Estimate correlation;
    double deviation = 0;  // deviation_of(), Elo
  };
  // Of a variant, Elo, by prices that were fitted to the other rules.
  struct Prediction {
    std::string change;
    double by_errors = 0;
    std::optional<double> by_regret;
  };
  std::size_t variants = 0;
  std::size_t rules = 0;
  std::vector<Price> prices;
  std::vector<Prediction> predictions;
  std::vector<Rival> rivals;          // the model itself first, then others
  std::optional<ByRegret> by_regret;  // nothing: there are no regrets
  double highest = 0;                 // highest_correlation()
  double deviation = 0;               // deviation_of(), Elo
  double of_a_game = 0;               // standard deviation of an Elo figure from a single game
};

// The error says that there is too little data to fit, or that only some variants have regrets.
Result<Prices> prices_of(const PriceTable& table, std::uint64_t seed);

}  // namespace oknos::lab
