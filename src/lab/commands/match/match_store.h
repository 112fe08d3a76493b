#pragma once

#include "lab/commands/match/match_view.h"
#include "lab/experiment/kind.h"

// How a match lies in a run store: an item is a pair, its rows in `games` are the two games.
namespace oknos::lab {

inline constexpr const char* kMatchKind = "match";

store::Format<PairSummary> match_format();

// A match as its run store has it.
struct StoredMatch {
  MatchFacts facts;
  Scoreboard board;
  std::int64_t pairs = 0;  // of the shard

  MatchState state() const;  // refers to this
};
Result<StoredMatch> read_match(const store::StoreView& view);
RunKind match_kind();

}  // namespace oknos::lab
