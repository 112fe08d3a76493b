#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/pruning/registry/settings.h"
#include "lab/shadow/shadow.h"

namespace oknos::lab {

// What stands at stake in a case, by the names of pruning::kArithmeticPieces.
struct Stake {
  std::string numbers;  // centipawns: "900 + 0"
  std::string names;    // "V1 = queen d5, promotion"
};

// Nothing: there is no such term, or it wants a move and the case has none. With `reply` = exact the reply is no sum of
// pieces, and nothing is said of it here.
std::optional<Stake> stake_of(std::string_view name, const ShadowSample& sample, const pruning::Settings& settings);

}  // namespace oknos::lab
