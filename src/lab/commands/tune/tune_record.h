#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/result.h"
#include "lab/commands/tune/spsa.h"
#include "lab/commands/tune/tune_plan.h"
#include "lab/commands/tune/tune_unit.h"
#include "lab/play/scoreboard.h"

namespace oknos::lab {

// What a tuning has come to so far: the iterations taken one after the other, then the verification.
class TuneRecord {
 public:
  explicit TuneRecord(const TuneFacts& facts) : spsa_(facts.optimiser()), course_(facts.parameters.size()) {
    for (std::size_t i = 0; i < course_.size(); ++i) course_[i].push_back(spsa_.values()[i]);
  }

  const Spsa& spsa() const { return spsa_; }
  const Scoreboard& verification() const { return verification_; }
  std::uint64_t forfeits() const { return forfeits_; }  // games lost on time while tuning
  std::uint64_t games() const { return 2 * static_cast<std::uint64_t>(spsa_.applied()) + verification_.all.games(); }

  void add(const IterationResult& result);
  void add_verification(const PairSummary& pair) { verification_.add(pair); }
  // The next work unit, whichever it is.
  std::optional<Error> add(const TuneUnit& work_unit);

  // Of each parameter its values at the start and after every `stride()` iterations.
  const std::vector<std::vector<double>>& course() const { return course_; }
  std::int64_t stride() const;

 private:
  Spsa spsa_;
  std::vector<std::vector<double>> course_;
  Scoreboard verification_;
  std::uint64_t forfeits_ = 0;
};

}  // namespace oknos::lab
