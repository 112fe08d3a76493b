#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/store/format.h"

// What is kept of a variant: pairs of games, and searches whose pruning was audited.
namespace oknos::lab {

inline constexpr const char* kVariantGamesKind = "variant games";
inline constexpr const char* kVariantErrorsKind = "variant errors";

// Two games of a variant against the base, from one opening, each with both colours.
struct VariantPair {
  std::string rule;
  std::string change;   // as --set has it
  int half_points = 0;  // of the variant, 0 to 4
  std::string opening;  // its name or number
  int plies = 0;        // of both games
};
store::Format<VariantPair> variant_pair_format();

// What of a rule was left out in one search, by the depth of the node.
struct VariantChecks {
  std::string rule;
  std::uint64_t seen = 0;     // skipped moves and cut nodes
  std::uint64_t checked = 0;  // of these
};

// Something that was left out wrongly.
struct VariantError {
  std::string rule;
  std::uint64_t stands_for = 1;  // so many: one of as many of this rule was checked
  int depth = 0;                 // of the node
  int ply = 0;
  int regret = 0;        // centipawns
  double loss = 0;       // the same in expected points of the game, 0 to 1
  bool noticed = false;  // by the search as it is, with late moves reduced
};

// One position searched with a variant (change empty: with the base).
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
store::Format<VariantSearch> variant_search_format();

}  // namespace oknos::lab
