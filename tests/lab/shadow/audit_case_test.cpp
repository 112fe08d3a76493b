#include <gtest/gtest.h>

#include "lab/commands/audit.h"
#include "support/positions.h"

namespace oknos::lab {
namespace {

using pruning::FrontierFutility;
using pruning::kId;
using pruning::LateMovePruning;

ShadowSample sample(const char* fen, const char* move) {
  ShadowSample s(test::position_from(fen));
  s.ordinal = 77;
  s.depth = 3;
  s.alpha = Score{150};
  s.beta = Score{151};
  s.ply = 4;
  if (*move) s.move = test::move_in(s.position, move);
  s.rule = kId<LateMovePruning>;
  s.rules = RuleSet{1} << kId<LateMovePruning> | RuleSet{1} << kId<FrontierFutility>;
  s.bound = Score{-40};
  s.static_eval = Score{-90};
  s.full = Depth{2};
  s.first = Depth{1};
  s.cut_node = true;
  s.improving = true;
  s.searched = 9;
  s.history = -500;
  s.exemptions = 1U << static_cast<int>(pruning::Guard::Recapture) | 1U << static_cast<int>(pruning::Guard::GivesCheck);
  s.correction = Score{-12};
  return s;
}

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

TEST(AuditCase, SaysWhatWasLeftOut) {
  const AuditCase c = case_of(sample(kStart, "a2a3"), {true, Score{180}, Score{30}, true, 55});
  EXPECT_EQ(c.rule, "late_move_pruning");
  EXPECT_EQ(c.rules, "frontier_futility late_move_pruning");
  EXPECT_EQ(c.kind, MoveKind::Quiet);
  EXPECT_EQ(c.node, NodeKind::Cut);
  EXPECT_EQ(c.phase, Phase::Opening);
  EXPECT_EQ(c.slack, 190);
  EXPECT_EQ(c.exemptions, "gives-check recapture");
  EXPECT_EQ(c.static_eval, -90);
  EXPECT_EQ(c.move, "a2a3");
  EXPECT_EQ(c.regret, 30);
  EXPECT_EQ(c.nodes, 55U);
  EXPECT_EQ(c.fen, kStart);
  EXPECT_TRUE(case_of(sample(kStart, "a2a3"), {}).fen.empty()) << "a position that is right is not kept";
}

TEST(AuditCase, TellsMovesApart) {
  EXPECT_EQ(case_of(sample("4k3/8/8/8/8/8/4r3/3RK3 w - - 0 1", "e1e2"), {}).kind, MoveKind::Capture);
  EXPECT_EQ(case_of(sample("4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d8"), {}).kind, MoveKind::Check);
  EXPECT_EQ(case_of(sample("8/3P4/8/8/8/k7/8/3RK3 w - - 0 1", "d7d8q"), {}).kind, MoveKind::Promotion);
  EXPECT_EQ(case_of(sample("4k3/8/8/8/8/8/8/3RK3 w - - 0 1", ""), {}).kind, MoveKind::Node);
  EXPECT_EQ(case_of(sample("4k3/8/8/8/8/8/8/3RK3 w - - 0 1", ""), {}).phase, Phase::Ending);
}

TEST(AuditCase, ACutAboveHasItsSlackAboveBeta) {
  ShadowSample s = sample(kStart, "");
  s.kind = ShadowSample::Kind::FailHigh;
  s.bound = Score{200};
  EXPECT_EQ(case_of(s, {}).slack, 49);
}

TEST(AuditCase, GoesThroughAStore) {
  AuditPosition p;
  p.number = 3;
  p.id = "WAC.003";
  p.fen = kStart;
  p.depth = 10;
  p.nodes = 12345;
  p.move = "e2e4";
  p.value = -7;
  p.counts = {{"late_move_pruning", 2, {40, 0}}, {"reverse_futility", 5, {0, 3}}};
  p.cases = {case_of(sample(kStart, "a2a3"), {true, Score{180}, Score{30}, true, 55}),
             case_of(sample("4k3/8/8/8/8/8/8/3RK3 w - - 0 1", ""), {})};
  p.cases[1].static_eval.reset();
  p.cases[0].root_impact = RootImpact::Move;
  const auto rows = StoredAudit::format().rows(p);
  ASSERT_EQ(rows.size(), 5U);
  const auto tables = StoredAudit::format().tables();
  for (const store::Row& row : rows) EXPECT_EQ(row.values.size(), tables[row.table].columns.size());
  const auto back = StoredAudit::format().work_unit(rows);
  ASSERT_TRUE(back.ok()) << back.error();
  EXPECT_EQ(StoredAudit::format().rows(*back), rows);
  EXPECT_EQ(back->cases[0].kind, MoveKind::Quiet);
  EXPECT_EQ(back->cases[0].root_impact, RootImpact::Move);
  EXPECT_FALSE(back->cases[1].root_impact.has_value());
  EXPECT_FALSE(back->cases[1].static_eval.has_value());
}

TEST(AuditCase, ADamagedRowIsNamed) {
  AuditPosition p;
  p.cases = {case_of(sample(kStart, "a2a3"), {})};
  auto rows = StoredAudit::format().rows(p);
  rows[1].values[9] = std::string("sideways");
  const auto back = StoredAudit::format().work_unit(rows);
  ASSERT_FALSE(back.ok());
  EXPECT_EQ(back.error(), "table cases: column kind: quiet, check, ... is expected");
  rows.erase(rows.begin());
  rows.pop_back();
  EXPECT_FALSE(StoredAudit::format().work_unit(rows).ok());
}

}  // namespace
}  // namespace oknos::lab
