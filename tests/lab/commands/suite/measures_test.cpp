// `oknos-lab suite --measure` nodes, regret and tree from outside. What it prints of them is in the snapshots.
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "support/lab_program.h"

namespace {

using Json = nlohmann::json;
using oknos::test::contains;
using oknos::test::lab;
using oknos::test::Outcome;

constexpr const char* kPositions =
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"back rank\";\n"
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - id \"kiwipete\";\n"
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - bm Rb1; id \"ending\";\n";
constexpr const char* kMiddlegame = "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ -\n";

std::string fake(const std::string& arguments) {
  return " --player \"cmd=" OKNOS_BINARY_DIR "/oknos-fake-engine,args=" + arguments + "\"";
}

class SuiteMeasures : public oknos::test::LabProgram {
 protected:
  void SetUp() override {
    LabProgram::SetUp();
    three_ = file("three.epd", kPositions);
    one_ = file("one.epd", kMiddlegame);
    two_ = file("two.epd", std::string(kMiddlegame) + "4k3/8/8/8/8/8/4P3/4K3 w - -\n");
  }
  static Json summary(const std::string& arguments) {
    const Outcome out = lab("suite " + arguments + " --json 2>/dev/null");
    EXPECT_EQ(out.code, 0) << arguments << "\n" << out.out;
    return Json::parse(out.out, nullptr, false);
  }
  std::string three_, one_, two_;
};

std::map<std::string, double> nodes_by_player(const Json& out) {
  std::map<std::string, double> nodes;
  for (const Json& row : out["results"]) nodes[row["player"]] = row["nodes"];
  return nodes;
}

TEST_F(SuiteMeasures, WithoutTheRulesThatAreNamed) {
  const auto nodes = nodes_by_player(summary(three_ + " --each-rule --rule null_move --rule delta_pruning --depth 5"));
  const auto same = nodes_by_player(
      summary(three_ + " --player modern --player modern,null_move=off --player modern,delta_pruning=off --depth 5"));
  EXPECT_EQ(nodes.size(), 6U) << "no groups of two";
  EXPECT_EQ(nodes.at("whole"), same.at("modern"));
  for (const char* alone : {"-null_move", "+delta_pruning"})
    EXPECT_EQ(nodes.at(alone), same.at("modern null_move=off")) << alone;
  EXPECT_EQ(nodes.at("-delta_pruning"), same.at("modern delta_pruning=off"));
}

TEST_F(SuiteMeasures, AMateOnTheBoardIsJudgedWithoutASearch) {
  const std::string mate = file("mate.epd", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -\n");
  const Json out = summary("--measure regret " + mate + " --player modern --nodes 1,1000 --judge-nodes 10 --out " +
                           path("m.db"))["limits"];
  EXPECT_TRUE(contains(lab("show " + path("m.db") + " --rows").out, "a1a8\t31999"));
  EXPECT_EQ(out[1]["regret"]["value"], 0) << "1000 nodes find it";
  EXPECT_TRUE(out[1]["regret"]["high"].is_null()) << "one position has no interval";
  EXPECT_EQ(out[0]["phases"].size(), 1U) << out;
  EXPECT_TRUE(out[0]["phases"].contains("9 to 14"));
}

TEST_F(SuiteMeasures, EveryVariantOfAPlayer) {
  const Json out = summary("--measure regret " + one_ +
                           " --player heinz --variants --rule razoring --nodes 50 --judge-nodes 10 --hash 1");
  std::string expected = "heinz\n", players;
  std::istringstream variants(lab("preset variants heinz --rule razoring").out);
  for (std::string line; std::getline(variants, line);) expected += "heinz " + line + "\n";
  for (const Json& row : out["limits"]) players += row["player"].get<std::string>() + "\n";
  EXPECT_EQ(players, expected);
}

TEST_F(SuiteMeasures, TreesOfAnotherEngineByItsTraces) {
  const std::string tree = "--measure tree " + two_ + " --player modern" + fake("--trace 1 --name Traced") +
                           " --depth 3 --workers 1 --out " + path("e.db");
  const Json out = summary(tree);
  ASSERT_EQ(out["searches"].size(), 2U) << out;
  EXPECT_EQ(out["searches"][1]["player"], "Traced");
  for (const auto& [count, value] : std::map<std::string, int>{
           {"pv_nodes", 2}, {"cut_nodes", 4}, {"reduced", 2}, {"plies", 2}, {"researched", 2}, {"confirmed", 2}})
    EXPECT_EQ(out["searches"][1]["main_search"][count], value) << count;
  EXPECT_EQ(summary(tree + " --resume"), out);
}

TEST_F(SuiteMeasures, WhatIsWrongWithATraceIsSaid) {
  oknos::test::expect_answers({{fake("--name Silent"), 1, "Silent: it wrote no trace"},
                               {fake("--trace 1000"), 1, "trace: line 3: \"depth\": must be"}},
                              "suite --measure tree " + one_ + " --depth 3");
}

// One worker's engine thinks for ever, deaf to `stop`; the other's writes no trace, so the run fails, and ends for
// both.
TEST_F(SuiteMeasures, EnginesThatThinkWhenTheRunFailsAreEnded) {
  oknos::test::expect_answers({{fake("silent --once " + path("once")) + " --player modern", 1, "wrote no trace"}},
                              "suite --measure tree " + two_ + " --depth 3 --workers 2");
}

}  // namespace
