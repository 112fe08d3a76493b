#pragma once

#include <string>
#include <string_view>

// The one mapping of names: `frontier_futility` in code and presets is "Frontier Futility" in UCI.
namespace oknos::pruning {

// "frontier_futility" -> "Frontier Futility".
std::string title_of(std::string_view name);

// The form in which names are compared: lower case, with one '_' for every run of spaces, '_', '-' and '.'. So
// "Frontier Futility Margin", "frontier_futility.margin" and "frontier-futility-margin" are the same name.
std::string canonical(std::string_view name);

}  // namespace oknos::pruning
