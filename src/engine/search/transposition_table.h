#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/base/score.h"
#include "engine/base/types.h"
#include "engine/chess/move.h"
#include "engine/platform/memory.h"

namespace oknos {

enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

// An entry as the search sees it: scores of mates and tablebase wins are relative to the root. With Bound::None it
// holds only a static evaluation and possibly a move.
struct TtEntry {
  Move move;
  Score score = kNoScore;
  Score raw_eval = kNoScore;  // the evaluator's value, before corrections
  Depth depth;
  Bound bound = Bound::None;
  bool tt_pv = false;  // was on a principal variation when stored

  // Does the bound cause a cutoff in this window?
  bool cuts_window(Score alpha, Score beta) const {
    if (bound == Bound::Exact) return true;
    return bound == Bound::Lower ? score >= beta : bound == Bound::Upper && score <= alpha;
  }
};

// The transposition table, shared by all threads without locks. An entry is two relaxed atomic words; the first is the
// key XOR the second, so that a torn entry is not recognised (R. Hyatt, T. Mann, "A lockless transposition table", ICGA
// Journal 25(1), 2002).
class TranspositionTable {
 public:
  // Returns false, and keeps the old table, if the memory is not available. Sizes are in MiB.
  bool resize(std::size_t mebibytes, int threads);
  void clear(int threads);
  void new_search() { generation_ = (generation_ + 1) & kGenerationMask; }
  std::size_t mebibytes() const { return mebibytes_; }
  bool large_pages() const { return memory_.large_pages(); }

  std::optional<TtEntry> probe(Key key, int ply) const;
  // Where a much deeper entry of the same search is kept, `new_move` replaces its move all the same.
  void store(Key key, int ply, const TtEntry& entry, bool new_move = false);
  void prefetch(Key key) const { __builtin_prefetch(&cluster(key)); }
  int hashfull() const;  // entries used by this search, per mille, estimated from a sample

 private:
  static constexpr unsigned kGenerationMask = 31;
  static constexpr std::size_t kSlotsPerCluster = 4;

  struct Slot {
    std::atomic<std::uint64_t> check;  // key ^ data
    std::atomic<std::uint64_t> data;
  };
  struct alignas(64) Cluster {
    Slot slots[kSlotsPerCluster];
  };

  Cluster& cluster(Key key) const;

  platform::LargeBlock memory_;
  Cluster* clusters_ = nullptr;
  std::size_t count_ = 0;
  std::size_t mebibytes_ = 0;
  unsigned generation_ = 0;
};

}  // namespace oknos
