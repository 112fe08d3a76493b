#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "lab/audit/audit_view.h"
#include "lab/claims/claim_margins.h"
#include "lab/experiment/kind.h"

// How judged claims lie in a run store: an item for each line of the file, a row in `claims`, and for a claim that was
// judged the rows that an audit has, in `pruned` and `cases`.
namespace oknos::lab {

struct JudgedClaim {
  enum class State : std::uint8_t {
    Judged,
    Empty,      // a blank line, or the version of the format
    Watched,    // the rule was asked and did not act: judged to see what a smaller margin would prune
    NotActed,   // the same without a slack: not judged
    Malformed,  // no claim
    Failed      // the judge gave no verdict
  };
  State state = State::Judged;
  std::string problem;     // what is wrong with the line, or with the judge
  std::uint64_t line = 0;  // in the file, from 1
  std::uint64_t search = 0;
  std::uint64_t every = 1;   // of so many such claims this is one
  std::optional<int> slack;  // as the engine gave it
  std::string reference;     // the best move in the position, UCI, if the reference was asked
  AuditPosition audited;     // with one case, where the claim was judged
};

std::string_view name_of(JudgedClaim::State state);

// Of the moves that the reference was asked about, were they its best?
struct ReferenceAnswers {
  ClusterCounts wrong;  // moves that were errors
  ClusterCounts right;
};

// What all lines come to.
struct ClaimSums {
  AuditSums audit;
  ClaimMargins margins;
  std::map<std::string, ReferenceAnswers> reference;  // by rule
  std::uint64_t malformed = 0;
  std::uint64_t failed = 0;
  std::uint64_t watched = 0;
  std::uint64_t not_acted = 0;
  std::string first_problem;  // "line 17: ..."

  void add(const JudgedClaim& claim);

 private:
  void add_margin(const JudgedClaim& claim);
  void add_reference(const JudgedClaim& claim);
};

inline constexpr const char* kClaimsKind = "claims";
store::Format<JudgedClaim> claims_format();
Result<ClaimSums> read_claims(const store::StoreView& view);
RunKind claims_kind();

// Tables as those of an audit, and what could not be judged.
std::string claims_report(const ClaimSums& sums, const AuditViewOptions& options, const Style& style);
std::string claims_json(const ClaimSums& sums, const AuditViewOptions& options, bool interrupted);

}  // namespace oknos::lab
