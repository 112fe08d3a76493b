#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/pruning/registry/registry.h"
#include "oknos/observer.h"

namespace oknos::lab {

// Which of what a search leaves out is searched after all: of each rule one of so many, drawn by a hash of its ordinal.
// So the sample depends on the search alone, and not on who works on what when.
class Sampling {
 public:
  explicit Sampling(std::uint64_t every) { every_.fill(every); }

  void set(pruning::RuleId rule, std::uint64_t every) { every_[rule] = every; }
  std::uint64_t every(pruning::RuleId rule) const { return every_[rule]; }
  bool wants(pruning::RuleId rule, Ordinal ordinal) const;

  // "1000", "frontier_futility 5000, 1000": exact, for the identity of a run.
  std::string text() const;

 private:
  std::array<std::uint64_t, pruning::kRules> every_{};
};

// The words after --sample: "1000" for every rule, "frontier_futility=5000" for one.
Result<Sampling> parse_sampling(const std::vector<std::string>& words, std::uint64_t otherwise);

}  // namespace oknos::lab
