#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "lab/statistics/statistics.h"
#include "lab/store/store_view.h"

namespace oknos::lab {

// How much more a player gives away than the first one, from a store of `suite --measure regret`.
struct PlayerRegret {
  std::string player;           // by name
  std::uint64_t positions = 0;  // in which both made a move
  Estimate less_first;          // expected points, 0 to 1
};
inline constexpr const char* kRegretKind = "regret";
// Of all players, the first included, in a store with moves to one limit.
Result<std::vector<PlayerRegret>> player_regrets(const store::StoreView& view);

}  // namespace oknos::lab
