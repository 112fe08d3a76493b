#pragma once

#include <array>
#include <cstdint>

#include "engine/pruning/ask/tracer.h"

namespace oknos::pruning {

// Counters of one rule in one search.
struct RuleCounts {
  std::uint64_t asked = 0;
  std::uint64_t fired = 0;                    // it fired first, and so decided
  std::uint64_t also_fired = 0;               // it fired after another rule had decided
  std::array<std::uint64_t, kGuards> held{};  // its condition held, but this guard blocked it
  // Effects of the rule when it decided:
  // Above the horizon: Cut, and Resolve and Quiesce, even if quiescence disagrees afterwards.
  std::uint64_t nodes_cut = 0;
  std::uint64_t quiescence_nodes_cut = 0;  // at the horizon
  std::uint64_t nodes_reduced = 0;
  std::uint64_t moves_skipped = 0;  // SkipQuiets and Restrict count every move skipped

  RuleCounts& operator+=(const RuleCounts& o);
  bool operator==(const RuleCounts&) const = default;
};

// The tracer that counts. Each thread has its own; those of all threads are added up.
struct Ledger {
  static constexpr bool wants_all = true;
  static constexpr AllGuards guards() { return {}; }

  std::array<RuleCounts, kRules> rules{};
  std::uint64_t nodes = 0;  // of the main search
  std::uint64_t quiescence_nodes = 0;
  std::uint64_t moves_made = 0;     // null moves are not counted
  std::uint64_t moves_skipped = 0;  // by all rules

  bool empty() const { return nodes == 0 && quiescence_nodes == 0; }
  Ledger& operator+=(const Ledger& o);
  bool operator==(const Ledger&) const = default;

  void enter(const NodeContext&, bool quiescence) { ++(quiescence ? quiescence_nodes : nodes); }
  void leave(const NodeContext&, Score, Move, NodeEnd) {}
  void undoing(Verdict&) {}
  void asked(RuleId id, const Verdict& v, bool first) {
    RuleCounts& r = rules[id];
    ++r.asked;
    if (v.kind == Verdict::Kind::Held) ++r.held[static_cast<std::size_t>(v.guard)];
    if (v.fires()) ++(first ? r.fired : r.also_fired);
  }
  template <Place place, class Context>
  void watch(const Context&, const Settings&, const Verdict&) {}
  void node_verdict(const NodeContext& c, const Verdict& v) {
    if (v.kind == Verdict::Kind::Restrict) return;  // restricting() counts the moves
    if (v.kind == Verdict::Kind::Reduce)
      ++rules[v.rule].nodes_reduced;
    else
      count_cut(c, v);
  }
  void skipped(const MoveContext&, const Verdict& v) { count_skip(v); }
  template <class Picker>
  void skipping_quiets(const MoveContext&, const Picker& picker, const Verdict& v) {
    picker.for_each_remaining_quiet([&](Move) { count_skip(v); });
  }
  template <class Picker>
  void restricting(const NodeContext&, const Picker& picker, const Verdict& v) {
    picker.for_each_unwanted([&](Move) { count_skip(v); });
  }
  void cut_by(const MoveContext& c, const Verdict& v) { count_cut(c.node, v); }
  void making(const NodeContext&, Move m, MoveDepths) { moves_made += m ? 1U : 0U; }

 private:
  void count_cut(const NodeContext& c, const Verdict& v) {
    RuleCounts& r = rules[v.rule];
    ++(c.depth > Depth{0} ? r.nodes_cut : r.quiescence_nodes_cut);
  }
  void count_skip(const Verdict& v) {
    ++rules[v.rule].moves_skipped;
    ++moves_skipped;
  }
};

}  // namespace oknos::pruning
