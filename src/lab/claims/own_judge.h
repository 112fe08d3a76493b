#pragma once

#include <string>

#include "lab/audit/shadow.h"
#include "lab/claims/claim_judge.h"
#include "lab/play/participant.h"

namespace oknos::lab {

// Our own search judges, as it judges its own rules in an audit: null windows around alpha and beta instead of whole
// searches, no rule of the family below the claim, no transposition table, quiescence where the depth is 0.
class OwnJudge final : public ClaimJudge {
 public:
  static constexpr std::uint64_t kMostNodes = 200'000'000;  // of one search; then there is no verdict

  // Only the settings count. Precondition: not foreign().
  explicit OwnJudge(const Participant& settings);

  const std::string& name() const override { return name_; }
  ClaimOutcome judge(const Claim& claim) override;
  void stop() override { search_.stop(); }

 private:
  ClaimVerdict judge_reduction(const Claim& claim);

  const std::string name_;
  const ShadowSettings settings_;
  WindowSearch search_;
};

ShadowSample::Kind kind_of(const Claim& claim);
// The claim as a sample of our own search. A rule that we do not have is off anyway.
ShadowSample sample_of(const Claim& claim);
// The other way round: of the position that was searched, which names the search; `every` is the rule's sampling rate.
Claim claim_of(const ShadowSample& sample, const Position& root, std::uint64_t search, std::uint64_t every,
               const pruning::Settings& playing);

}  // namespace oknos::lab
