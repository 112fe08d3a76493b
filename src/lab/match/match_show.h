#pragma once

#include <string>

#include "lab/match/match_view.h"
#include "lab/store/store_view.h"
#include "lab/style.h"

namespace oknos::lab {

// A match as its run store has it.
struct StoredMatch {
  MatchFacts facts;
  Scoreboard board;
  std::int64_t pairs = 0;  // of the shard

  // Refers to this.
  MatchState state() const;
};
Result<StoredMatch> read_match(const store::StoreView& view);
// What `oknos-lab show RUN.db` says of a match: the report that ended the run, from its rows.
std::string match_summary(const store::StoreView& view, const Style& style);

}  // namespace oknos::lab
