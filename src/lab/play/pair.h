#pragma once

#include <array>
#include <optional>
#include <string>

#include "lab/play/game.h"
#include "lab/play/game_summary.h"
#include "lab/play/openings.h"

namespace oknos::lab {

// The games of a pair: the first player has White in the first one.
using PairRecord = std::array<GameRecord, 2>;

// Plays an opening with either colour. Nothing: interrupted.
std::optional<PairRecord> play_pair(const Opening& opening, Side first, Side second, const GameRules& rules);

// `opening` is its name; see name_of().
PairSummary summarise(const PairRecord& games, const std::string& opening);

// What the book calls the opening with that number (from 0), or its number from 1.
std::string name_of(const Opening& opening, std::size_t number);

}  // namespace oknos::lab
