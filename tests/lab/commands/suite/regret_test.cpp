// `oknos-lab suite --measure regret` from outside.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "support/lab_program.h"

namespace {

using Json = nlohmann::json;
using oknos::test::lab;
using oknos::test::Outcome;
using SuiteRegret = oknos::test::LabProgram;

constexpr const char* kSome = OKNOS_SOURCE_DIR "/positions/tactics.epd";

TEST_F(SuiteRegret, MoreNodesGiveLessAway) {
  const std::string few = file("few.epd", "");
  ASSERT_EQ(oknos::test::run_command(std::string("head -n 45 ") + kSome + " | tail -n 30 > " + few).code, 0);
  const Outcome run =
      lab("suite --measure regret " + few + " --player modern --player modern,histories.threats=0 --nodes 100,10000" +
          " --judge-nodes 10000 --json --out " + path("r.db") + " 2>/dev/null");
  ASSERT_EQ(run.code, 0) << run.out;
  const Json out = Json::parse(run.out, nullptr, false);
  ASSERT_EQ(out["limits"].size(), 4U) << out;
  EXPECT_EQ(out["limits"][0]["limit"], 100);
  EXPECT_EQ(out["limits"][2]["limit"], 10000);
  EXPECT_GT(out["limits"][0]["regret"]["value"], out["limits"][2]["regret"]["value"]) << out;
  EXPECT_LT(out["limits"][0]["best"], out["limits"][2]["best"]) << out;
  EXPECT_TRUE(out["limits"][1].contains("less_the_first"));
  const Outcome shown = lab("show " + path("r.db"));
  EXPECT_EQ(shown.code, 0);
  EXPECT_NE(shown.out.find("10,000 nodes a position"), std::string::npos) << shown.out;
}

TEST_F(SuiteRegret, AMateOnTheBoardIsJudgedWithoutASearch) {
  const std::string mate = file("mate.epd", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -\n");
  const Outcome run = lab("suite --measure regret " + mate +
                          " --player modern --nodes 1,1000 --judge-nodes 10 --json --out " + path("m.db"));
  ASSERT_EQ(run.code, 0) << run.out;
  EXPECT_NE(lab("show " + path("m.db") + " --rows").out.find("a1a8\t31999"), std::string::npos);
  const Json out = Json::parse(run.out, nullptr, false);
  EXPECT_EQ(out["limits"][1]["regret"]["value"], 0) << "1000 nodes find it";
  EXPECT_TRUE(out["limits"][1]["regret"]["high"].is_null()) << "one position has no interval";
  EXPECT_EQ(out["limits"][0]["phases"].size(), 1U) << out;
  EXPECT_TRUE(out["limits"][0]["phases"].contains("9 to 14"));
}

TEST_F(SuiteRegret, MeasuresEveryVariantOfAPlayer) {
  const std::string one = file("one.epd", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -\n");
  const Outcome run = lab("suite --measure regret " + one +
                          " --player heinz --variants --rule razoring --nodes 50 --judge-nodes 10 --hash 1 --json");
  ASSERT_EQ(run.code, 0) << run.out;
  const Json out = Json::parse(run.out, nullptr, false);
  std::string expected = "heinz\n";
  std::istringstream variants(lab("price variants --preset heinz --rule razoring").out);
  for (std::string line; std::getline(variants, line);) expected += "heinz " + line + "\n";
  std::string players;
  for (const Json& row : out["limits"]) players += row["player"].get<std::string>() + "\n";
  EXPECT_EQ(players, expected);
}

TEST_F(SuiteRegret, RefusesWhatMakesNoSense) {
  const std::string positions = std::string("suite --measure regret ") + kSome;
  const struct {
    std::string arguments, says;
  } cases[] = {
      {positions + " --player modern --judge modern,nodes=5", "--judge: the limits are options of the command"},
      {positions + " --player modern,tc=1+1", "--player"},
      {positions + " --player modern --nodes 100 --depth 3", "one of --depth, --nodes and --time"},
      {positions + " --player nonsense", "--player"},
      {positions + " --variants --player modern --player heinz", "--variants: at most one"},
      {positions + " --variants --player cmd=/bin/cat", "--variants: a UCI engine"},
      {positions + " --variants --rule nonsense", "nonsense"},
      {positions + " --player modern --rule razoring", "--rule: only with --each-rule or --variants"},
      {positions + " --each-rule", "--each-rule: only with --measure nodes"},
      {positions + " --failed x.epd", "--failed: only with --measure solved"},
  };
  for (const auto& c : cases) {
    const Outcome run = lab(c.arguments);
    EXPECT_EQ(run.code, 2) << c.arguments << "\n" << run.out;
    EXPECT_NE(run.out.find(c.says), std::string::npos) << c.arguments << "\n" << run.out;
  }
}

}  // namespace
