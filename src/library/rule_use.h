#pragma once

#include "engine/pruning/ask/ledger.h"
#include "oknos/searcher.h"

namespace oknos {

// The ledger as the library's users see it: a row for each rule.
std::vector<RuleUse> rule_uses(const pruning::Ledger& ledger);

}  // namespace oknos
