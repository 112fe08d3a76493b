#include <nlohmann/json.hpp>

#include "lab/commands/prove/prove_view.h"

namespace oknos::lab {

namespace {

using Json = nlohmann::ordered_json;

Json window_json(const Window& w) {
  return {w.alpha.value(), w.beta.value()};
}

Json counts_json(const oracle::Counts& c) {
  return {{"nodes", c.all_nodes()},
          {"interior", c.nodes},
          {"quiescence", c.quiescence_nodes},
          {"moves", c.generated},
          {"evaluations", c.evaluations}};
}

Json sums_json(const Sums& s) {
  return {{"searches", s.searches},
          {"differences", s.differences},
          {"about_mates", s.mate_differences},
          {"total_difference", s.total_difference},
          {"largest_difference", s.largest.value()},
          {"without", counts_json(s.without)},
          {"with", counts_json(s.with)}};
}

Json place_json(const NodePlace& p) {
  return {{"position", p.fen}, {"path", p.path}, {"depth", p.depth}, {"window", window_json(p.window)}, {"epd", p.epd}};
}

Json claim_json(const WrongClaim& w) {
  Json out = {{"rule", pruning::kRuleInfos[w.rule].name},
              {"move", w.move.empty() ? Json(nullptr) : Json(w.move)},
              {"bound", w.bound.value()},
              {"truth", w.truth.value()},
              {"evaluation", w.evaluation.value()},
              {"gain", w.gain.value()}};
  out["node"] = place_json(w.node);
  return out;
}

}  // namespace

Json difference_json(const ProofPlan& plan, const ProofPosition& position, const Difference& d, const Explanation& e) {
  Json out = {{"type", "difference"},
              {"rules", plan.variants[d.variant].name},
              {"place", position.place},
              {"id", position.id},
              {"position", position.fen},
              {"history", position.history},
              {"search", name_of(d.search)},
              {"depth", d.depth},
              {"window", window_json(d.window)},
              {"without", d.without.value()},
              {"with", d.with.value()}};
  out["claim"] = e.claim ? claim_json(*e.claim) : Json(nullptr);
  out["node"] = nullptr;
  if (e.node) {
    out["node"] = place_json(e.node->node);
    out["node"]["without"] = e.node->without.value();
    out["node"]["with"] = e.node->with.value();
  }
  return out;
}

Json proof_summary_json(const ProofResult& result) {
  const ProofFacts& facts = result.facts;
  const Tally& tally = result.sums.tally;
  Json out = {{"type", "summary"},
              {"preset", facts.preset},
              {"positional_width", facts.width},
              {"width_told", facts.width_told},
              {"seed", facts.seed},
              {"positions", result.sums.positions.size()},
              {"windows", tally.windows},
              {"searches", tally.searches()},
              {"differences", tally.differing()},
              {"cases", tally.cases},
              {"dropped", tally.dropped}};
  out["without_guards"] = facts.without_guards;
  Json rows = Json::array();
  for (const auto& [key, row] : tally.rows) {
    Json out_row = {{"rules", facts.variants[key.variant]}, {"search", name_of(key.search)}, {"depth", key.depth}};
    out_row["all_windows"] = sums_json(row.all);
    out_row["full_windows"] = sums_json(row.full);
    rows.push_back(std::move(out_row));
  }
  out["rows"] = std::move(rows);
  out["interrupted"] = result.interrupted;
  return out;
}

}  // namespace oknos::lab
