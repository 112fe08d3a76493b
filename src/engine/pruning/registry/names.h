#pragma once

#include <string>
#include <string_view>

// The mapping between names in code and presets (`frontier_futility`) and in UCI ("Frontier Futility").
namespace oknos::pruning {

// "frontier_futility" -> "Frontier Futility". Abbreviations are capitalised: "see_pruning" -> "SEE Pruning".
std::string title_of(std::string_view name);

// The form in which names are compared: lower case, with one '_' for each run of spaces, '_', '-' and '.'. "Frontier
// Futility Margin", "frontier_futility.margin" and "frontier-futility-margin" are the same name.
std::string canonical(std::string_view name);

}  // namespace oknos::pruning
