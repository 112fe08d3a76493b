#include "engine/pruning/ask/ledger.h"

namespace oknos::pruning {

RuleCounts& RuleCounts::operator+=(const RuleCounts& o) {
  asked += o.asked;
  fired += o.fired;
  also_fired += o.also_fired;
  for (std::size_t g = 0; g < held.size(); ++g) held[g] += o.held[g];
  nodes_cut += o.nodes_cut;
  quiescence_nodes_cut += o.quiescence_nodes_cut;
  nodes_reduced += o.nodes_reduced;
  moves_skipped += o.moves_skipped;
  return *this;
}

Ledger& Ledger::operator+=(const Ledger& o) {
  for (std::size_t id = 0; id < rules.size(); ++id) rules[id] += o.rules[id];
  nodes += o.nodes;
  quiescence_nodes += o.quiescence_nodes;
  moves_made += o.moves_made;
  moves_skipped += o.moves_skipped;
  return *this;
}

}  // namespace oknos::pruning
