#include "explorer/tree_position.h"

#include <fmt/format.h>
#include <memory>
#include <utility>

#include "engine/chess/fen.h"
#include "engine/chess/notation.h"
#include "engine/pruning/registry/registry.h"

namespace oknos::explorer {

namespace {

Error unplayable(std::uint32_t entry, MoveBits move) {
  return Error{fmt::format("trace: entry {}: {} cannot be played there", entry, move_text(move))};
}

int ply_of(const Trace& trace, const std::vector<std::uint32_t>& path) {
  int ply = -1;  // the visit of the root is 0
  for (const std::uint32_t i : path)
    if (!trace.entries[i].skipped() && !trace.entries[i].has(flag::kSameNode)) ++ply;
  return ply;
}

}  // namespace

Result<Position> root_of(const Trace& trace) {
  auto position = fen::parse(trace.fen);
  if (!position) return Error{"trace: its position: " + position.error()};
  if (trace.chess960) position->set_chess960(true);
  for (const std::string& text : trace.moves) {
    const auto move = move_from_text(*position, text);
    if (!move) return Error{fmt::format("trace: its game: \"{}\" cannot be played", text)};
    position->play(*move);
  }
  return position;
}

Result<Position> position_at(const Trace& trace, const Position& root, std::uint32_t entry) {
  if (entry >= trace.entries.size())
    return Error{fmt::format("node {}: there are {}, counted from 0", entry, trace.entries.size())};
  Position position = root;
  // Null moves can only be passed inside a scope; those that are passed are taken back when the copy is made.
  struct Step {
    std::unique_ptr<MadeMove> made;
    std::unique_ptr<NullMove> passed;
  };
  std::vector<Step> steps;
  std::optional<Error> error;
  bool first = true;
  for (const std::uint32_t i : trace.path_to(entry)) {
    const TraceEntry& e = trace.entries[i];
    if (e.skipped() || e.has(flag::kSameNode)) continue;
    if (std::exchange(first, false)) continue;  // a visit of the root
    const Move move = Move::from_bits(e.move);
    if (!move && position.in_check()) error = Error{fmt::format("trace: entry {}: a null move in check", i)};
    if (move && !position.is_legal(move)) error = unplayable(i, e.move);
    if (error) break;
    if (move)
      steps.push_back({std::make_unique<MadeMove>(position, move), nullptr});
    else
      steps.push_back({nullptr, std::make_unique<NullMove>(position)});
  }
  Result<Position> out = error ? Result<Position>(*error) : Result<Position>(position);
  while (!steps.empty()) steps.pop_back();  // the last first
  return out;
}

std::uint32_t exemptions_of(const Trace& trace, const TraceEntry& entry) {
  std::uint32_t out = 0;
  for (std::size_t i = 0; i < trace.guards.size() && i < 32; ++i)
    if (entry.exemptions >> i & 1)
      if (const auto guard = pruning::guard_from_name(trace.guards[i]))
        out |= std::uint32_t{1} << static_cast<int>(*guard);
  return out;
}

std::optional<lab::ShadowSample> sample_at(const Trace& trace, const Position& root, std::uint32_t entry) {
  if (entry >= trace.entries.size()) return std::nullopt;
  const std::vector<std::uint32_t> path = trace.path_to(entry);
  const TraceEntry& e = trace.entries[entry];
  const bool cut = e.kind == EntryKind::Visit && e.end == NodeEnd::RuleCut;
  if (path.empty() || e.rule == kNoRule || (!e.skipped() && !cut)) return std::nullopt;
  // The rules' numbers in the trace may be those of another version.
  const auto rule = e.rule < trace.rules.size() ? pruning::find_rule(trace.rules[e.rule]) : std::nullopt;
  if (!rule || *rule == pruning::kId<pruning::StandPat>) return std::nullopt;
  auto position = position_at(trace, root, entry);
  if (!position) return std::nullopt;
  const TraceEntry& node = e.skipped() && path.size() > 1 ? trace.entries[path[path.size() - 2]] : e;
  lab::ShadowSample s(*std::move(position));
  s.ply = ply_of(trace, path);
  if (s.ply <= 0) return std::nullopt;
  s.depth = e.depth;
  s.alpha = Score{e.alpha};
  s.beta = Score{e.beta};
  s.previous = Move::from_bits(node.move);
  s.rule = *rule;
  s.bound = Score{e.score};
  if (e.static_eval != kNoValue) s.static_eval = Score{e.static_eval};
  s.full = Depth{e.full_depth};
  s.first = Depth{e.first_depth};
  s.reduced_depth = e.reduced_depth;
  s.pv = node.has(flag::kOpenWindow);
  s.cut_node = node.has(flag::kCutExpected);
  s.bulk_skipped = e.has(flag::kBulkSkipped);
  s.improving = e.has(flag::kImproving);
  s.searched = e.searched;
  s.history = e.history;
  s.correction = Score{e.correction};
  s.exemptions = exemptions_of(trace, e);
  s.if_quiescence_agrees = e.has(flag::kResolved);
  s.kind = e.has(flag::kHoldsBeta) ? lab::ShadowSample::Kind::FailHigh
           : e.skipped()           ? lab::ShadowSample::Kind::Skip
                                   : lab::ShadowSample::Kind::FailLow;
  for (std::size_t i = 0; e.rule_set < trace.rule_sets.size() && i < trace.rules.size(); ++i)
    if (i < 64 && (trace.rule_sets[e.rule_set] >> i & 1))
      if (const auto other = pruning::find_rule(trace.rules[i])) s.rules |= RuleSet{1} << *other;
  if (e.skipped()) s.move = Move::from_bits(e.move);
  // A cut by a move that was not searched: that move stands below.
  if (cut && e.has(flag::kHoldsBeta) && e.size > 1) {
    const TraceEntry& last = trace.entries[entry + e.size - 1];
    if (last.skipped() && last.has(flag::kHoldsBeta)) s.move = Move::from_bits(last.move);
    if (s.move) s.full = s.first = Depth{last.full_depth};
  }
  if (s.move && !s.position.is_legal(s.move)) return std::nullopt;
  return s;
}

}  // namespace oknos::explorer
