#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/commands/claims/claim.h"
#include "lab/commands/claims/claim_judge.h"
#include "lab/store/work_unit_number.h"

// Does a judge answer the same when it is asked again? Some claims are judged twice, the second time in another order:
// what a judge keeps from one search to the next, and what it leaves to chance, then changes its answers.
namespace oknos::lab {

struct JudgeAnswer {
  WorkUnitNumber work_unit = 0;  // the claim's
  int value = 0;
  std::uint64_t nodes = 0;  // searched
};

inline constexpr std::size_t kMaxRepeated = 100;

// At most kMaxRepeated, spread evenly, the last one first.
std::vector<JudgeAnswer> answers_to_repeat(const std::vector<JudgeAnswer>& all);

struct Repetition {
  std::uint64_t repeated = 0;
  std::uint64_t other_value = 0;  // or no verdict at all
  std::uint64_t other_nodes = 0;  // with the same value
  std::string example;            // "line 17: 0.35, then 0.41"

  void compare(const JudgeAnswer& first, const ClaimOutcome& again);
  Repetition& operator+=(const Repetition& other);
  // Why the results of this judge cannot be repeated, one line; empty: nothing was found against it.
  std::string warning() const;
};

}  // namespace oknos::lab
