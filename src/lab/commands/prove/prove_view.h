#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "lab/commands/prove/explain.h"
#include "lab/commands/prove/proof.h"
#include "lab/commands/prove/proof_result.h"
#include "lab/commands/prove/tally.h"
#include "lab/terminal/style.h"

namespace oknos::lab {

// What is proved, in a line or two.
std::string proof_heading(const ProofPlan& plan, const std::string& preset);

// Counts and savings. Ends with a line end.
std::string proof_report(const ProofFacts& facts, const Tally& tally, std::size_t positions, const Style& style);

// One difference, of a position with that name, and why. Both end with a line end.
std::string difference_text(const ProofFacts& facts, const Difference& difference, const std::string& name,
                            const Style& style);
std::string explanation_text(const Explanation& explanation);

// {"type": "difference", ...}, {"type": "summary", ...}
nlohmann::ordered_json difference_json(const ProofPlan& plan, const ProofPosition& position,
                                       const Difference& difference, const Explanation& explanation);
nlohmann::ordered_json proof_summary_json(const ProofResult& result);

}  // namespace oknos::lab
