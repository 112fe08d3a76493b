#include "lab/commands/audit/audit_plan.h"

#include <fmt/format.h>
#include <utility>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/notation.h"
#include "lab/shadow/margins.h"
#include "lab/shadow/sampled_search.h"
#include "lab/terminal/rule_name.h"

namespace oknos::lab {

namespace {

// What a margin sweep watches.
Result<pruning::Settings> watched_settings(const AuditOptions& options, const pruning::Settings& settings) {
  pruning::Settings out = settings;
  for (std::size_t id = 0; id < pruning::kRules; ++id) {
    const auto rule = static_cast<pruning::RuleId>(id);
    const bool wanted = options.rules.empty() && settings.rules[id].enabled && has_margin(rule);
    out.rules[id] = wanted ? with_least_margin(rule, settings.rules[id]) : pruning::RuleSetting{};
  }
  for (const std::string& name : options.rules) {
    const auto rule = rule_named(name);
    if (!rule) return Error{"--rule: " + rule.error()};
    if (!has_margin(*rule)) return Error{fmt::format("--rule: {} goes by no margin", text::quoted(name))};
    out.rules[*rule] = with_least_margin(*rule, settings.rules[*rule]);
  }
  return out;
}

SearchRequest request_of(const AuditPlan& plan) {
  SearchRequest out;
  out.limits = plan.search.limits;
  out.settings = plan.search.settings;
  out.guards = plan.guards;
  if (plan.watched) out.watched = &*plan.watched;
  return out;
}

AuditPosition result_of(const SearchReport& report, const Position& position) {
  AuditPosition out;
  out.fen = fen::to_text(position);
  out.nodes = report.nodes;
  if (report.best) out.move = to_text(report.best, position.chess960());
  if (!report.lines.empty()) out.depth = report.lines.front().depth;
  if (!report.lines.empty()) out.value = report.lines.front().score.value();
  return out;
}

}  // namespace

Result<AuditViewOptions> make_audit_view(const AuditOptions& options) {
  AuditViewOptions view;
  view.worst = options.worst;
  if (options.by.empty()) return view;
  auto by = dimensions_named(options.by);
  if (!by) return Error{by.error()};
  view.by = std::move(*by);
  return view;
}

Result<AuditPlan> make_audit_plan(const AuditOptions& options) {
  auto view = make_audit_view(options);
  if (!view) return Error{view.error()};
  Limits limits;
  limits.depth = AuditOptions::kDefaultDepth;
  auto search = make_plan(options.search, limits);
  if (!search) return Error{search.error()};
  auto sampling = parse_sampling(options.sample, AuditOptions::kDefaultEvery);
  if (!sampling) return Error{sampling.error()};
  if (!options.margins && !options.rules.empty()) return Error{"--rule needs --margins"};
  if (options.margins && options.root_impact > 0)
    return Error{"--root-impact: what --margins only watches cannot be undone"};
  auto by_tables = table_judge(options.judge);
  if (!by_tables) return Error{"--judge: " + by_tables.error()};
  if (by_tables->tables && options.margins) return Error{"--margins needs a judge that searches, not tablebases"};
  AuditPlan plan{std::move(*search),   *sampling, {}, std::move(*view), std::nullopt, std::nullopt,
                 std::move(*by_tables)};
  if (!options.judge.empty() && !plan.table_judge.tables) {
    SearchOptions judge;
    judge.preset = options.judge;
    auto judging = make_plan(judge, limits);
    if (!judging) return Error{"--judge: " + judging.error()};
    plan.judge = std::move(*judging);
  }
  if (options.margins) {
    const auto watched = watched_settings(options, plan.search.settings);
    if (!watched) return Error{watched.error()};
    plan.watched = *watched;
  }
  auto guards = guards_without(options.without_guards);
  if (!guards) return Error{guards.error()};
  plan.guards = *guards;
  return plan;
}

AuditPosition search_position(const AuditPlan& plan, Engine& engine, const Position& position, Sampler& sampler) {
  return result_of(search_sampled(engine, position, request_of(plan), sampler), position);
}

AuditPosition search_undoing(const AuditPlan& plan, Engine& engine, const Position& position, Ordinal undone) {
  engine.clear();
  engine.set_position(position);
  Observer nobody;
  SearchRequest request = request_of(plan);
  request.tracing = Tracing::Observed;
  request.observer = &nobody;
  request.undone = undone;
  return result_of(engine.search(request), position);
}

}  // namespace oknos::lab
