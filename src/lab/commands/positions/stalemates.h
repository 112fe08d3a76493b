#pragma once

#include <cstdint>
#include <optional>

#include "engine/chess/position.h"

namespace oknos::lab {

inline constexpr int kStalematePlies = 3;

// What makes a position one of the kind: the least share, per mille, and a least number.
inline constexpr std::uint64_t kStalematesPerMille = 10;
inline constexpr std::uint64_t kFewestStalemates = 3;

struct StalemateCount {
  std::uint64_t nodes = 0;  // of the full legal tree, without the root
  std::uint64_t stalemates = 0;
};

// Counts the legal tree of so many plies; nothing when it has more than `most_nodes` nodes.
std::optional<StalemateCount> count_stalemates(const Position& position, int plies, std::uint64_t most_nodes);

bool is_rich_in_stalemates(const StalemateCount& count);

}  // namespace oknos::lab
