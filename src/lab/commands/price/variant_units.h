#pragma once

#include <cstdint>
#include <string>
#include <vector>

// What a run store keeps of a variant: searches with the audit of what they pruned.
namespace oknos::lab {

// What a rule pruned in one search.
struct VariantChecks {
  std::string rule;
  std::uint64_t seen = 0;     // pruned moves and nodes
  std::uint64_t checked = 0;  // how many of them were searched after all
};

// A move or node that was pruned wrongly.
struct VariantError {
  std::string rule;
  std::uint64_t stands_for = 1;  // the sampling rate: one in so many was checked
  int depth = 0;                 // of the node
  int ply = 0;
  int regret = 0;                       // centipawns
  double loss = 0;                      // the regret in expected points, 0 to 1
  bool found_at_reduced_depth = false;  // the search at the reduced depth would have found it
};

// The search of one position with a variant, or with the base if `change` is empty.
struct VariantSearch {
  std::string rule;
  std::string change;
  int number = 0;  // of the position, from 1
  int depth = 0;
  std::uint64_t nodes = 0;
  int value = 0;       // centipawns, of the side to move
  bool asked = false;  // the position names a best move, or one to avoid
  bool solved = false;
  std::vector<VariantChecks> checks;
  std::vector<VariantError> errors;
};

}  // namespace oknos::lab
