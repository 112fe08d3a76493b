#include "lab/shadow/audit.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "lab/commands/audit.h"
#include "lab/terminal/json_text.h"
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

// --- Sums

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
  const auto worst = audit_json(sums, options)["worst"][0];
  EXPECT_EQ(worst["move"], "g1f3");
  EXPECT_EQ(worst["san"], "Nf3");
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
  EXPECT_TRUE(sums.all().by_tables);
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
    EXPECT_EQ(audit_view({std::string(info_of(static_cast<Dimension>(i)).name)}, 3)->by,
              std::vector{static_cast<Dimension>(i)});
  EXPECT_FALSE(audit_view({""}, 3).ok());
  EXPECT_EQ(info_of(Dimension::Depth).text(0), "quiescence");
  EXPECT_EQ(info_of(Dimension::Node).text(1), "cut");
  EXPECT_EQ(info_of(Dimension::Ply).text(7), "ply 7");
}

std::string exemption_of(const AuditCase& c) {
  const DimensionInfo& exemption = info_of(Dimension::Exemption);
  return exemption.text(exemption.coordinate(c));
}

TEST(AuditSums, AMoveCountsForItsNarrowestExemption) {
  AuditCase c;
  EXPECT_EQ(exemption_of(c), "no exemption");
  c.exemptions = "previous-capture";
  EXPECT_EQ(exemption_of(c), "previous-capture");
  c.exemptions = "gives-check previous-capture takes-queen";
  EXPECT_EQ(exemption_of(c), "takes-queen");
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

AuditCase watched(const char* rule, int depth, int largest, bool error, std::uint64_t nodes = 1) {
  AuditCase c;
  c.rule = rule;
  c.watched = true;
  c.margin_facts.depth = depth;
  c.margin = 100;
  c.largest_margin = largest;
  c.error = error;
  c.nodes = nodes;
  return c;
}

std::vector<MarginCurve> margin_curves(const std::vector<AuditCase>& cases, std::size_t cases_of_search = 1) {
  MarginCases out;
  for (std::size_t i = 0; i < cases.size(); ++i)
    out.add(cases[i], static_cast<ClusterCounts::Cluster>(i / cases_of_search));
  return out.curves();
}

TEST(MarginCurve, CountsWhatEveryMarginWouldLeaveOut) {
  const auto curves =
      margin_curves({watched("frontier_futility", 1, 0, true, 5), watched("frontier_futility", 1, 99, true, 7),
                     watched("frontier_futility", 1, 100, false, 9), watched("frontier_futility", 1, 125, false, 11)});
  ASSERT_EQ(curves.size(), 1U);
  const MarginCurve& curve = curves[0];
  ASSERT_EQ(curve.points.size(), 13U) << "0, 10, ..., 120";
  EXPECT_EQ(curve.least().margin, 0);
  EXPECT_EQ(curve.least().cases, 4U);
  EXPECT_EQ(curve.least().errors, 2U);
  EXPECT_EQ(curve.least().nodes, 32U);
  EXPECT_EQ(curve.points[1].cases, 3U);
  EXPECT_EQ(curve.points[9].cases, 3U);
  EXPECT_EQ(curve.points[10].cases, 2U);
  EXPECT_EQ(curve.points[10].errors, 0U);
  EXPECT_EQ(curve.points[12].margin, 120);
  EXPECT_EQ(curve.points[12].cases, 1U);
  EXPECT_EQ(curve.own.margin, 100);
  EXPECT_EQ(curve.own.cases, 2U);
}

TEST(MarginCurve, TellsRulesAndDepthsApartInTheRegistrysOrder) {
  const auto curves = margin_curves({watched("see_pruning", 2, 30, false), watched("reverse_futility", 2, 30, false),
                                     watched("reverse_futility", 1, 30, false)});
  ASSERT_EQ(curves.size(), 3U);
  EXPECT_EQ(curves[0].rule, "reverse_futility");
  EXPECT_EQ(curves[0].facts.depth, 1);
  EXPECT_EQ(curves[1].facts.depth, 2);
  EXPECT_EQ(curves[2].rule, "see_pruning");
}

TEST(MarginCurve, WhatActedIsNoPartOfIt) {
  AuditCase c = watched("see_pruning", 2, 30, false);
  c.watched = false;
  EXPECT_TRUE(margin_curves({c}).empty());
}

TEST(MarginCurve, FindsTheSmallestMarginForARisk) {
  std::vector<AuditCase> cases;
  for (int i = 0; i < 1000; ++i) cases.push_back(watched("frontier_futility", 1, i / 10, i % 100 == 0 && i < 500));
  const MarginCurve curve = margin_curves(cases).front();
  EXPECT_EQ(curve.for_risk(0.01, 100)->margin, 0) << "5 of 1000";
  EXPECT_EQ(curve.for_risk(0.003, 100)->margin, 30) << "2 of 700, with 20 it would be 3 of 800";
  EXPECT_EQ(curve.for_risk(0.0, 100)->margin, 50);
  EXPECT_FALSE(curve.for_risk(0.0, 2000)) << "so many cases there are not";
}

TEST(MarginCurve, ErrorsOfOneSearchWidenTheInterval) {
  std::vector<AuditCase> cases;
  for (int i = 0; i < 1000; ++i) cases.push_back(watched("frontier_futility", 1, 200 - i / 100 * 10, i % 100 < 20));
  const MarginCurve apart = margin_curves(cases).front();
  const MarginCurve together = margin_curves(cases, 20).front();
  for (const MarginPoint* p : {&apart.least(), &apart.own})
    EXPECT_NEAR(p->error_rate.high, proportion(p->errors, p->cases).high, 1e-4) << "one case of each search";
  EXPECT_EQ(apart.least().error_rate.rate, together.least().error_rate.rate);
  EXPECT_GT(together.least().error_rate.high, apart.least().error_rate.high + 0.02);
  EXPECT_GT(together.own.error_rate.high, apart.own.error_rate.high + 0.02);
}

}  // namespace
}  // namespace oknos::lab
