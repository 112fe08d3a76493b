#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "pruning/settings.h"

// Presets that differ from another one in a single value: what is measured to learn what an error costs.
namespace oknos::lab {

struct PresetVariant {
  std::string rule;    // whose value differs: "reverse_futility"; "exemptions" for a kind of moves
  std::string change;  // as --set has it: "reverse_futility.margin=60", "razoring=on"
  pruning::Settings settings;
};

// Of each rule: on or off, whichever it is not; and, if it is on, each parameter down and up in three steps, to a
// quarter, half and three quarters, and to 4/3, twice and four times its value. Depths move by 1, 2 and 3 plies, a
// parameter that is 0 by shares of its range, and a switch is turned. Every exemption is turned too. All within the
// registry's ranges and none twice. `rules` by name; none: those of the family that may be off, and the exemptions.
Result<std::vector<PresetVariant>> make_variants(const pruning::Settings& base, const std::vector<std::string>& rules);

}  // namespace oknos::lab
