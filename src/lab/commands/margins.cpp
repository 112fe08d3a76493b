#include "lab/commands/margins.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>
#include <memory>

#include "engine/base/text.h"
#include "engine/pruning/presets/preset.h"
#include "engine/pruning/registry/registry.h"
#include "lab/arguments/arguments.h"
#include "lab/commands/audit.h"
#include "lab/experiment/experiment.h"
#include "lab/play/uci_messages.h"
#include "lab/record/games.h"
#include "lab/record/question.h"
#include "lab/record/report.h"
#include "lab/solving/suite_input.h"
#include "lab/statistics/logistic.h"
#include "lab/statistics/mean.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/output_file.h"
#include "lab/terminal/progress.h"

namespace oknos::lab {

namespace {

using pruning::FittedFutility;
using pruning::RuleId;
using pruning::RuleSetting;
using CasesOfRules = std::map<RuleId, std::vector<const AuditCase*>>;

constexpr double kPercent = 100.0;
constexpr record::ColumnTraits kMore{.scale = kPercent, .suffix = " %", .decimals = 1, .sign = true, .keep = 3};

// --- The question ---------------------------------------------------------------------------------------------------

struct Question {
  std::string run, engine;
  std::vector<std::string> options, positions;
  int depth = 10;  // plies
  SearchOptions search;
  double risk = 1.0;  // percent
  std::string name = "calibrated";
  record::Output queue_out, out;
  bool force = false, json = false;
  ColorChoice color = ColorChoice::Auto;

