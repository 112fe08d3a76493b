#pragma once

#include <optional>
#include <vector>

#include "train/load.h"
#include "train/network/lookahead.h"
#include "train/network/packed_position.h"

namespace oknos::train::network {

// By default, a network is trained on quiet positions, including those right after a capture.
inline constexpr Filter kNetworkFilter{.after_capture = false};

// Training and validation positions.
struct Positions {
  std::vector<PackedPosition> training;
  std::vector<PackedPosition> validation;  // of games of their own
  GameTally tally;
  ScoreHistogram scores;
};

// Nothing: interrupted.
std::optional<Positions> load_positions(const std::vector<GameFile>& files, const LoadOptions& options,
                                        const Lookahead& lookahead = {});

}  // namespace oknos::train::network
