#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>

#include "engine/base/score.h"
#include "engine/chess/position.h"
#include "engine/eval/endings/known_endings.h"
#include "engine/eval/weights/weights.h"

// The terms of an evaluation: how often each weight counts for each side. Filled by the same code that sums the weights
// in play. Everything is from White's view, in centipawns.
//
// The value of a position, computed from its trace and any set of weights (up to the rounding of integer division):
//
// clang-format off
//   mix(mg, eg)  = (mg * phase + eg * (24 - phase)) / 24
//   psqt         = mix(P.mg, P.eg)            P: sum of w * (count[White] - count[Black]) over the Psqt groups
//   T.mg, T.eg   = the same over the Tapered groups
//   d[c]         = max(0, sum of w.mg * count[c] over the Danger groups)      c: the side whose king is attacked
//   mg           = T.mg - d[White]^2 / kDangerSquare + d[Black]^2 / kDangerSquare
//   eg           = T.eg - d[White] / kDangerEnding   + d[Black] / kDangerEnding
//   u            = sum of w.mg * count[White] over the Winnable groups        (Black counts nothing)
//   e            = material + P.eg + eg                                       value of the endgame
//   e'           = (e + sign(e) * max(-|e|, min(|e|, u))) * scale / kFullScale
//   positional   = saturate(mix(mg, eg + e' - e), W)
//   E            = material + psqt + positional
// clang-format on
//
// saturate(x, W) is x up to W/2 and has half that slope beyond, until it reaches W at x = 1.5 W; negative x likewise. W
// is `width`, a function of the material alone (positional_bound.h).
//
// If `ending` is Exact, a known-ending rule overrides the weights:
//   E = material + psqt + max(-W, min(W, exact - material - psqt)).
namespace oknos::eval {

inline constexpr int kDangerSquare = 4096;
inline constexpr int kDangerEnding = 16;

struct Trace {
  enum class Ending : std::uint8_t {
    None,
    Scaled,  // `scale` differs from kFullScale
    Exact    // `exact` replaces the sum
  };

  Score material;
  int phase = 0;  // 0 to 24 = kFullPhase
  Color side_to_move = Color::White;
  std::array<std::array<std::int16_t, kWeightCount>, kColors> count{};  // occurrences, [colour][weight]
  Ending ending = Ending::None;
  int scale = kFullScale;
  Score exact;
  Score width;  // W of this position

  int counted(Color c, Group g, int n = 0) const {
    return count[static_cast<std::size_t>(index(c))][weight_index(g, n)];
  }
};

Trace trace(const Position& position);

// The value by the formula above, White's view, centipawns.
Score value_of(const Trace& trace, const std::array<Tapered, kWeightCount>& weights);

}  // namespace oknos::eval