  OutputPath place_of(const record::Output& output) const {
    OutputPath to{output.path, force, {run, search.preset}};
    to.in_use.insert(to.in_use.end(), positions.begin(), positions.end());
    return to;
  }
  // Before the work: what is wrong with it.
  std::optional<Error> check(const record::Output& output) const {
    if (output.path.empty()) return std::nullopt;
    const auto error = check_output(place_of(output));
    return error ? std::optional(Error{output.option + " " + error->message}) : std::nullopt;
  }
  std::optional<Error> write(const record::Output& output, const std::string& text) const {
    if (output.path.empty()) return std::nullopt;
    OutputFile file;
    auto error = file.open(place_of(output));
    if (!error) {
      file.write(text);
      error = file.finish();
    }
    return error ? std::optional(Error{output.option + " " + error->message}) : std::nullopt;
  }
};

constexpr auto kQuestion = [](auto& f, auto& q) {
  f("run", q.run, "Run store made by audit --margins; with --engine by audit of its claims",
    {.value = "RUN.db", .required = true});
  f("--engine", q.engine, "A UCI engine whose claims were judged: cmd=PROGRAM,option.NAME=VALUE", {.value = "PLAYER"});
  f("--option", q.options,
    "With --engine: the option that is the margin of this rule. RULE@DEPTH or RULE@FROM-TO: at these depths alone. "
    "With "
    ":SCALE behind it: by how much the option changes when the margin grows by 1 (default: 1)",
    {.value = "RULE=OPTION", .needs = "--engine"});
  f("--positions", q.positions, "With --engine: search these positions with each change to count nodes",
    {.value = "FILE", .needs = "--engine"});
  f("--depth", q.depth, "With --positions: to this depth",
    {.least = 1, .most = 60, .unit = "plies", .needs = "--positions"});
  f("--queue-out", q.queue_out, "With --engine: write a file for 'match --queue' that plays the changes worth a match",
    {.value = "FILE.toml", .needs = "--engine"});
  f("--risk", q.risk, "Highest error rate allowed, percent", {.from = 0.001, .to = 50, .value = "PERCENT"});
  f("--name", q.name, "Name of the preset", {.value = "NAME"});
  f("--out", q.out, "Write the preset to this file", {.value = "FILE.toml"});
};

// --- Fitting the margins of our own rules ---------------------------------------------------------------------------

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

// The numbers of the parameters that a regression sets: the weights of fitted futility.
std::vector<std::size_t> weight_parameters(RuleId rule) {
  using P = FittedFutility::P;
  std::vector<std::size_t> out;
  if (!goes_by_odds(rule)) return out;
  for (auto i = static_cast<std::size_t>(P::Base); i <= static_cast<std::size_t>(P::CutNode); ++i) out.push_back(i);
  return out;
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

FittedFutility::Facts facts_of(const AuditCase& c) {
  return {.depth = c.depth,
          .searched = c.searched,
          .history = c.history,
          .static_eval = c.static_eval.value_or(c.alpha),
          .alpha = c.alpha,
          .improving = c.improving,
          .cut_node = c.node == NodeKind::Cut};
}

// Fitted futility with those weights that fit best (logistic regression), rounded to hundredths and kept within their
// ranges. Precondition: some cases, of fitted futility.
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

// The largest margin with which fitted futility with these weights leaves the case out, 1/100 of log odds.
int largest_margin(const AuditCase& c, const RuleSetting& setting) {
  return -FittedFutility::log_odds(setting, facts_of(c));
}

// The cases of one rule in which no other rule has left the thing out: what its margins decide about, its other
// parameters being as in `setting`. The cases must outlive it.
class RuleMarginSweep {
 public:
  RuleMarginSweep(RuleId rule, const std::vector<const AuditCase*>& cases, const RuleSetting& setting) : rule_(rule) {
    using Sorted = std::pair<int, const AuditCase*>;  // largest margin
    std::map<MarginFacts, std::vector<Sorted>> groups;
    for (const AuditCase* c : cases)
      groups[c->margin_facts].emplace_back(goes_by_odds(rule) ? largest_margin(*c, setting) : *c->largest_margin, c);
    for (auto& [facts, group] : groups) {
      std::stable_sort(group.begin(), group.end(), [](const Sorted& a, const Sorted& b) { return a.first > b.first; });
      Group& out = groups_.emplace_back(Group{facts, {}, {}, {}});
      MarginPoint sum;
      for (const auto& [margin, c] : group) {
        sum.add(c->error, c->nodes);
        out.margins.push_back(margin);
        out.sums.push_back(sum);
        out.cases.push_back(c);
      }
    }
  }

  RuleId rule() const { return rule_; }

  // What a rule with certain margins leaves out; `error_rate` is that of checked_effect() alone.
  MarginPoint effect(const RuleSetting& setting) const {
    MarginPoint out;
    for (const Group& group : groups_) {
      const std::size_t count = left_out(group, setting);
      if (count == 0) continue;
      const MarginPoint& sum = group.sums[count - 1];
      out.cases += sum.cases;
      out.errors += sum.errors;
      out.nodes += sum.nodes;
    }
    return out;
  }

  MarginPoint checked_effect(const RuleSetting& setting) const {
    MarginPoint out = effect(setting);
    ClusterCounts wrong;
    for (const Group& group : groups_) {
      const std::size_t count = left_out(group, setting);
      for (std::size_t i = 0; i < count; ++i) wrong.add(group.cases[i]->search, group.cases[i]->error);
    }
    out.error_rate = wrong.proportion();
    return out;
  }

 private:
  struct Group {  // cases with the same facts, those with the largest margins first
    MarginFacts facts;
    std::vector<int> margins;       // descending
    std::vector<MarginPoint> sums;  // of as many cases from the first on
    std::vector<const AuditCase*> cases;
  };

  // Cases, the first ones.
  std::size_t left_out(const Group& group, const RuleSetting& setting) const {
    if (!setting.enabled) return 0;
    const int margin = margin_at(rule_, setting, group.facts);
    const auto end = std::upper_bound(group.margins.begin(), group.margins.end(), margin, std::greater<>());
    return static_cast<std::size_t>(end - group.margins.begin());
  }

  RuleId rule_;
  std::vector<Group> groups_;
};

// Of all combinations of the values; nothing: no margins hold the risk.
std::optional<RuleSetting> best_margins(const RuleMarginSweep& sweep, RuleSetting setting, double risk) {
  const auto parameters = margin_parameters(sweep.rule());
  setting.enabled = true;
  std::optional<RuleSetting> best;
  std::uint64_t most_nodes = 0;
  const std::function<void(std::size_t)> try_from = [&](std::size_t i) {
    if (i < parameters.size()) {
      for (const std::int16_t v : values_to_try(sweep.rule(), parameters[i])) {
        setting.values[parameters[i]] = v;
        try_from(i + 1);
      }
      return;
    }
    const MarginPoint effect = sweep.effect(setting);
    if (effect.nodes <= most_nodes || share(effect.errors, effect.cases) > risk) return;
    most_nodes = effect.nodes;
    best = setting;
  };
  try_from(0);
  return best;
}

}  // namespace

std::vector<std::size_t> margin_parameters(RuleId rule) {
  std::vector<std::size_t> out;
  const auto& all = pruning::kRuleInfos[rule].parameters;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (pruning::kRuleInfos[rule].margin->has(all[i].unit)) out.push_back(i);
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
    const auto best = best_margins(sweep, result.after, risk);
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

// "margin 120, slope 40"; "off".
std::string values_text(RuleId rule, const RuleSetting& setting, const std::vector<std::size_t>& parameters) {
  const auto text = [&](std::size_t i) {
    return fmt::format("{} {}", plain_name(pruning::kRuleInfos[rule].parameters[i].name), setting.values[i]);
  };
  return setting.enabled ? listed(parameters, text) : "off";
}

struct FitReport {
  const std::vector<RuleFit>& fits;
  double risk;

  static constexpr auto kLine = [](auto& f, const RuleFit& fit) {
    constexpr record::ColumnTraits kRate{.scale = kPercent, .suffix = " %", .decimals = 3, .keep = 5};
    const auto more = [](std::uint64_t now, std::uint64_t before) {
      return before == 0 ? std::nullopt : std::optional(static_cast<double>(now) / static_cast<double>(before) - 1.0);
    };
    const auto margins = margin_parameters(fit.rule);
    const MarginPoint &now = fit.checked, &before = fit.checked_before;
    const Proportion& rate = now.error_rate;
    f("rule", plain_name(pruning::kRuleInfos[fit.rule].name), "", {.keep = record::kAlways});
    f("before", values_text(fit.rule, fit.before, margins), "", {.keep = 6});
    // Shares of what the rule prunes in the positions that were not fitted to.
    f("wrong before", before.cases > 0 ? std::optional(before.error_rate.rate) : std::nullopt, "", kRate);
    f("calibrated", values_text(fit.rule, fit.after, margins), "", {.keep = 8});
    f("wrong", now.cases > 0 ? std::optional(Estimate{rate.rate, rate.low, rate.high}) : std::nullopt, "", kRate);
    f("prunes", more(now.cases, before.cases), "", kMore);
    f("saves", more(now.nodes, before.nodes), "change in the nodes that the rule saves", kMore);
  };

  std::string warning(const RuleFit& f) const {
    const double fitted = f.fitted.error_rate.rate;
    const std::string why =
        fitted > risk ? "no margin holds that" : "in the positions used for the fit it is " + rate_text(fitted);
    return fmt::format("Warning: {} is wrong in {} of the samples checked, more than the {} asked for; {}.",
                       plain_name(pruning::kRuleInfos[f.rule].name), rate_text(f.checked.error_rate.rate),
                       rate_text(risk), why);
  }
  template <class Report>
  void report(Report& out) const {
    out.value("risk", risk);
    out.table("rules", fits, kLine);
    for (const RuleFit& f : fits) {
      if (f.after.enabled && f.checked.cases > 0 && f.checked.error_rate.rate > risk) out.note(warning(f));
      if (const auto weights = weight_parameters(f.rule); f.after.enabled && !weights.empty())
        out.note(fmt::format("{}: {}.", capitalised(plain_name(pruning::kRuleInfos[f.rule].name)),
                             values_text(f.rule, f.after, weights)));
    }
    out.note("Margins are fitted to every other position; the figures come from the remaining ones.");
  }
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
std::string preset_text(const Question& q, const Plan& plan, const store::StoreView& view, const Halves& halves,
                        const std::vector<RuleFit>& fits) {
  pruning::Preset preset = plan.preset;
  preset.settings = plan.settings;
  for (const RuleFit& f : fits) preset.settings.rules[f.rule] = f.after;
  preset.name = q.name;
  preset.description = fmt::format("{} with margins fitted to be wrong in at most {} of the cases", plan.preset.name,
                                   rate_text(q.risk / kPercent));
  std::string played = plan.preset.name;
  for (const Change& c : plan.changes) played += fmt::format(", {} = {}", c.name, c.to);
  preset.source = fmt::format(
      "oknos-lab margins --risk {}, from a margin sweep ({}; one of {} checked) of {} positions ({}) with {}; fitted "
      "to {} cases",
      q.risk, view.entry("limits"), view.entry("sample"), halves.positions, view.entry("files"), played,
      grouped(halves.fit.size()));
  return pruning::to_toml(preset, pruning::base_of_changes(plan.preset));
}

int choose_margins(const Question& q) {
  const auto plan = make_plan(q.search, {});
  if (!plan) return complain(kUsage, plan.error());
  if (const auto error = q.check(q.out)) return complain(kFailure, error->message);
  const auto view = store::StoreView::open(q.run);
  if (!view) return complain(kFailure, view.error());
  const std::string rules = identity_of(plan->preset, plan->settings, plan->changes);
  if ((*view)->kind() == StoredAudit::kKind && (*view)->entry("rules") != rules)
    return complain(
        kUsage, fmt::format("the margin sweep was taken with \"{}\", not with \"{}\": name its preset with --preset",
                            (*view)->entry("rules"), rules));
  const auto halves = read_halves(**view);
  if (!halves) return complain(kFailure, halves.error());
  const double risk = q.risk / kPercent;
  const auto fits = fit_margins(halves->fit, halves->check, plan->settings, risk);
  if (fits.empty())
    return complain(kFailure, fmt::format("\"{}\": no rule has {} cases to fit margins to: check more (--sample) or "
                                          "more positions",
                                          q.run, grouped(kFewestCases)));
  if (const auto error = q.write(q.out, preset_text(q, *plan, **view, *halves, fits)))
    return complain(kFailure, error->message);
  record::print_report(FitReport{fits, risk}, q.json, q.color);
  return 0;
}

// --- Weighing the margins of another engine -------------------------------------------------------------------------

// Takes off the text what begins with the first such sign; nothing: it has none.
std::optional<std::string> cut_at(std::string& text, char sign) {
  const std::size_t at = text.find(sign);
  if (at == std::string::npos) return std::nullopt;
  std::string out = text.substr(at + 1);
  text.erase(at);
  return out;
}

std::string name_of(const std::string& rule, const std::string& depths) {
  return depths.empty() ? rule : rule + ", " + depths;
}

}  // namespace

Result<MarginOption> parse_margin_option(const std::string& text) {
  constexpr double kLargestScale = 1000.0;
  const Error expected{
      fmt::format("--option {}: RULE=OPTION, RULE@DEPTH=OPTION or RULE@FROM-TO=OPTION is expected, with :SCALE behind "
                  "it if that is "
                  "not 1; depths in plies, 0 for quiescence; a scale of -{} to {}, not 0",
                  text::quoted(text), kLargestScale, kLargestScale)};
  MarginOption out{text};
  const auto scale = cut_at(out.rule, ':');
  out.option = cut_at(out.rule, '=').value_or("");
  if (auto from = cut_at(out.rule, '@')) {
    const auto to = cut_at(*from, '-');
    const auto least = text::parse_int<int>(*from), greatest = to ? text::parse_int<int>(*to) : least;
    if (!least || !greatest || *least < 0 || *greatest < *least || *greatest > ClaimMargins::kAnyDepth) return expected;
    out.depths = {*least, *greatest};
  }
  if (scale) {
    const auto [end, error] = std::from_chars(scale->data(), scale->data() + scale->size(), out.scale);
    if (error != std::errc{} || end != scale->data() + scale->size() || out.scale == 0 ||
        !(std::abs(out.scale) <= kLargestScale))
      return expected;
  }
  if (out.rule.empty() || out.option.empty()) return expected;
  return out;
}

std::optional<double> MarginDecision::exchange() const {
  const bool pays = more_errors < 0 && more_nodes && more_nodes->low > 0;
  const bool gains = more_errors > 0 && more_nodes && more_nodes->high < 0;
  if (!(pays || gains) || changed < ClaimMargins::kFewestErrors) return std::nullopt;
  return -more_nodes->value / more_errors;
}

bool MarginDecision::is_free() const {
  return more_nodes && more_nodes->value <= 0 && more_errors < 0 && changed >= ClaimMargins::kFewestErrors;
}

Result<ClaimMargins::Curve> curve_for(const ClaimMargins& margins, const MarginOption& margin) {
  const auto [least, greatest] = margin.depths.value_or(MarginOption::Depths{0, ClaimMargins::kAnyDepth});
  auto curves = margins.curves_at(margin.rule, least, greatest);
  if (curves.size() > 1)
    return Error{fmt::format("--option: the claims of {} have a slack in several units", text::quoted(margin.rule))};
  ClaimMargins::Curve curve = curves.empty() ? ClaimMargins::Curve{} : std::move(curves.front());
  if (!margin.depths) curve.depths.clear();
  if (curve.points.size() > 1) return curve;
  const std::string where = curve.depths.empty() ? "" : " at these depths (" + curve.depths + ")";
  const std::string found =
      fmt::format("--option: {} of {}{}", counted(curve.claims, "claim"), text::quoted(margin.rule), where);
  if (curve.claims >= ClaimMargins::kFewest) return Error{found + ", but their slack reaches no other margin"};
  std::vector<std::string> rules;
  for (const ClaimMargins::Curve& c : margins.curves())
    if (rules.empty() || rules.back() != c.rule) rules.push_back(c.rule);
  return Error{fmt::format("{} with a slack, too few for a table of other margins (it takes {}); {} enough", found,
                           ClaimMargins::kFewest,
                           rules.empty() ? "no rule has" : listed(rules) + (rules.size() == 1 ? " has" : " have"))};
}

Result<MarginDecisions> margin_decisions(const ClaimMargins::Curve& curve, double all_errors,
                                         const MarginOption& margin, const Participant& engine,
                                         const std::vector<uci::Option>& options) {
  const uci::Option* option = find_option(options, margin.option);
  if (!option) return Error{"--option: " + set_option_line(options, margin.option, "").error()};
  if (may_be_unset(engine.uci_options, *option))
    return Error{fmt::format("--option {}: {}", text::quoted(option->name), unset_in_words(*option))};
  const std::string text = value_in(engine.uci_options, *option);
  const auto now = text::parse_int<std::int64_t>(text);
  if (!now || option->kind != uci::OptionKind::Spin)
    return Error{fmt::format("--option: {} is no number (its value is {}), so it is no margin",
                             text::quoted(option->name), text::quoted(text))};
  MarginDecisions out;
  std::int64_t last = *now;
  for (const ClaimMargins::Point& p : curve.points) {
    const std::int64_t value = *now + std::llround(margin.scale * p.change);
    if (p.change == 0 || value == *now || value == last || value < option->min || value > option->max) continue;
    last = value;
    MarginDecision& row = out.emplace_back();
    row.rule = curve.rule;
    row.depths = curve.depths;
    row.change = fmt::format("{}{}={}", kOptionPrefix, option->name, value);
    row.slack = p.change;
    row.changed = p.changed;
    row.more_errors = all_errors > 0 ? p.more_errors / all_errors : 0.0;
    if (curve.errors > 0) row.more_errors_of_rule = p.more_errors / curve.errors;
    row.saved = curve.nodes > 0 ? -p.more_nodes / curve.nodes : 0.0;
  }
  if (out.empty())
    return Error{
        fmt::format("--option {}={}: the option is {} now, and none of the other margins of the claims is a "
                    "value of it ({} to {})",
                    margin.rule, option->name, *now, option->min, option->max)};
  return out;
}

MarginDecisions worth_playing(const MarginDecisions& all) {
  struct Best {
    std::string option;
    const MarginDecision *free = nullptr, *larger = nullptr, *smaller = nullptr;
  };
  std::vector<Best> choices;
  for (const MarginDecision& d : all) {
    const std::string option = name_of(d.rule, d.depths) + ", " + d.change.substr(0, d.change.find('='));
    if (choices.empty() || choices.back().option != option) choices.push_back({option});
    auto& [name, free, larger, smaller] = choices.back();
    const auto price = d.exchange();
    if (d.is_free() && (!free || d.more_errors < free->more_errors)) free = &d;
    if (price && d.more_errors < 0 && (!larger || *price < *larger->exchange())) larger = &d;
    if (price && d.more_errors > 0 && (!smaller || *price > *smaller->exchange())) smaller = &d;
  }
  MarginDecisions out, weighed;
  for (const Best& best : choices) {
    if (best.free) out.push_back(*best.free);
    for (const MarginDecision* d : {best.larger, best.smaller})
      if (d) weighed.push_back(*d);
  }
  // The cheapest error to avoid and the one that saves the most are equally far from an exchange in the middle.
  const auto distance = [](const MarginDecision& d) {
    return d.more_errors < 0 ? -std::log(*d.exchange()) : std::log(*d.exchange());
  };
  std::stable_sort(weighed.begin(), weighed.end(),
                   [&](const MarginDecision& a, const MarginDecision& b) { return distance(a) > distance(b); });
  out.insert(out.end(), weighed.begin(), weighed.end());
  return out;
}

namespace {

// Nodes of a position to the depth, from an empty table: their logarithm.
Outcome<double> log_nodes_of(Player& player, const Position& position, int depth) {
  const auto stopped = [](const Failure& failure) {
    return failure.kind == FailureKind::Interrupted ? Outcome<double>(std::nullopt) : Error{failure.text};
  };
  const GameLine line(position);
  if (const auto failure = player.new_game(position.chess960())) return stopped(*failure);
  MoveRequest request{.line = line, .limits = {}, .patience = std::nullopt};
  request.limits.depth = depth;
  const MoveOutcome outcome = player.move(request, nullptr);
  if (const auto* failure = std::get_if<Failure>(&outcome)) return stopped(*failure);
  const auto& played = std::get<PlayedMove>(outcome);
  if (!played.info || played.info->nodes == 0)
    return Error{fmt::format("{} does not say how many nodes it searched", player.name())};
  return std::log(static_cast<double>(played.info->nodes));
}

// Searches all positions with the engine's own options, and then with each change: 0.1 is 10 % more nodes, the
// geometric mean over the positions. Nothing: interrupted.
Outcome<MarginDecisions> with_nodes(MarginDecisions decisions, Player& engine,
                                    const std::vector<SuitePosition>& positions, int depth) {
  Progress progress;
  std::vector<double> own;
  for (std::size_t k = 0; k <= decisions.size(); ++k) {
    const std::string what = k > 0 ? decisions[k - 1].change : "the engine as it is";
    ValueChanges changes;
    if (const std::size_t equals = what.find('='); k > 0) changes = {{what.substr(0, equals), what.substr(equals + 1)}};
    if (const auto error = engine.change(changes)) return *error;
    Mean more;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      progress.show(share(k * positions.size() + i, (decisions.size() + 1) * positions.size()),
                    fmt::format("nodes of {}, {} of {} changes", what, k, decisions.size()));
      const auto nodes = log_nodes_of(engine, positions[i].record.position, depth);
      if (!nodes.fatal.empty()) return Error{nodes.fatal};
      if (!nodes.work_unit) return std::nullopt;
      if (k == 0) own.push_back(*nodes.work_unit);
      more.add(*nodes.work_unit - own[i]);
    }
    if (k == 0) continue;
    Estimate e = more.estimate();
    // The scatter of a single position is not known, and taken to be 1.
    if (more.count() == 1) e = {e.value, e.value - kDeviationsOf95Percent, e.value + kDeviationsOf95Percent};
    decisions[k - 1].more_nodes = {std::expm1(e.value), std::expm1(e.low), std::expm1(e.high)};
  }
  return decisions;
}

struct DecisionReport {
  const MarginDecisions& decisions;

  template <class Report>
  void report(Report& out) const {
    const bool measured =
        std::any_of(decisions.begin(), decisions.end(), [](const MarginDecision& d) { return d.more_nodes; });
    const auto line = [measured](auto& f, const MarginDecision& d) {
      f.text("", capitalised(plain_name(name_of(d.rule, d.depths))), "", {.heading = true});
      f.json("rule", d.rule);
      f.json("depths", d.depths);
      f.text("change", "  " + d.change, "", {.keep = record::kAlways, .tone = d.is_free() ? Tone::Good : Tone::Plain});
      f.json("change", d.change);
      f("margin", static_cast<double>(d.slack), "", {.decimals = 0, .sign = true, .keep = 2});
      f("errors", d.more_errors, "", kMore);
      f("of the rule", d.more_errors_of_rule, "", kMore);
      if (measured) {
        f("nodes", d.more_nodes, "", kMore);
        f("exchange", d.exchange(), "", {.keep = 3});
      } else {
        f("saves", d.saved, "", kMore);
      }
    };
    out.value("type", "calibration by claims");
    out.table("decisions", decisions, line);
    out.data("worth_playing", worth_playing(decisions), line);
    out.note(fmt::format(
        "Margin: by how much it grows, in the rule's own unit. Errors: more or fewer, of those of all rules. {} Raise "
        "a margin where an error costs few nodes, lower one where it gains many. Only games can tell what wins: "
        "--queue-out writes matches.",
        measured
            ? "Nodes: percent more to the same depth, measured. Exchange: percent of nodes for each percent of all "
              "errors, which a "
              "larger margin pays and a smaller one gains; empty where nodes or errors are uncertain, or nothing is to "
              "be weighed."
            : "Saves: the nodes that the rule saves, estimated from the claims; name positions to measure them."));
  }
};

std::string queue_file(const MarginDecisions& worth, const Question& q) {
  std::vector<record::QueuedMatch> matches;
  std::map<std::string, int> times;  // each name is that of one match
  for (const MarginDecision& d : worth) {
    std::string name = d.rule + "_" + d.change.substr(d.change.find('=') + 1);
    if (const int n = ++times[name]; n > 1) name += "_" + std::to_string(n);
    std::string comment = fmt::format("errors of all rules {:+.1f} %, nodes {:+.1f} %", kPercent * d.more_errors,
                                      kPercent * (d.more_nodes ? d.more_nodes->value : 0.0));
    matches.push_back({std::move(name), std::move(comment), q.engine + "," + d.change, q.engine});
  }
  return record::queue_text(fmt::format("oknos-lab margins {} --engine", text::quoted(q.run, q.run.size())), matches);
}

Result<std::vector<SuitePosition>> positions_in(const std::vector<std::string>& files) {
  if (files.empty()) return std::vector<SuitePosition>{};
  auto input = read_suite(files);
  if (!input) return Error{"--positions: " + input.error()};
  if (!input->unreadable.empty())
    return Error{fmt::format("--positions: {} cannot be read, the first at {}",
                             counted(input->unreadable.size(), "position"), input->unreadable.front())};
  if (input->positions.empty()) return Error{fmt::format("--positions: none in {}", text::quoted(files.front()))};
  return std::move(input->positions);
}

int weigh_margins(const Question& q) {
  if (q.options.empty())
    return complain(kUsage, "which option is the margin of which rule? --option RULE=OPTION is expected with --engine");
  if (!q.queue_out.path.empty() && q.positions.empty())
    return complain(kUsage, "--queue-out: what is worth a match depends on the nodes; name --positions to count them");
  if (const auto error = q.check(q.queue_out)) return complain(kFailure, error->message);
  std::vector<MarginOption> margins;
  for (const std::string& text : q.options) {
    auto margin = parse_margin_option(text);
    if (!margin) return complain(kUsage, margin.error());
    margins.push_back(*std::move(margin));
  }
  const auto engine = parse_participant(q.engine);
  if (!engine) return complain(kUsage, "--engine " + engine.error());
  if (!engine->foreign())
    return complain(kUsage, "--engine: a UCI engine is expected, cmd=PROGRAM; margins of our own rules are for --risk");
  const auto sums = claim_sums(q.run);
  if (!sums) return complain(kFailure, sums.error());
  const auto positions = positions_in(q.positions);
  if (!positions) return complain(kFailure, positions.error());
  const auto running = make_player(*engine, true);
  if (!running) return complain(kFailure, running.error());
  MarginDecisions decisions;
  for (const MarginOption& margin : margins) {
    const auto curve = curve_for(sums->margins, margin);
    if (!curve) return complain(kUsage, curve.error());
    const auto found = margin_decisions(*curve, sums->errors_of_all(), margin, *engine, (*running)->options());
    if (!found) return complain(kUsage, found.error());
    decisions.insert(decisions.end(), found->begin(), found->end());
  }
  if (!positions->empty()) {
    auto measured = with_nodes(std::move(decisions), **running, *positions, q.depth);
    if (!measured.fatal.empty()) return complain(kFailure, measured.fatal);
    if (!measured.work_unit) return complain(kInterruptedExit, "interrupted");
    decisions = std::move(*measured.work_unit);
  }
  record::print_report(DecisionReport{decisions}, q.json, q.color);
  const MarginDecisions worth = worth_playing(decisions);
  if (!q.queue_out.path.empty() && worth.empty())
    return complain(0, "no change is worth a match, so no queue is written");
  const auto error = q.write(q.queue_out, queue_file(worth, q));
  return error ? complain(kFailure, error->message) : 0;
}

// --- The command ----------------------------------------------------------------------------------------------------

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
  const auto q = std::make_shared<Question>();
  CLI::App* command = app.add_subcommand("margins", "Find margins for a given error rate");
  command->footer(kMarginsFooter);
  record::AddOptions f{*command};
  kQuestion(f, *q);
  add_rule_options(*command, q->search);
  for (const char* name : {"--preset", "--set", "--risk", "--name", "--out"})
    command->get_option(name)->excludes(command->get_option("--engine"));
  add_force(*command, q->force);
  command->add_flag("--json", q->json, "Print one JSON value");
  add_color(*command, q->color);
  command->callback([q, &exit_code] { exit_code = q->engine.empty() ? choose_margins(*q) : weigh_margins(*q); });
}

}  // namespace oknos::lab
