#include "lab/commands/price/decision_table.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "engine/pruning/presets/options.h"
#include "lab/terminal/key_values.h"
#include "lab/terminal/text_table.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

Tone tone_of(const Estimate& elo) {
  return elo.low > 0 ? Tone::Good : elo.high < 0 ? Tone::Bad : Tone::Plain;
}

std::string interval(const Estimate& elo) {
  return fmt::format("{:+.1f} to {:+.1f}", elo.low, elo.high);
}

// Its Elo by the curve of its parameter.
std::optional<Estimate> elo_by_curve(const std::string& change, const std::vector<NamedCurve>& curves) {
  const std::size_t equals = change.find('=');
  for (const auto& [key, curve] : curves) {
    if (change.substr(0, equals) != key) continue;
    const auto value = parse_number(change.substr(equals + 1));
    if (value && curve.includes(*value)) return curve.elo_at(*value);
  }
  return std::nullopt;
}

nlohmann::ordered_json elo_json(const Estimate& elo) {
  return {{"value", elo.value}, {"low", elo.low}, {"high", elo.high}};
}

}  // namespace

Estimate Choice::expected() const {
  if (by_curve) return combined(predicted, *by_curve);
  return played ? combined(predicted, *played) : predicted;
}

std::vector<NamedCurve> curves_in(const PriceTable& table, const pruning::Settings& base) {
  std::vector<NamedCurve> out;
  for (const auto& [name, text] : pruning::named_values(base)) {
    const auto now = parse_number(text);
    if (!now) continue;
    ValueCurve::Points points{{}, {}, SymmetricMatrix(0)};
    std::vector<double> variances;
    for (const VariantRow& v : table.variants()) {
      const std::size_t equals = v.change.find('=');
      const auto value = parse_number(v.change.substr(equals + 1));
      const auto played = v.played();
      if (v.change.substr(0, equals) != name || !value || !played || !(played->elo.high > played->elo.low)) continue;
      const double deviation = (played->elo.high - played->elo.low) / (2 * kDeviationsOf95Percent);
      points.values.push_back(*value);
      points.elo.push_back(played->elo.value);
      variances.push_back(deviation * deviation);
    }
    points.covariance = SymmetricMatrix(variances.size());
    for (std::size_t i = 0; i < variances.size(); ++i) points.covariance.at(i, i) = variances[i];
    if (auto curve = ValueCurve::through(*now, points)) out.push_back({name, *std::move(curve)});
  }
  sort_by_gain(out);
  return out;
}

Choices all_choices(const PriceTable& table, const PriceFile& prices, const std::vector<NamedCurve>& curves,
                    PricesOf used) {
  Choices out;
  for (const VariantRow& v : table.variants()) {
    const PriceTable::Compared c = table.compared(v);
    if (c.variant.searches == 0) continue;
    Choice choice;
    choice.rule = v.rule;
    choice.change = v.change;
    choice.predicted = prices.predicted(c);
    choice.more_nodes = c.more_nodes();
    if (used == PricesOf::Regret) {
      choice.more_regret = v.regret->more.value;
      choice.predicted = prices.by_regret->predicted(c, *v.regret);
    }
    if (const auto games = v.played()) {
      choice.played = games->elo;
      choice.by_curve = elo_by_curve(v.change, curves);
    }
    for (std::size_t k = 0; k < kErrorClasses; ++k) {
      const auto error_class = static_cast<ErrorClass>(k);
      choice.more_loss[k] = c.variant.loss_rate(error_class) - c.base.loss_rate(error_class);
    }
    out.push_back(std::move(choice));
  }
  return out;
}

Choices best_of(const Choices& all) {
  std::map<std::string, Choice> best;
  for (const Choice& choice : all) {
    if (!(choice.expected().value > 0)) continue;
    const auto [place, is_new] = best.try_emplace(choice.rule, choice);
    if (!is_new && choice.expected().value > place->second.expected().value) place->second = choice;
  }
  Choices out;
  for (auto& [rule, choice] : best) out.push_back(std::move(choice));
  return out;
}

