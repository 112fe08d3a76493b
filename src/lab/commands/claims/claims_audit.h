#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/commands/claims/claim.h"
#include "lab/commands/claims/claim_judge.h"
#include "lab/commands/claims/claims_result.h"
#include "lab/experiment/run_arguments.h"

// `oknos-lab audit --claims FILE --judge "cmd=ENGINE,..."`: how often are the pruning rules of another engine wrong?
// (docs/claims.md)
namespace oknos::lab {

struct ClaimsAuditOptions {
  static constexpr std::int64_t kPatience = 60'000;  // milliseconds for one search, if no other is given

  std::string claims;                   // the file
  std::string judge;                    // as parse_participant() reads it, or "oknos", possibly followed by that
  std::vector<std::string> rules;       // whose claims are judged; none: of all
  std::optional<int> max_depth;         // plies, of the nodes whose claims are judged
  std::optional<std::int64_t> timeout;  // milliseconds for one search
  std::vector<std::string> by;          // names of dimensions; none: depth
  std::size_t worst = 3;
  RunArguments run;
};

// Returns the program's exit code: 0 (even if claims were wrong), kFailure, kUsage or kInterruptedExit.
int audit_claims(const ClaimsAuditOptions& options);

// A claim with its verdict, in the form in which an audit stores it.
AuditPosition audited(const Claim& claim, const ClaimVerdict& verdict, std::uint64_t line);

}  // namespace oknos::lab
