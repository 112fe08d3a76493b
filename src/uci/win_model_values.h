#pragma once

#include "uci/win_model.h"

// The numbers of the win model, see win_model.h.
// Made by: oknos-lab train wdl wdl-2000n.pgn --validation 10 --seed 1
// Data: wdl-2000n.pgn (sha256 eda70c2e5aac3faa); 306,760 positions to learn from, 34,946 to judge
// by. Mean surprise: 0.66783; of those to judge by 0.67155.
namespace oknos::uci {

// clang-format off
inline constexpr WinModel kWinModel = {
    {75859, -130050, 111419, -30387},  // half
    {4035, 73234, -71010, 24253},  // spread
    434,  // half_by_move
    22,  // spread_by_move
};
// clang-format on

}  // namespace oknos::uci
