#include "lab/terminal/rule_name.h"

#include <fmt/format.h>
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

}  // namespace oknos::lab
