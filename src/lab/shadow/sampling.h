#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/pruning/registry/registry.h"
#include "oknos/observer.h"

namespace oknos::lab {

// Selects one in N pruned moves and nodes, with N set per rule, by a hash of the ordinal. The sample depends on the
// search alone, not on the number or timing of threads.
class Sampling {
 public:
  explicit Sampling(std::uint64_t every) { every_.fill(every); }

  void set(pruning::RuleId rule, std::uint64_t every) { every_[rule] = every; }  // one in `every`
  std::uint64_t every(pruning::RuleId rule) const { return every_[rule]; }
  bool wants(pruning::RuleId rule, Ordinal ordinal) const;

  // Canonical text, which identifies the sampling of a run: "1000", "frontier_futility 5000, 1000".
  std::string text() const;
  // To follow "one in ": "1000 (frontier futility: one in 5000)".
  std::string in_words() const;

 private:
  std::uint64_t usual() const;  // of most rules

  std::array<std::uint64_t, pruning::kRules> every_{};
};

// Parses the arguments of --sample: "1000" for all rules, "frontier_futility=5000" for one. `otherwise`: N of rules
// that are not named.
Result<Sampling> parse_sampling(const std::vector<std::string>& words, std::uint64_t otherwise);

}  // namespace oknos::lab
