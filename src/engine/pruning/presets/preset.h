#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/pruning/presets/embedded_presets.h"
#include "engine/pruning/registry/convention_keys.h"
#include "engine/pruning/registry/settings.h"

// Presets: values for every switch and parameter of the registry, written in TOML (docs/presets.md). A file is either
// complete, with every convention, a table for every rule and a key for every parameter, or says extends = "NAME" and
// gives only what differs from that built-in preset, or from the registry's own defaults (kDefaults). What is unknown,
// doubled, of the wrong type or out of range is refused with file, line, key and what is allowed.
namespace oknos::pruning {

// extends = "defaults": every rule of the family off, every search feature on, each parameter as its rule declares it.
inline constexpr std::string_view kDefaults = "defaults";

struct Preset {
  std::string name;
  std::string description;
  std::string source;   // what its values are taken from
  std::string extends;  // what its file names; empty: it was complete
  Settings settings;

  // Two that mean the same are equal, however their files say it.
  bool operator==(const Preset& o) const {
    return name == o.name && description == o.description && source == o.source && settings == o.settings;
  }
};

// The error reads "FILE:LINE: key 'margin' in [frontier_futility]: ... allowed 0..2000".
Result<Preset> parse_preset(std::string_view text, std::string_view file_name);
Result<Preset> load_preset_file(const std::string& path);

// The built-in presets.
std::vector<std::string_view> preset_names();
Result<Preset> find_preset(std::string_view name);  // upper and lower case are alike
Preset default_preset();                            // the one that plays when nothing is said
// A built-in preset's name, or else a file's path.
Result<Preset> find_or_load_preset(const std::string& name_or_path);

// The preset as a complete file; parse_preset reads back the same.
std::string to_toml(const Preset& preset);
// The same as a file that extends a built-in preset (or kDefaults) and states only what differs from it.
std::string to_toml(const Preset& preset, const Preset& base);
// What such a file is best written against: the preset that this one extends, else the default one.
Preset base_of(const Preset& preset);

}  // namespace oknos::pruning
