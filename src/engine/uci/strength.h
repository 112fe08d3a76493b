#pragma once

#include <cstdint>

#include "engine/eval/noise.h"

// UCI_LimitStrength and UCI_Elo: to play weaker, the engine searches fewer nodes and adds errors to its evaluations.
// docs/playing-strength.md says how the numbers were found.
namespace oknos::uci {

inline constexpr int kMinElo = 1000;
inline constexpr int kMaxElo = 3200;
inline constexpr int kDefaultElo = 1600;  // a club player

struct Handicap {
  std::uint64_t nodes = 0;  // the most that a search may use
  eval::Noise noise;
};

// For kMinElo to kMaxElo. Each seed gives other errors of the same size.
Handicap handicap_of(int elo, std::uint64_t seed);

}  // namespace oknos::uci
