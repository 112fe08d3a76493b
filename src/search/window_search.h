#pragma once

#include <atomic>
#include <memory>

#include "chess/position.h"
#include "pruning/settings.h"
#include "search/table.h"
#include "search/worker.h"

namespace oknos {

// Searches one node inside a tree with the playing search: a skipped move or a cut node, searched after all. Each call
// starts with an empty table and empty histories.
class WindowSearch {
 public:
  struct Node {
    const Position& position;  // with its history
    Depth depth;               // at most 0: quiescence
    Score alpha, beta;
    int ply = 1;    // from the root, at least 1: repetitions before the root count only twice
    Move previous;  // the move that led there; none after a null move
  };

  WindowSearch();

  // The fail-soft value, with one thread, an empty table and no limit.
  Score value(const Node& node, const pruning::Settings& settings);
  // Ends this search and all later ones; their values are meaningless. From any thread.
  void stop() { stop_.store(true, std::memory_order_relaxed); }
  std::uint64_t nodes() const { return nodes_; }  // moves made, over all calls

 private:
  Table table_;
  std::vector<std::unique_ptr<WorkerMemory>> memories_;
  std::uint64_t nodes_ = 0;
  std::atomic<bool> stop_{false};
};

}  // namespace oknos
