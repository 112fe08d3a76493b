#include "engine/search/subtree_search.h"

#include "engine/eval/network/embedded.h"

namespace oknos {

SubtreeSearch::SubtreeSearch() : network_(eval::network::embedded_if_any()) {
  constexpr std::size_t kHash = 1;  // MiB: the searches are small
  tt_.resize(kHash, 1);
  memories_.push_back(std::make_unique<WorkerMemory>());
}

Score SubtreeSearch::value(const Node& node, const pruning::Settings& settings) {
  TimeManager time;
  time.start(limits_, node.position.side_to_move(), 0);
  SearchListener nobody;
  pruning::Silent silent;
  if (settings.enabled<pruning::TranspositionTable>()) tt_.clear(1);
  memories_[0]->histories.clear();
  memories_[0]->nodes = 0;
  std::atomic<bool> stop = stopped_.load(std::memory_order_relaxed);
  SharedSearch shared{node.position, limits_, settings, tt_, time, stop, memories_, nobody};
  shared.stop_flag = &stopped_;
  shared.network = network_;
  Worker<pruning::Silent> worker(shared, 0, silent);
  const Score value = worker.window(node.alpha, node.beta, node.depth, node.ply, node.previous);
  nodes_ += memories_[0]->nodes;
  cut_short_ |= stop.load(std::memory_order_relaxed);
  return value;
}

}  // namespace oknos
