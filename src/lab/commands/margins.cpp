#include "lab/commands/margins.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <optional>

#include "engine/base/text.h"
#include "engine/pruning/presets/preset.h"
#include "engine/pruning/registry/registry.h"
#include "lab/arguments/arguments.h"
#include "lab/commands/audit.h"
#include "lab/commands/claims/calibrate_by_claims.h"
#include "lab/record/report.h"
#include "lab/shadow/audit_view.h"
#include "lab/statistics/logistic.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/output_file.h"

namespace oknos::lab {

namespace {

using pruning::FittedFutility;
using pruning::RuleId;
using pruning::RuleSetting;
using CasesOfRules = std::map<RuleId, std::vector<const AuditCase*>>;

// --- The fit ---

// Of the rules that were watched, what their margins decide about: no other rule has left it out.
CasesOfRules decided_by_margins(const std::vector<AuditCase>& cases) {
  CasesOfRules out;
  for (const AuditCase& c : cases)
    if (const auto rule = pruning::find_rule(c.rule); rule && c.watched && c.largest_margin)
      if (c.decided.empty() || c.decided == c.rule) out[*rule].push_back(&c);
  return out;
}

bool goes_by_odds(RuleId rule) {
  return rule == pruning::kId<FittedFutility>;
}

// Evenly spaced values up to the largest that the parameter needs: beyond it next to nothing is left out.
std::vector<std::int16_t> values_to_try(RuleId rule, std::size_t parameter) {
  constexpr int kSteps = 60, kMaxCentipawns = 900, kMaxMoves = 30;
  const pruning::ParameterInfo& info = pruning::kRuleInfos[rule].parameters[parameter];
  const int usual = info.unit == "centipawns" ? kMaxCentipawns : info.unit == "moves" ? kMaxMoves : info.max;
  const int enough = std::min(info.enough > 0 ? info.enough : usual, info.max);
  const int least = goes_by_odds(rule) ? 0 : info.min;  // odds of more than even are nobody's risk
  const int range = enough - least, steps = std::min(kSteps, range);
  std::vector<std::int16_t> out;
  for (int i = 0; i <= steps; ++i) out.push_back(static_cast<std::int16_t>(least + range * i / std::max(steps, 1)));
  return out;
}

// Tries every combination of the values.
class MarginSearch {
 public:
  MarginSearch(const RuleMarginSweep& sweep, const RuleSetting& before, double risk)
      : sweep_(sweep), parameters_(margin_parameters(sweep.rule())), risk_(risk), setting_(before) {
    setting_.enabled = true;
  }

  // Nothing: no margins hold the risk.
  std::optional<RuleSetting> best() {
    try_from(0);
    return best_;
  }

 private:
  void try_from(std::size_t i) {
    if (i == parameters_.size()) return consider();
    for (const std::int16_t v : values_to_try(sweep_.rule(), parameters_[i])) {
      setting_.values[parameters_[i]] = v;
      try_from(i + 1);
    }
  }
  void consider() {
    const MarginEffect effect = sweep_.effect(setting_);
    if (effect.cases == 0 || effect.error_rate() > risk_ || effect.nodes <= most_nodes_) return;
    most_nodes_ = effect.nodes;
    best_ = setting_;
  }

