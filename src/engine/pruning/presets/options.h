#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/pruning/presets/preset.h"
#include "engine/pruning/registry/settings.h"

// The registry as options: of UCI, of the laboratory's command line, of the library. GUIs send every option back in any
// order, so the order must not matter: a switch is "preset", "on" or "off", and a parameter's default, one below its
// range, means "as the preset says". An explicit value always wins over the preset's.
namespace oknos::pruning {

enum class OptionType { Spin, Combo, String };

struct OptionInfo {
  std::string name;  // "Frontier Futility Margin"
  OptionType type = OptionType::Combo;
  std::string default_value;
  int min = 0;  // of a spin; min itself means "as the preset says"
  int max = 0;
  std::vector<std::string> values;  // of a combo
};

// Every option of the rules: "Preset", "Preset File", the conventions ("Estimate", "In Check", ...), a switch and the
// parameters for each rule, a switch for each exemption.
std::vector<OptionInfo> options();

// A preset and the user's own values over it.
class Overrides {
 public:
  // Sets the option of that name, written as in UCI ("Frontier Futility Margin") or as in presets
  // ("in_check", "frontier_futility.margin", "frontier_futility.enabled", "exemptions.gives_check"), in upper or lower
  // case. False: no option of the rules has this name. An error: the value is not allowed, or the preset file is not
  // good; nothing has changed then. "preset" (or one below the range) takes an explicit value back.
  Result<bool> set(std::string_view name, std::string_view value);

  // What the search reads. The chosen preset is the file if one is set, else the one chosen by name, else the default.
  Settings settings() const;
  const Preset& preset() const { return file_ ? *file_ : preset_; }

  // The same values over another preset.
  Settings resolve(const Preset& base) const;

 private:
  struct RuleOverride {
    std::optional<bool> enabled;
    std::array<std::optional<std::int16_t>, kMaxParameters> values;
  };

  Result<bool> set_preset(std::string_view value);
  Result<bool> set_preset_file(std::string_view value);

  Preset preset_ = default_preset();
  std::optional<Preset> file_;
  std::array<std::optional<std::size_t>, kConventionKeys.size()> conventions_;  // the place of the value
  std::array<std::optional<bool>, kExemptions.size()> exemptions_;
  std::array<RuleOverride, kRules> rules_;
};

// Lines "setoption name Frontier Futility value on" for every switch and parameter: sent to an engine in any order,
// they give these settings whatever its preset is.
std::vector<std::string> to_uci(const Settings& settings);

// Everything of the rules that a search depends on, in the names of presets: "frontier_futility" is "on" or "off",
// "frontier_futility.margin" a number. Overrides that are given all of them come to these settings, whatever the
// preset.
std::vector<std::pair<std::string, std::string>> named_values(const Settings& settings);

}  // namespace oknos::pruning
