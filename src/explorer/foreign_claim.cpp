#include "explorer/foreign_claim.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/chess/movegen.h"
#include "explorer/tree_position.h"
#include "lab/terminal/words.h"

namespace oknos::explorer {

namespace {

using lab::Claim;

// The path's moves, so that the judge sees repetitions; with a null move among them, the position alone.
lab::GameLine line_to(const Trace& trace, const Position& root, std::uint32_t entry, const Position& position) {
  lab::GameLine line(root);
  bool first = true;
  for (const std::uint32_t i : trace.path_to(entry)) {
    const TraceEntry& e = trace.entries[i];
    if (e.skipped() || e.has(flag::kSameNode)) continue;
    if (std::exchange(first, false)) continue;  // a visit of the root
    const Move move = Move::from_bits(e.move);
    if (!move || !line.current.is_legal(move)) return lab::GameLine(position);
    line.play(move);
  }
  return line;
}

}  // namespace

std::optional<Claim> claim_at(const Trace& trace, const Position& root, std::uint32_t entry) {
  if (entry >= trace.entries.size()) return std::nullopt;
  const TraceEntry& e = trace.entries[entry];
  const bool cut = e.kind == EntryKind::Visit && e.end == NodeEnd::RuleCut;
  if (e.rule == kNoRule || (!e.skipped() && !cut) || e.alpha >= e.beta) return std::nullopt;
  const auto position = position_at(trace, root, entry);
  if (!position) return std::nullopt;
  Claim claim;
  claim.rule = trace.rules[e.rule];
  const bool up = e.has(flag::kHoldsBeta);
  claim.action = cut || up ? Claim::Action::Cut : Claim::Action::Skip;
  claim.line = line_to(trace, root, entry, *position);
  // A cut by a move that was not searched: that move stands below.
  const TraceEntry& last = trace.entries[entry + e.size - 1];
  const TraceEntry* const of_move = e.skipped()                                          ? &e
                                    : up && last.skipped() && last.has(flag::kHoldsBeta) ? &last
                                                                                         : nullptr;
  if (of_move) {
    claim.move = Move::from_bits(of_move->move);
    if (!claim.move || !position->is_legal(claim.move)) return std::nullopt;
    if (of_move->full_depth != std::max(of_move->depth - 1, 0))
      claim.full_depth = std::max<int>(of_move->full_depth, 0);
  }
  const auto score = [](int value) { return std::clamp(value, -Claim::kScoreMost, Claim::kScoreMost); };
  claim.depth = std::max<int>(e.depth, 0);
  if (e.first_depth < e.full_depth) claim.reduced_depth = e.first_depth;
  claim.alpha = score(e.alpha);
  claim.beta = score(e.beta);
  if (e.static_eval != kNoValue) claim.static_eval = score(e.static_eval);
  claim.bound = up ? claim.beta : cut ? claim.alpha : score(e.score);
  return claim;
}

std::string verdict_json(const Claim& claim, const lab::ClaimVerdict& verdict, const std::string& judge) {
  const int depth = std::max(1, claim.judged_depth());
  const bool up = claim.action == Claim::Action::Cut && claim.fails_high();
  const std::string side = up ? fmt::format("{} {} (beta)", verdict.error ? "less than" : "at least", claim.beta)
                              : fmt::format("{} {} (alpha)", verdict.error ? "more than" : "at most", claim.alpha);
  std::string text = fmt::format("{} searched {} to depth {}: it is worth {}, {}.", judge,
                                 claim.move ? "the move" : "the node", depth, verdict.value.value(), side);
  if (verdict.error && verdict.first_value)
    text += verdict.found_at_reduced_depth
                ? " The search at the reduced depth shows it, too."
                : fmt::format(" The search at the reduced depth ({}) misses it.", *claim.reduced_depth);
  text += fmt::format(" {} nodes.", lab::grouped(verdict.nodes_searched));
  const nlohmann::ordered_json out = {{"wrong", verdict.error},
                                      {"value", verdict.value.value()},
                                      {"regret", verdict.error_size.value()},
                                      {"found_at_reduced_depth", verdict.found_at_reduced_depth},
                                      {"nodes", verdict.nodes_searched},
                                      {"depth", depth},
                                      {"text", text},
                                      {"line", ""}};
  return out.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace oknos::explorer