  const RuleMarginSweep& sweep_;
  const std::vector<std::size_t> parameters_;
  const double risk_;
  RuleSetting setting_;
  std::optional<RuleSetting> best_;
  std::uint64_t most_nodes_ = 0;
};

FittedFutility::Facts facts_of(const AuditCase& c) {
  return {.depth = c.depth,
          .searched = c.searched,
          .history = c.history,
          .static_eval = c.static_eval.value_or(c.alpha),
          .alpha = c.alpha,
          .improving = c.improving,
          .cut_node = c.node == NodeKind::Cut};
}

}  // namespace

std::vector<std::size_t> margin_parameters(RuleId rule) {
  std::vector<std::size_t> out;
  const auto& all = pruning::kRuleInfos[rule].parameters;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (pruning::kRuleInfos[rule].margin->has(all[i].unit)) out.push_back(i);
  return out;
}

std::vector<std::size_t> weight_parameters(RuleId rule) {
  using P = FittedFutility::P;
  std::vector<std::size_t> out;
  if (!goes_by_odds(rule)) return out;
  for (auto i = static_cast<std::size_t>(P::Base); i <= static_cast<std::size_t>(P::CutNode); ++i) out.push_back(i);
  return out;
}

RuleSetting with_fitted_weights(RuleSetting setting, const std::vector<const AuditCase*>& cases) {
  Trials trials;
  trials.width = 1 + FittedFutility::kFeatures;  // the constant part comes first, as in the parameters
  trials.features.reserve(cases.size() * trials.width);
  for (const AuditCase* c : cases) {
    std::array<double, 1 + FittedFutility::kFeatures> row{1.0};
    const auto features = FittedFutility::features(facts_of(*c));
    std::transform(features.begin(), features.end(), row.begin() + 1,
                   [](int f) { return static_cast<double>(f) / FittedFutility::kUnit; });
    trials.add(row.data(), c->error);
  }
  const auto weights = fit_logistic(trials);
  const auto parameters = weight_parameters(pruning::kId<FittedFutility>);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const pruning::ParameterInfo& info = FittedFutility::kParameters[parameters[i]];
    const long rounded = std::lround(weights[i] * FittedFutility::kUnit);
    setting.values[parameters[i]] = static_cast<std::int16_t>(std::clamp<long>(rounded, info.min, info.max));
  }
  return setting;
}

int largest_margin(const AuditCase& c, const RuleSetting& setting) {
  return -FittedFutility::log_odds(setting, facts_of(c));
}

RuleMarginSweep::RuleMarginSweep(RuleId rule, const std::vector<const AuditCase*>& cases, const RuleSetting& setting)
    : rule_(rule) {
  using Sorted = std::pair<int, const AuditCase*>;  // largest margin
  std::map<MarginFacts, std::vector<Sorted>> groups;
  for (const AuditCase* c : cases)
    groups[c->margin_facts].emplace_back(goes_by_odds(rule) ? largest_margin(*c, setting) : *c->largest_margin, c);
  for (auto& [facts, group] : groups) {
    std::stable_sort(group.begin(), group.end(), [](const Sorted& a, const Sorted& b) { return a.first > b.first; });
    Group& out = groups_.emplace_back(Group{facts, {}, {}, {}});
    MarginEffect sum;
    for (const auto& [margin, c] : group) {
      ++sum.cases;
      sum.errors += c->error ? 1 : 0;
      sum.nodes += c->nodes;
      out.margins.push_back(margin);
      out.sums.push_back(sum);
      out.cases.push_back(c);
    }
  }
}

std::size_t RuleMarginSweep::left_out(const Group& group, const RuleSetting& setting) const {
  if (!setting.enabled) return 0;
  const int margin = margin_at(rule_, setting, group.facts);
  const auto end = std::upper_bound(group.margins.begin(), group.margins.end(), margin, std::greater<>());
  return static_cast<std::size_t>(end - group.margins.begin());
}

MarginEffect RuleMarginSweep::effect(const RuleSetting& setting) const {
  MarginEffect out;
  for (const Group& group : groups_) {
    const std::size_t count = left_out(group, setting);
    if (count == 0) continue;
    const MarginEffect& sum = group.sums[count - 1];
    out.cases += sum.cases;
    out.errors += sum.errors;
    out.nodes += sum.nodes;
  }
  return out;
}

CheckedEffect RuleMarginSweep::checked_effect(const RuleSetting& setting) const {
  CheckedEffect out{effect(setting), {}};
  ClusterCounts wrong;
  for (const Group& group : groups_) {
    const std::size_t count = left_out(group, setting);
    for (std::size_t i = 0; i < count; ++i) wrong.add(group.cases[i]->search, group.cases[i]->error);
  }
  out.interval = wrong.proportion();
  return out;
}

