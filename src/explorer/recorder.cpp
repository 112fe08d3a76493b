#include "explorer/recorder.h"

#include <algorithm>
#include <utility>

#include "engine/chess/move.h"
#include "engine/pruning/registry/registry.h"

namespace oknos::explorer {

namespace {

constexpr std::size_t kMaxRuleSets = 65'535;
constexpr std::size_t kToldEvery = 4096;  // entries

std::int16_t small(int value) {
  return static_cast<std::int16_t>(std::clamp<int>(value, INT16_MIN + 1, INT16_MAX));
}
std::int8_t plies(int value) {
  return static_cast<std::int8_t>(std::clamp<int>(value, INT8_MIN, INT8_MAX));
}

bool asks_of_nodes(int rule) {
  const pruning::Place place = pruning::kRuleInfos[static_cast<std::size_t>(rule)].place;
  return place == pruning::Place::Node || place == pruning::Place::QuiescenceNode;
}

}  // namespace

void Recorder::begin_iteration(int depth) {
  before_ = std::exchange(now_, {});
  now_.depth = depth;
  now_.entries.reserve(std::min(most_, 2 * before_.entries.size() + kToldEvery));
  TraceEntry& tree = now_.entries.emplace_back();
  tree.kind = EntryKind::Tree;
  tree.depth = plies(depth);
}

bool Recorder::full() {
  if (stopped() || now_.entries.size() < most_) return stopped();
  overflowed_ = true;
  if (listener_) listener_({now_.depth, now_.entries.size(), true});
  return true;
}

std::uint16_t Recorder::flags_of(const NodeEntered& e) {
  std::uint16_t out = 0;
  if (e.pv) out |= flag::kOpenWindow;
  if (e.quiescence) out |= flag::kQuiescence;
  if (e.in_check) out |= flag::kInCheck;
  if (e.cut_node) out |= flag::kCutExpected;
  if (open_.empty()) return out;
  Open& parent = open_.back();
  if (parent.ply == e.ply) return static_cast<std::uint16_t>(out | flag::kSameNode);
  if (e.previous == 0) return static_cast<std::uint16_t>(out | flag::kNullMove);
  if (std::find(seen_.begin() + static_cast<std::ptrdiff_t>(parent.seen), seen_.end(), e.previous) != seen_.end())
    return static_cast<std::uint16_t>(out | flag::kAgain);
  seen_.push_back(e.previous);
  return out;
}

void Recorder::look_at(Ordinal ordinal, std::size_t entry) {
  if (wanted_ == ordinal) found_ = Found{static_cast<std::uint32_t>(entry), now_.depth};
}

void Recorder::node_entered(const NodeEntered& e) {
  if (open_.empty() && e.depth > now_.depth && !stopped()) {
    if (found_) {
      ended_ = true;
      if (listener_) listener_({now_.depth, now_.entries.size(), true});
    } else {
      begin_iteration(e.depth);
    }
  }
  if (full()) return;
  const auto place = static_cast<std::uint32_t>(now_.entries.size());
  TraceEntry entry;
  entry.flags = flags_of(e);
  entry.move = entry.has(flag::kSameNode) || open_.empty() ? MoveBits{0} : e.previous;
  entry.depth = plies(e.depth);
  entry.alpha = small(e.alpha);
  entry.beta = small(e.beta);
  now_.entries.push_back(entry);
  for (HeldEntry& h : waiting_) {
    h.entry = place;
    now_.held.push_back(h);
  }
  waiting_.clear();
  open_.push_back({place, e.ply, seen_.size()});
  if (listener_ && place % kToldEvery == 1) listener_({now_.depth, place, false});
}

void Recorder::node_left(const NodeLeft& e) {
  if (stopped() || open_.empty()) return;
  TraceEntry& entry = now_.entries[open_.back().entry];
  entry.size = static_cast<std::uint32_t>(now_.entries.size() - open_.back().entry);
  entry.score = small(e.score);
  entry.end = e.end;
  if (e.has_static_eval) entry.static_eval = small(e.static_eval);
  // A rule that left the node to quiescence has cut it only if quiescence agreed.
  if (e.end != NodeEnd::RuleCut && e.end != NodeEnd::StandPat && !entry.has(flag::kReducedByRule)) {
    entry.rule = kNoRule;
    entry.rule_set = 0;
    entry.spare = kNoValue;
    entry.flags = static_cast<std::uint16_t>(entry.flags & ~(flag::kResolved | flag::kHoldsBeta));
  }
  seen_.resize(open_.back().seen);
  waiting_.clear();
  open_.pop_back();
  if (!open_.empty()) return;
  now_.entries[0].size = static_cast<std::uint32_t>(now_.entries.size());
  now_.complete = e.end != NodeEnd::Stopped;
}

std::int16_t Recorder::spare_of(const lab::ShadowSample& sample) const {
  const auto spare = settings_ ? lab::spare_margin(sample, *settings_) : std::nullopt;
  return spare ? static_cast<std::int16_t>(std::clamp<int>(*spare, -INT16_MAX, INT16_MAX)) : kNoValue;
}

bool Recorder::cut_expected() const {
  return now_.entries[open_.back().entry].has(flag::kCutExpected);
}

void Recorder::node_decided(const NodeDecided& e) {
  if (stopped() || open_.empty() || e.kind == NodeDecided::Kind::Restrict) return;
  look_at(e.ordinal, open_.back().entry);
  TraceEntry& entry = now_.entries[open_.back().entry];
  entry.rule = static_cast<std::uint8_t>(e.rule);
  entry.rule_set = place_of(e.rules);
  if (e.kind == NodeDecided::Kind::Reduce) {
    entry.flags |= flag::kReducedByRule;
    return;
  }
  if (e.kind == NodeDecided::Kind::Resolve) entry.flags |= flag::kResolved;
  if (e.kind == NodeDecided::Kind::Cut && e.value >= e.beta) entry.flags |= flag::kHoldsBeta;
  if (e.improving) entry.flags |= flag::kImproving;
  entry.alpha = small(e.alpha);
  entry.beta = small(e.beta);
  if (e.has_static_eval) entry.static_eval = small(e.static_eval);
  entry.correction = small(e.correction);
  entry.spare = spare_of(lab::sample_of(e, {.cut_node = cut_expected()}));
  entry.full_depth = entry.first_depth = entry.reduced_depth = plies(e.depth);
  if (e.move == 0 || full()) return;
  // The move that was shown to hold beta is not searched: it is left out like others, and has a place below.
  TraceEntry of_move = entry;
  of_move.kind = EntryKind::Skipped;
  of_move.size = 1;
  of_move.move = e.move;
  of_move.depth = plies(e.depth);
  of_move.score = small(e.value);
  of_move.flags = static_cast<std::uint16_t>(flag::kHoldsBeta | (e.improving ? flag::kImproving : 0));
  of_move.full_depth = of_move.first_depth = plies(std::max(e.depth - 1, 0));
  now_.entries.push_back(of_move);
}

void Recorder::move_skipped(const MoveSkipped& e) {
  if (open_.empty() || full()) return;
  const auto place = static_cast<std::uint32_t>(now_.entries.size());
  look_at(e.ordinal, now_.entries.size());
  TraceEntry& entry = now_.entries.emplace_back();
  entry.kind = EntryKind::Skipped;
  entry.move = e.move;
  entry.depth = plies(e.depth);
  entry.alpha = small(e.alpha);
  entry.beta = small(e.beta);
  entry.score = small(e.bound);
  if (e.has_static_eval) entry.static_eval = small(e.static_eval);
  entry.rule = static_cast<std::uint8_t>(e.rule);
  entry.rule_set = place_of(e.rules);
  if (e.bulk_skipped) entry.flags |= flag::kBulkSkipped;
  if (e.improving) entry.flags |= flag::kImproving;
  if (e.first_depth < e.full_depth) entry.flags |= flag::kFullyReduced;
  entry.history = small(e.history);
  entry.correction = small(e.correction);
  entry.full_depth = plies(e.full_depth);
  entry.first_depth = plies(e.first_depth);
  entry.reduced_depth = plies(e.reduced_depth);
  entry.searched = static_cast<std::uint8_t>(std::min(e.searched, 255));
  entry.exemptions = e.exemptions;
  if (e.bulk_skipped) return;
  entry.spare = spare_of(lab::sample_of(e, {.cut_node = cut_expected()}));
  for (HeldEntry& h : waiting_) {
    h.entry = place;
    now_.held.push_back(h);
  }
  waiting_.clear();
}

void Recorder::rule_held(const RuleHeld& e) {
  if (stopped() || open_.empty()) return;
  const HeldEntry held{open_.back().entry, static_cast<std::uint8_t>(e.rule), static_cast<std::uint8_t>(e.guard)};
  if (asks_of_nodes(e.rule))
    now_.held.push_back(held);
  else
    waiting_.push_back(held);
}

std::uint16_t Recorder::place_of(RuleSet rules) {
  if (rules == last_rules_) return last_place_;
  const auto [it, is_new] = places_.try_emplace(rules, static_cast<std::uint16_t>(rule_sets_.size()));
  if (is_new && rule_sets_.size() >= kMaxRuleSets) {
    places_.erase(it);
    return 0;
  }
  if (is_new) rule_sets_.push_back(rules);
  last_rules_ = rules;
  return last_place_ = it->second;
}

void Recorder::give(int depth, Trace& trace) {
  // The engine names an iteration's depth as soon as one move of the root was searched to its end.
  const bool wanted = found_ && found_->depth == now_.depth;
  const bool whole = !overflowed_ && (now_.complete || wanted);
  if (!whole && now_.depth == depth) depth = trace.depth = before_.depth;
  Tree& tree = whole && now_.depth == depth ? now_ : before_;
  if (tree.depth != depth || tree.entries.empty()) {
    tree = {};
    tree.entries.emplace_back().kind = EntryKind::Tree;
  }
  trace.entries = std::move(tree.entries);
  trace.held = std::move(tree.held);
  std::stable_sort(trace.held.begin(), trace.held.end(),
                   [](const HeldEntry& a, const HeldEntry& b) { return a.entry < b.entry; });
  trace.rule_sets = rule_sets_;
  for (const pruning::RuleInfo& rule : pruning::kRuleInfos) trace.rules.emplace_back(rule.name);
  for (int g = 0; g < static_cast<int>(pruning::kGuards); ++g) trace.guards.emplace_back(guard_name(g));
}

}  // namespace oknos::explorer
