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
  std::string hash;                     // of all lines that were read
  std::vector<std::string> complaints;  // about lines that give no position, each with its place
};

// Files of EPD or FEN one after the other, "-" for standard input. An error when a file cannot be read or there is not
// one position in all of them.
Result<ProofInput> read_proof_positions(const std::vector<std::string>& files);

// A record with what it says of its search: oknos_depth, oknos_window, oknos_search, oknos_history, oknos_rule,
// oknos_guard. The error names the operation.
Result<ProofPosition> proof_position(const epd::Record& record);

}  // namespace oknos::lab
