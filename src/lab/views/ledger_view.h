#pragma once

#include <string>

#include "engine/pruning/ask/ledger.h"
#include "engine/pruning/registry/settings.h"
#include "lab/terminal/style.h"

// The ledger of a search as a table, and in plain words.
namespace oknos::lab {

// Does the search put a question to this rule? The others (null move, reductions, ...) it carries out itself, and the
// ledger does not count them.
bool is_asked(pruning::RuleId id);

// The rules that are on and asked, in three groups: nodes above the horizon, nodes at the horizon, moves. A rule has a
// row in every group in which it had an effect; without any, one in the group where it is first asked. Then what is
// off. "asked", "fired", "also" (where it would have fired had not another rule been first) and the guard count for the
// rule as a whole and stand in its first row; "effect" counts the nodes cut or reduced, or the moves skipped. A table
// that is too wide loses its bars, then its long numbers, then columns.
std::string ledger_table(const pruning::Ledger& ledger, const pruning::Settings& settings, const Style& style);

// "Of every 100 moves 60 were made and 40 skipped: 22 by frontier futility, ...".
std::string ledger_in_words(const pruning::Ledger& ledger);

// Both, under a title.
std::string ledger_report(const pruning::Ledger& ledger, const pruning::Settings& settings, const Style& style);

}  // namespace oknos::lab
