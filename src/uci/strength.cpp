#include "uci/strength.h"

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

// Measured (docs/playing-strength.md); between two levels the logarithm of the nodes and the deviation are linear.
constexpr std::array<Level, 9> kLevels = {{{1000, 100, 400},
                                           {1250, 130, 280},
                                           {1500, 180, 190},
                                           {1750, 250, 120},
                                           {2000, 400, 70},
                                           {2250, 800, 40},
                                           {2500, 2000, 20},
                                           {2750, 6000, 0},
                                           {3000, 30000, 0}}};
static_assert(kLevels.front().elo == kLeastElo && kLevels.back().elo == kMostElo);

}  // namespace

Handicap handicap_of(int elo, std::uint64_t seed) {
  const int within = std::clamp(elo, kLeastElo, kMostElo);
  const auto* above =
      std::find_if(kLevels.begin() + 1, kLevels.end() - 1, [&](const Level& l) { return l.elo >= within; });
  const Level &low = *(above - 1), &high = *above;
  const double share = static_cast<double>(within - low.elo) / (high.elo - low.elo);
  const double nodes = std::log(low.nodes) + share * (std::log(high.nodes) - std::log(low.nodes));
  const double deviation = low.deviation + share * (high.deviation - low.deviation);
  return {static_cast<std::uint64_t>(std::llround(std::exp(nodes))), {static_cast<int>(std::lround(deviation)), seed}};
}

}  // namespace oknos::uci
