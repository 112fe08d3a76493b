#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/arguments/stored_command.h"
#include "lab/commands/match/match.h"
#include "lab/play/plan.h"

// `oknos-lab screen`: what are many changes of a preset worth? In each pair of games, each player has each change with
// a given probability, so every game says something about every change (docs/matches.md).
namespace oknos::lab {

struct ScreenOptions {
  static constexpr std::int64_t kDefaultGames = 4000;
  static constexpr double kDefaultProbability = 0.25;

  std::string player;                     // the base, as parse_participant() reads it; empty: `search`
  SearchOptions search;                   // preset, changes and network that the factors are added to: the base
  std::vector<std::string> factors;       // as read_factors() reads them
  bool variants = false;                  // all variants of the preset are factors too, as make_variants() has them,
  std::vector<std::string> rules;         // of these rules; empty: of the futility family
  std::vector<std::string> interactions;  // as read_interactions() reads them
  double probability = kDefaultProbability;
  MatchOptions match;  // games, nodes, book and rules of the games, and the run
  std::string name = "screened";
  std::string preset_out;  // file for the base with the changes that help; empty: none
  std::string show;        // a run store to show instead of playing
  std::string queue_out;   // file for `match --queue` that confirms it; empty: none
};

// The program's exit code.
int screen(const ScreenOptions& options);

StoredCommand screen_command();

}  // namespace oknos::lab
