#pragma once

#include <optional>
#include <set>
#include <string>
#include <variant>

#include "lab/commands/claims/claim.h"
#include "lab/commands/claims/claims_audit.h"
#include "lab/play/participant.h"
#include "lab/shadow/audit_view.h"
#include "lab/shadow/table_verdict.h"

namespace oknos::lab {

// An audit of claims as it will be done: every option read.
struct ClaimsPlan {
  Participant judge;
  bool own_judge = false;        // it searches as our own audit does
  TableJudge table_judge;        // judges instead, where there is one
  std::set<std::string> rules;   // whose claims are judged; none: of all
  std::optional<int> max_depth;  // of the nodes of the claims that are judged
  std::int64_t patience = 0;     // milliseconds for one search
  AuditViewOptions view;
  WorkUnitNumber lines = 0;
  std::string hash;  // of the file

  bool wants(const Claim& claim) const {
    return (rules.empty() || rules.contains(claim.rule)) && (!max_depth || claim.depth <= *max_depth);
  }
};

// The error's exit code is kUsage for the arguments and kFailure for the file.
struct ClaimsPlanError {
  int code;
  std::string message;
};
std::variant<ClaimsPlan, ClaimsPlanError> make_claims_plan(const ClaimsAuditOptions& options);

}  // namespace oknos::lab
