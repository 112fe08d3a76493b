#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "lab/commands/claims/claim_margins.h"
#include "lab/commands/claims/claims_repeat.h"
#include "lab/experiment/result.h"
#include "lab/shadow/audit_view.h"

// Judged claims in a run store. There is a work unit for each line of the file. It has a row in `claims` and, if the
// claim was judged, the rows of an audit in `pruned` and `cases`.
namespace oknos::lab {

struct JudgedClaim {
  enum class State : std::uint8_t {
    Judged,
    Empty,      // a blank line, or the version of the format
    Watched,    // the rule did not act: judged to see what a smaller margin would prune
    NotActed,   // the rule did not act, and there is no slack: not judged
    Malformed,  // not a valid claim
    Failed,     // the judge gave no verdict
    LeftOut     // not asked for: another rule, too deep, or not in the tablebases that judge
  };
  State state = State::Judged;
  std::string problem;     // what is wrong with the line, or with the judge
  std::uint64_t line = 0;  // in the file, from 1
  std::uint64_t search = 0;
  std::uint64_t process = 0;  // that wrote it: a number of its own, or how many start lines precede it
  std::uint64_t every = 1;    // sampling rate
  std::optional<int> slack;   // as the engine gave it
  std::string slack_unit;     // empty: centipawns
  AuditPosition audited;      // with one case if the claim was judged
};

std::string_view name_of(JudgedClaim::State state);

// The sums over all lines.
struct ClaimSums {
  AuditSums audit;
  ClaimMargins margins;
  std::uint64_t malformed = 0;
  std::uint64_t failed = 0;
  std::uint64_t watched = 0;
  std::uint64_t not_acted = 0;
  std::uint64_t left_out = 0;
  std::string first_problem;  // "line 17: ..."

  void add(const JudgedClaim& claim);

 private:
  void add_margin(const JudgedClaim& claim);
  ClusterCounts::Cluster cluster_of(const JudgedClaim& claim);

  std::map<std::pair<std::uint64_t, std::uint64_t>, ClusterCounts::Cluster> clusters_;  // by process and search
};

// The tables of an audit, and a note about claims that could not be judged.
class ClaimsResult final : public RunResult {
 public:
  using Unit = JudgedClaim;
  static constexpr const char* kKind = "claims";
  static constexpr const char* kDescription = "how often the rules of another engine are wrong, by its claims";
  static store::Format<JudgedClaim> format();

  void add(WorkUnitNumber, const JudgedClaim& claim) { sums.add(claim); }
  std::string text(const Style& style) const override;
  nlohmann::ordered_json json() const override;
  void show_for_report(std::size_t worst) override { view = report_view(worst); }

  ClaimSums sums;
  AuditViewOptions view;
  Repetition repetition;  // of the run that has just ended
};

}  // namespace oknos::lab