std::vector<RuleFit> fit_margins(const std::vector<AuditCase>& fit, const std::vector<AuditCase>& check,
                                 const pruning::Settings& settings, double risk) {
  std::vector<RuleFit> out;
  const CasesOfRules checked = decided_by_margins(check);
  for (const auto& [rule, cases] : decided_by_margins(fit)) {
    if (cases.size() < kFewestCases) continue;
    RuleFit result;
    result.rule = rule;
    result.before = result.after = settings.rules[rule];
    if (goes_by_odds(rule)) result.after = with_fitted_weights(result.after, cases);
    const RuleMarginSweep sweep(rule, cases, result.after);
    const auto best = MarginSearch(sweep, result.after, risk).best();
    if (best) result.after = *best;
    result.after.enabled = best.has_value();
    result.fitted = sweep.checked_effect(result.after);
    if (const auto found = checked.find(rule); found != checked.end()) {
      result.checked = RuleMarginSweep(rule, found->second, result.after).checked_effect(result.after);
      result.checked_before = RuleMarginSweep(rule, found->second, result.before).checked_effect(result.before);
    }
    out.push_back(result);
  }
  return out;
}

namespace {

// --- What is printed ---

// "margin 120, slope 40"; "off".
std::string values_text(RuleId rule, const RuleSetting& setting, const std::vector<std::size_t>& parameters) {
  const auto text = [&](std::size_t i) {
    return fmt::format("{} {}", plain_name(pruning::kRuleInfos[rule].parameters[i].name), setting.values[i]);
  };
  return setting.enabled ? listed(parameters, text) : "off";
}

struct MarginLine {
  std::string rule, before, after;
  std::optional<double> wrong_before;  // share of what the rule prunes in the positions that were not fitted to
  std::optional<Estimate> wrong;
  std::optional<double> prunes, saves;  // 0.1: 10 % more than before
};
constexpr auto kMarginLine = [](auto& f, auto& l) {
  constexpr record::ColumnTraits kRate{.scale = 100, .suffix = " %", .decimals = 3, .keep = 5};
  constexpr record::ColumnTraits kMore{.scale = 100, .suffix = " %", .decimals = 1, .sign = true, .keep = 3};
  f("rule", l.rule, "", {.keep = record::kAlways});
  f("before", l.before, "", {.keep = 6});
  f("wrong before", l.wrong_before, "", kRate);
  f("calibrated", l.after, "", {.keep = 8});
  f("wrong", l.wrong, "", kRate);
  f("prunes", l.prunes, "", kMore);
  f("saves", l.saves, "change in the nodes that the rule saves", kMore);
};

struct MarginsReport {
  const std::vector<RuleFit>& fits;
  double risk;

