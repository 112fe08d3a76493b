#include "lab/commands/calibrate/calibrate.h"

#include <cstdio>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/base/text.h"
#include "engine/pruning/presets/preset.h"
#include "lab/commands/audit.h"
#include "lab/commands/calibrate/fit.h"
#include "lab/statistics/proportion_json.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/output_file.h"
#include "lab/terminal/text_table.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

using Json = nlohmann::ordered_json;

struct Halves {
  std::vector<AuditCase> fit, check;
  std::size_t positions = 0;
};

// Every other position is fitted to, from the first on. Not by its number: a part of a file may have odd ones alone.
Result<Halves> read_halves(const store::StoreView& view) {
  if (view.kind() != StoredAudit::kKind || view.entry("watched").empty())
    return Error{fmt::format(
        "\"{}\" is not a margin sweep: make one with `oknos-lab audit FILE --margins --out RUN.db`", view.path())};
  Halves out;
  const auto take = [&](WorkUnitNumber, AuditPosition position) -> std::optional<Error> {
    std::vector<AuditCase>& half = out.positions % 2 == 0 ? out.fit : out.check;
    for (AuditCase& c : position.cases) c.search = static_cast<std::uint32_t>(out.positions);
    std::move(position.cases.begin(), position.cases.end(), std::back_inserter(half));
    ++out.positions;
    return std::nullopt;
  };
  if (const auto error = for_each_work_unit<StoredAudit>(view, take)) return *error;
  return out;
}

std::string values_text(pruning::RuleId rule, const pruning::RuleSetting& setting,
                        const std::vector<std::size_t>& parameters) {
  std::string out;
  for (const std::size_t i : parameters)
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", plain_name(pruning::kRuleInfos[rule].parameters[i].name),
                       setting.values[i]);
  return out;
}

// "margin 120, slope 40"; "off".
std::string margins_text(pruning::RuleId rule, const pruning::RuleSetting& setting) {
  return setting.enabled ? values_text(rule, setting, margin_parameters(rule)) : "off";
}

// What was fitted besides the margins, a line for each rule that goes by weights.
std::string weights_text(const std::vector<RuleFit>& fits) {
  std::string out;
  for (const RuleFit& f : fits)
    if (const auto weights = weight_parameters(f.rule); f.after.enabled && !weights.empty())
      out += fmt::format("{}: {}.\n", capitalised(plain_name(pruning::kRuleInfos[f.rule].name)),
                         values_text(f.rule, f.after, weights));
  return out;
}

std::string rate_of(const CheckedEffect& e) {
  if (e.cases == 0) return "-";
  const Proportion& p = e.interval;
  return fmt::format("{} ({} to {})", rate_text(p.rate), rate_text(p.low), rate_text(p.high));
}

std::string change_text(std::uint64_t now, std::uint64_t before) {
  if (before == 0) return "-";
  return fmt::format("{:+.1f} %", 100.0 * (static_cast<double>(now) / static_cast<double>(before) - 1.0));
}

bool exceeds(const RuleFit& f, double risk) {
  return f.after.enabled && f.checked.cases > 0 && f.checked.error_rate() > risk;
}

// A line for each rule that is wrong more often than was asked for.
std::string warnings(const std::vector<RuleFit>& fits, double risk, const Style& style) {
  std::string out;
  for (const RuleFit& f : fits) {
    if (!exceeds(f, risk)) continue;
    const std::string why = f.fitted.cases == 0            ? "it has too few cases and stays as it is"
                            : f.fitted.error_rate() > risk ? "no margin holds that"
                                                           : fmt::format("in the positions used for the fit it is {}",
                                                                         rate_text(f.fitted.error_rate()));
    const std::string line = fmt::format(
        "Warning: {} is wrong in {} of the samples checked, more than the {} asked for; {}.",
        plain_name(pruning::kRuleInfos[f.rule].name), rate_text(f.checked.error_rate()), rate_text(risk), why);
    out += style.paint(Tone::Warning, wrapped(line, static_cast<std::size_t>(style.width)));
  }
  return out;
}

std::string report(const std::vector<RuleFit>& fits, double risk, const Style& style) {
  constexpr std::size_t kSaves = 6;
  TextTable table({{"rule", Align::Left, 9},
                   {"before", Align::Left, 6},
                   {"wrong", Align::Right, 5},
                   {"calibrated", Align::Left, 8},
                   {"wrong (95 % interval)", Align::Right, 7},
                   {"prunes", Align::Right, 4},
                   {"saves", Align::Right, 3}});
  for (const RuleFit& f : fits) {
    const MarginEffect& before = f.checked_before;
    table.add_row({{plain_name(pruning::kRuleInfos[f.rule].name)},
                   {margins_text(f.rule, f.before)},
                   {before.cases == 0 ? "-" : rate_text(before.error_rate())},
                   {margins_text(f.rule, f.after), Tone::Strong},
                   {rate_of(f.checked)},
                   {change_text(f.checked.cases, before.cases)},
                   {change_text(f.checked.nodes, before.nodes)}});
  }
  std::string notes = "Margins are fitted to every other position; the figures come from the remaining ones.";
  if (table.shows(kSaves, style)) notes += " Saves: change in the nodes that the rule saves.";
  return table.to_text(style) + "\n" + warnings(fits, risk, style) + weights_text(fits) +
         wrapped(notes, static_cast<std::size_t>(style.width));
}

