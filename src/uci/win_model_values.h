#pragma once

#include "uci/win_model.h"

// The numbers of the win model, see win_model.h.
// Made by: oknos-lab train wdl wdl-eighth-2000n.games --validation 10 --seed 1
// Data: wdl-eighth-2000n.games (sha256 df95c178b0998379); 310,057 positions to learn from, 37,704 to judge by. Mean
// surprise: 0.67466; of those to judge by 0.63592.
namespace oknos::uci {

// clang-format off
inline constexpr WinModel kWinModel = {
    {89944, -186576, 181837, -55732},  // half
    {12270, 29053, -9648, 497},  // spread
    521,  // half_by_move
    91,  // spread_by_move
};
// clang-format on

}  // namespace oknos::uci
