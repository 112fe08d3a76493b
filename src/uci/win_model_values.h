#pragma once

#include "uci/win_model.h"

// The numbers of the win model, see win_model.h.
// Made by: oknos-lab train wdl g1a.pgn --validation 10 --seed 1
// Data: g1a.pgn (sha256 7439dc04356fb641); 454,108 positions to learn from, 50,636 to judge by. Mean
// surprise: 0.66549; of those to judge by 0.68799.
namespace oknos::uci {

// clang-format off
inline constexpr WinModel kWinModel = {
    {45144, -39271, 23570, 511},  // half
    {-2841, 104554, -122698, 49504},  // spread
    556,  // half_by_move
    39,  // spread_by_move
};
// clang-format on

}  // namespace oknos::uci
