#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/claims/claim.h"
#include "lab/claims/claim_judge.h"
#include "lab/claims/claims_store.h"
#include "lab/store/run_arguments.h"

// `oknos-lab audit --claims FILE --judge "cmd=ENGINE,..."`: was it right of another engine to prune that?
// (docs/claims.md)
namespace oknos::lab {

struct ClaimsAuditOptions {
  static constexpr std::int64_t kPatience = 60'000;  // milliseconds for one search of the judge

  std::string claims;           // the file
  std::string judge;            // as parse_participant reads it, or "oknos" and what it reads
  std::string reference;        // the same, with a limit of nodes or depth: was the skipped move the best? Empty: no
  bool reference_all = false;   // asked of every skipped or reduced move, not of those alone that are errors
  std::vector<std::string> by;  // names of dimensions; none: depth
  std::size_t worst = 3;
  store::RunArguments run;
};

// The program's exit code: 0, also when errors were found; kFailure, kUsage or kInterruptedExit.
int audit_claims(const ClaimsAuditOptions& options);

// A claim with its verdict, as an audit keeps it.
AuditPosition audited(const Claim& claim, const ClaimVerdict& verdict, std::uint64_t line);

}  // namespace oknos::lab
