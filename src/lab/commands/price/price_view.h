#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "lab/commands/price/price_table.h"
#include "lab/commands/price/prices.h"
#include "lab/terminal/style.h"

// The printed forms of variants and prices.
namespace oknos::lab {

std::string errors_report(const PriceTable& table, const Style& style);
nlohmann::ordered_json price_table_json(const PriceTable& table);

// What games and searches say of each variant, the best first. Those without games are left out.
std::string variants_report(const PriceTable& table, const Style& style);
std::string prices_report(const Prices& prices, const Style& style);
nlohmann::ordered_json prices_json(const Prices& prices, const PriceTable& table);

}  // namespace oknos::lab
