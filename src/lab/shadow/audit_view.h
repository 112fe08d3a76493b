#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "lab/shadow/audit_sums.h"
#include "lab/terminal/style.h"

namespace oknos::lab {

struct AuditViewOptions {
  // Of the second table; not given: depth, of a margin sweep none.
  std::optional<std::vector<Dimension>> by = std::nullopt;
  std::size_t worst = 3;          // cases
  bool worst_of_each = false;     // rule, instead of all rules together
  bool groupings = false;         // in JSON: see audit_json()
  std::string unit = "position";  // what the sums count as one
};

// All that a report shows.
AuditViewOptions report_view(std::size_t worst);
// The error names what is no dimension.
Result<std::vector<Dimension>> dimensions_named(const std::vector<std::string>& names);

// Of what was watched: each rule at each depth, with the preset's margins, and with those that a risk allows. Empty
// when nothing was.
std::string margins_report(const AuditSums& sums, const Style& style);

// A table of the rules, one of their cells, and the worst cases.
std::string audit_report(const AuditSums& sums, const AuditViewOptions& options, const Style& style);
// With `groupings`, each rule has the intervals of all groups that its cells can be put together to:
// they do not follow from those of the cells, which have searches in common.
nlohmann::ordered_json audit_json(const AuditSums& sums, const AuditViewOptions& options, bool interrupted);

// "0.123 %", "12.3 %": three digits that say something.
std::string rate_text(double rate);

}  // namespace oknos::lab
