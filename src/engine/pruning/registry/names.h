#pragma once

#include <array>
#include <string>
#include <string_view>

// The mapping between names in code and presets (`frontier_futility`) and in UCI ("Frontier Futility").
namespace oknos::pruning {

// Names used by earlier versions for rules, conventions and parameters ("RULE.PARAMETER"). They are accepted in
// presets, options and run stores, but never written.
struct OldName {
  std::string_view old_name;
  std::string_view name;
};
inline constexpr std::array<OldName, 6> kOldNames = {{
    {"move_count", "late_move_pruning"},
    {"internal_reductions", "internal_iterative_reductions"},
    {"table_bound", "tt_bound"},
    {"probcut.table_margin", "probcut.tt_margin"},
    {"late_move_reductions.deeper", "late_move_reductions.deeper_centipawns"},
    {"late_move_reductions.shallower", "late_move_reductions.shallower_centipawns"},
}};
// The same for the values of conventions ("CONVENTION=VALUE").
inline constexpr std::array<OldName, 1> kOldValues = {{{"estimate=table", "estimate=tt"}}};

// The current name for an old one, which must be spelled exactly as above; other names are returned unchanged.
constexpr std::string_view current_name(std::string_view name) {
  for (const OldName& o : kOldNames)
    if (o.old_name == name) return o.name;
  return name;
}

// The inverse: the old name of a current one, or `name` itself.
constexpr std::string_view old_name(std::string_view name) {
  for (const OldName& o : kOldNames)
    if (o.name == name) return o.old_name;
  return name;
}

// The same as current_name() for a value of that convention, case-insensitive. The result may refer to `value`.
std::string_view current_value(std::string_view convention, std::string_view value);

// "frontier_futility" -> "Frontier Futility". Abbreviations are capitalised: "see_pruning" -> "SEE Pruning".
std::string title_of(std::string_view name);

// The form in which names are compared: lower case, with one '_' for each run of spaces, '_', '-' and '.', and old
// names replaced by current ones. "Frontier Futility Margin", "frontier_futility.margin" and "frontier-futility-margin"
// are the same name.
std::string canonical(std::string_view name);

}  // namespace oknos::pruning
