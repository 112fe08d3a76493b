#include <algorithm>
#include <array>
#include <cstdio>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/base/text.h"
#include "engine/pruning/presets/options.h"
#include "lab/commands/price/price.h"
#include "lab/commands/price/price_file.h"
#include "lab/commands/price/price_result.h"
#include "lab/play/participant.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/output_file.h"
#include "lab/terminal/text_table.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

// A line of the decision table: what a change alone avoids or adds, and what that is expected to be worth.
struct Choice {
  std::string rule, change;
  Estimate elo;  // predicted
  double more_nodes = 0;
  std::array<double, kErrorClasses> more_loss{};  // expected points per 1,000 nodes
};
using Choices = std::vector<Choice>;

// In the order of the variants.
Choices all_choices(const PriceTable& table, const PriceFile& prices) {
  const double margin = kDeviationsOf95Percent * prices.deviation;
  Choices out;
  for (const VariantRow& v : table.variants()) {
    const PriceTable::Compared c = table.compared(v);
    if (c.variant.searches == 0) continue;
    const double elo = predicted(prices.prices, features_of(c));
    Choice choice{v.rule, v.change, {elo, elo - margin, elo + margin}, c.more_nodes(), {}};
    for (std::size_t k = 0; k < kErrorClasses; ++k) {
      const auto error_class = static_cast<ErrorClass>(k);
      choice.more_loss[k] = c.variant.loss_rate(error_class) - c.base.loss_rate(error_class);
    }
    out.push_back(std::move(choice));
  }
  return out;
}

// Of each rule the best variant, if it is expected to win anything; by name.
Choices best_of(const Choices& all) {
  std::map<std::string, Choice> best;
  for (const Choice& choice : all) {
    if (choice.elo.value <= 0) continue;
    const auto [place, is_new] = best.try_emplace(choice.rule, choice);
    if (!is_new && choice.elo.value > place->second.elo.value) place->second = choice;
  }
  Choices out;
  for (auto& [rule, choice] : best) out.push_back(std::move(choice));
  return out;
}

Result<pruning::Preset> preset_with(const Choices& choices, const CalibrateByPriceOptions& options, const Plan& plan,
                                    const store::StoreView& view) {
  pruning::Overrides overrides;
  for (const Choice& choice : choices) {
    const std::size_t equals = choice.change.find('=');
    const auto done = overrides.set(choice.change.substr(0, equals), choice.change.substr(equals + 1));
    if (!done) return Error{done.error()};
  }
  pruning::Preset out = plan.preset;
  out.settings = plan.settings;
  out.settings = overrides.resolve(out);
  out.name = options.name;
  out.description = plan.preset.name + " with the values that prices expect the most Elo of";
  out.source = fmt::format("oknos-lab calibrate --price, from audits ({}; one of {} checked) of {}",
                           view.entry("limits"), view.entry("sample"), view.entry("files"));
  return out;
}

// A match of each of these changes against the base, and the most promising first.
std::string queue_file(Choices choices, const CalibrateByPriceOptions& options, const std::string& source) {
  constexpr int kGames = 4000;
  constexpr int kNodes = 20000;
  std::stable_sort(choices.begin(), choices.end(),
                   [](const Choice& a, const Choice& b) { return a.elo.value > b.elo.value; });
  const auto quoted = [](const std::string& text) { return json_text(nlohmann::json(text)); };
  const std::string base = player_text(options.search);
  std::string out = fmt::format("# {}\n\nnodes = {}\ngames = {}\n", source, kNodes, kGames);
  for (const Choice& c : choices)
    out += fmt::format("\n# predicted: {:+.1f} Elo ({:+.1f} to {:+.1f})\n[{}]\nfirst = {}\nsecond = {}\n", c.elo.value,
                       c.elo.low, c.elo.high, c.rule, quoted(base + "," + c.change), quoted(base));
  return out;
}

OutputPath path_of(const CalibrateByPriceOptions& options, const std::string& path) {
  return {path, options.force, {options.errors, options.prices, options.search.preset}};
}

std::optional<Error> write(const OutputPath& to, const std::string& text) {
  OutputFile file;
  if (auto error = file.open(to)) return error;
  file.write(text);
  return file.finish();
}

