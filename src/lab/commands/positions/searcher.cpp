#include "lab/commands/positions/searcher.h"

#include "engine/pruning/presets/preset.h"

namespace oknos::lab {

Searcher::Searcher(std::size_t hash_mebibytes)
    : settings_(pruning::default_preset().settings), engine_(hash_mebibytes) {
  // The positions shall not change with every network.
  settings_.conventions.evaluator = pruning::Evaluator::Classical;
}

SearchReport Searcher::nodes(const Position& position, std::uint64_t nodes, int multi_pv, SearchListener* listener) {
  Limits limits;
  limits.nodes = nodes;
  return search(position, limits, multi_pv, listener);
}

SearchReport Searcher::depth(const Position& position, int plies, int multi_pv, SearchListener* listener) {
  Limits limits;
  limits.depth = plies;
  return search(position, limits, multi_pv, listener);
}

SearchReport Searcher::search(const Position& position, const Limits& limits, int multi_pv, SearchListener* listener) {
  SearchRequest request;
  request.limits = limits;
  request.settings = settings_;
  request.multi_pv = multi_pv;
  engine_.set_position(position);
  return engine_.search(request, listener);
}

}  // namespace oknos::lab
