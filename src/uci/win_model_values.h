#pragma once

#include "uci/win_model.h"

// The numbers of the win model, see win_model.h.
// Made by: oknos-lab train wdl g1a.pgn g2a.pgn --validation 10 --seed 1
// Data: g1a.pgn (sha256 7439dc04356fb641), g2a.pgn (sha256 950f6cfd1e9faadb); 1,992,048 positions to learn from,
// 223,327 to judge by. Mean surprise: 0.68095; of those to judge by 0.69223.
namespace oknos::uci {

// clang-format off
inline constexpr WinModel kWinModel = {
    {36990, -8918, -9432, 11763},  // half
    {-5345, 108135, -114585, 43413},  // spread
    570,  // half_by_move
    86,  // spread_by_move
};
// clang-format on

}  // namespace oknos::uci
