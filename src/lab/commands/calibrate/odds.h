#pragma once

#include <vector>

#include "engine/pruning/registry/settings.h"
#include "lab/shadow/audit_case.h"

// The weights of fitted futility, by a logistic regression over the cases of a margin sweep of it.
namespace oknos::lab {

// The setting with those weights that fit best, rounded to hundredths and kept within their ranges; its margin and its
// depth as they are. Precondition: some cases, of fitted futility.
pruning::RuleSetting with_fitted_weights(pruning::RuleSetting setting, const std::vector<const AuditCase*>& cases);

// The largest margin with which fitted futility with these weights leaves the case out, 1/100 of log odds.
int largest_margin(const AuditCase& c, const pruning::RuleSetting& setting);

}  // namespace oknos::lab
