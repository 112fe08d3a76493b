#include "lab/commands/prove/proof.h"

#include <algorithm>
#include <fmt/format.h>

namespace oknos::lab {

using pruning::kRuleInfos;
using pruning::RuleId;
using pruning::RuleKind;

namespace {

std::string bound_text(Score s) {
  if (s == kInfinite) return "inf";
  return s == -kInfinite ? "-inf" : std::to_string(s.value());
}

}  // namespace

std::string_view name_of(SearchKind kind) {
  return kind == SearchKind::Plain ? "plain" : "null_move";
}

std::string_view adjective(SearchKind kind) {
  return kind == SearchKind::Plain ? "plain" : "null-move";
}

std::string to_text(const Window& w) {
  return fmt::format("({}, {})", bound_text(w.alpha), bound_text(w.beta));
}

pruning::Settings only(const pruning::Settings& settings, const std::vector<RuleId>& rules) {
  pruning::Settings out = settings;
  for (std::size_t id = 0; id < pruning::kRules; ++id) {
    const bool wanted = std::find(rules.begin(), rules.end(), static_cast<RuleId>(id)) != rules.end();
    if (kRuleInfos[id].kind == RuleKind::Family && kRuleInfos[id].may_be_off) out.rules[id].enabled = wanted;
    if (wanted) out.rules[id].enabled = true;
  }
  const RuleId see = pruning::kId<pruning::QuiescenceSee>;  // a search feature that skips
  if (std::find(rules.begin(), rules.end(), see) == rules.end()) out.rules[see].enabled = false;
  return out;
}

oracle::Semantics semantics_of(const ProofPlan& plan, const ProofPosition& position, SearchKind kind) {
  oracle::Semantics out;
  if (kind == SearchKind::NullMove) out.null_move = &plan.null_move;
  out.null_ticks_clock = !plan.guards(pruning::Guard::NullClock);
  out.material_only = position.material_only;
  if (plan.positional.kind == Positional::Kind::None) return out;
  out.positional = plan.positional;
  out.positional_bound = plan.positional.width;
  return out;
}

oracle::Rules rules_of(const ProofPlan& plan, const ProofPosition& position, const Variant& variant) {
  const bool own = !plan.rules_given && !position.rules.empty();
  oracle::Rules out{own ? only(variant.settings, position.rules) : variant.settings, plan.guards, plan.width_told};
  // Material is all there is, so it is the exact bound.
  pruning::Estimate& estimate = out.settings.conventions.estimate;
  if (position.material_only && estimate == pruning::Estimate::Bounds) estimate = pruning::Estimate::Material;
  return out;
}

}  // namespace oknos::lab
