#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

#include "engine/pruning/parts/rule.h"
#include "engine/pruning/parts/search_features.h"
#include "engine/pruning/registry/names.h"
#include "engine/pruning/rules/capture_futility.h"
#include "engine/pruning/rules/deep_futility.h"
#include "engine/pruning/rules/delta_pruning.h"
#include "engine/pruning/rules/extended_futility.h"
#include "engine/pruning/rules/fitted_futility.h"
#include "engine/pruning/rules/frontier_futility.h"
#include "engine/pruning/rules/frontier_node.h"
#include "engine/pruning/rules/general_deep_futility.h"
#include "engine/pruning/rules/general_futility.h"
#include "engine/pruning/rules/history_pruning.h"
#include "engine/pruning/rules/late_move_pruning.h"
#include "engine/pruning/rules/lazy_evaluation.h"
#include "engine/pruning/rules/limited_razoring.h"
#include "engine/pruning/rules/over_kill.h"
#include "engine/pruning/rules/plain_deep.h"
#include "engine/pruning/rules/plain_super.h"
#include "engine/pruning/rules/quiescence_limit.h"
#include "engine/pruning/rules/quiescence_see.h"
#include "engine/pruning/rules/razoring.h"
#include "engine/pruning/rules/reverse_futility.h"
#include "engine/pruning/rules/see_pruning.h"
#include "engine/pruning/rules/stand_pat.h"
#include "engine/pruning/rules/super_stand_pat.h"
#include "engine/pruning/rules/weak_deep_futility.h"
#include "engine/pruning/rules/weak_general_futility.h"

// The list of all rules. UCI options, preset keys, rows of the ledger and the documentation are derived from it; where
// several rules act, they are evaluated in this order. To add a rule, add its header and a line here.
namespace oknos::pruning {

template <class... R>
struct RuleList {
  static constexpr std::size_t size = sizeof...(R);
  static constexpr std::array<RuleInfo, size> infos = {R::kInfo...};

  // Calls f(std::type_identity<R>, id) for each rule until one call returns true.
  template <class F>
  static constexpr bool any(F&& f) {
    std::uint8_t id = 0;
    return (f(std::type_identity<R>{}, id++) || ...);
  }

  template <class Wanted>
  static constexpr std::uint8_t id_of() {
    std::uint8_t id = 0;
    (void)((std::is_same_v<R, Wanted> || (++id, false)) || ...);
    return id;
  }
};

using Rules =
    RuleList<StandPat, LazyEvaluation, DeltaPruning,
             // nodes: sound cuts, then restrictions, then guesses
             GeneralFutility, SuperStandPat, PlainSuper, GeneralDeepFutility, WeakGeneralFutility, ReverseFutility,
             FrontierNode, Razoring, LimitedRazoring,
             // moves
             OverKill, FrontierFutility, PlainDeep, WeakDeepFutility, DeepFutility, ExtendedFutility, LateMovePruning,
             CaptureFutility, HistoryPruning, FittedFutility, SeePruning,
             // search features
             QuiescenceLimit, QuiescenceSee, NullMovePruning, ProbCut, LateMoveReductions, InternalIterativeReductions,
             SingularExtensions, CheckExtension, CorrectionHistory, UpcomingRepetition, AspirationWindow,
             TranspositionTable, MoveHistories, Hindsight, FailHighBlend>;

using RuleId = std::uint8_t;
inline constexpr std::size_t kRules = Rules::size;
inline constexpr const std::array<RuleInfo, kRules>& kRuleInfos = Rules::infos;

template <class R>
inline constexpr RuleId kId = Rules::id_of<R>();

// Invariants that other code relies on.
constexpr bool is_well_formed(const RuleInfo& rule) {
  if (rule.parameters.size() > kMaxParameters) return false;
  for (const ParameterInfo& p : rule.parameters)
    if (p.min <= INT16_MIN || p.max > INT16_MAX ||  // min - 1 must fit too
        p.min > p.default_value || p.default_value > p.max)
      return false;
  return true;
}
static_assert(std::all_of(kRuleInfos.begin(), kRuleInfos.end(), is_well_formed));
static_assert(kRules <= 64, "a Verdict has a bit for each rule");

// Finds a rule by its name, as in presets ("frontier_futility").
constexpr std::optional<RuleId> find_rule(std::string_view name) {
  for (std::size_t id = 0; id < kRules; ++id)
    if (kRuleInfos[id].name == name) return static_cast<RuleId>(id);
  return std::nullopt;
}

}  // namespace oknos::pruning
