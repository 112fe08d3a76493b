// `oknos-lab suite --measure tree` from outside.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "support/lab_program.h"

namespace {

using Json = nlohmann::json;
using oknos::test::lab;
using oknos::test::Outcome;
using SuiteTree = oknos::test::LabProgram;

constexpr const char* kOne = "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ -\n";

TEST_F(SuiteTree, ComparesPlayersAtSeveralDepths) {
  const std::string one = file("one.epd", kOne);
  const Outcome run =
      lab("suite --measure tree " + one + " --player modern --player modern,late_move_reductions=off,name=full" +
          " --depth 6,8 --json --out " + path("e.db") + " 2>/dev/null");
  ASSERT_EQ(run.code, 0) << run.out;
  const Json out = Json::parse(run.out, nullptr, false);
  ASSERT_EQ(out["searches"].size(), 4U) << out;
  const Json& modern = out["searches"][2];
  const Json& full = out["searches"][3];
  EXPECT_EQ(modern["limit"], 8);
  EXPECT_EQ(full["player"], "full");
  EXPECT_GT(modern["main_search"]["reduced"], 0);
  EXPECT_EQ(full["main_search"]["reduced"], 0);
  EXPECT_LT(modern["main_search"]["nodes"], full["main_search"]["nodes"]);
  std::uint64_t nodes = 0;
  for (const Json& depth : modern["depths"])
    if (depth["depth"] > 0) nodes += depth["nodes"].get<std::uint64_t>();
  EXPECT_EQ(modern["main_search"]["nodes"], nodes);
  const Outcome shown = lab("show " + path("e.db"));
  EXPECT_EQ(shown.code, 0);
  EXPECT_NE(shown.out.find("full, depth 8"), std::string::npos) << shown.out;
}

std::string fake(const std::string& arguments) {
  return " --player \"cmd=" OKNOS_BINARY_DIR "/oknos-fake-engine,args=" + arguments + "\"";
}

TEST_F(SuiteTree, CountsAnotherEngineByItsTraces) {
  const std::string two = file("two.epd", std::string(kOne) + "4k3/8/8/8/8/8/4P3/4K3 w - -\n");
  const Outcome run = lab("suite --measure tree " + two + " --player modern" + fake("--trace 1 --name Traced") +
                          " --depth 3 --json --workers 1 --out " + path("e.db") + " 2>/dev/null");
  ASSERT_EQ(run.code, 0) << run.out;
  const Json out = Json::parse(run.out, nullptr, false);
  ASSERT_EQ(out["searches"].size(), 2U) << out;
  const Json& traced = out["searches"][1];
  EXPECT_EQ(traced["player"], "Traced");
  const Json& main = traced["main_search"];
  EXPECT_EQ(main["pv_nodes"], 2) << main;
  EXPECT_EQ(main["cut_nodes"], 4) << main;
  EXPECT_EQ(main["reduced"], 2) << main;
  EXPECT_EQ(main["plies"], 2) << main;
  EXPECT_EQ(main["researched"], 2) << main;
  EXPECT_EQ(main["confirmed"], 2) << main;
  EXPECT_EQ(lab("suite --measure tree " + two + " --player modern" + fake("--trace 1 --name Traced") +
                " --depth 3 --workers 1 --resume --out " + path("e.db"))
                .code,
            0);
}

TEST_F(SuiteTree, SaysWhatIsWrongWithATrace) {
  const std::string one = "suite --measure tree " + file("one.epd", kOne) + " --depth 3";
  const Outcome none = lab(one + fake("--name Silent"));
  EXPECT_EQ(none.code, 1) << none.out;
  EXPECT_NE(none.out.find("Silent: it wrote no trace"), std::string::npos) << none.out;
  const Outcome bad = lab(one + fake("--trace 1000"));
  EXPECT_EQ(bad.code, 1) << bad.out;
  EXPECT_NE(bad.out.find("trace: line 3: \"depth\": must be"), std::string::npos) << bad.out;
}

TEST_F(SuiteTree, RefusesWhatMakesNoSense) {
  const std::string positions = "suite --measure tree " + file("one.epd", kOne);
  const struct {
    std::string arguments, says;
  } cases[] = {
      {"suite --measure tree", "a file of positions"},
      {positions + " --player modern,threads=2", "threads="},
      {positions + " --player modern,tc=1+1", "--player"},
      {positions + " --player nonsense", "--player"},
      {positions + " --nodes 100 --depth 3", "one of --depth, --nodes and --time"},
  };
  for (const auto& c : cases) {
    const Outcome run = lab(c.arguments);
    EXPECT_EQ(run.code, 2) << c.arguments << "\n" << run.out;
    EXPECT_NE(run.out.find(c.says), std::string::npos) << c.arguments << "\n" << run.out;
  }
}

// One worker's engine thinks for ever, deaf to `stop`; the other's writes no trace, so the run fails, and ends for
// both.
TEST_F(SuiteTree, EndsEnginesThatThinkWhenTheRunFails) {
  const std::string two = file("two.epd", std::string(kOne) + "4k3/8/8/8/8/8/4P3/4K3 w - -\n");
  const Outcome run = lab("suite --measure tree " + two + fake("silent --once " + path("once")) +
                          " --player modern --depth 3 --workers 2 2>&1");
  EXPECT_EQ(run.code, 1) << run.out;
  EXPECT_NE(run.out.find("wrote no trace"), std::string::npos) << run.out;
}

}  // namespace
