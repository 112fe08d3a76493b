#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>

#include "engine/base/score.h"
#include "engine/chess/position.h"
#include "engine/eval/endings/known_endings.h"
#include "engine/eval/weights/weights.h"

// What an evaluation consists of: how often each weight counted for each side. The same code fills it that sums the
// weights when playing. Everything is from White's view, in centipawns.
//
// The value of a position from its trace and any weights (integer division, rounding towards zero, aside):
//
// clang-format off
//   mix(mg, eg)  = (mg * phase + eg * (24 - phase)) / 24
//   psqt         = mix(P.mg, P.eg)            P: sum of w * (count[White] - count[Black]) over the Psqt groups
//   T.mg, T.eg   = the same sum over the Tapered groups
//   d[c]         = max(0, sum of w.mg * count[c] over the Danger groups)      c: the side whose king is attacked
//   mg           = T.mg - d[White]^2 / kDangerSquare + d[Black]^2 / kDangerSquare
//   eg           = T.eg - d[White] / kDangerEnding   + d[Black] / kDangerEnding
//   u            = sum of w.mg * count[White] over the Winnable groups        (Black counts nothing)
//   e            = material + P.eg + eg                                       what the ending is worth as a whole
//   e'           = (e + sign(e) * max(-|e|, min(|e|, u))) * scale / kFullScale
//   positional   = saturate(mix(mg, eg + e' - e), W)
//   E            = material + psqt + positional
// clang-format on
//
//   saturate(x, W) = x up to W/2; from there half of what exceeds W/2 is added, until W is reached at 1.5 W; likewise
//   below 0. W is `width`, a function of the material alone (positional_bound.h).
//
// Where `ending` is Exact a special rule for few men has the word and the weights do not matter:
//   E = material + psqt + max(-W, min(W, exact - material - psqt)).
namespace oknos::eval {

inline constexpr int kDangerSquare = 4096;
inline constexpr int kDangerEnding = 16;

struct Trace {
  enum class Ending : std::uint8_t {
    None,
    Scaled,  // `scale` is not kFullScale
    Exact    // `exact` takes the place of the sum
  };

  Score material;
  int phase = 0;  // 0 to 24 = kFullPhase
  Color side_to_move = Color::White;
  std::array<std::array<std::int16_t, kWeightCount>, kColors> count{};  // [colour][weight]
  Ending ending = Ending::None;
  int scale = kFullScale;
  Score exact;
  Score width;  // W of this position

  int counted(Color c, Group g, int n = 0) const {
    return count[static_cast<std::size_t>(index(c))][weight_index(g, n)];
  }
};

Trace trace(const Position& position);

// The formula above.
Score value_of(const Trace& trace, const std::array<Tapered, kWeightCount>& weights);

}  // namespace oknos::eval
