#pragma once

#include <string>
#include <vector>

#include "lab/arguments/stored_command.h"
#include "lab/statistics/statistics.h"
#include "lab/store/store_view.h"

// `oknos-lab regret FILE.epd...`: how much does a player give away in a single move, and how does that shrink with more
// nodes? (docs/regret.md)
namespace oknos::lab {

StoredCommand regret_command();

// How much more a player gives away than the first one, from a store.
struct PlayerRegret {
  std::string player;           // by name
  std::uint64_t positions = 0;  // in which both made a move
  Estimate less_first;          // expected points, 0 to 1
};
inline constexpr const char* kRegretKind = "regret";
// Of all players, the first included, in a store with moves to one limit.
Result<std::vector<PlayerRegret>> player_regrets(const store::StoreView& view);

}  // namespace oknos::lab
