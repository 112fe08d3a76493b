#include "lab/commands/price/price_view.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lab/terminal/text_table.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

using Json = nlohmann::ordered_json;
using Compared = PriceTable::Compared;

constexpr double kPercent = 100.0;
constexpr int kAlways = 3, kImportant = 2, kUseful = 1;  // which columns stay when the terminal is narrow

std::string elo_text(const Estimate& e) {
  return fmt::format("{:+.1f}", e.value);
}
std::string interval_text(const Estimate& e) {
  return fmt::format("{:+.1f} to {:+.1f}", e.low, e.high);
}

void add_games(std::vector<Cell>& cells, const VariantRow& v) {
  const VariantElo played = v.played().value_or(VariantElo{});
  cells.push_back({grouped(played.games)});
  cells.push_back({elo_text(played.elo)});
  cells.push_back({interval_text(played.elo)});
}

void add_searches(std::vector<Cell>& cells, const PriceTable& table, const VariantRow& v) {
  const Compared c = table.compared(v);
  cells.push_back({fmt::format("{:+.1f} %", kPercent * c.more_nodes())});
  cells.push_back({fmt::format("{:.3f} %", kPercent * c.variant.error_rate())});
  for (std::size_t k = 0; k < kErrorClasses; ++k) {
    const auto error_class = static_cast<ErrorClass>(k);
    cells.push_back({fmt::format("{:+.2f}", c.variant.loss_rate(error_class) - c.base.loss_rate(error_class))});
  }
}

std::vector<Column> search_columns() {
  std::vector<Column> out = {{"nodes", Align::Right, kImportant}, {"wrong", Align::Right, kUseful}};
  for (std::size_t k = 0; k < kErrorClasses; ++k) out.push_back({std::string(name_of(static_cast<ErrorClass>(k)))});
  return out;
}

Json estimate_json(const Estimate& e) {
  return {{"value", e.value}, {"low", e.low}, {"high", e.high}};
}

Json row_json(const PriceTable& table, const VariantRow& v) {
  Json out = {{"rule", v.rule}, {"change", v.change}};
  if (const auto played = v.played()) {
    out["games"] = played->games;
    out["elo"] = estimate_json(played->elo);
  }
  if (v.regret) {
    out["regret_positions"] = v.regret->positions;
    out["more_regret"] = estimate_json(v.regret->more);
  }
  if (v.searches.empty()) return out;
  const Compared c = table.compared(v);
  out["positions"] = c.variant.searches;
  out["more_nodes"] = c.more_nodes();
  out["checked"] = c.variant.checked;
  out["errors"] = c.variant.errors;
  for (std::size_t k = 0; k < kErrorClasses; ++k) {
    const auto error_class = static_cast<ErrorClass>(k);
    out["loss_per_1000_nodes"][std::string(name_of(error_class))] = c.variant.loss_rate(error_class);
    out["base_loss_per_1000_nodes"][std::string(name_of(error_class))] = c.base.loss_rate(error_class);
  }
  out["asked"] = c.variant.asked;
  out["solved"] = c.variant.solved;
  out["base_solved"] = c.base.solved;
  return out;
}

std::string correlation_text(const Estimate& e) {
  return fmt::format("{:.2f} to {:.2f}", e.low, e.high);
}

// What a price is printed for: differences as large as variants have.
struct PricedUnit {
  std::string name;
  double size;  // in units of the feature
};
PricedUnit priced_unit(const std::string& feature) {
  constexpr double kOnePercent = 0.01, kTenthOfAPercent = 0.001;
  if (feature == "regret") return {"0.1 % of a point more given away per move", kTenthOfAPercent};
  if (feature.ends_with("nodes")) return {"1 % " + feature, kOnePercent};
  return {"1 point lost per 1,000 nodes, " + feature, 1.0};
}

TextTable prices_table(const std::vector<Prices::Price>& prices, const std::string& heading) {
  TextTable out({{heading, Align::Left, kAlways}, {"Elo", Align::Right, kImportant}, {"95 %", Align::Right, kUseful}});
  for (const Prices::Price& p : prices) {
    const PricedUnit unit = priced_unit(p.name);
    out.add_row({{unit.name},
                 {fmt::format("{:+.2f}", p.elo.value * unit.size)},
                 {fmt::format("{:+.2f} to {:+.2f}", p.elo.low * unit.size, p.elo.high * unit.size)}});
  }
  return out;
}

Json prices_json(const std::vector<Prices::Price>& prices) {
  Json out = Json::array();
  for (const Prices::Price& p : prices) out.push_back({{"of", p.name}, {"elo", estimate_json(p.elo)}});
  return out;
}

Json table_json(const PriceTable& table) {
  Json out = Json::array();
  for (const VariantRow& v : table.variants()) out.push_back(row_json(table, v));
  return out;
}

}  // namespace

