#include "lab/price/price_view.h"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "lab/text_table.h"
#include "lab/words.h"

namespace oknos::lab {

namespace {

using Json = nlohmann::ordered_json;
using Compared = PriceTable::Compared;

constexpr double kPercent = 100.0;
constexpr int kAlways = 1;  // more than the other columns

std::string elo_text(const Estimate& e) {
  return fmt::format("{:+.1f}", e.value);
}
std::string interval_text(const Estimate& e) {
  return fmt::format("{:+.1f} to {:+.1f}", e.low, e.high);
}

// 0.031: 3.1 % more nodes than the base to the same depth.
double more_nodes(const Compared& c) {
  const auto n = static_cast<double>(std::max<std::uint64_t>(c.variant.searches, 1));
  return std::exp((c.variant.log_nodes - c.base.log_nodes) / n) - 1.0;
}

void add_games(std::vector<Cell>& cells, const VariantRow& v) {
  const Figures f = figures(v.pairs());
  cells.push_back({grouped(2 * f.count)});
  cells.push_back({elo_text(f.elo)});
  cells.push_back({interval_text(f.elo)});
}

void add_searches(std::vector<Cell>& cells, const PriceTable& table, const VariantRow& v) {
  const Compared c = table.compared(v);
  cells.push_back({fmt::format("{:+.1f} %", kPercent * more_nodes(c))});
  cells.push_back({fmt::format("{:.3f} %", kPercent * c.variant.error_rate())});
  for (std::size_t k = 0; k < kErrorClasses; ++k) {
    const auto error_class = static_cast<ErrorClass>(k);
    cells.push_back({fmt::format("{:+.2f}", c.variant.loss_rate(error_class) - c.base.loss_rate(error_class))});
  }
}

std::vector<Column> search_columns() {
  std::vector<Column> out = {{"nodes"}, {"wrong"}};
  for (std::size_t k = 0; k < kErrorClasses; ++k) out.push_back({std::string(name_of(static_cast<ErrorClass>(k)))});
  return out;
}

Json estimate_json(const Estimate& e) {
  return {{"value", e.value}, {"low", e.low}, {"high", e.high}};
}

Json row_json(const PriceTable& table, const VariantRow& v) {
  Json out = {{"rule", v.rule}, {"change", v.change}};
  if (!v.half_points.empty()) {
    out["games"] = 2 * v.half_points.size();
    out["elo"] = estimate_json(figures(v.pairs()).elo);
  }
  if (v.searches.empty()) return out;
  const Compared c = table.compared(v);
  out["positions"] = c.variant.searches;
  out["more_nodes"] = more_nodes(c);
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

Json table_json(const PriceTable& table) {
  Json out = Json::array();
  for (const VariantRow& v : table.variants()) out.push_back(row_json(table, v));
  return out;
}

// What is left out of the points: everything but some features.
std::vector<PricePoint> with_features(std::vector<PricePoint> points,
                                      const std::vector<std::vector<double>>& features) {
  for (std::size_t i = 0; i < points.size(); ++i) points[i].features = features[i];
  return points;
}

// What may explain the games of the variants, one row for each.
struct Evidence {
  std::vector<PricePoint> points;  // with the model's features
  std::vector<std::vector<double>> nodes, error_rate, solved;
  std::vector<double> first_games;  // Elo
  bool has_solved = false;
};

constexpr std::size_t kFirstPairs = 250;  // 500 games

Evidence evidence_of(const PriceTable& table) {
  constexpr double kDeviations = 2 * 1.96;  // in a 95 % interval
  Evidence out;
  for (const VariantRow& v : table.variants()) {
    const Compared c = table.compared(v);
    if (v.half_points.empty() || c.variant.searches == 0) continue;
    const Figures games = figures(v.pairs());
    const double deviation = (games.elo.high - games.elo.low) / kDeviations;
    PricePoint point{v.rule, {std::log1p(more_nodes(c))}, games.elo.value, deviation * deviation};
    for (std::size_t k = 0; k < kErrorClasses; ++k) {
      const auto error_class = static_cast<ErrorClass>(k);
      point.features.push_back(c.variant.loss_rate(error_class) - c.base.loss_rate(error_class));
    }
    out.nodes.push_back({point.features.front()});
    out.error_rate.push_back({c.variant.error_rate() - c.base.error_rate()});
    const double solved = static_cast<double>(c.variant.solved) - static_cast<double>(c.base.solved);
    out.solved.push_back({solved});
    out.has_solved |= c.base.asked > 0;
    out.first_games.push_back(figures(v.pairs(0, kFirstPairs)).elo.value);
    out.points.push_back(std::move(point));
  }
  return out;
}

std::size_t rules_in(const std::vector<PricePoint>& points) {
  std::set<std::string> rules;
  for (const PricePoint& p : points) rules.insert(p.rule);
  return rules.size();
}

// 500 games of each variant against all the others that it played.
std::optional<Prices::Rival> first_games_rival(const PriceTable& table, const Evidence& evidence, std::uint64_t seed) {
  std::vector<PricePoint> rest;
  std::vector<double> said;
  std::size_t i = 0;
  for (const VariantRow& v : table.variants()) {
    if (v.half_points.empty() || table.compared(v).variant.searches == 0) continue;
    const std::size_t n = i++;
    if (v.half_points.size() < 2 * kFirstPairs) continue;
    PricePoint point = evidence.points[n];
    point.elo = figures(v.pairs(kFirstPairs, v.half_points.size())).elo.value;
    rest.push_back(std::move(point));
    said.push_back(evidence.first_games[n]);
  }
  if (rules_in(rest) < 3) return std::nullopt;
  return Prices::Rival{"500 games", correlation_with_interval(rest, said, seed)};
}

}  // namespace

std::string games_report(const PriceTable& table, const Style& style) {
  TextTable out({{"change", Align::Left, kAlways}, {"games"}, {"Elo"}, {"95 %"}});
  for (const VariantRow& v : table.variants()) {
    std::vector<Cell> cells{{v.change}};
    add_games(cells, v);
    out.add_row(std::move(cells));
  }
  return out.to_text(style);
}

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
             "node. Unnoticed: errors that the search, which reduces late moves, would have made without the rule "
             "too.",
             static_cast<std::size_t>(style.width));
}

