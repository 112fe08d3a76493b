#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/price/price_model.h"
#include "lab/price/price_table.h"
#include "lab/style.h"

// How variants and prices look.
namespace oknos::lab {

std::string games_report(const PriceTable& table, const Style& style);
std::string errors_report(const PriceTable& table, const Style& style);
std::string price_table_json(const PriceTable& table);  // one JSON value
// The variants as tab-separated values, with a line of names first.
std::string price_table_tsv(const PriceTable& table);

// What the model comes to.
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
};
// An error when there is too little to fit.
Result<Prices> prices_of(const PriceTable& table, std::uint64_t seed);

std::string prices_report(const Prices& prices, const Style& style);
std::string prices_json(const Prices& prices, const PriceTable& table);

}  // namespace oknos::lab
