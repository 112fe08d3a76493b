#pragma once

#include "engine/uci/win_model.h"

// The numbers of the win model, see win_model.h.
// Made by: oknos-lab train wdl wdl-ninth-2000n.games --validation 10 --seed 1
// Data: wdl-ninth-2000n.games (sha256 2525c238c8977e73); 305,892 positions to learn from, 35,717 to judge by. Mean
// surprise: 0.66698; of those to judge by 0.68422.
namespace oknos::uci {

// clang-format off
inline constexpr WinModel kWinModel = {
    {148112, -365649, 348056, -110659},  // half
    {17649, 24987, -24345, 10622},  // spread
    0,  // half_by_move
    0,  // spread_by_move
};
// clang-format on

}  // namespace oknos::uci
