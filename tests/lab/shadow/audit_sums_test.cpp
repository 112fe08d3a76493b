#include "lab/shadow/audit_sums.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "lab/shadow/audit_view.h"
#include "lab/terminal/json_text.h"

namespace oknos::lab {
namespace {

AuditCase a_case(const char* rule, int depth, MoveKind kind, int regret = 0) {
  AuditCase c;
  c.rule = rule;
  c.depth = depth;
  c.kind = kind;
  c.error = regret > 0;
  c.found_at_reduced_depth = regret > 100;
  c.regret = regret;
  c.nodes = 10;
  c.fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
  return c;
}

std::string audit_report(const AuditSums& sums, const AuditViewOptions& view, const Style& style) {
  record::TextReport out(style);
  report_audit(out, sums, view);
  return out.text;
}
nlohmann::ordered_json audit_json(const AuditSums& sums, const AuditViewOptions& view) {
  record::JsonReport out;
  report_audit(out, sums, view);
  return out.json;
}

AuditSums some_sums() {
  AuditSums sums;
  AuditPosition p;
  p.nodes = 1000;
  p.counts = {{"late_move_pruning", 1, {500, 0}}, {"late_move_pruning", 2, {300, 0}}, {"razoring", 1, {0, 20}}};
  p.cases = {a_case("late_move_pruning", 1, MoveKind::Quiet), a_case("late_move_pruning", 1, MoveKind::Quiet, 50),
             a_case("late_move_pruning", 2, MoveKind::Check, 300), a_case("razoring", 1, MoveKind::Node)};
  sums.add(p);
  sums.add(p);
  return sums;
}

AuditPosition one_error(const char* fen, const char* move) {
  AuditPosition p;
  p.cases = {a_case("late_move_pruning", 1, MoveKind::Quiet, 50)};
  p.cases[0].fen = fen;
  p.cases[0].move = move;
  return p;
}

TEST(AuditSums, TheWorstCaseNamesItsMoveInSan) {
  AuditSums sums;
  sums.add(one_error("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3"));
  const AuditViewOptions options;
  const std::string text = audit_report(sums, options, Style{});
  EXPECT_NE(text.find("Late move pruning: Nf3 "), std::string::npos) << text;
  EXPECT_NE(text.find("\n1 position, "), std::string::npos) << text;
  EXPECT_NE(json_text(audit_json(sums, options)).find("\"move\":\"g1f3\",\"san\":\"Nf3\""), std::string::npos);
}

AuditCase half_points_lost(ShadowSample::Kind what, int half_points, int value, const char* fen, const char* move) {
  AuditCase c = a_case("reverse_futility", 1, MoveKind::Quiet);
  c.what = what;
  c.half_points = half_points;
  c.error = half_points > 0;
  c.bound = 50;
  c.value = value;
  c.fen = fen;
  c.move = move;
  return c;
}

TEST(AuditSums, OfTablebasesCountHalfPointsAndNameTheResult) {
  using Kind = ShadowSample::Kind;
  constexpr const char* kOpposition = "8/3k4/8/4K3/3P4/8/8/8 w - - 0 1";
  AuditSums sums;
  AuditPosition p;
  p.cases = {half_points_lost(Kind::Skip, 1, 31000, kOpposition, "e5d5"),
             half_points_lost(Kind::FailHigh, 2, -31000, kOpposition, ""),
             half_points_lost(Kind::FailHigh, 0, 0, kOpposition, "")};
  sums.add(p);
  EXPECT_TRUE(sums.is_judged_by_tables);
  EXPECT_EQ(sums.all().half_points, 3U);
  EXPECT_EQ(sums.worst(1).front()->half_points, 2) << "more lost is worse, whatever the regret";
  const std::string text = audit_report(sums, {}, Style{});
  EXPECT_NE(text.find("Kd5 was skipped, the only move that wins"), std::string::npos) << text;
  EXPECT_NE(text.find("the node was claimed to be worth at least +0.50, but the side to move loses"), std::string::npos)
      << text;
  EXPECT_NE(text.find("would have missed it too"), std::string::npos) << text;
  for (AuditCase& c : p.cases) c.nodes = 0;  // claims: no search has said so
  AuditSums of_claims;
  of_claims.add(p);
  EXPECT_EQ(audit_report(of_claims, {}, Style{}).find("would have missed it too"), std::string::npos);
  const auto of_searches = audit_json(sums, {});
  const auto unsearched = audit_json(of_claims, {});
  for (const char* unknown : {"found_at_reduced_depth", "nodes_saved"}) {
    EXPECT_TRUE(of_searches[unknown].is_number()) << unknown;
    EXPECT_TRUE(unsearched[unknown].is_null()) << unknown;
  }
  EXPECT_TRUE(of_searches["median_regret"].is_null());
  EXPECT_TRUE(audit_json(some_sums(), {})["median_regret"].is_number());
  EXPECT_NE(text.find("3 pruned moves and nodes judged by tablebases, 2 wrong"), std::string::npos) << text;
  EXPECT_NE(json_text(audit_json(sums, {})).find("\"half_points\":3"), std::string::npos);
  EXPECT_EQ(json_text(audit_json(some_sums(), {})).find("half_points"), std::string::npos);
}

TEST(AuditSums, CountsByRule) {
  const AuditSums sums = some_sums();
  EXPECT_EQ(sums.positions, 2U);
  EXPECT_EQ(sums.nodes, 2000U);
  EXPECT_EQ(sums.pruned.at("late_move_pruning").all(), 1600U);
  const auto rules = sums.by_rule();
  ASSERT_EQ(rules.size(), 2U);
  const AuditTally& t = rules.at("late_move_pruning");
  EXPECT_EQ(t.checked(), 6U);
  EXPECT_EQ(t.errors(), 4U);
  EXPECT_EQ(t.found_at_reduced_depth, 2U);
  EXPECT_EQ(t.nodes, 60U);
  EXPECT_EQ(t.median_regret(), 300);
  EXPECT_EQ(rules.at("razoring").errors(), 0U);
  EXPECT_EQ(sums.all().checked(), 8U);
}

TEST(AuditSums, CountsByCell) {
  const auto cells = some_sums().cells("late_move_pruning", {Dimension::Depth, Dimension::Kind});
  ASSERT_EQ(cells.size(), 2U);
  EXPECT_EQ(cells.at({1, static_cast<int>(MoveKind::Quiet)}).checked(), 4U);
  EXPECT_EQ(cells.at({2, static_cast<int>(MoveKind::Check)}).errors(), 2U);
  std::uint64_t checked = 0;
  for (const auto& [key, tally] : cells) checked += tally.checked();
  EXPECT_EQ(checked, 6U);
}

TEST(AuditSums, NamesTheWorst) {
  const AuditSums sums = some_sums();
  const auto worst = sums.worst(3);
  ASSERT_EQ(worst.size(), 3U);
  EXPECT_EQ(worst[0]->regret, 300);
  EXPECT_EQ(worst[2]->regret, 50);
  EXPECT_EQ(sums.worst(100).size(), 4U);
  for (const AuditCase* c : sums.worst(100, worst[0]->rule)) EXPECT_EQ(c->rule, worst[0]->rule);
  EXPECT_TRUE(sums.worst(100, "no such rule").empty());
}

TEST(AuditSums, DimensionsHaveNames) {
  for (int i = 0; i < kDimensions; ++i)
    EXPECT_EQ(dimension_named(name_of(static_cast<Dimension>(i))), static_cast<Dimension>(i));
  EXPECT_FALSE(dimension_named("").has_value());
  EXPECT_EQ(coordinate_text(Dimension::Depth, 0), "quiescence");
  EXPECT_EQ(coordinate_text(Dimension::Node, 1), "cut");
  EXPECT_EQ(coordinate_text(Dimension::Ply, 7), "ply 7");
}

TEST(AuditSums, AMoveCountsForItsNarrowestExemption) {
  AuditCase c;
  EXPECT_EQ(coordinate_text(Dimension::Exemption, coordinate(c, Dimension::Exemption)), "no exemption");
  c.exemptions = "previous-capture";
  EXPECT_EQ(coordinate_text(Dimension::Exemption, coordinate(c, Dimension::Exemption)), "previous-capture");
  c.exemptions = "gives-check previous-capture takes-queen";
  EXPECT_EQ(coordinate_text(Dimension::Exemption, coordinate(c, Dimension::Exemption)), "takes-queen");
}

TEST(AuditView, ShowsRatesWithTheirDigits) {
  EXPECT_EQ(rate_text(0.0), "0 %");
  EXPECT_EQ(rate_text(1e-17), "0 %") << "the lower end of an interval, by rounding";
  EXPECT_EQ(rate_text(0.00123), "0.123 %");
  EXPECT_EQ(rate_text(0.0123), "1.23 %");
  EXPECT_EQ(rate_text(0.123), "12.3 %");
  EXPECT_EQ(rate_text(0.000001), "0.00010 %");
}

TEST(AuditView, ReportsRulesCellsAndTheWorst) {
  const std::string text = audit_report(some_sums(), {}, Style{});
  for (const char* expected : {"late move pruning", "1.60k", "Razoring", "depth 2", "2 positions, 2,000 nodes"})
    EXPECT_NE(text.find(expected), std::string::npos) << expected << "\n" << text;
}

// What a report's page shows of cells that it puts together is what the program would say of them.
TEST(AuditSums, GroupingsHaveTheIntervalsOfTheirGroups) {
  const AuditSums sums = some_sums();
  const auto json = audit_json(sums, report_view(1));
  const auto& rule = json["rules"][1];
  ASSERT_EQ(rule["rule"], "late_move_pruning");
  EXPECT_EQ(rule["groupings"].size(), 30U) << "all choices of five dimensions, but none and all";
  const auto& by_depth = rule["groupings"][0];
  ASSERT_EQ(by_depth["by"], nlohmann::json::array({"depth"}));
  const auto cells = sums.cells("late_move_pruning", {Dimension::Depth});
  ASSERT_EQ(by_depth["groups"].size(), cells.size());
  for (const auto& group : by_depth["groups"]) {
    const Proportion p = cells.at({group[0].get<int>()}).error_rate();
    EXPECT_NEAR(group[1], p.low, 1e-6);
    EXPECT_NEAR(group[2], p.high, 1e-6);
  }
  const AuditViewOptions without;
  EXPECT_FALSE(audit_json(sums, without)["rules"][0].contains("groupings"));
}

}  // namespace
}  // namespace oknos::lab
