#pragma once

#include <vector>

#include "lab/arguments/stored_command.h"
#include "lab/commands/screen_model.h"
#include "lab/store/store_view.h"

// `oknos-lab screen`: what are many changes of a preset worth? In each pair of games, each player has each change with
// a given probability, so every game says something about every change (docs/matches.md).
namespace oknos::lab {

StoredCommand screen_command();

// The games of a screening.
struct Screening {
  Factors factors;
  std::vector<Interaction> asked_for;
  std::vector<ScreenPair> pairs;  // in the order in which they were added
};
inline constexpr const char* kScreenKind = "screen";
Result<Screening> read_screening(const store::StoreView& view);

struct ScreenAnalysis {
  ScreenDesign design;       // with the interactions that were asked for, then those that were found
  std::size_t searched = 0;  // pairs of factors
  ScreenFit fit;
};
// Besides what was asked for, pairs of factors that do not add up are searched for; the effects are then closer to
// those on the base. Takes seconds for a hundred factors.
ScreenAnalysis analysis_of(const Screening& screening);

}  // namespace oknos::lab
