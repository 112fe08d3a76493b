// `oknos-lab suite --measure nodes` from outside.
#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "support/lab_program.h"

namespace {

using Json = nlohmann::json;
using oknos::test::lab;
using oknos::test::Outcome;

constexpr const char* kPositions =
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"back rank\";\n"
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - id \"kiwipete\";\n"
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - bm Rb1; id \"ending\";\n";

class SuiteNodes : public oknos::test::LabProgram {
 protected:
  void SetUp() override {
    LabProgram::SetUp();
    file("three.epd", kPositions);
  }
  Json summary(const std::string& arguments) {
    const Outcome out = lab("suite " + path("three.epd") + " " + arguments + " --json 2>/dev/null");
    EXPECT_EQ(out.code, 0) << out.out;
    return Json::parse(out.out, nullptr, false);
  }
};

TEST_F(SuiteNodes, PutsPresetsSideBySide) {
  const Json out = summary("--player none --player modern --player none,name=again --depth 4,5");
  ASSERT_EQ(out["results"].size(), 6U);
  const Json& none = out["results"][0];
  const Json& modern = out["results"][1];
  const Json& again = out["results"][2];
  EXPECT_EQ(none["limit"], 4);
  EXPECT_EQ(none["asked"], 2);
  EXPECT_GE(none["solved"], 1);
  EXPECT_GT(none["nodes"], modern["nodes"]);
  EXPECT_EQ(again["player"], "again");
  EXPECT_EQ(again["nodes"], none["nodes"]);
  EXPECT_EQ(again["moves_changed"], 0);
  EXPECT_EQ(again["values_changed"], 0);
  EXPECT_EQ(out["results"][3]["limit"], 5);
  EXPECT_EQ(out["unit"], "depth");
}

TEST_F(SuiteNodes, TheRowsDoNotDependOnWhoFoundThem) {
  const std::string common = "suite " + path("three.epd") + " --player heinz --player modern --nodes 500,2000 ";
  ASSERT_EQ(lab(common + "--workers 1 --out " + path("one.db")).code, 0);
  ASSERT_EQ(lab(common + "--workers 3 --out " + path("three.db")).code, 0);
  const std::string expected = lab("show " + path("one.db") + " --rows --stable").out;
  EXPECT_NE(expected.find("kiwipete"), std::string::npos);
  EXPECT_EQ(lab("show " + path("three.db") + " --rows --stable").out, expected);
  const Outcome shown = lab("show " + path("one.db") + " --color never");
  EXPECT_EQ(shown.code, 0);
  EXPECT_NE(shown.out.find("2,000 nodes a position"), std::string::npos) << shown.out;
  EXPECT_NE(lab("show " + path("one.db")).out.find("heinz"), std::string::npos);
}

TEST_F(SuiteNodes, TellsPlayersOfOneNameApart) {
  const Json out = summary("--player modern,hash=1 --player none --player modern,hash=2 --depth 2");
  EXPECT_EQ(out["results"][0]["player"], "modern (1)");
  EXPECT_EQ(out["results"][1]["player"], "none");
  EXPECT_EQ(out["results"][2]["player"], "modern (2)");
}

TEST_F(SuiteNodes, DrivesOtherEngines) {
  const std::string engine = "\"cmd=" OKNOS_BINARY_DIR "/oknos,name=other\"";
  const Json out = summary("--player modern --player " + engine + " --depth 5");
  EXPECT_EQ(out["results"][1]["player"], "other");
  EXPECT_EQ(out["results"][1]["nodes"], out["results"][0]["nodes"]) << "the same program, and the same tables";
  EXPECT_EQ(out["results"][1]["moves_changed"], 0);
}

// --- Each rule

std::map<std::string, Json> by_player(const Json& out) {
  std::map<std::string, Json> rows;
  for (const Json& row : out["results"]) rows[row["player"]] = row;
  return rows;
}

TEST_F(SuiteNodes, LeavesOutEachRule) {
  const Json out = summary("--each-rule --pairs --depth 5 --out " + path("run.db"));
  const auto rows = by_player(out);
  EXPECT_EQ(rows.size(), 2U + 2 * 7 + 15) << "six rules of the family are on, and four of them are move rules";
  EXPECT_GT(rows.at("none")["nodes"], rows.at("whole")["nodes"]);
  EXPECT_TRUE(rows.contains("-[move rules]"));
  ASSERT_EQ(out["interactions"].size(), 15U);
  const Json& last = out["interactions"].back();
  const auto nodes = [&](const std::string& player) { return rows.at(player)["nodes"].get<double>(); };
  const std::string rule = last["rule"], other = last["other"];
  EXPECT_DOUBLE_EQ(last["ratio"],
                   nodes("-" + rule + " -" + other) / nodes("-" + rule) * nodes("whole") / nodes("-" + other));
  std::string shown = lab("show " + path("run.db") + " --color never").out;
  std::replace(shown.begin(), shown.end(), '\n', ' ');  // paragraphs are wrapped
  for (const char* wanted : {"delta pruning", "all move rules", "The savings of each alone", "off together"})
    EXPECT_NE(shown.find(wanted), std::string::npos) << wanted << "\n" << shown;
}

TEST_F(SuiteNodes, OfTheRulesThatAreNamed) {
  const auto rows = by_player(summary("--each-rule --rule null_move --rule delta_pruning --depth 5"));
  const auto same =
      by_player(summary("--player modern --player modern,null_move=off --player modern,delta_pruning=off --depth 5"));
  EXPECT_EQ(rows.size(), 6U) << "no groups of two";
  EXPECT_EQ(rows.at("whole")["nodes"], same.at("modern")["nodes"]);
  for (const char* alone : {"-null_move", "+delta_pruning"})
    EXPECT_EQ(rows.at(alone)["nodes"], same.at("modern null_move=off")["nodes"]) << alone;
  EXPECT_EQ(rows.at("-delta_pruning")["nodes"], same.at("modern delta_pruning=off")["nodes"]);
}

TEST_F(SuiteNodes, RefusesWhatItCannotUse) {
  const std::string suite = "suite " + path("three.epd");
  const struct {
    std::string arguments, says;
  } cases[] = {
      {suite + " --player modern --player nowhere", "nowhere"},
      {suite + " --player modern --player none --depth 0", "--depth"},
      {suite + " --player modern --player none --depth 3 --nodes 5", "one of --depth, --nodes and --time"},
      {suite + " --player none --time x --player heinz", "--time"},
      {suite + " --each-rule --player modern --player none", "--each-rule: at most one --player"},
      {suite + " --each-rule --player cmd=/bin/cat", "--each-rule: a UCI engine"},
      {suite + " --each-rule --rule nonsense", "nonsense"},
      {suite + " --each-rule --rule razoring", "razoring=on"},
      {suite + " --each-rule --player none", "name rules with --rule"},
  };
  for (const auto& c : cases) {
    const Outcome run = lab(c.arguments);
    EXPECT_EQ(run.code, 2) << c.arguments << "\n" << run.out;
    EXPECT_NE(run.out.find(c.says), std::string::npos) << c.arguments << "\n" << run.out;
  }
}

}  // namespace
