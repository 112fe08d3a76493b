#include "lab/terminal/rule_name.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string>

#include "engine/base/text.h"

namespace oknos::lab {

Result<pruning::RuleId> rule_named(std::string_view name) {
  if (const auto id = pruning::find_rule(name)) return *id;
  std::string known;
  for (const pruning::RuleInfo& rule : pruning::kRuleInfos)
    if (rule.kind == pruning::RuleKind::Family) known += (known.empty() ? "" : ", ") + std::string(rule.name);
  return Error{fmt::format("there is no rule {}; there are: {}", text::quoted(name), known)};
}

Result<pruning::GuardSwitches> guards_without(const std::vector<std::string>& names) {
  pruning::GuardSwitches out;
  for (const std::string& name : names) {
    const auto guard = pruning::guard_from_name(name);
    if (!guard) {
      std::vector<std::string_view> known;
      for (int g = 1; g < pruning::kGuards; ++g) known.push_back(pruning::name_of(static_cast<pruning::Guard>(g)));
      return Error{fmt::format("--without-guard: there is no guard {}; there are: {}", text::quoted(name),
                               fmt::join(known, ", "))};
    }
    out.set(*guard, false);
  }
  return out;
}

}  // namespace oknos::lab
