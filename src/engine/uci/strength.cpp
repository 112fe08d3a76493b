#include "engine/uci/strength.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace oknos::uci {

namespace {

struct Level {
  int elo;
  int nodes;
  int deviation;  // centipawns
};

// Measured (docs/playing-strength.md). Between two levels, the logarithm of the nodes and the deviation are
// interpolated linearly.
constexpr std::array<Level, 8> kLevels = {{{1000, 200, 87},
                                           {1100, 200, 70},
                                           {1410, 200, 35},
                                           {1685, 200, 0},
                                           {1980, 600, 0},
                                           {2425, 2000, 0},
                                           {2815, 7000, 0},
                                           {3200, 25000, 0}}};
static_assert(kLevels.front().elo == kMinElo && kLevels.back().elo == kMaxElo);

}  // namespace

Handicap handicap_of(int elo, std::uint64_t seed) {
  const int within = std::clamp(elo, kMinElo, kMaxElo);
  const auto* above =
      std::find_if(kLevels.begin() + 1, kLevels.end() - 1, [&](const Level& l) { return l.elo >= within; });
  const Level &low = *(above - 1), &high = *above;
  const double share = static_cast<double>(within - low.elo) / (high.elo - low.elo);
  const double nodes = std::log(low.nodes) + share * (std::log(high.nodes) - std::log(low.nodes));
  const double deviation = low.deviation + share * (high.deviation - low.deviation);
  return {static_cast<std::uint64_t>(std::llround(std::exp(nodes))), {static_cast<int>(std::lround(deviation)), seed}};
}

}  // namespace oknos::uci
