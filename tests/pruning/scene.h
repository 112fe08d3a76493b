#pragma once

#include <gtest/gtest.h>
#include <string_view>

#include "chess/fen.h"
#include "chess/notation.h"
#include "pruning/context.h"
#include "pruning/preset.h"

// A node to put questions to: a position with its context, an inner node of the search with a null window, if nothing
// else is said.
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
    if (!position.in_check()) node.evaluation = eval::evaluate(position, incremental).total();
    window(kDraw);
  }
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  // The null window just above `alpha`.
  void window(Score alpha) {
    node.alpha = alpha;
    node.beta = alpha + Score{1};
  }

  MoveContext move(std::string_view text) const {
    const auto m = move_from_text(position, text);
    EXPECT_TRUE(m.has_value()) << text;
    return MoveContext(node, checks, m.value_or(Move{}));
  }

  const Position position;
  const eval::Incremental incremental;
  NodeContext node;
  const CheckInfo checks;
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

}  // namespace oknos::pruning
