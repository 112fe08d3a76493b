#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/score.h"
#include "engine/chess/move.h"
#include "engine/pruning/ask/ledger.h"
#include "engine/search/transposition_table.h"

namespace oknos {

// One line of analysis (UCI's `info`).
struct Info {
  int depth = 0;     // plies completed
  int seldepth = 0;  // selective depth: longest line searched, plies
  int multi_pv = 1;  // 1: the best line
  Score score;       // from the view of the side to move
  Bound bound = Bound::Exact;
  std::uint64_t nodes = 0;    // moves made, all threads
  std::uint64_t tb_hits = 0;  // successful tablebase probes, all threads
  std::int64_t time = 0;      // milliseconds
  int hashfull = 0;           // per mille
  std::vector<Move> pv;
};

// The result of a search.
struct SearchReport {
  Move best;                // none only when there is no legal move
  Move ponder;              // may be none
  std::vector<Info> lines;  // of the last completed iteration, the best first
  std::uint64_t nodes = 0;
  std::int64_t time = 0;   // milliseconds
  pruning::Ledger ledger;  // empty unless requested
};

// Receives the output of a running search. Called from the thread of the search, one call at a time.
class SearchListener {
 public:
  virtual ~SearchListener() = default;
  virtual void on_info(const Info&) {}
  virtual void on_current_move(int /*depth*/, Move, int /*number, from 1*/) {}
  virtual void on_done(const SearchReport&) {}
};

}  // namespace oknos
