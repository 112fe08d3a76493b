#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "lab/commands/match/match.h"
#include "lab/play/game.h"
#include "lab/play/openings.h"
#include "lab/play/participant.h"
#include "lab/statistics/sprt.h"
#include "lab/store/run_store.h"

namespace oknos::lab {

// A match as it will be played: every option read and completed.
struct MatchPlan {
  std::array<Participant, 2> players;  // with the match's time control, margin, hash and threads where they had none
  std::vector<Opening> openings;
  std::string book;  // in words
  std::uint64_t seed = 1;
  GameRules rules;
  std::optional<SprtSettings> sprt;
  WorkUnitNumber pairs = 0;  // at most
  bool games_given = false;  // the number of games is the user's, not only a bound to an SPRT

  std::string title() const { return players[0].name + " - " + players[1].name; }
  // Both time controls in words; one when they are the same.
  std::string control() const;
};

// The error's exit code is kUsage for the arguments and kFailure for the book.
struct PlanError {
  int code;
  std::string message;
};
using PlanOutcome = std::variant<MatchPlan, PlanError>;
PlanOutcome make_match_plan(const MatchOptions& options);

// Identity and notes of its run store.
store::RunSpec run_spec(const MatchPlan& plan, const MatchOptions& options);
// The same for a run in which one player, called `role`, plays against itself; without notes.
store::RunSpec run_spec_of_one(const MatchPlan& plan, const MatchOptions& options, const std::string& role);

}  // namespace oknos::lab
