#include "lab/commands/price/price_file.h"

#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/base/text.h"
#include "lab/store/older_names.h"
#include "lab/terminal/json_text.h"

namespace oknos::lab {

void PriceFile::take(const Prices& fitted) {
  names.clear();
  prices.clear();
  for (const Prices::Price& p : fitted.prices) {
    names.push_back(p.name);
    prices.push_back(p.elo.value);
  }
  deviation = fitted.deviation;
  of_a_game = fitted.of_a_game;
}

std::string to_text(const PriceFile& file) {
  nlohmann::ordered_json out = {{"oknos_prices", 1},
                                {"audit", {{"limits", file.depth}, {"sample", file.sample}}},
                                {"deviation", file.deviation},
                                {"deviation_of_a_game", file.of_a_game}};
  for (std::size_t k = 0; k < file.names.size(); ++k)
    out["prices"].push_back({{"of", file.names[k]}, {"elo", file.prices[k]}});
  return json_text(out, 2) + "\n";
}

Result<PriceFile> parse_price_file(const std::string& text) {
  try {
    const auto json = nlohmann::json::parse(text);
    PriceFile out;
    if (json.at("oknos_prices").get<int>() != 1) return Error{"prices of another version"};
    out.depth = json.at("audit").at("limits").get<std::string>();
    out.sample = json.at("audit").at("sample").get<std::string>();
    out.deviation = json.at("deviation").get<double>();
    out.of_a_game = json.at("deviation_of_a_game").get<double>();
    for (const auto& price : json.at("prices")) {
      out.names.emplace_back(store::current_name(price.at("of").get<std::string>()));
      out.prices.push_back(price.at("elo").get<double>());
    }
    if (out.names != feature_names()) return Error{"its prices are not those that this program knows"};
    return out;
  } catch (const nlohmann::json::exception& e) {
    return Error{fmt::format("no prices as 'oknos-lab price fit --out' writes them ({})", e.what())};
  }
}

Result<PriceFile> read_price_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream content;
  if (!in || !(content << in.rdbuf())) return Error{text::quoted(path) + " cannot be read"};
  auto file = parse_price_file(content.str());
  if (!file) return Error{text::quoted(path) + ": " + file.error()};
  return file;
}

}  // namespace oknos::lab
