// `oknos-lab suite` from outside.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "support/lab_program.h"

namespace {

using Json = nlohmann::json;
using oknos::test::contains;
using oknos::test::expect_answers;
using oknos::test::lab;
using oknos::test::Outcome;

constexpr const char* kEngine = OKNOS_BINARY_DIR "/oknos";
constexpr const char* kFakeEngine = OKNOS_BINARY_DIR "/oknos-fake-engine";
constexpr const char* kSuite =
    "# our own\n"
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; dm 1; id \"mate.1\";\n"
    "7k/8/5K2/8/8/8/8/R7 w - - bm #2; id \"mate.2\";\n"
    "7k/8/5K2/8/8/8/8/R7 w - - dm 4; id \"mate.3\";\n"
    "7k/8/6K1/8/8/8/8/R7 b - - bm #-1; id \"mate.4\";\n"
    "7k/8/5K2/8/8/8/8/R7 w - - bm #-2; id \"mate.5\";\n"
    "r3k3/8/8/3N4/8/8/PP6/4K3 w - - 0 1 bm Nc7+; am Kd1; id \"fork.1\"; said here\n"
    "7k/P7/8/8/8/8/8/K7 w - - bm a8=Q+; c0 \"a8=Q+=10, a8=R+=7, Kb1=1\"; id \"STS(v1.0) Promotion.001\";\n"
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm Na3; id wrong.1;\n"
    "\n"
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
    "7k/5Q2/6K1/8/8/8/8/8 b - - id \"over.1\";\n";
constexpr std::size_t kPositions = 10;

std::vector<Json> json_lines(const std::string& text) {
  std::vector<Json> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(Json::parse(line, nullptr, false));
  return out;
}

class SuiteCommand : public oknos::test::LabProgram {
 protected:
  void SetUp() override {
    LabProgram::SetUp();
    own_ = file("own.epd", kSuite);
  }
  std::string own_;
};

TEST_F(SuiteCommand, ReportsEachPositionAndTheWhole) {
  const Outcome run = lab("suite " + own_ + " --nodes 20000 --failed " + path("failed.epd"));
  EXPECT_EQ(run.code, 0) << run.out;
  EXPECT_TRUE(contains(run.out, "6 of 8 positions solved (75.0 %), 2 asked for nothing", "10 of 10 points (100.0 %)",
                       "Not solved (2): mate.5, wrong.1", "Shorter mates than claimed (1): mate.3", "game over"));
  EXPECT_EQ(content_of("failed.epd"),
            "7k/8/5K2/8/8/8/8/R7 w - - bm #-2; id \"mate.5\";\n"
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm Na3; id wrong.1;\n");
}

TEST_F(SuiteCommand, WritesJson) {
  // Without the progress, which a slow machine would show.
  const Outcome run = lab("suite " + own_ + " --nodes 20000 --json 2>/dev/null");
  EXPECT_EQ(run.code, 0);
  const std::vector<Json> lines = json_lines(run.out);
  ASSERT_EQ(lines.size(), kPositions + 1) << run.out;
  std::string outcomes;
  for (std::size_t i = 0; i < kPositions; ++i) {
    EXPECT_EQ(lines[i]["number"], i + 1);
    outcomes += lines[i]["outcome"].get<std::string>() + ", ";
  }
  EXPECT_EQ(outcomes, "solved, solved, solved, solved, missed, solved, solved, missed, searched, game over, ");
  EXPECT_EQ(lines[0]["score"]["mate"], 1);
  EXPECT_EQ(lines[0]["wanted"], "bm Ra8#, mate in 1");
  EXPECT_EQ(lines[2]["shorter"], true);
  EXPECT_TRUE(lines[5]["held_since"].is_object());
  EXPECT_EQ(lines[6]["theme"], "Promotion");
  EXPECT_EQ(lines[6]["points"], 10);
  EXPECT_TRUE(lines[7]["held_since"].is_null());
  EXPECT_EQ(lines.back()["not_solved"], Json::array({"mate.5", "wrong.1"}));
  EXPECT_EQ(lines.back()["by_depth"].back()["solved"], 6);
}

TEST_F(SuiteCommand, NamesLinesThatCannotBeReadAndGoesOn) {
  const std::string bad = file("bad.epd", std::string("no position\n") + kSuite +
                                              "7k/P7/8/8/8/8/8/K7 w - - bm Qd5; id \"illegal\";\n"
                                              "7k/P7/8/8/8/8/8/K7 w - - bm a8=Q; c0 \"a8=Q=10, Qd5=3\";\n");
  const Outcome run = lab("suite " + bad + " --nodes 1000");
  EXPECT_EQ(run.code, 0) << run.out;
  EXPECT_TRUE(contains(run.out, bad + ":1: ", bad + ":14: ", "Lines that cannot be read (2)",
                       bad + ":15: c0: ", "counts without points"));
}

TEST_F(SuiteCommand, SaysACommonNameOnce) {
  std::string suite;
  for (const char* name : {"WAC.002", "WAC.141", "BK.03", "BK.04", "x"})
    suite += std::string("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm Na3; id \"") + name + "\";\n";
  expect_answers(
      {{"suite " + file("named.epd", suite) + " --depth 1", 0, "Not solved (5): WAC.002 141, BK.03 04, x\n"}});
}

// What every measurement refuses, and what each of them does.
TEST_F(SuiteCommand, RefusesWhatMakesNoSense) {
  expect_answers({{"", 2, "files"},
                  {"nosuch.epd", 1, "nosuch.epd"},
                  {"startpos", 1, "FILE.epd"},
                  {file("bad.epd", "nothing here\n"), 1, "no position that can be read"},
                  {"--measure tree", 2, "a file of positions"}},
                 "suite ");
  expect_answers(
      {{"--player nosuch", 2, "modern"},
       {"--player modern --player nowhere", 2, "nowhere"},
       {"--player heinz,tc=1+0.1", 2, "--player: the limits are options of the command"},
       {"--player cmd=/no/such/program", 1, "/no/such/program"},
       {"--player modern --player none --depth 0", 2, "--depth"},
       {"--player modern --player none --depth 3 --nodes 5", 2, "one of --depth, --nodes and --time"},
       {"--player none --time x --player heinz", 2, "--time"},
       {"--depth 3,4", 2, "one limit"},
       {"--measure time", 2, "--measure: \"time\" is not allowed; allowed solved, nodes, regret, tree"},
       {"--measure solved --player none --player modern", 2, "one player"},
       {"--judge heinz", 2, "--judge: only with --measure regret"},
       {"--pairs", 2, "--pairs: only with --each-rule"},
       {"--resume", 2, "--out"},
       {"--shard 3/2", 2, "--shard"},
       {"--each-rule --player modern --player none", 2, "--each-rule: at most one --player"},
       {"--each-rule --player cmd=/bin/cat", 2, "--each-rule: a UCI engine"},
       {"--each-rule --rule nonsense", 2, "nonsense"},
       {"--each-rule --rule razoring", 2, "razoring=on"},
       {"--each-rule --player none", 2, "name rules with --rule"},
       {"--measure regret --player modern --judge modern,nodes=5", 2, "--judge: the limits are options of the command"},
       {"--measure regret --player modern,tc=1+1", 2, "--player"},
       {"--measure regret --player nonsense", 2, "--player"},
       {"--measure regret --variants --player modern --player heinz", 2, "--variants: at most one"},
       {"--measure regret --variants --player cmd=/bin/cat", 2, "--variants: a UCI engine"},
       {"--measure regret --variants --rule nonsense", 2, "nonsense"},
       {"--measure regret --player modern --rule razoring", 2, "--rule: only with --each-rule or --variants"},
       {"--measure regret --each-rule", 2, "--each-rule: only with --measure nodes"},
       {"--measure regret --failed x.epd", 2, "--failed: only with --measure solved"},
       {"--measure tree --player modern,threads=2", 2, "threads="},
       {"--measure tree --player modern,tc=1+1", 2, "--player"},
       {"--measure tree --player nonsense", 2, "--player"}},
      "suite " + own_ + " ");
}

TEST_F(SuiteCommand, ResumedRunsReportTheWhole) {
  const std::string suite = "suite " + own_ + " --out " + path("run.db") + " --json --nodes ";
  // Without standard error: a slow run shows its progress there.
  const Outcome first = lab(suite + "5000 2>/dev/null");
  EXPECT_EQ(lab(suite + "5000 --resume 2>/dev/null").out, first.out) << "times included: they come from the store";
  const Outcome other = lab(suite + "6000 --resume");
  EXPECT_EQ(other.code, 1);
  EXPECT_TRUE(contains(other.out, "5000", "6000"));
}

TEST_F(SuiteCommand, AUciEngineSolvesTheSame) {
  const std::string suite = "suite " + own_ + " --depth 6 --hash 16 --json";
  const std::vector<Json> own = json_lines(lab(suite).out);
  const std::vector<Json> uci = json_lines(lab(suite + " --player cmd=" + kEngine).out);
  ASSERT_EQ(own.size(), kPositions + 1);
  ASSERT_EQ(uci.size(), own.size());
  for (std::size_t i = 0; i < kPositions; ++i) {
    for (const char* key : {"score", "best", "outcome", "nodes", "depth", "points"})
      EXPECT_EQ(uci[i][key], own[i][key]) << own[i] << "\n" << uci[i];
    if (own[i]["held_since"].is_object()) {
      EXPECT_EQ(uci[i]["held_since"]["nodes"], own[i]["held_since"]["nodes"]) << own[i] << "\n" << uci[i];
    }
  }
}

TEST_F(SuiteCommand, AnEngineThatCrashesIsStartedAgain) {
  const std::string suite = "suite " + own_ + " --player \"cmd=" + kFakeEngine + ",args=crash --at 2 --once " +
                            path("once") + "\" --nodes 100 --out " + path("run.db");
  const Outcome run = lab(suite + " --workers 1");
  EXPECT_EQ(run.code, 0) << run.out;
  EXPECT_TRUE(contains(run.out, own_ + ":3 (mate.2): ", "1 failed", "Failed (1): mate.2"));
  EXPECT_EQ(run.out.find("Failed (1): mate.2, "), std::string::npos);
  const std::vector<Json> lines = json_lines(lab(suite + " --json --resume 2>/dev/null").out);
  ASSERT_EQ(lines.size(), kPositions + 1);
  EXPECT_EQ(lines[1]["outcome"], "crashed");
  EXPECT_FALSE(lines[2]["best"].is_null());
}

TEST_F(SuiteCommand, AnEngineThatDoesNotAnswerInTimeOrPlaysNonsenseFails) {
  const std::string own = file("one.epd", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"mate.1\";\n");
  for (const auto& [mode, outcome] : {std::pair{"silent", "silent"}, {"illegal", "illegal move"}}) {
    const auto lines = json_lines(lab("suite " + own + " --json --time 10ms --player \"cmd=" + kFakeEngine +
                                      ",time_margin=200,args=" + mode + "\" 2>/dev/null")
                                      .out);
    ASSERT_FALSE(lines.empty()) << mode;
    EXPECT_EQ(lines[0]["outcome"], outcome);
  }
}

}  // namespace
