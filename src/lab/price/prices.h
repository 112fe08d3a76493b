#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/price/price_model.h"
#include "lab/price/price_table.h"

// The prices that explain the games of variants by what was measured of their searches.
namespace oknos::lab {

// What the model is told of a variant, in the order of its prices, and what these features are called.
std::vector<double> features_of(const PriceTable::Compared& c);
std::vector<std::string> feature_names();

struct Prices {
  struct Price {
    std::string name;  // "nodes", "depth 0 to 1", ...
    Estimate elo;
  };
  struct Rival {
    std::string name;
    Estimate correlation;  // of what it predicts for rules left out, with the games
  };
  std::size_t variants = 0;
  std::size_t rules = 0;
  std::vector<Price> prices;
  std::vector<Rival> rivals;  // the model first
  double highest = 0;         // correlation that these games allow
  double deviation = 0;       // of the predictions for rules left out, beyond the games' errors, Elo, at most
  double of_a_game = 0;       // standard deviation of the Elo that one game says
};
// An error when there is too little to fit.
Result<Prices> prices_of(const PriceTable& table, std::uint64_t seed);

}  // namespace oknos::lab
