#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/pruning/presets/embedded_presets.h"
#include "engine/pruning/registry/convention_keys.h"
#include "engine/pruning/registry/settings.h"

// Presets: values for all switches and parameters of the registry, in TOML (docs/presets.md). A file is either
// complete, with all conventions, a table for each rule and a key for each parameter, or has extends = "NAME" and
// contains only differences from that built-in preset or from the defaults of the registry (kDefaults). Unknown keys,
// duplicates, wrong types and values out of range are errors that name file, line, key and what is allowed.
namespace oknos::pruning {

// extends = "defaults": all rules of the family off, all search features on, all parameters at the default that the
// rule declares.
inline constexpr std::string_view kDefaults = "defaults";

struct Preset {
  std::string name;
  std::string description;
  std::string source;   // where its values come from
  std::string extends;  // the preset that its file extends; empty: the file was complete
  Settings settings;

  // Presets with the same meaning are equal, however their files are written.
  bool operator==(const Preset& o) const {
    return name == o.name && description == o.description && source == o.source && settings == o.settings;
  }
};

// The error reads "FILE:LINE: key 'margin' in [frontier_futility]: ... allowed 0..2000".
Result<Preset> parse_preset(std::string_view text, std::string_view file_name);
Result<Preset> load_preset_file(const std::string& path);

// The built-in presets.
std::vector<std::string_view> preset_names();
Result<Preset> find_preset(std::string_view name);  // case-insensitive
Preset default_preset();                            // used unless another is chosen
// The name of a built-in preset, or else the path of a file.
Result<Preset> find_or_load_preset(const std::string& name_or_path);

// The preset as a complete file; parse_preset() restores it.
std::string to_toml(const Preset& preset);
// The preset as a file that extends a built-in preset (or kDefaults) and contains only the differences.
std::string to_toml(const Preset& preset, const Preset& base);
// The preset that such a file should extend: the one that this preset extends, else the default one.
Preset base_of(const Preset& preset);
// The preset that the file of a changed `preset` should extend: `preset` itself if it is built in, else base_of() it.
Preset base_of_changes(const Preset& preset);

}  // namespace oknos::pruning