  static std::string name(const RuleFit& f) { return plain_name(pruning::kRuleInfos[f.rule].name); }
  static std::optional<double> more(std::uint64_t now, std::uint64_t before) {
    if (before == 0) return std::nullopt;
    return static_cast<double>(now) / static_cast<double>(before) - 1.0;
  }
  static MarginLine line_of(const RuleFit& f) {
    const auto margins = margin_parameters(f.rule);
    MarginLine out{name(f), values_text(f.rule, f.before, margins), values_text(f.rule, f.after, margins), {}, {}, {},
                   {}};
    if (f.checked_before.cases > 0) out.wrong_before = f.checked_before.error_rate();
    const Proportion& p = f.checked.interval;
    if (f.checked.cases > 0) out.wrong = Estimate{p.rate, p.low, p.high};
    out.prunes = more(f.checked.cases, f.checked_before.cases);
    out.saves = more(f.checked.nodes, f.checked_before.nodes);
    return out;
  }
  std::string warning(const RuleFit& f) const {
    const std::string why = f.fitted.error_rate() > risk ? "no margin holds that"
                                                         : fmt::format("in the positions used for the fit it is {}",
                                                                       rate_text(f.fitted.error_rate()));
    return fmt::format("Warning: {} is wrong in {} of the samples checked, more than the {} asked for; {}.", name(f),
                       rate_text(f.checked.error_rate()), rate_text(risk), why);
  }
  template <class Report>
  void report(Report& out) const {
    std::vector<MarginLine> lines;
    for (const RuleFit& f : fits) lines.push_back(line_of(f));
    out.value("risk", risk);
    out.table("rules", lines, kMarginLine);
    for (const RuleFit& f : fits) {
      if (f.after.enabled && f.checked.cases > 0 && f.checked.error_rate() > risk) out.note(warning(f));
      if (const auto weights = weight_parameters(f.rule); f.after.enabled && !weights.empty())
        out.note(fmt::format("{}: {}.", capitalised(name(f)), values_text(f.rule, f.after, weights)));
    }
    out.note("Margins are fitted to every other position; the figures come from the remaining ones.");
  }
};

// --- The command ---

struct MarginsOptions {
  CalibrateByClaimsOptions engine;  // of a UCI engine; what is common to both is here: the store, force, json, color
  double risk = 1.0;                // percent
  SearchOptions search;             // the preset of the margin sweep, and what was changed in it
  std::string name = "calibrated";
  std::string out;  // the preset; empty: it is only shown

  OutputPath preset() const { return {out, engine.force, {engine.claims, search.preset}}; }
};

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

// The preset says what differs from the built-in preset that was fitted, or that the fitted file extends.
std::optional<Error> write_preset(const MarginsOptions& options, const Plan& plan, const store::StoreView& view,
                                  const Halves& halves, const std::vector<RuleFit>& fits) {
  pruning::Preset preset = plan.preset;
  preset.settings = plan.settings;
  for (const RuleFit& f : fits) preset.settings.rules[f.rule] = f.after;
  preset.name = options.name;
  preset.description = fmt::format("{} with margins fitted to be wrong in at most {} of the cases", plan.preset.name,
                                   rate_text(options.risk / 100.0));
  std::string played = plan.preset.name;
  for (const Change& c : plan.changes) played += fmt::format(", {} = {}", c.name, c.to);
  preset.source = fmt::format(
      "oknos-lab margins --risk {}, from a margin sweep ({}; one of {} checked) of {} positions ({}) with {}; fitted "
      "to "
      "{} cases",
      options.risk, view.entry("limits"), view.entry("sample"), halves.positions, view.entry("files"), played,
      grouped(halves.fit.size()));
  OutputFile file;
  if (auto error = file.open(options.preset())) return error;
  file.write(pruning::to_toml(preset, pruning::base_of_changes(plan.preset)));
  return file.finish();
}

int choose_margins(const MarginsOptions& options) {
  const auto plan = make_plan(options.search, {});
  if (!plan) return complain(kUsage, plan.error());
  if (!options.out.empty())
    if (const auto error = check_output(options.preset())) return complain(kFailure, "--out " + error->message);
  const auto view = store::StoreView::open(options.engine.claims);
  if (!view) return complain(kFailure, view.error());
  const std::string rules = identity_of(plan->preset, plan->settings, plan->changes);
  if ((*view)->kind() == StoredAudit::kKind && (*view)->entry("rules") != rules)
    return complain(
        kUsage, fmt::format("the margin sweep was taken with \"{}\", not with \"{}\": name its preset with --preset",
                            (*view)->entry("rules"), rules));
  const auto halves = read_halves(**view);
  if (!halves) return complain(kFailure, halves.error());
  const double risk = options.risk / 100.0;
  const auto fits = fit_margins(halves->fit, halves->check, plan->settings, risk);
  if (fits.empty())
    return complain(kFailure, fmt::format("\"{}\": no rule has {} cases to fit margins to: check more (--sample) or "
                                          "more positions",
                                          options.engine.claims, grouped(kFewestCases)));
  if (!options.out.empty())
    if (const auto error = write_preset(options, *plan, **view, *halves, fits))
      return complain(kFailure, "--out " + error->message);
  record::print_report(MarginsReport{fits, risk}, options.engine.json, options.engine.color);
  return 0;
}

// Options that mean something for a UCI engine only.
void add_engine_options(CLI::App& command, CalibrateByClaimsOptions& options) {
  CLI::Option* engine = command
                            .add_option("--engine", options.engine,
                                        "A UCI engine whose claims were judged: cmd=PROGRAM,option.NAME=VALUE")
                            ->type_name("PLAYER");
  command
      .add_option("--option", options.margins,
                  "With --engine: the option that is the margin of this rule (repeatable). RULE@DEPTH or "
                  "RULE@FROM-TO: at these depths alone. With :SCALE behind it: by how much the option changes when the "
                  "margin grows by 1 (default: 1)")
      ->type_name("RULE=OPTION")
      ->needs(engine);
  CLI::Option* positions =
      command
          .add_option("--positions", options.positions,
                      "With --engine: search these positions with each change to count nodes (repeatable)")
          ->type_name("FILE")
          ->needs(engine);
  constexpr int kMaxDepth = 60;  // plies
  command.add_option("--depth", options.depth, "With --positions: to this depth, in plies (default: 10)")
      ->type_name("N")
      ->check(CLI::Range(1, kMaxDepth))
      ->needs(positions);
  command
      .add_option("--queue-out", options.queue_out,
                  "With --engine: write a file for 'match --queue' that plays the changes worth a match")
      ->type_name("FILE.toml")
      ->needs(engine);
}

constexpr const char* kMarginsFooter =
    "Reads a margin sweep (made by audit --margins) and finds for each rule the margins that save the most nodes\n"
    "while the error rate stays within --risk. Samples that another rule prunes anyway are not counted. The margins\n"
    "are fitted on one half of the positions; the printed figures come from the other half.\n\n"
    "Examples:\n"
    "  oknos-lab audit ecm.epd --margins --depth 8 --sample 100 --out margin_sweep.db\n"
    "  oknos-lab margins margin_sweep.db --risk 0.5 --out calibrated.toml\n"
    "  oknos-lab suite wac.epd --player modern --player calibrated.toml --depth 8\n\n"
    "With --engine it reads claims of that UCI engine (judged by audit FILE.jsonl) and shows what other values of the\n"
    "options that are its margins would do: errors avoided or added, and, with --positions, nodes (docs/claims.md):\n"
    "  oknos-lab margins claims.db --engine cmd=./engine --option razoring=RazorMargin --positions some.epd";

}  // namespace