std::string decisions_text(const Choices& choices, const Style& style) {
  constexpr double kPercent = 100.0;
  if (choices.empty()) return "";
  const bool with_games = std::any_of(choices.begin(), choices.end(), [](const Choice& c) { return c.played; });
  constexpr int kAlways = 2, kLong = 1;  // which column stays when the terminal is narrow
  std::vector<Column> columns = {{"change", Align::Left, kAlways}};
  if (with_games) {
    columns.push_back({"expected Elo", Align::Right, kAlways});
    columns.push_back({"95 %", Align::Right, kLong});
    columns.push_back({"played", Align::Right, kLong});
    columns.push_back({"curve", Align::Right, kLong});
    columns.push_back({"predicted", Align::Right, kLong});
  } else {
    columns.push_back({"predicted Elo", Align::Right, kAlways});
    columns.push_back({"95 %", Align::Right, kLong});
  }
  columns.push_back({"nodes", Align::Right, kLong});
  const bool with_regret = std::any_of(choices.begin(), choices.end(), [](const Choice& c) { return c.more_regret; });
  if (with_regret) columns.push_back({"regret", Align::Right, kLong});
  for (std::size_t k = 0; k < kErrorClasses; ++k) columns.push_back({std::string(name_of(static_cast<ErrorClass>(k)))});
  const std::size_t first_loss = columns.size() - kErrorClasses;
  TextTable table(std::move(columns));
  for (const Choice& c : choices) {
    const Estimate expected = c.expected();
    std::vector<Cell> cells = {
        {c.change, tone_of(expected)}, {fmt::format("{:+.1f}", expected.value)}, {interval(expected)}};
    if (with_games) {
      cells.push_back({c.played ? fmt::format("{:+.1f}", c.played->value) : "-"});
      cells.push_back({c.by_curve ? fmt::format("{:+.1f}", c.by_curve->value) : ""});
      cells.push_back({fmt::format("{:+.1f}", c.predicted.value)});
    }
    cells.push_back({fmt::format("{:+.1f} %", kPercent * c.more_nodes)});
    if (with_regret) cells.push_back({c.more_regret ? fmt::format("{:+.2f} %", kPercent * *c.more_regret) : "-"});
    for (const double loss : c.more_loss) cells.push_back({fmt::format("{:+.2f}", loss)});
    table.add_row(std::move(cells));
  }
  const std::string of_games =
      with_games ? "Expected: what was played, drawn towards what the prices predict, each weighed by its interval. "
                   "Curve: what was played, by a parabola through all values of the parameter; where there is one, it "
                   "counts instead. "
                 : "";
  bool with_losses = false;
  for (std::size_t k = 0; k < kErrorClasses; ++k) with_losses |= table.shows(first_loss + k, style);
  return table.to_text(style) + "\n" +
         wrapped(
             of_games + "Nodes to the same depth. " +
                 (with_regret ? "Regret: percent of a point that a move gives away. " : "") +
                 (with_losses ? "The last columns: expected points of the game that errors lose per 1,000 nodes, by "
                                "the depth of the node, against the preset. "
                              : "") +
                 "Each change alone. The best of many figures is too high, so confirm it: 'oknos-lab predict' measures "
                 "changes together, and --queue-out writes matches.",
             static_cast<std::size_t>(style.width));
}

nlohmann::ordered_json decisions_json(const Choices& choices) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const Choice& c : choices) {
    nlohmann::ordered_json row = {{"rule", c.rule},
                                  {"change", c.change},
                                  {"predicted_elo", elo_json(c.predicted)},
                                  {"played_elo", nullptr},
                                  {"curve_elo", nullptr},
                                  {"expected_elo", elo_json(c.expected())},
                                  {"more_nodes", c.more_nodes}};
    if (c.more_regret) row["more_regret"] = *c.more_regret;
    if (c.played) row["played_elo"] = elo_json(*c.played);
    if (c.by_curve) row["curve_elo"] = elo_json(*c.by_curve);
    for (std::size_t k = 0; k < kErrorClasses; ++k)
      row["more_loss_per_1000_nodes"][std::string(name_of(static_cast<ErrorClass>(k)))] = c.more_loss[k];
    out.push_back(std::move(row));
  }
  return out;
}

}  // namespace oknos::lab
