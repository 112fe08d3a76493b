#include <cstdio>
#include <fmt/format.h>

#include "lab/audit/audit.h"

namespace oknos::lab {

Result<AuditSums> read_audit(const store::StoreView& view) {
  if (view.kind() != kAuditKind)
    return Error{fmt::format("\"{}\" holds a run of '{}', not of 'audit'", view.path(), view.kind())};
  AuditSums out;
  for (const ItemNumber item : view.done()) {
    const auto rows = view.rows(item);
    if (!rows) return Error{rows.error()};
    auto position = audit_from_rows(*rows);
    if (!position) return Error{fmt::format("\"{}\", item {}: {}", view.path(), item, position.error())};
    out.add(*position);
  }
  return out;
}

std::string audit_summary(const store::StoreView& view, const Style& style) {
  const auto sums = read_audit(view);
  return sums ? audit_report(*sums, {}, style) : sums.error() + "\n";
}

}  // namespace oknos::lab
