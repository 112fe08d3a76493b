#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/match/match_rows.h"
#include "lab/store/run_store.h"
#include "lab/tune/spsa.h"

namespace oknos::lab {

// What an iteration came to: both points have played the same opening with each colour.
struct IterationResult {
  std::string plus;       // the values of the point above, in the order of the parameters: "82 3 -4"
  std::string minus;      // of the one below
  int half_points = 0;    // of `plus`, 0 to 4
  std::string opening;    // its name or number
  int plies = 0;          // of both games
  int forfeits = 0;       // games lost on time
  std::int64_t time = 0;  // milliseconds that both thought

  // Games won by `plus` minus games lost.
  int result() const { return half_points - 2; }
};
IterationResult iteration_result(const SpsaTrial& trial, const PairSummary& pair);

// The tables of a run store of the kind "tune". An iteration has one row of the first; a pair of the verification has
// two of the second, which is that of a match.
std::vector<store::TableSpec> tune_tables();
inline constexpr std::size_t kVerificationTable = 1;
std::vector<store::Row> to_rows(const IterationResult& result);
Result<IterationResult> iteration_from_rows(const std::vector<store::Row>& rows);
std::vector<store::Row> verification_rows(const PairSummary& pair);

}  // namespace oknos::lab