std::string price_table_json(const PriceTable& table) {
  return Json{{"variants", table_json(table)}}.dump();
}

std::string price_table_tsv(const PriceTable& table) {
  std::string out =
      "rule\tchange\tgames\telo\tlow\thigh\tpositions\tmore_nodes\tchecked\terrors\tloss_0_1\tloss_2_4\tloss_5\t"
      "loss_unnoticed\tasked\tsolved\tbase_solved\n";
  for (const VariantRow& v : table.variants()) {
    const Figures games = figures(v.pairs());
    const Compared c = table.compared(v);
    out += fmt::format("{}\t{}\t{}\t{:.2f}\t{:.2f}\t{:.2f}\t{}\t{:.5f}\t{}\t{}", v.rule, v.change,
                       2 * v.half_points.size(), games.elo.value, games.elo.low, games.elo.high, c.variant.searches,
                       more_nodes(c), c.variant.checked, c.variant.errors);
    for (std::size_t k = 0; k < kErrorClasses; ++k) {
      const auto error_class = static_cast<ErrorClass>(k);
      out += fmt::format("\t{:.4f}", c.variant.loss_rate(error_class) - c.base.loss_rate(error_class));
    }
    out += fmt::format("\t{}\t{}\t{}\n", c.variant.asked, c.variant.solved, c.base.solved);
  }
  return out;
}

Result<Prices> prices_of(const PriceTable& table, std::uint64_t seed) {
  constexpr std::size_t kLeastRules = 3;  // one left out, one for the penalty, one to fit
  const Evidence evidence = evidence_of(table);
  Prices out;
  out.variants = evidence.points.size();
  out.rules = rules_in(evidence.points);
  if (out.rules < kLeastRules)
    return Error{fmt::format("variants of {} have both games and audits, {} are needed", counted(out.rules, "rule"),
                             kLeastRules)};
  const std::vector<Estimate> prices = prices_with_intervals(evidence.points, seed);
  out.prices.push_back({"nodes", prices.front()});
  for (std::size_t k = 0; k < kErrorClasses; ++k)
    out.prices.push_back({std::string(name_of(static_cast<ErrorClass>(k))), prices[k + 1]});
  const auto judge = [&](const std::string& name, const std::vector<PricePoint>& points) {
    out.rivals.push_back({name, correlation_with_interval(points, predict_left_out(points), seed)});
  };
  judge("this model", evidence.points);
  judge("nodes alone", with_features(evidence.points, evidence.nodes));
  judge("error rate alone", with_features(evidence.points, evidence.error_rate));
  if (evidence.has_solved) judge("solved positions alone", with_features(evidence.points, evidence.solved));
  if (auto rival = first_games_rival(table, evidence, seed)) out.rivals.push_back(std::move(*rival));
  out.highest = highest_correlation(evidence.points);
  return out;
}

std::string prices_report(const Prices& prices, const Style& style) {
  constexpr double kOnePercent = 0.01;
  std::string out = fmt::format("{} of {}\n\n", counted(prices.variants, "variant"), counted(prices.rules, "rule"));
  TextTable table({{"price of", Align::Left}, {"Elo"}, {"95 %"}});
  for (const Prices::Price& p : prices.prices) {
    const bool nodes = p.name == prices.prices.front().name;
    const double unit = nodes ? kOnePercent : 1.0;
    const Estimate e{p.elo.value * unit, p.elo.low * unit, p.elo.high * unit};
    table.add_row({{nodes ? "1 % more nodes" : "1 point lost per 1,000 nodes, " + p.name},
                   {fmt::format("{:+.2f}", e.value)},
                   {fmt::format("{:+.2f} to {:+.2f}", e.low, e.high)}});
  }
  out += table.to_text(style) + "\n";
  TextTable rivals({{"predicted from", Align::Left}, {"correlation"}, {"95 %"}});
  for (const Prices::Rival& r : prices.rivals)
    rivals.add_row({{r.name},
                    {fmt::format("{:.2f}", r.correlation.value)},
                    {fmt::format("{:.2f} to {:.2f}", r.correlation.low, r.correlation.high)}});
  return out + rivals.to_text(style) + "\n" +
         wrapped(fmt::format("Correlation of predicted and played Elo, each rule predicted without its own variants. "
                             "The games' own errors allow no more than {:.2f}.",
                             prices.highest),
                 static_cast<std::size_t>(style.width));
}

std::string prices_json(const Prices& prices, const PriceTable& table) {
  Json out = {{"variants", table_json(table)}, {"rules", prices.rules}, {"highest_correlation", prices.highest}};
  for (const Prices::Price& p : prices.prices) out["prices"].push_back({{"of", p.name}, {"elo", estimate_json(p.elo)}});
  for (const Prices::Rival& r : prices.rivals)
    out["rivals"].push_back({{"predicted_from", r.name}, {"correlation", estimate_json(r.correlation)}});
  return out.dump();
}

}  // namespace oknos::lab
