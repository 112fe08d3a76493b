#pragma once

#include <array>
#include <string>
#include <string_view>

// The one mapping of names: `frontier_futility` in code and presets is "Frontier Futility" in UCI.
namespace oknos::pruning {

// Names that earlier versions used for rules, for conventions, and for parameters ("RULE.PARAMETER"). Presets, options
// and results files that hold them are still read; they are never written.
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

// Today's spelling of an old name, which must be spelled as above; any other name is returned as it is.
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

// "frontier_futility" -> "Frontier Futility"; abbreviations are in capitals: "see_pruning" -> "SEE Pruning".
std::string title_of(std::string_view name);

// The form in which names are compared: lower case, with one '_' for every run of spaces, '_', '-' and '.'. So
// "Frontier Futility Margin", "frontier_futility.margin" and "frontier-futility-margin" are the same name. An old name
// becomes today's.
std::string canonical(std::string_view name);

}  // namespace oknos::pruning
