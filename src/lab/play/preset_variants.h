#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/pruning/registry/settings.h"

// Presets that differ from a given one, the base, in a single value.
namespace oknos::lab {

struct PresetVariant {
  std::string rule;    // the rule whose value differs: "reverse_futility"; "exemptions" for an exemption
  std::string change;  // as in --set: "reverse_futility.margin=60", "razoring=on"
  pruning::Settings settings;
};

// The variants of a preset. Each rule is switched on if it is off, and off if it is on. If it is on, each of its
// parameters is also multiplied by 1/4, 1/2, 3/4, 4/3, 2 and 4. Depths are changed by 1, 2 and 3 plies in both
// directions, parameters that are 0 by shares of their range, and parameters that are switches are flipped. Every
// exemption is switched as well. All values are within the registry's ranges, and no variant occurs twice. `rules` are
// names; if empty, all rules of the family that can be switched off, and the exemptions.
Result<std::vector<PresetVariant>> make_variants(const pruning::Settings& base, const std::vector<std::string>& rules);

}  // namespace oknos::lab
