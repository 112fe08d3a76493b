#pragma once

#include <gtest/gtest.h>
#include <initializer_list>
#include <string_view>

#include "engine/chess/fen.h"
#include "engine/chess/notation.h"
#include "engine/eval/evaluator.h"
#include "engine/pruning/parts/search_features.h"
#include "engine/pruning/registry/convention_keys.h"

// A node to put questions to: a position with its context, an inner node of a search without null moves, with a null
// window, if nothing else is said.
namespace oknos::pruning {

struct Scene {
  explicit Scene(std::string_view text) : Scene(*fen::parse(text)) {}
  explicit Scene(const Position& p)
      : position(p),
        incremental(eval::Incremental::of(position)),
        node(position, incremental),
        checks(position.check_info()) {
    node.ply = 5;
    node.depth = Depth{1};
    if (!position.in_check()) node.static_eval = eval::evaluate(position, incremental).total();
    window(kDraw);
  }
  // The same after some moves played before the search, so that the position has a history.
  Scene(std::string_view text, std::initializer_list<std::string_view> moves) : Scene(played(text, moves)) {}
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  // The null window just above `alpha`.
  void window(Score alpha) {
    node.alpha = alpha;
    node.beta = alpha + Score{1};
  }

  // One more ply of reduction for each `divisor` centipawns of the static value above beta.
  void passes_further_above_beta(int divisor) {
    null_move_.values[static_cast<std::size_t>(NullMovePruning::P::ExcessDivisor)] = static_cast<std::int16_t>(divisor);
  }
  // The search passes with this reduction.
  void passes(int reduction, int min_depth = 1) {
    constexpr int kNoMoreWithDepth = 100;
    null_move_ = {true,
                  {static_cast<std::int16_t>(min_depth), static_cast<std::int16_t>(reduction), kNoMoreWithDepth,
                   NullMovePruning::kNoExcess}};
    node.null_move = &null_move_;
  }

  MoveContext move(std::string_view text) const {
    const auto m = move_from_text(position, text);
    EXPECT_TRUE(m.has_value()) << text;
    return MoveContext(node, checks, m.value_or(Move{}));
  }

  Position position;
  const eval::Incremental incremental;
  NodeContext node;
  const CheckInfo checks;

 private:
  static Position played(std::string_view text, std::initializer_list<std::string_view> moves) {
    Position p = *fen::parse(text);
    for (const std::string_view m : moves) p.play(move_from_text(p, m).value());
    return p;
  }

  RuleSetting null_move_;
};

// The value of every parameter is given; the rule is on.
template <class... V>
RuleSetting setting_of(V... values) {
  return {true, {static_cast<std::int16_t>(values)...}};
}

inline Conventions estimating(Estimate e) {
  Conventions c;
  c.estimate = e;
  return c;
}

// What the sound rules rest on. With the estimate `evaluation` the thresholds are easy to tell.
inline Conventions standing_pat_in_check(Estimate e = Estimate::Bounds) {
  Conventions c = estimating(e);
  c.in_check = InCheck::StandPat;
  return c;
}

inline GuardSwitches without(Guard g) {
  GuardSwitches s;
  s.set(g, false);
  return s;
}

inline Conventions exempting(Guard g) {
  Conventions c;
  c.exemptions.set(g, true);
  return c;
}

inline void expect_go_on(const Verdict& v) {
  EXPECT_EQ(v.kind, Verdict::Kind::GoOn);
}
inline void expect_held(const Verdict& v, Guard by) {
  EXPECT_EQ(v.kind, Verdict::Kind::Held);
  EXPECT_EQ(name_of(v.guard), name_of(by));
}
inline void expect_skip(const Verdict& v, Score bound) {
  EXPECT_EQ(v.kind, Verdict::Kind::Skip);
  EXPECT_EQ(v.value.value(), bound.value());
}
inline void expect_cut(const Verdict& v, Score value) {
  EXPECT_EQ(v.kind, Verdict::Kind::Cut);
  EXPECT_EQ(v.value.value(), value.value());
}
inline void expect_restrict(const Verdict& v, const Restriction& wanted, Score bound) {
  EXPECT_EQ(v.kind, Verdict::Kind::Restrict);
  EXPECT_EQ(v.wanted.floor.value(), wanted.floor.value());
  EXPECT_EQ(v.wanted.queens_only, wanted.queens_only);
  EXPECT_EQ(v.wanted.checks, wanted.checks);
  EXPECT_EQ(v.wanted.quiets, wanted.quiets);
  EXPECT_EQ(v.value.value(), bound.value());
}

// Positions that more than one test uses.
inline constexpr std::string_view kQuietPosition =  // nobody has lost anything; white attacks a pawn
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
inline constexpr std::string_view kInCheckPosition = "r3k3/8/8/8/8/8/4q3/R3K3 w Q - 0 1";
inline constexpr std::string_view kStalematePosition = "8/8/8/8/8/1k6/8/KN1r4 w - - 0 1";  // the knight is pinned

}  // namespace oknos::pruning
