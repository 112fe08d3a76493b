#pragma once

#include <string>

#include "lab/commands/audit/audit.h"

// `oknos-lab audit FILE.epd... --write-claims FILE`: writes the samples of an audit as a file of claims
// (docs/claims.md) for `audit --claims`.
namespace oknos::lab {

// Uses the options of the search, `files`, `sample`, `without_guards` and the number of threads. The claims are in the
// order of the positions; their `search` is the number of the position in the input, from 1. Returns the program's exit
// code: 0, kFailure, kUsage or kInterruptedExit.
int write_claims(const AuditOptions& options, const std::string& file);

}  // namespace oknos::lab
