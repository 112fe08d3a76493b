#include "library/rule_use.h"

#include <algorithm>

namespace oknos {

namespace {

std::vector<GuardUse> guard_uses(const pruning::RuleCounts& counts) {
  std::vector<GuardUse> out;
  for (std::size_t guard = 0; guard < counts.held.size(); ++guard)
    if (counts.held[guard] > 0) out.push_back({std::string(guard_name(static_cast<int>(guard))), counts.held[guard]});
  std::stable_sort(out.begin(), out.end(), [](const GuardUse& a, const GuardUse& b) { return a.times > b.times; });
  return out;
}

}  // namespace

std::vector<RuleUse> rule_uses(const pruning::Ledger& ledger) {
  std::vector<RuleUse> out;
  for (std::size_t id = 0; id < ledger.rules.size(); ++id) {
    const pruning::RuleCounts& c = ledger.rules[id];
    out.push_back({.rule = std::string(rule_name(static_cast<int>(id))),
                   .asked = c.asked,
                   .fired = c.fired,
                   .also_fired = c.also_fired,
                   .moves_skipped = c.moves_skipped,
                   .nodes_cut = c.nodes_cut,
                   .quiescence_nodes_cut = c.quiescence_nodes_cut,
                   .nodes_reduced = c.nodes_reduced,
                   .held = guard_uses(c)});
  }
  return out;
}

}  // namespace oknos