std::string errors_report(const PriceTable& table, const Style& style) {
  std::vector<Column> columns = {{"change", Align::Left, kAlways}};
  for (Column& c : search_columns()) columns.push_back(std::move(c));
  TextTable out(std::move(columns));
  for (const VariantRow& v : table.variants()) {
    std::vector<Cell> cells{{v.change}};
    add_searches(cells, table, v);
    out.add_row(std::move(cells));
  }
  return out.to_text(style) + "\n" +
         wrapped(
             "nodes: to the same depth, against the base. wrong: of what was pruned and checked. The other columns: "
             "expected points of the game that errors lose per 1,000 nodes, against the base, by the depth of the "
             "node. Not found: errors that the search, which reduces late moves, would have made without the rule "
             "too.",
             static_cast<std::size_t>(style.width));
}

Json price_table_json(const PriceTable& table) {
  return {{"variants", table_json(table)}};
}

std::string variants_report(const PriceTable& table, const Style& style) {
  std::vector<const VariantRow*> rows;
  for (const VariantRow& v : table.variants())
    if (v.played()) rows.push_back(&v);
  std::stable_sort(rows.begin(), rows.end(), [](const VariantRow* a, const VariantRow* b) {
    return a->played()->elo.value > b->played()->elo.value;
  });
  std::vector<Column> columns = {{"change", Align::Left, kAlways},  {"games"},
                                 {"Elo", Align::Right, kImportant}, {"95 %", Align::Right, kImportant},
                                 {"nodes", Align::Right, kUseful},  {"wrong"}};
  if (table.has_regrets()) columns.push_back({"regret", Align::Right, kUseful});
  TextTable out(std::move(columns));
  for (const VariantRow* v : rows) {
    const Estimate elo = v->played()->elo;
    std::vector<Cell> cells{{v->change, elo.low > 0 ? Tone::Good : elo.high < 0 ? Tone::Bad : Tone::Plain}};
    add_games(cells, *v);
    const Compared c = table.compared(*v);
    const bool searched = c.variant.searches > 0;
    cells.push_back({searched ? fmt::format("{:+.1f} %", kPercent * c.more_nodes()) : "-"});
    cells.push_back({searched ? fmt::format("{:.2f} %", kPercent * c.variant.error_rate()) : "-"});
    if (table.has_regrets())
      cells.push_back({v->regret ? fmt::format("{:+.2f} %", kPercent * v->regret->more.value) : "-"});
    out.add_row(std::move(cells));
  }
  return out.to_text(style) + "\n";
}

std::string prices_report(const Prices& prices, const Style& style) {
  std::string out = fmt::format("{} of {}\n\n", counted(prices.variants, "variant"), counted(prices.rules, "rule"));
  out += prices_table(prices.prices, "price of").to_text(style) + "\n";
  if (prices.by_regret)
    out += prices_table(prices.by_regret->prices, "price, with regret instead of errors").to_text(style) + "\n";
  TextTable rivals({{"predicted from", Align::Left}, {"correlation"}, {"95 %"}});
  for (const Prices::Rival& r : prices.rivals)
    rivals.add_row({{r.name}, {fmt::format("{:.2f}", r.correlation.value)}, {correlation_text(r.correlation)}});
  out += rivals.to_text(style) + "\n" +
         wrapped(fmt::format(
                     "Correlation of predicted and played Elo, each rule predicted without its own variants. "
                     "The games' own errors allow no more than {:.2f}. A prediction is off by at most {:.1f} Elo "
                     "(standard deviation, 95 % confidence){}.",
                     prices.highest, prices.deviation,
                     prices.by_regret ? fmt::format("; with nodes and regret, by {:.1f}", prices.by_regret->deviation)
                                      : ""),
                 static_cast<std::size_t>(style.width));
  return out;
}

Json prices_json(const Prices& prices, const PriceTable& table) {
  Json out = {{"variants", table_json(table)},
              {"rules", prices.rules},
              {"highest_correlation", prices.highest},
              {"deviation", prices.deviation},
              {"deviation_of_a_game", prices.of_a_game}};
  for (const Prices::Prediction& p : prices.predictions) {
    Json& one = out["predictions"].emplace_back(Json{{"change", p.change}, {"by_errors", p.by_errors}});
    if (p.by_regret) one["by_regret"] = *p.by_regret;
  }
  out["prices"] = prices_json(prices.prices);
  if (prices.by_regret)
    out["by_regret"] = {{"prices", prices_json(prices.by_regret->prices)},
                        {"correlation", estimate_json(prices.by_regret->correlation)},
                        {"deviation", prices.by_regret->deviation}};
  for (const Prices::Rival& r : prices.rivals)
    out["rivals"].push_back({{"predicted_from", r.name}, {"correlation", estimate_json(r.correlation)}});
  return out;
}

}  // namespace oknos::lab
