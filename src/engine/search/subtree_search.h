#pragma once

#include <atomic>
#include <memory>
#include <utility>

#include "engine/chess/position.h"
#include "engine/pruning/registry/settings.h"
#include "engine/search/limits.h"
#include "engine/search/transposition_table.h"
#include "engine/search/worker.h"

namespace oknos {

// Searches one node inside a tree with the playing search: a skipped move or a cut node, searched after all. Each call
// starts with an empty table and empty histories.
class SubtreeSearch {
 public:
  struct Node {
    const Position& position;  // with its history
    Depth depth;               // at most 0: quiescence
    Score alpha, beta;
    int ply = 1;    // from the root, at least 1: repetitions before the root count only twice
    Move previous;  // the move that led there; none after a null move
  };

  SubtreeSearch();

  // The fail-soft value, with one thread and an empty table. Meaningless if the search was cut_short().
  Score value(const Node& node, const pruning::Settings& settings);
  // Ends this search and all later ones; their values are meaningless. From any thread.
  void stop() { stopped_.store(true, std::memory_order_relaxed); }
  // Each later search ends after so many nodes; as it begins, there is no limit.
  void limit_nodes(std::uint64_t most) { limits_.nodes = most; }
  // Was one of the searches since the last question stopped, or ended by its limit?
  bool cut_short() { return std::exchange(cut_short_, false); }
  std::uint64_t nodes() const { return nodes_; }  // moves made, over all calls

 private:
  TranspositionTable tt_;
  std::vector<std::unique_ptr<WorkerMemory>> memories_;
  Limits limits_;
  std::uint64_t nodes_ = 0;
  bool cut_short_ = false;
  std::atomic<bool> stopped_{false};
};

}  // namespace oknos
