#pragma once

#include <span>
#include <string_view>

namespace oknos::pruning {

// A file of presets/, compiled in.
struct EmbeddedPreset {
  std::string_view name;  // "modern"
  std::string_view text;  // TOML
};

// All of them, sorted by name.
std::span<const EmbeddedPreset> embedded_presets();

inline constexpr std::string_view kDefaultPreset = "modern";

}  // namespace oknos::pruning
