#pragma once

#include <string>

#include "lab/prove/explain.h"
#include "lab/prove/proof.h"
#include "lab/prove/tally.h"
#include "lab/style.h"

namespace oknos::lab {

// What is proved, in a line or two.
std::string proof_heading(const ProofPlan& plan, const std::string& preset);

// Counts and savings. Ends with a line end.
std::string proof_report(const ProofPlan& plan, const Tally& tally, std::size_t positions, const Style& style);

// One difference and why. Ends with a line end.
std::string difference_text(const ProofPlan& plan, const ProofPosition& position, const Difference& difference,
                            const Explanation& explanation, const Style& style);

// {"type": "difference", ...}, {"type": "summary", ...}: a JSON value, without a line end.
std::string difference_json(const ProofPlan& plan, const ProofPosition& position, const Difference& difference,
                            const Explanation& explanation);
std::string proof_summary_json(const ProofPlan& plan, const Tally& tally, const std::string& preset,
                               std::size_t positions, bool interrupted);

}  // namespace oknos::lab
