#include "lab/commands/prove/prove_input.h"

#include <gtest/gtest.h>

#include "engine/chess/fen.h"

namespace oknos::lab {
namespace {

Result<ProofPosition> read(const std::string& line) {
  const auto record = epd::parse(line);
  if (!record) return Error{record.error()};
  return proof_position(*record);
}

const std::string kBoard = "4k3/8/8/8/8/8/8/4K2R w - - ";

TEST(ProveInput, ReadsWhatAPositionAsksFor) {
  const auto p =
      read(kBoard +
           "id \"x\"; oknos_depth 3; oknos_window -12 40; oknos_search null_move; oknos_guard \"child-alive\"; "
           "oknos_rule over_kill plain_super; oknos_history \"h1h2 e8e7\";");
  ASSERT_TRUE(p) << p.error();
  EXPECT_EQ(p->id, "x");
  EXPECT_EQ(p->depth, 3);
  EXPECT_EQ(p->window, (Window{Score{-12}, Score{40}}));
  EXPECT_EQ(p->search, SearchKind::NullMove);
  EXPECT_EQ(p->guard, pruning::Guard::ChildAlive);
  EXPECT_EQ(p->rules,
            (std::vector<pruning::RuleId>{pruning::kId<pruning::OverKill>, pruning::kId<pruning::PlainSuper>}));
  EXPECT_EQ(p->history, "h1h2 e8e7");
  EXPECT_EQ(fen::to_text(p->position), "8/4k3/8/8/8/8/7R/4K3 w - - 2 2");
  EXPECT_EQ(p->fen, "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
}

TEST(ProveInput, AnyOtherPositionAsksForNothing) {
  const auto p = read(kBoard + "bm Rh8; c0 \"oknos_window\";");
  ASSERT_TRUE(p) << p.error();
  EXPECT_FALSE(p->window || p->depth || p->search || p->guard || p->material_only);
  EXPECT_TRUE(p->rules.empty());
}

TEST(ProveInput, AnEvaluationOfMaterialAlone) {
  const auto p = read(kBoard + "oknos_evaluation material;");
  ASSERT_TRUE(p) << p.error();
  EXPECT_TRUE(p->material_only);
}

TEST(ProveInput, InfiniteBounds) {
  const auto p = read(kBoard + "oknos_depth 1; oknos_window -inf inf;");
  ASSERT_TRUE(p) << p.error();
  EXPECT_TRUE(p->window->is_full());
}

TEST(ProveInput, RefusesWhatMakesNoSense) {
  for (const char* wrong : {"oknos_depth 3 4;", "oknos_depth x;", "oknos_depth -1;", "oknos_window 0 1;",
                            "oknos_depth 1; oknos_window 1 1;", "oknos_depth 1; oknos_window 5;",
                            "oknos_depth 1; oknos_window 0 99999;", "oknos_search both;", "oknos_history \"e1e5\";",
                            "oknos_rule magic;", "oknos_guard \"magic\";", "oknos_evaluation magic;"})
    EXPECT_FALSE(read(kBoard + wrong)) << wrong;
}

}  // namespace
}  // namespace oknos::lab