std::string report(const Choices& choices, const std::string& provenance, const Style& style) {
  constexpr double kPercent = 100.0;
  if (choices.empty()) return "No variant is expected to win anything.\n" + provenance;
  constexpr int kAlways = 2, kLong = 1;  // which column stays when the terminal is narrow
  std::vector<Column> columns = {{"change", Align::Left, kAlways},
                                 {"predicted Elo", Align::Right, kAlways},
                                 {"95 %", Align::Right, kLong},
                                 {"nodes", Align::Right, kLong}};
  for (std::size_t k = 0; k < kErrorClasses; ++k) columns.push_back({std::string(name_of(static_cast<ErrorClass>(k)))});
  TextTable table(std::move(columns));
  for (const Choice& c : choices) {
    std::vector<Cell> cells = {{c.change, c.elo.low > 0    ? Tone::Good
                                          : c.elo.high < 0 ? Tone::Bad
                                                           : Tone::Plain},
                               {fmt::format("{:+.1f}", c.elo.value)},
                               {fmt::format("{:+.1f} to {:+.1f}", c.elo.low, c.elo.high)},
                               {fmt::format("{:+.1f} %", kPercent * c.more_nodes)}};
    for (const double loss : c.more_loss) cells.push_back({fmt::format("{:+.2f}", loss)});
    table.add_row(std::move(cells));
  }
  return table.to_text(style) + "\n" +
         wrapped(
             "Nodes to the same depth. The last columns: expected points of the game that errors lose per 1,000 nodes, "
             "by the depth of the node, against the preset. Each change alone; the best of many predictions is too "
             "high, so confirm it: 'oknos-lab predict' measures changes together, and --queue-out writes matches.",
             static_cast<std::size_t>(style.width)) +
         provenance;
}

nlohmann::ordered_json choices_json(const Choices& choices) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const Choice& c : choices) {
    nlohmann::ordered_json row = {{"rule", c.rule},
                                  {"change", c.change},
                                  {"predicted_elo", {{"value", c.elo.value}, {"low", c.elo.low}, {"high", c.elo.high}}},
                                  {"more_nodes", c.more_nodes}};
    for (std::size_t k = 0; k < kErrorClasses; ++k)
      row["more_loss_per_1000_nodes"][std::string(name_of(static_cast<ErrorClass>(k)))] = c.more_loss[k];
    out.push_back(std::move(row));
  }
  return out;
}

std::string report_json(const Choices& all, const Choices& best, bool prices_are_of_base) {
  return json_text(nlohmann::ordered_json{{"type", "calibration by price"},
                                          {"prices_are_of_base", prices_are_of_base},
                                          {"rules", choices_json(best)},
                                          {"variants", choices_json(all)}});
}

}  // namespace

int calibrate_by_price(const CalibrateByPriceOptions& options) {
  const auto plan = make_plan(options.search, {});
  if (!plan) return complain(kUsage, plan.error());
  for (const auto& [option, path] : {std::pair{"--out ", options.out}, std::pair{"--queue-out ", options.queue_out}})
    if (!path.empty())
      if (const auto error = output_objection(path_of(options, path)))
        return complain(kFailure, option + error->message);
  const auto prices = read_price_file(options.prices);
  if (!prices) return complain(kFailure, "--price " + prices.error());
  const auto view = store::StoreView::open(options.errors);
  if (!view) return complain(kFailure, view.error());
  if ((*view)->kind() != VariantErrorsResult::kKind)
    return complain(kFailure, fmt::format("{} holds a run of '{}'; with --price it is one of 'oknos-lab price audit'",
                                          text::quoted(options.errors), (*view)->kind()));
  const std::string base = identity_of(plan->preset, plan->settings, plan->changes);
  if ((*view)->entry("base") != base)
    return complain(kUsage, fmt::format("the audits are of \"{}\", not of \"{}\": name their preset with --preset",
                                        (*view)->entry("base"), base));
  if ((*view)->entry("limits") != prices->depth)
    return complain(kUsage,
                    fmt::format("the audits are to {}, but the prices are for audits to {}: audit to that depth",
                                (*view)->entry("limits"), prices->depth));
  const auto result = read_result<VariantErrorsResult>(**view);
  if (!result) return complain(kFailure, result.error());
  const Choices all = all_choices(result->table, *prices);
  const Choices best = best_of(all);
  const auto preset = preset_with(best, options, *plan, **view);
  if (!preset) return complain(kFailure, preset.error());
  if (!options.out.empty())
    if (const auto error =
            write(path_of(options, options.out), pruning::to_toml(*preset, pruning::base_of_changes(plan->preset))))
      return complain(kFailure, "--out " + error->message);
  if (!options.queue_out.empty())
    if (const auto error = write(path_of(options, options.queue_out), queue_file(best, options, preset->source)))
      return complain(kFailure, "--queue-out " + error->message);
  const Style style = style_of(stdout, options.color);
  const std::string text = options.json ? report_json(all, best, are_prices_of(*prices, base)) + "\n"
                                        : report(options.all ? all : best, provenance_of(*prices, base, style), style);
  std::fputs(text.c_str(), stdout);
  return 0;
}

}  // namespace oknos::lab
