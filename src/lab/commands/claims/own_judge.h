#pragma once

#include <memory>
#include <string>

#include "lab/commands/claims/claim_judge.h"
#include "lab/play/participant.h"
#include "lab/shadow/shadow.h"
#include "lab/shadow/table_verdict.h"

namespace oknos::lab {

// Judges with the shadow search of an audit: the node itself is searched, with null windows at alpha or beta, without
// futility rules and transposition table, and by quiescence search if the depth is 0.
class OwnJudge final : public ClaimJudge {
 public:
  static constexpr std::uint64_t kMaxNodes = 200'000'000;  // of one search; then there is no verdict

  // Uses only the settings. Precondition: not foreign().
  explicit OwnJudge(const Participant& settings);

  const std::string& name() const override { return name_; }
  ClaimOutcome judge(const Claim& claim) override;
  void stop() override { search_.stop(); }

 private:
  ClaimVerdict judge_reduction(const Claim& claim);

  const std::string name_;
  const ShadowSettings settings_;
  SubtreeSearch search_;
};

// Judges with tablebases what they have: skipped moves and cut nodes. What a claim saved is not known then, nor whether
// a shallower search would have seen the error.
class TableClaimJudge final : public ClaimJudge {
 public:
  explicit TableClaimJudge(const TableJudge& tables) : tables_(tables.tables), name_(tables.text()) {}

  const std::string& name() const override { return name_; }
  bool can_judge(const Claim& claim) override;
  ClaimOutcome judge(const Claim& claim) override;

 private:
  const std::shared_ptr<const tablebases::Tablebases> tables_;
  const std::string name_;
};

ShadowSample::Kind kind_of(const Claim& claim);
// The claim as a sample of an audit. Rules that Oknos does not have are off anyway.
ShadowSample sample_of(const Claim& claim);
// A sample of an audit as a claim. `root` is the position that was searched, `search` its number, and `every` the
// rule's sampling rate.
Claim claim_of(const ShadowSample& sample, const Position& root, std::uint64_t search, std::uint64_t every,
               const pruning::Settings& playing);

}  // namespace oknos::lab
