#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "lab/commands/prove/proof.h"
#include "lab/formats/epd.h"

namespace oknos::lab {

inline constexpr int kDeepestProof = 64;  // plies

struct ProofInput {
  std::vector<ProofPosition> positions;
  std::string hash;  // of all lines that were read
};

// What read_position_files() says of files and complaints holds.
Result<ProofInput> read_proof_positions(const std::vector<std::string>& files);

// A record with what it says of its search: oknos_depth, oknos_window, oknos_search, oknos_history, oknos_rule,
// oknos_guard. The error names the operation.
Result<ProofPosition> proof_position(const epd::Record& record);

}  // namespace oknos::lab
