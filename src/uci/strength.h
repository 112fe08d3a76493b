#pragma once

#include <cstdint>

#include "eval/noise.h"

// UCI_LimitStrength and UCI_Elo: a weaker player thinks about fewer positions and misjudges them. How the numbers were
// found stands in docs/playing-strength.md.
namespace oknos::uci {

inline constexpr int kLeastElo = 1000;
inline constexpr int kMostElo = 3200;

struct Handicap {
  std::uint64_t nodes = 0;  // of a search, at most
  eval::Noise noise;
};

// For kLeastElo to kMostElo. The seed chooses one of many players of that strength.
Handicap handicap_of(int elo, std::uint64_t seed);

}  // namespace oknos::uci
