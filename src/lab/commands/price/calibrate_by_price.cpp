#include <cstdio>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/base/text.h"
#include "engine/pruning/presets/options.h"
#include "lab/commands/price/price.h"
#include "lab/commands/price/price_file.h"
#include "lab/commands/price/price_result.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/output_file.h"
#include "lab/terminal/text_table.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

struct Choice {
  std::string change;
  double elo = 0;  // predicted, of this change alone
  double more_nodes = 0;
};

// Of each rule the best variant, if it is expected to win anything.
std::map<std::string, Choice> choices_of(const PriceTable& table, const PriceFile& prices) {
  std::map<std::string, Choice> out;
  for (const VariantRow& v : table.variants()) {
    const PriceTable::Compared c = table.compared(v);
    if (c.variant.searches == 0) continue;
    const Choice choice{v.change, predicted(prices.prices, features_of(c)), c.more_nodes()};
    if (choice.elo <= 0) continue;
    const auto [place, is_new] = out.try_emplace(v.rule, choice);
    if (!is_new && choice.elo > place->second.elo) place->second = choice;
  }
  return out;
}

Result<pruning::Preset> preset_with(const std::map<std::string, Choice>& choices,
                                    const CalibrateByPriceOptions& options, const Plan& plan,
                                    const store::StoreView& view) {
  pruning::Overrides overrides;
  for (const auto& [rule, choice] : choices) {
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

OutputPath path_of(const CalibrateByPriceOptions& options) {
  return {options.out, options.force, {options.errors, options.prices, options.search.preset}};
}

std::optional<Error> write(const CalibrateByPriceOptions& options, const pruning::Preset& base,
                           const pruning::Preset& preset) {
  OutputFile file;
  if (auto error = file.open(path_of(options))) return error;
  file.write(pruning::to_toml(preset, pruning::base_of_changes(base)));
  return file.finish();
}

std::string report(const std::map<std::string, Choice>& choices, const Style& style) {
  constexpr double kPercent = 100.0;
  if (choices.empty()) return "No variant is expected to win anything.\n";
  TextTable table({{"rule", Align::Left}, {"change", Align::Left, 1}, {"predicted Elo"}, {"nodes"}});
  for (const auto& [rule, choice] : choices)
    table.add_row({{plain_name(rule)},
                   {choice.change, Tone::Strong},
                   {fmt::format("{:+.1f}", choice.elo)},
                   {fmt::format("{:+.1f} %", kPercent * choice.more_nodes)}});
  return table.to_text(style) + "\n" +
         wrapped(
             "Each change alone, and the best of many: expect less. 'oknos-lab predict' measures them together, and "
             "'oknos-lab match' plays them.",
             static_cast<std::size_t>(style.width));
}

std::string report_json(const std::map<std::string, Choice>& choices) {
  nlohmann::ordered_json rules = nlohmann::ordered_json::array();
  for (const auto& [rule, choice] : choices)
    rules.push_back(
        {{"rule", rule}, {"change", choice.change}, {"predicted_elo", choice.elo}, {"more_nodes", choice.more_nodes}});
  return json_text(nlohmann::ordered_json{{"type", "calibration by price"}, {"rules", rules}});
}

}  // namespace

int calibrate_by_price(const CalibrateByPriceOptions& options) {
  const auto plan = make_plan(options.search, {});
  if (!plan) return complain(kUsage, plan.error());
  if (!options.out.empty())
    if (const auto error = output_objection(path_of(options))) return complain(kFailure, "--out " + error->message);
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
  const auto result = read_result<VariantErrorsResult>(**view);
  if (!result) return complain(kFailure, result.error());
  const auto choices = choices_of(result->table, *prices);
  const auto preset = preset_with(choices, options, *plan, **view);
  if (!preset) return complain(kFailure, preset.error());
  if (!options.out.empty())
    if (const auto error = write(options, plan->preset, *preset)) return complain(kFailure, "--out " + error->message);
  std::printf("%s", options.json ? (report_json(choices) + "\n").c_str()
                                 : report(choices, style_of(stdout, options.color)).c_str());
  return 0;
}

}  // namespace oknos::lab
