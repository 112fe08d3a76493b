#pragma once

#include <string>
#include <variant>
#include <vector>

#include "lab/commands/match/match_plan.h"
#include "lab/commands/tune/spsa.h"
#include "lab/commands/tune/tune.h"
#include "lab/commands/tune/tuned_parameter.h"
#include "lab/store/run_store.h"

namespace oknos::lab {

// A tuning as it will be played: every option read and completed.
struct TunePlan {
  MatchPlan match;  // both players are what the tuning begins with
  std::vector<TunedParameter> parameters;
  SpsaSettings spsa;
  WorkUnitNumber verification = 0;  // pairs

  const Participant& start() const { return match.players[0]; }
  WorkUnitNumber work_units() const { return spsa.iterations + verification; }
};

using TunePlanOutcome = std::variant<TunePlan, PlanError>;
TunePlanOutcome make_tune_plan(const TuneOptions& options);

// Kind, identity and notes of its run store. The work units are the iterations, then the pairs of the verification.
store::RunSpec run_spec(const TunePlan& plan, const TuneOptions& options);

// What a run store says of the tuning: what is needed to go through its rows again.
struct TuneFacts {
  std::string start;    // the name of what the tuning begins with: "modern reverse_futility.margin=400"
  std::string control;  // in words
  std::string book;
  std::string seed;
  std::vector<TunedParameter> parameters;
  SpsaSettings spsa;
  std::int64_t verification = 0;  // pairs

  Spsa optimiser() const;
};

}  // namespace oknos::lab