void add_margins(CLI::App& app, int& exit_code) {
  constexpr double kMinRisk = 0.001, kMaxRisk = 50.0;  // percent
  const auto options = std::make_shared<MarginsOptions>();
  CLI::App* command = app.add_subcommand("margins", "Find margins for a given error rate");
  command->footer(kMarginsFooter);
  command
      ->add_option("run", options->engine.claims,
                   "Run store made by audit --margins; with --engine by audit of its claims")
      ->type_name("RUN.db")
      ->required();
  add_engine_options(*command, options->engine);
  add_rule_options(*command, options->search);
  command->add_option("--risk", options->risk, "Highest error rate allowed, percent (default: 1)")
      ->type_name("PERCENT")
      ->check(CLI::Range(kMinRisk, kMaxRisk));
  command->add_option("--name", options->name, "Name of the preset (default: calibrated)")->type_name("NAME");
  command->add_option("--out", options->out, "Write the preset to this file")->type_name("FILE.toml");
  for (const char* name : {"--preset", "--set", "--risk", "--name", "--out"})
    command->get_option(name)->excludes(command->get_option("--engine"));
  add_force(*command, options->engine.force);
  command->add_flag("--json", options->engine.json, "Print one JSON value");
  add_color(*command, options->engine.color);
  command->callback([options, &exit_code] {
    exit_code = options->engine.engine.empty() ? choose_margins(*options) : calibrate_by_claims(options->engine);
  });
}

}  // namespace oknos::lab
