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

// The registry as options of UCI, of the command line and of the library. GUIs send all options back in any order, so
// the order must not matter: a switch is "preset", "on" or "off", and the default of a parameter, one below its range,
// means "as in the preset". An explicit value always overrides the preset.
namespace oknos::pruning {

enum class OptionType { Spin, Combo, String };

struct OptionInfo {
  std::string name;  // "Frontier Futility Margin"
  OptionType type = OptionType::Combo;
  std::string default_value;
  int min = 0;  // of a spin; `min` means "as in the preset"
  int max = 0;
  std::vector<std::string> values;  // of a combo
  bool expert = true;               // declared only to those who ask for all options
};

// All options of the rules: "Preset", "Preset File", a switch for each family of rules ("Move Futility Rules": "preset"
// or "off"), the conventions ("Estimate", "In Check", ...), for each rule a switch and its parameters, and a switch for
// each exemption. A rule's own switch overrides that of its family.
std::vector<OptionInfo> options();

// A preset and the user's changes to it.
class Overrides {
 public:
  // Sets an option. The name is written as in UCI ("Frontier Futility Margin") or as in presets ("in_check",
  // "frontier_futility.margin", "frontier_futility.enabled", "exemptions.gives_check"); case does not matter, and old
  // names are accepted (names.h). The value "preset", or one below the range, removes an earlier change. Returns false
  // if there is no such option of the rules, and an error if the value or the preset file is invalid; then nothing has
  // changed.
  Result<bool> set(std::string_view name, std::string_view value);

  // The resulting settings. The base is the preset file if one is set, else the named preset, else the default one.
  Settings settings() const;
  const Preset& preset() const { return file_ ? *file_ : preset_; }

  // The same changes applied to another preset.
  Settings resolve(const Preset& base) const;

 private:
  struct RuleOverride {
    std::optional<bool> enabled;
    std::array<std::optional<std::int16_t>, kMaxParameters> values;
  };

  Result<bool> set_preset(std::string_view value);
  Result<bool> set_preset_file(std::string_view value);
  Result<bool> set_family(const RuleFamilyInfo& family, std::string_view value, bool& off);

  Preset preset_ = default_preset();
  std::optional<Preset> file_;
  std::array<std::optional<std::size_t>, kConventionKeys.size()> conventions_;  // index of the value
  std::array<std::optional<bool>, kExemptions.size()> exemptions_;
  std::array<bool, kRuleFamilies.size()> families_off_{};
  std::array<RuleOverride, kRules> rules_;
};

// UCI commands ("setoption name Frontier Futility value on") for all switches and parameters. In any order they give an
// engine these settings, whatever its preset.
std::vector<std::string> to_uci(const Settings& settings);

// All settings under their preset names: "frontier_futility" is "on" or "off", "frontier_futility.margin" a number.
// Setting all of them in Overrides gives these settings, whatever the preset.
std::vector<std::pair<std::string, std::string>> named_values(const Settings& settings);

}  // namespace oknos::pruning
