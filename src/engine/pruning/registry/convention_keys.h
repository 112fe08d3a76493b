#pragma once

#include <array>
#include <cassert>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/text.h"
#include "engine/pruning/parts/conventions.h"
#include "engine/pruning/registry/names.h"

// The conventions under the names that presets use. Preset files, UCI options, the laboratory and the documentation all
// use this table. (Exemptions are conventions too, but have their own table in exemptions.h.)
namespace oknos::pruning {

struct ConventionValue {
  std::string_view name;     // in presets and in UCI: "material"
  std::string_view meaning;  // one sentence
};

struct ConventionKey {
  std::string_view name;                    // in presets: "in_check"; the UCI name is derived from it
  std::string_view meaning;                 // what it decides
  std::span<const ConventionValue> values;  // in the order of the enumerators
  std::size_t (*get)(const Conventions&);   // index into `values`
  void (*set)(Conventions&, std::size_t);

  std::string_view value_of(const Conventions& c) const { return values[get(c)].name; }
  // Index of a value, case-insensitive.
  std::optional<std::size_t> find(std::string_view value) const {
    for (std::size_t i = 0; i < values.size(); ++i)
      if (text::equal_ignoring_case(values[i].name, value)) return i;
    return std::nullopt;
  }
};

inline constexpr std::array<ConventionValue, 4> kEstimateValues = {{
    {"material", "the material balance and the gain"},
    {"evaluation", "the static evaluation and the gain"},
    {"tt",
     "the same, with the transposition table's score in place of the static evaluation where it is a tighter bound"},
    {"bounds",
     "never too low: material, gain, the piece-square terms after the move, and a bound on the positional part"},
}};
inline constexpr std::array<ConventionValue, 3> kReplyValues = {{
    {"piece", "the most valuable piece on the board"},
    {"attacked", "the most valuable piece that is attacked"},
    {"exact", "the best of all moves, computed move by move"},
}};
inline constexpr std::array<ConventionValue, 2> kInCheckValues = {{
    {"evasions", "it searches all evasions and does not stand pat"},
    {"stand_pat", "it stands pat, as when not in check; the sound rules require this"},
}};
inline constexpr std::array<ConventionValue, 2> kTtBoundValues = {{
    {"upper", "an upper bound: the best value, including the bounds of skipped moves"},
    {"lower", "a lower bound: the best value searched, since a skipped move might be better"},
}};
inline constexpr std::array<ConventionValue, 3> kRecordedValues = {{
    {"bound", "the largest bound of a skipped move"},
    {"evaluation", "the static evaluation, if it is above the best value searched"},
    {"alpha", "nothing; alpha if every move was skipped"},
}};
inline constexpr std::array<ConventionValue, 2> kListCutoffValues = {{
    {"off", "nothing: each move is tested by itself"},
    {"on", "all quiet moves, or all captures that win no more, if the margin is the same for them"},
}};
inline constexpr std::array<ConventionValue, 2> kProofGuardsValues = {{
    {"on", "they apply, as the proofs require"},
    {"off",
     "they do not: stalemates and reachable draws are ignored, and so is whether a null move that a rule assumes would "
     "be allowed"},
}};

inline constexpr std::array<ConventionValue, 2> kEvaluatorValues = {{
    {"network", "the network of the UCI option EvalFile; the classical evaluation if there is none"},
    {"classical", "the classical evaluation, whose positional part is bounded"},
}};

inline constexpr std::array<ConventionValue, 7> kNetworkClampValues = {{
    {"off", "unlimited; the rules that need a bound then use the classical evaluation"},
    {"220", "at most 220 centipawns, or the bound of the classical evaluation where that is larger"},
    {"330", "the same with 330"},
    {"440", "the same with 440"},
    {"660", "the same with 660"},
    {"880", "the same with 880"},
    {"1320", "the same with 1320"},
}};

namespace detail {
template <auto Member, std::size_t Values>
constexpr ConventionKey convention(std::string_view name, std::string_view meaning,
                                   const std::array<ConventionValue, Values>& values) {
  return {name, meaning, values, [](const Conventions& c) { return static_cast<std::size_t>(c.*Member); },
          [](Conventions& c, std::size_t value) {
            assert(value < Values);
            using Enum = std::remove_reference_t<decltype(c.*Member)>;
            c.*Member = static_cast<Enum>(value);
          }};
}
}  // namespace detail

inline constexpr std::array<ConventionKey, 9> kConventionKeys = {
    detail::convention<&Conventions::estimate>("estimate", "how the position after a move is estimated",
                                               kEstimateValues),
    detail::convention<&Conventions::reply>("reply", "what the best move that follows may win", kReplyValues),
    detail::convention<&Conventions::in_check>("in_check", "what quiescence does in check", kInCheckValues),
    detail::convention<&Conventions::tt_bound>(
        "tt_bound", "what the TT stores for a node that failed low after moves were skipped", kTtBoundValues),
    detail::convention<&Conventions::recorded>(
        "recorded", "what skipped moves leave behind as the value of a node that failed low", kRecordedValues),
    detail::convention<&Conventions::list_cutoff>("list_cutoff", "what one futile move discards besides itself",
                                                  kListCutoffValues),
    detail::convention<&Conventions::proof_guards>("proof_guards", "the guards that only proofs of Muller's rules need",
                                                   kProofGuardsValues),
    detail::convention<&Conventions::evaluator>("evaluator", "what evaluates positions", kEvaluatorValues),
    detail::convention<&Conventions::network_clamp>(
        "network_clamp", "how far the network's value may be from material and piece-square terms",
        kNetworkClampValues),
};

inline constexpr std::array<Estimate, 4> kEstimates = {Estimate::Material, Estimate::Evaluation, Estimate::Tt,
                                                       Estimate::Bounds};

}  // namespace oknos::pruning