Json json_of(const CheckedEffect& e) {
  Json out = {{"pruned", e.cases}, {"wrong", e.errors}, {"nodes_saved", e.nodes}};
  add_rate(out, e.interval);
  return out;
}

Json json_of(pruning::RuleId rule, const pruning::RuleSetting& setting) {
  Json out = {{"enabled", setting.enabled}};
  auto parameters = margin_parameters(rule);
  const auto weights = weight_parameters(rule);
  parameters.insert(parameters.end(), weights.begin(), weights.end());
  for (const std::size_t i : parameters)
    out[std::string(pruning::kRuleInfos[rule].parameters[i].name)] = setting.values[i];
  return out;
}

std::string to_json(const std::vector<RuleFit>& fits, double risk) {
  Json rules = Json::array();
  for (const RuleFit& f : fits)
    rules.push_back({{"rule", pruning::kRuleInfos[f.rule].name},
                     {"before", json_of(f.rule, f.before)},
                     {"after", json_of(f.rule, f.after)},
                     {"fitted", json_of(f.fitted)},
                     {"checked", json_of(f.checked)},
                     {"checked_before", json_of(f.checked_before)},
                     {"exceeds_risk", exceeds(f, risk)}});
  return json_text(Json{{"type", "calibration"}, {"risk", risk}, {"rules", rules}});
}

pruning::Preset preset_of(const CalibrateOptions& options, const Plan& plan, const store::StoreView& view,
                          const Halves& halves, const std::vector<RuleFit>& fits) {
  pruning::Preset out = plan.preset;
  out.settings = plan.settings;
  for (const RuleFit& f : fits) out.settings.rules[f.rule] = f.after;
  out.name = options.name;
  out.description = fmt::format("{} with margins fitted to be wrong in at most {} of the cases", plan.preset.name,
                                rate_text(options.risk / 100.0));
  std::string played = plan.preset.name;
  for (const Change& c : plan.changes) played += fmt::format(", {} = {}", c.name, c.to);
  out.source = fmt::format(
      "oknos-lab calibrate --risk {}, from a margin sweep ({}; one of {} checked) of {} positions ({}) with {}; "
      "fitted to {} cases",
      options.risk, view.entry("limits"), view.entry("sample"), halves.positions, view.entry("files"), played,
      grouped(halves.fit.size()));
  return out;
}

OutputPath path_of(const CalibrateOptions& options) {
  return {options.out, options.force, {options.margin_sweep, options.search.preset}};
}

// Says what differs from the built-in preset that was fitted, or that the fitted file extends.
std::optional<Error> write(const CalibrateOptions& options, const pruning::Preset& fitted,
                           const pruning::Preset& preset) {
  OutputFile file;
  if (auto error = file.open(path_of(options))) return error;
  file.write(pruning::to_toml(preset, pruning::base_of_changes(fitted)));
  return file.finish();
}

}  // namespace

int calibrate(const CalibrateOptions& options) {
  const auto plan = make_plan(options.search, {});
  if (!plan) return complain(kUsage, plan.error());
  if (!options.out.empty())
    if (const auto error = output_objection(path_of(options))) return complain(kFailure, "--out " + error->message);
  const auto view = store::StoreView::open(options.margin_sweep);
  if (!view) return complain(kFailure, view.error());
  const std::string rules = identity_of(plan->preset, plan->settings, plan->changes);
  if ((*view)->kind() == StoredAudit::kKind && (*view)->entry("rules") != rules)
    return complain(
        kUsage, fmt::format("the margin sweep was taken with \"{}\", not with \"{}\": name its preset with --preset",
                            (*view)->entry("rules"), rules));
  const auto halves = read_halves(**view);
  if (!halves) return complain(kFailure, halves.error());
  const auto fits = fit_margins(halves->fit, halves->check, plan->settings, options.risk / 100.0);
  if (fits.empty())
    return complain(kFailure,
                    fmt::format("\"{}\": no rule has {} cases to fit margins to: check more (--sample) or more "
                                "positions",
                                options.margin_sweep, grouped(kFewestCases)));
  if (!options.out.empty())
    if (const auto error = write(options, plan->preset, preset_of(options, *plan, **view, *halves, fits)))
      return complain(kFailure, "--out " + error->message);
  if (options.json)
    std::printf("%s\n", to_json(fits, options.risk / 100.0).c_str());
  else
    std::printf("%s", report(fits, options.risk / 100.0, style_of(stdout, options.color)).c_str());
  return 0;
}

}  // namespace oknos::lab
