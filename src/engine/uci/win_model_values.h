#pragma once

#include "engine/uci/win_model.h"

// The numbers of the win model, see win_model.h.
// Made by: oknos-lab train wdl wdl-twelfth-2000n.games --validation 10 --seed 1
// Data: wdl-twelfth-2000n.games (sha256 186512f8d31d2408); 296,579 positions to learn from, 32,263 to judge
// by. Mean surprise: 0.68804; of those to judge by 0.69589.
namespace oknos::uci {

// clang-format off
inline constexpr WinModel kWinModel = {
    {80147, -127663, 110775, -29141},  // half
    {1262, 82133, -65358, 19096},  // spread
    642,  // half_by_move
    120,  // spread_by_move
};
// clang-format on

}  // namespace oknos::uci
