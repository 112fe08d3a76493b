#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "lab/claims/claim.h"
#include "lab/play/player.h"

// Was a claim right? A player searches what was skipped, cut or reduced after all.
namespace oknos::lab {

struct ClaimVerdict {
  int value = 0;                   // centipawns, from the point of view of the side to move where the rule was asked
  std::optional<int> first_value;  // of the search at the reduced depth, if the claim names one
  bool error = false;
  bool noticed = false;              // the search at the reduced depth would have shown the error
  int regret = 0;                    // centipawns by which the value is on the wrong side; 0 without an error
  std::uint64_t nodes = 0;           // that the rule saved: those of the search that would have come first
  std::uint64_t nodes_searched = 0;  // by the judge
};

using ClaimOutcome = std::variant<ClaimVerdict, Failure>;

// Searches from a forgotten table, so that the verdict does not depend on what was judged before. No search is
// shallower than one ply, because UCI has none. `patience`: milliseconds for each search; nothing: as long as it takes.
ClaimOutcome judge_claim(Player& judge, const Claim& claim, std::optional<std::int64_t> patience);

// What the values say, without any search. `nodes_first`: of the search at the reduced depth.
ClaimVerdict verdict_of(const Claim& claim, int value, std::uint64_t nodes, std::optional<int> first_value,
                        std::uint64_t nodes_first);

}  // namespace oknos::lab
