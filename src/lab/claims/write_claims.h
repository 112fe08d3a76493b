#pragma once

#include <string>

#include "lab/audit/audit.h"

// `oknos-lab audit FILE.epd... --write-claims FILE`: what an audit would check, as a file of claims (docs/claims.md)
// that `audit --claims` judges.
namespace oknos::lab {

// Of the options, those of the search, `files`, `sample`, `without_guards` and the threads count. The claims stand in
// the order of the positions; `search` is the place of the position in the input, from 1. The program's exit code: 0,
// kFailure, kUsage or kInterruptedExit.
int write_claims(const AuditOptions& options, const std::string& file);

}  // namespace oknos::lab
