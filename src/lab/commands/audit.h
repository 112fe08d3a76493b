#pragma once

#include "lab/arguments/stored_command.h"
#include "lab/shadow/audit.h"
#include "lab/store/format.h"

// `oknos-lab audit FILE.epd...`: was it right to leave that out? A sample of what the playing search skips and cuts is
// searched after all (docs/audit.md). `oknos-lab audit FILE.jsonl` does the same with what another engine has left out
// (docs/claims.md).
namespace oknos::lab {

StoredCommand audit_command();

// For for_each_work_unit(): the positions of an audit in a run store. Its header has "rules", "watched" (the rules of a
// margin sweep, by name), "limits", "sample" and "files".
struct StoredAudit {
  using Unit = AuditPosition;
  static constexpr const char* kKind = "audit";
  static store::Format<Unit> format() { return store::format_of<Unit>(kAuditLayout); }
};

}  // namespace oknos::lab
