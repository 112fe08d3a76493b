#include "lab/commands/claims/claims_plan.h"

#include <algorithm>
#include <fmt/format.h>

#include "engine/base/text.h"
#include "lab/commands/claims/claims_file.h"
#include "lab/commands/claims/own_judge.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

// "oknos", "oknos,heinz", "oknos,frontier_futility.margin=200": what comes behind it, or the preset. Nothing: another
// judge.
std::optional<std::string> own_judge(const std::string& judge) {
  constexpr std::string_view kName = "oknos";
  const std::size_t comma = judge.find(',');
  if (text::trim(judge.substr(0, comma)) != kName) return std::nullopt;
  return comma == std::string::npos ? std::string(pruning::kDefaultPreset) : judge.substr(comma + 1);
}

bool has_network(const Participant& judge) {
  return std::any_of(judge.changes.begin(), judge.changes.end(),
                     [](const Change& c) { return c.name == Plan::kEvalFile; });
}

std::optional<Error> take_judge(ClaimsPlan& plan, const ClaimsAuditOptions& options) {
  if (options.judge.empty())
    return Error{"--claims needs --judge: who searches what was pruned, such as \"cmd=ENGINE,option.Hash=1\""};
  auto by_tables = table_judge(options.judge);
  if (!by_tables) return Error{"--judge: " + by_tables.error()};
  plan.table_judge = std::move(*by_tables);
  if (plan.table_judge.tables) return std::nullopt;
  const auto own = own_judge(options.judge);
  auto judge = parse_participant(own.value_or(options.judge));
  if (!judge) return Error{"--judge: " + judge.error()};
  plan.own_judge = own.has_value();
  if (own && (judge->foreign() || judge->hash || judge->threads || has_network(*judge)))
    return Error{"--judge: oknos takes a preset and settings of its rules, nothing else"};
  if (judge->control.given()) return Error{"--judge: the claims say how deep it searches; give no limit"};
  plan.judge = std::move(*judge);
  // It must not write claims or trees of its own, to the file that it judges of all.
  plan.judge.hidden_variables = {"OKNOS_CLAIMS", "OKNOS_TRACE"};
  return std::nullopt;
}

std::optional<Error> take_choice(ClaimsPlan& plan, const ClaimsAuditOptions& options) {
  for (const std::string& rule : options.rules) {
    if (!is_rule_name(rule)) return Error{"--rule: a rule's name " + rule_name_problem(rule)};
    plan.rules.insert(rule);
  }
  plan.max_depth = options.max_depth;
  if (plan.table_judge.tables && options.timeout) return Error{"--timeout: tablebases do not search"};
  if (plan.own_judge && options.timeout)
    return Error{fmt::format("--timeout: --judge oknos has none; its searches end after {} nodes",
                             grouped(OwnJudge::kMaxNodes))};
  plan.patience = options.timeout.value_or(ClaimsAuditOptions::kPatience);
  return std::nullopt;
}

std::optional<Error> take_view(ClaimsPlan& plan, const ClaimsAuditOptions& options) {
  plan.view.worst = options.worst;
  if (options.by.empty()) return std::nullopt;
  auto by = dimensions_named(options.by);
  if (!by) return Error{by.error()};
  plan.view.by = std::move(*by);
  return std::nullopt;
}

std::optional<Error> take_file(ClaimsPlan& plan, const ClaimsAuditOptions& options) {
  const auto inventory = take_inventory(options.claims);
  if (!inventory) return Error{inventory.error()};
  if (inventory->lines == 0) return Error{fmt::format("--claims: {} is empty", text::quoted(options.claims))};
  const auto hash = store::hash_of_file(options.claims);
  if (!hash) return Error{hash.error()};
  for (const std::string& rule : plan.rules)
    if (!inventory->rules.contains(rule))
      return Error{
          fmt::format("--rule: {} has no claim of \"{}\"; its rules: {}", text::quoted(options.claims), rule,
                      inventory->rules.empty() ? "none" : fmt::format("{}", fmt::join(inventory->rules, ", ")))};
  plan.lines = inventory->lines;
  plan.hash = *hash;
  return std::nullopt;
}

}  // namespace

std::variant<ClaimsPlan, ClaimsPlanError> make_claims_plan(const ClaimsAuditOptions& options) {
  ClaimsPlan plan;
  for (const auto take : {take_judge, take_choice, take_view})
    if (const auto error = take(plan, options)) return ClaimsPlanError{kUsage, error->message};
  if (const auto error = take_file(plan, options)) return ClaimsPlanError{kFailure, error->message};
  return plan;
}

}  // namespace oknos::lab
