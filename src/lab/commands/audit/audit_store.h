#pragma once

#include "lab/experiment/kind.h"
#include "lab/shadow/audit_sums.h"

// How an audit lies in a run store: an item for each position, a row in `positions`, one for each rule and depth in
// `pruned` and one for each sample in `cases`.
namespace oknos::lab {

inline constexpr const char* kAuditKind = "audit";

store::Format<AuditPosition> audit_format();
// What a run store of an audit comes to.
Result<AuditSums> read_audit(const store::StoreView& view);
RunKind audit_kind();

}  // namespace oknos::lab
