#pragma once

#include "engine/uci/win_model.h"

// The numbers of the win model, see win_model.h.
// Made by: oknos-lab train wdl wdl-eleventh-2000n.games --validation 10 --seed 1
// Data: wdl-eleventh-2000n.games (sha256 4ab3d4b00077a090); 299,607 positions to learn from, 33,906 to judge by.
// Mean surprise: 0.66218; of those to judge by 0.71029.
namespace oknos::uci {

// clang-format off
inline constexpr WinModel kWinModel = {
    {80657, -127229, 104157, -27732},  // half
    {565, 90756, -84343, 25581},  // spread
    478,  // half_by_move
    -12,  // spread_by_move
};
// clang-format on

}  // namespace oknos::uci
