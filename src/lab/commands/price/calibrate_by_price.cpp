#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/base/text.h"
#include "engine/pruning/presets/options.h"
#include "lab/commands/price/decision_table.h"
#include "lab/commands/price/price.h"
#include "lab/commands/price/price_file.h"
#include "lab/commands/price/price_result.h"
#include "lab/commands/price/variant_regrets.h"
#include "lab/commands/price/variant_table.h"
#include "lab/play/match_queue.h"
#include "lab/play/participant.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/output_file.h"

namespace oknos::lab {

namespace {

// The audits of variants, and what is known of their games.
struct Measured {
  PriceTable table;
  std::string base;         // what was varied, written as in run stores
  std::string depth;        // as exact_text() has it
  std::string description;  // of the audits, for people
  std::string regrets;      // how its regrets were measured, written as in PriceSource::base; empty: it has none
};

Result<Measured> measured_in_store(const std::string& path) {
  const auto view = store::StoreView::open(path);
  if (!view) return Error{view.error()};
  if ((*view)->kind() != VariantErrorsResult::kKind)
    return Error{fmt::format(
        "{} holds a run of '{}'; with --price it is one of 'oknos-lab price audit', or a table of 'price fit --table'",
        text::quoted(path), (*view)->kind())};
  auto result = read_result<VariantErrorsResult>(**view);
  if (!result) return Error{result.error()};
  return Measured{std::move(result->table), (*view)->entry("base"), (*view)->entry("limits"),
                  fmt::format("audits ({}; one of {} checked) of {}", (*view)->entry("limits"),
                              (*view)->entry("sample"), (*view)->entry("files")),
                  ""};
}

Result<Measured> measured_in_table(const std::string& path) {
  auto read = read_variant_table(path);
  if (!read) return Error{read.error()};
  const PriceSource* audits = read->made_from.audits();
  if (!audits) return Error{text::quoted(path, path.size()) + " does not say what was audited"};
  const PriceSource* regrets = read->made_from.regrets();
  return Measured{std::move(read->variants), audits->base, read->made_from.depth,
                  fmt::format("the games and audits ({}; one of {} checked) of {}", read->made_from.depth,
                              read->made_from.sample, path),
                  regrets ? regrets->base : ""};
}

Result<pruning::Preset> preset_with(const Choices& choices, const CalibrateByPriceOptions& options, const Plan& plan,
                                    const Measured& measured) {
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
  out.source = "oknos-lab calibrate --price, from " + measured.description;
  return out;
}

// A match of each of these changes against the base, and the most promising first.
std::string queue_file(Choices choices, const CalibrateByPriceOptions& options, const std::string& source) {
  std::stable_sort(choices.begin(), choices.end(),
                   [](const Choice& a, const Choice& b) { return a.expected().value > b.expected().value; });
  const std::string base = player_text(options.search);
  std::vector<QueuedMatch> matches;
  for (const Choice& c : choices) {
    const Estimate elo = c.expected();
    matches.push_back({c.rule,
                       fmt::format("{}: {:+.1f} Elo ({:+.1f} to {:+.1f})", c.played ? "expected" : "predicted",
                                   elo.value, elo.low, elo.high),
                       base + "," + c.change, base});
  }
  return queue_text(source, matches);
}

OutputPath path_of(const CalibrateByPriceOptions& options, const std::string& path) {
  OutputPath out{path, options.force, {options.errors, options.prices, options.search.preset}};
  const std::string& other = path == options.out ? options.queue_out : options.out;
  if (!other.empty()) out.in_use.push_back(other);
  return out;
}

std::optional<Error> write(const OutputPath& to, const std::string& text) {
  OutputFile file;
  if (auto error = file.open(to)) return error;
  file.write(text);
  return file.finish();
}

std::string report(const Choices& choices, const std::vector<NamedCurve>& curves, const std::string& provenance,
                   const Style& style) {
  const std::string of_choices =
      choices.empty() ? "No variant is expected to win anything.\n" : decisions_text(choices, style);
  return of_choices + curves_report(curves, style) + provenance;
}

std::string report_json(const Choices& all, const Choices& best, const std::vector<NamedCurve>& curves,
                        bool prices_are_of_base, PricesOf used) {
  return json_text(nlohmann::ordered_json{{"type", "calibration by price"},
                                          {"prices_of", used == PricesOf::Regret ? "regret" : "errors"},
                                          {"prices_are_of_base", prices_are_of_base},
                                          {"rules", decisions_json(best)},
                                          {"variants", decisions_json(all)},
                                          {"best_values", curves_json(curves)}});
}

// Regrets that were measured in another way have another price. Empty: they are used, or there are none.
std::string why_regrets_are_unused(const Measured& measured, const PriceFile& prices) {
  if (!measured.table.has_regrets()) return "";
  constexpr const char* kUnused = "The regrets of the table are not used: ";
  if (!prices.by_regret) return std::string(kUnused) + "these prices have none of regret.";
  const std::string of_table = conditions_of(measured.regrets), of_prices = conditions_of(prices.regrets()->base);
  if (of_table != of_prices)
    return fmt::format("{}they were measured with \"{}\", those of the prices with \"{}\".", kUnused, of_table,
                       of_prices);
  for (const VariantRow& v : measured.table.variants())
    if (!v.regret && measured.table.compared(v).variant.searches > 0)
      return fmt::format("{}{} has none.", kUnused, v.change);
  return "";
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
  const auto measured =
      is_variant_table(options.errors) ? measured_in_table(options.errors) : measured_in_store(options.errors);
  if (!measured) return complain(kFailure, measured.error());
  const std::string base = identity_of(plan->preset, plan->settings, plan->changes);
  if (measured->base != base)
    return complain(kUsage, fmt::format("the audits are of \"{}\", not of \"{}\": name their preset with --preset",
                                        measured->base, base));
  if (measured->depth != prices->depth)
    return complain(kUsage,
                    fmt::format("the audits are to {}, but the prices are for audits to {}: audit to that depth",
                                measured->depth, prices->depth));
  const std::string unused = why_regrets_are_unused(*measured, *prices);
  const PricesOf used = measured->table.has_regrets() && unused.empty() ? PricesOf::Regret : PricesOf::Errors;
  const std::vector<NamedCurve> curves = curves_in(measured->table, plan->settings);
  const Choices all = all_choices(measured->table, *prices, curves, used);
  const Choices best = best_of(all);
  const auto preset = preset_with(best, options, *plan, *measured);
  if (!preset) return complain(kFailure, preset.error());
  if (!options.out.empty())
    if (const auto error =
            write(path_of(options, options.out), pruning::to_toml(*preset, pruning::base_of_changes(plan->preset))))
      return complain(kFailure, "--out " + error->message);
  if (!options.queue_out.empty())
    if (const auto error = write(path_of(options, options.queue_out), queue_file(best, options, preset->source)))
      return complain(kFailure, "--queue-out " + error->message);
  const Style style = style_of(stdout, options.color);
  if (!unused.empty()) complain(0, unused);
  const std::string text =
      options.json ? report_json(all, best, curves, are_prices_of(*prices, base), used) + "\n"
                   : report(options.all ? all : best, curves, provenance_of(*prices, base, style, used), style);
  std::fputs(text.c_str(), stdout);
  return 0;
}

}  // namespace oknos::lab
