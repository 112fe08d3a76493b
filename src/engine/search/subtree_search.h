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

// Searches a single node of a tree with the playing search, for example a skipped move or a cut node. Each call starts
// with an empty transposition table and empty histories, evaluates with the built-in network (another one, or as the
// settings say), and probes no tablebases.
class SubtreeSearch {
 public:
  struct Node {
    const Position& position;  // including its game history
    Depth depth;               // <= 0: quiescence
    Score alpha, beta;
    int ply = 1;    // distance from the root, >= 1; decides which repetitions are draws
    Move previous;  // the move that led to it; none after a null move
  };

  SubtreeSearch();

  // The evaluation of all later searches; null: the classical one.
  void set_network(std::shared_ptr<const eval::network::Network> network) { network_ = std::move(network); }
  // The fail-soft value, with one thread. Meaningless if the search was cut_short().
  Score value(const Node& node, const pruning::Settings& settings);
  // Stops this search and all later ones, whose values are then meaningless. May be called from any thread.
  void stop() { stopped_.store(true, std::memory_order_relaxed); }
  // Limits each later search to so many nodes. No limit initially.
  void limit_nodes(std::uint64_t most) { limits_.nodes = most; }
  // Was a search since the last call of cut_short() stopped, or ended by its limit?
  bool cut_short() { return std::exchange(cut_short_, false); }
  std::uint64_t nodes() const { return nodes_; }  // moves made, over all calls

 private:
  TranspositionTable tt_;
  std::shared_ptr<const eval::network::Network> network_;
  std::vector<std::unique_ptr<WorkerMemory>> memories_;
  Limits limits_;
  std::uint64_t nodes_ = 0;
  bool cut_short_ = false;
  std::atomic<bool> stopped_{false};
};

}  // namespace oknos
