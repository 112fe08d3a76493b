#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "engine/base/text.h"
#include "lab/commands/prove/prove.h"
#include "lab/commands/prove/prove_input.h"
#include "lab/commands/prove/theorems.h"
#include "lab/terminal/rule_name.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

using pruning::kRuleInfos;
using pruning::kRules;
using pruning::RuleId;

namespace {

constexpr int kDefaultWidth = 50;  // centipawns

std::optional<Error> read_depths(ProofPlan& plan, const std::string& text) {
  if (text.empty()) return std::nullopt;
  const std::size_t dash = text.find('-');
  const auto first = text::parse_int<int>(text.substr(0, dash));
  const auto last = dash == std::string::npos ? first : text::parse_int<int>(text.substr(dash + 1));
  if (!first || !last || *first < 1 || *last < *first || *last > kDeepestProof)
    return Error{fmt::format("--depth: {} is not allowed; allowed N (depths 1 to N) or A-B, 1..{}", text::quoted(text),
                             kDeepestProof)};
  plan.first_depth = dash == std::string::npos ? 1 : *first;
  plan.last_depth = *last;
  return std::nullopt;
}

// The null-move variant knows no static value where it passes.
pruning::RuleSetting without_excess(pruning::RuleSetting null_move) {
  using P = pruning::NullMovePruning::P;
  null_move.values[static_cast<std::size_t>(P::ExcessDivisor)] = pruning::NullMovePruning::kNoExcess;
  return null_move;
}

std::optional<Error> read_searches(ProofPlan& plan, const std::string& text, bool needs_null_move) {
  if (text == "plain") plan.searches = {SearchKind::Plain};
  if (text == "null_move" || (text.empty() && needs_null_move)) plan.searches = {SearchKind::NullMove};
  if (text.empty() || text == "plain" || text == "null_move" || text == "both") return std::nullopt;
  return Error{fmt::format("--search: {} is not allowed; allowed plain, null_move, both", text::quoted(text))};
}

std::optional<Error> read_positional(ProofPlan& plan, const ProveOptions& options) {
  if (options.positional == "none") {
    if (options.width) return Error{"--width is that of --positional hash or mobility; without it there is none"};
    return std::nullopt;
  }
  if (options.positional != "hash" && options.positional != "mobility")
    return Error{
        fmt::format("--positional: {} is not allowed; allowed none, hash, mobility", text::quoted(options.positional))};
  plan.positional.kind = options.positional == "hash" ? Positional::Kind::Hash : Positional::Kind::Mobility;
  plan.positional.width = options.width.value_or(kDefaultWidth);
  plan.width_told = static_cast<int>(std::floor(options.margin_scale * plan.positional.width));
  return std::nullopt;
}

// Which sets of rules are put to the proof.
std::optional<Error> read_variants(ProofPlan& plan, const ProveOptions& options, const pruning::Settings& settings,
                                   const std::optional<Theorem>& theorem) {
  if ((theorem ? 1 : 0) + (options.rules.empty() ? 0 : 1) + (options.each ? 1 : 0) > 1)
    return Error{"--theorem, --rule and --each each say which rules are proved; one of them"};
  plan.rules_given = theorem || !options.rules.empty() || options.each;
  if (theorem) {
    plan.variants = {{std::string(theorem->name), only(settings, theorem->rules)}};
    return std::nullopt;
  }
  std::vector<RuleId> rules;
  std::string names;
  for (const std::string& name : options.rules) {
    const auto rule = rule_named(name);
    if (!rule) return Error{"--rule: " + rule.error()};
    rules.push_back(*rule);
    names += (names.empty() ? "" : " + ") + name;
  }
  if (!rules.empty()) {
    plan.variants = {{names, only(settings, rules)}};
    return std::nullopt;
  }
  if (options.each)
    for (std::size_t id = 0; id < kRules; ++id) {
      const pruning::RuleInfo& rule = kRuleInfos[id];
      if (rule.kind == pruning::RuleKind::Family && rule.may_be_off && settings.rules[id].enabled)
        plan.variants.push_back({std::string(rule.name), only(settings, {static_cast<RuleId>(id)})});
    }
  plan.variants.push_back({"all", settings});
  return std::nullopt;
}

}  // namespace

Result<ProofPlan> make_proof_plan(const ProveOptions& options) {
  const auto search = make_plan(options.search, Limits{});
  if (!search) return Error{search.error()};
  std::optional<Theorem> theorem;
  if (!options.theorem.empty()) {
    theorem = find_theorem(options.theorem);
    if (!theorem)
      return Error{fmt::format("--theorem: there is no theorem {}; there are: {}", text::quoted(options.theorem),
                               listed(theorem_names()))};
  }
  ProofPlan plan;
  plan.rules_identity = identity_of(search->preset, search->settings, search->changes);
  plan.null_move = without_excess(search->settings.of<pruning::NullMovePruning>());
  plan.windows = options.windows;
  plan.node_limit = options.node_limit;
  plan.seed = options.seed;
  if (const auto error = read_depths(plan, options.depth)) return *error;
  if (const auto error = read_searches(plan, options.searches, theorem && theorem->needs_null_move)) return *error;
  if (const auto error = read_positional(plan, options)) return *error;
  auto guards = guards_without(options.without_guards);
  if (!guards) return Error{guards.error()};
  plan.guards = *guards;
  if (const auto error = read_variants(plan, options, search->settings, theorem)) return *error;
  return plan;
}

}  // namespace oknos::lab
