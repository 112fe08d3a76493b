#pragma once

#include <vector>

#include "engine/base/score.h"
#include "train/game_walk.h"

// Targets that look further ahead than the search of the game did: TD(lambda) (Sutton, 1988) over the scores of a
// finished game.
namespace oknos::train::network {

struct Lookahead {
  double weight = 0.0;  // lambda, from 0 (the position's own score) to below 1
  double scale = 0.0;   // centipawns: converts scores to expected points
};

// One score for each ply of the game, from White's view: the mean of the scores of this position and of the later ones,
// each weighing `weight` times as much as the one before; the result of the game has what remains. Means are taken of
// expected points. Plies without a score pass on what follows them. Bounded by Filter::kMaxDecided.
std::vector<Score> scores_ahead(const GameRecord& game, const Lookahead& lookahead);

}  // namespace oknos::train::network
