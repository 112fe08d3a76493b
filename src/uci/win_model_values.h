#pragma once

#include "uci/win_model.h"

// The numbers of the win model, see win_model.h.
// Made by: oknos-lab train wdl /tmp/oknos/data/g0a.pgn --validation 10 --seed 1
// Data: /tmp/oknos/data/g0a.pgn (sha256 0506394ad1f7682b); 1,030,909 positions to learn from, 116,256 to judge by. Mean
// surprise: 0.75742; of those to judge by 0.77352.
namespace oknos::uci {

// clang-format off
inline constexpr WinModel kWinModel = {
    {74971, -172913, 199401, -66530},  // half
    {24675, -12231, 42625, -16965},  // spread
    720,  // half_by_move
    177,  // spread_by_move
};
// clang-format on

}  // namespace oknos::uci
