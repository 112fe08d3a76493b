#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "lab/record/report.h"
#include "lab/shadow/audit_sums.h"

namespace oknos::lab {

struct AuditViewOptions {
  // Of the second table; not given: depth, of a margin sweep none.
  std::optional<std::vector<Dimension>> by = std::nullopt;
  std::size_t worst = 3;       // cases
  bool worst_of_each = false;  // rule, instead of all rules together
  bool groupings = false;      // in JSON, of each rule: the intervals of all groups that its cells can be put together
                               // to. They do not follow from those of the cells, which have searches in common
  std::string unit = "position";  // what the sums count as one
};

// All that a page of `report` shows.
AuditViewOptions report_view(std::size_t worst);
// --by and --worst. The error names what is no dimension.
Result<AuditViewOptions> audit_view(const std::vector<std::string>& by, std::size_t worst);

// Tables of the rules, of the margins of a sweep and of the rules' cells, and the worst cases. Report: a TextReport or
// a JsonReport (record/report.h).
template <class Report>
void report_audit(Report& out, const AuditSums& sums, const AuditViewOptions& view);

}  // namespace oknos::lab
