#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "train/fit.h"
#include "train/game_walk.h"
#include "train/samples.h"
#include "train/score_scale.h"

// Reads samples from files of games.
namespace oknos::train {

struct LoadOptions {
  int validation = 10;  // percent of the games, drawn by number and seed, whose positions are for validation
  std::uint64_t seed = 1;
  bool resolve = false;  // replace each position by the quiet one after its captures (train/quiet.h)
  Filter filter;
  int strays = 0;  // for networks: strays for each position of a game (train/network/stray.h)
  int threads = 1;
};

// Whether the positions of this game are for validation. Whole games are drawn, because positions of one game are too
// similar to validate with some of them what was learnt from the others.
bool is_for_validation(std::uint64_t game, const LoadOptions& options);

struct Loaded {
  SampleSet samples;
  Division division;
  GameTally tally;
  ScoreHistogram scores;            // of the positions kept
  std::uint64_t exact_endings = 0;  // left out: a rule for this ending gives the value
};

// Nothing: interrupted.
std::optional<Loaded> load(const std::vector<GameFile>& files, const LoadOptions& options);

}  // namespace oknos::train
