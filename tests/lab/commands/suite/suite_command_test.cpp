// `oknos-lab suite` from outside.
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "support/lab_program.h"

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char* kLab = OKNOS_BINARY_DIR "/oknos-lab";
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

using oknos::test::lab;
using oknos::test::Outcome;

std::vector<Json> json_lines(const std::string& text) {
  std::vector<Json> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(Json::parse(line, nullptr, false));
  return out;
}

// The program in a process of its own, silent; -1 when it cannot be started.
pid_t start(const std::vector<std::string>& arguments) {
  const pid_t child = fork();
  if (child != 0) return child;
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  std::vector<char*> argv = {const_cast<char*>(kLab)};
  for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  execv(kLab, argv.data());
  _exit(127);
}

class SuiteCommand : public oknos::test::LabProgram {
 protected:
  std::string rows_of(const std::string& store) const {
    const Outcome run = lab("show " + path(store) + " --rows --stable");
    EXPECT_EQ(run.code, 0) << run.out;
    return run.out;
  }
};

void expect_contains(const std::string& text, const std::vector<std::string>& wanted) {
  for (const std::string& w : wanted) EXPECT_NE(text.find(w), std::string::npos) << w << "\n" << text;
}

TEST_F(SuiteCommand, ReportsEachPositionAndTheWhole) {
  const Outcome run = lab("suite " + file("own.epd", kSuite) + " --nodes 20000");
  EXPECT_EQ(run.code, 0) << run.out;
  expect_contains(run.out, {"modern, 20,000 nodes a position", "6 of 8 positions solved (75.0 %), 2 asked for nothing",
                            "10 of 10 points (100.0 %)", "mate scores: ", " lines end in that mate.",
                            "Not solved (2): mate.5, wrong.1", "Shorter mates than claimed (1): mate.3",
                            "Solved to the end since at most", "game over"});
}

TEST_F(SuiteCommand, WritesJson) {
  // Without the progress, which a slow machine would show.
  const Outcome run = lab("suite " + file("own.epd", kSuite) + " --nodes 20000 --json 2>/dev/null");
  EXPECT_EQ(run.code, 0);
  const std::vector<Json> lines = json_lines(run.out);
  ASSERT_EQ(lines.size(), kPositions + 1) << run.out;
  for (std::size_t i = 0; i < kPositions; ++i) EXPECT_EQ(lines[i]["number"], i + 1);
  EXPECT_EQ(lines[0]["outcome"], "solved");
  EXPECT_EQ(lines[0]["best"]["san"], "Ra8#");
  EXPECT_EQ(lines[0]["score"]["mate"], 1);
  EXPECT_EQ(lines[0]["wanted"], "bm Ra8#, mate in 1");
  EXPECT_EQ(lines[0]["mate_line"], "mates");
  EXPECT_EQ(lines[2]["shorter"], true);
  EXPECT_EQ(lines[3]["outcome"], "solved");
  EXPECT_EQ(lines[4]["outcome"], "missed") << "White mates, and is not mated";
  EXPECT_TRUE(lines[5]["held_since"].is_object());
  EXPECT_EQ(lines[6]["theme"], "Promotion");
  EXPECT_EQ(lines[6]["points"], 10);
  EXPECT_EQ(lines[7]["outcome"], "missed");
  EXPECT_TRUE(lines[7]["held_since"].is_null());
  EXPECT_EQ(lines[8]["outcome"], "searched");
  EXPECT_TRUE(lines[8]["mate_line"].is_null());
  EXPECT_EQ(lines[9]["outcome"], "game over");
  const Json& summary = lines.back();
  EXPECT_EQ(summary["type"], "summary");
  EXPECT_EQ(summary["asked"], 8);
  EXPECT_EQ(summary["solved"], 6);
  EXPECT_EQ(summary["not_solved"], Json::array({"mate.5", "wrong.1"}));
  EXPECT_EQ(summary["by_depth"].back()["solved"], 6);
}

TEST_F(SuiteCommand, NamesLinesThatCannotBeReadAndGoesOn) {
  const std::string bad = file("bad.epd", std::string("no position\n") + kSuite +
                                              "7k/P7/8/8/8/8/8/K7 w - - bm Qd5; id \"illegal\";\n"
                                              "7k/P7/8/8/8/8/8/K7 w - - bm a8=Q; c0 \"a8=Q=10, Qd5=3\";\n");
  const Outcome run = lab("suite " + bad + " --nodes 1000");
  EXPECT_EQ(run.code, 0) << run.out;
  expect_contains(run.out, {bad + ":1: ", bad + ":14: ", "Lines that cannot be read (2)",
                            bad + ":15: c0: ", "counts without points"});
}

TEST_F(SuiteCommand, SaysACommonNameOnce) {
  std::string suite;
  for (const char* name : {"WAC.002", "WAC.141", "BK.03", "BK.04", "x"})
    suite += std::string("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm Na3; id \"") + name + "\";\n";
  const Outcome run = lab("suite " + file("named.epd", suite) + " --depth 1");
  expect_contains(run.out, {"Not solved (5): WAC.002 141, BK.03 04, x\n"});
}

TEST_F(SuiteCommand, WritesTheLinesThatAreNotSolved) {
  const Outcome run = lab("suite " + file("own.epd", kSuite) + " --nodes 20000 --failed " + path("failed.epd"));
  EXPECT_EQ(run.code, 0) << run.out;
  EXPECT_EQ(content_of("failed.epd"),
            "7k/8/5K2/8/8/8/8/R7 w - - bm #-2; id \"mate.5\";\n"
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm Na3; id wrong.1;\n");
}

TEST_F(SuiteCommand, RefusesWhatMakesNoSense) {
  const std::string own = file("own.epd", kSuite);
  struct Case {
    std::string arguments;
    int code;
    std::string says;
  };
  const std::vector<Case> cases = {
      {"suite", 2, "files"},
      {"suite nosuch.epd", 1, "nosuch.epd"},
      {"suite startpos", 1, "FILE.epd"},
      {"suite " + file("bad.epd", "nothing here\n"), 1, "no position that can be read"},
      {"suite " + own + " --player nosuch", 2, "modern"},
      {"suite " + own + " --player heinz,tc=1+0.1", 2, "--player: the limits are options of the command"},
      {"suite " + own + " --measure time", 2,
       "--measure: \"time\" is not allowed; allowed solved, nodes, regret, tree"},
      {"suite " + own + " --measure solved --player none --player modern", 2, "one player"},
      {"suite " + own + " --depth 3,4", 2, "one limit"},
      {"suite " + own + " --judge heinz", 2, "--judge: only with --measure regret"},
      {"suite " + own + " --pairs", 2, "--pairs: only with --each-rule"},
      {"suite " + own + " --player cmd=/no/such/program", 1, "/no/such/program"},
      {"suite " + own + " --resume", 2, "--out"},
      {"suite " + own + " --shard 3/2", 2, "--shard"},
  };
  for (const Case& c : cases) {
    const Outcome run = lab(c.arguments);
    EXPECT_EQ(run.code, c.code) << c.arguments << "\n" << run.out;
    EXPECT_NE(run.out.find(c.says), std::string::npos) << c.arguments << "\n" << run.out;
  }
  expect_contains(lab("suite --help").out, {"Examples:", "oknos-lab suite wac.epd"});
}

TEST_F(SuiteCommand, GivesTheSameRowsForAnyNumberOfWorkersAndShards) {
  const std::string suite = "suite " + file("own.epd", kSuite) + " --nodes 5000 --out ";
  ASSERT_EQ(lab(suite + path("one.db") + " --workers 1").code, 0);
  ASSERT_EQ(lab(suite + path("three.db") + " --workers 3").code, 0);
  for (const std::string i : {"1", "2", "3"})
    ASSERT_EQ(lab(suite + path("part" + i + ".db") + " --shard " + i + "/3 --workers 2").code, 0);
  const Outcome merged =
      lab("merge " + path("merged.db") + " " + path("part1.db") + " " + path("part2.db") + " " + path("part3.db"));
  ASSERT_EQ(merged.code, 0) << merged.out;
  const std::string rows = rows_of("one.db");
  EXPECT_NE(rows.find("fork.1"), std::string::npos);
  EXPECT_EQ(rows_of("three.db"), rows);
  EXPECT_EQ(rows_of("merged.db"), rows);
  expect_contains(lab("show " + path("merged.db")).out, {"of 8 positions solved", "Not solved ("});
}

TEST_F(SuiteCommand, ResumedRunsReportTheWhole) {
  const std::string suite = "suite " + file("own.epd", kSuite) + " --out " + path("run.db") + " --json --nodes ";
  // Without standard error: a slow run shows its progress there.
  const Outcome first = lab(suite + "5000 2>/dev/null");
  EXPECT_EQ(lab(suite + "5000 --resume 2>/dev/null").out, first.out) << "times included: they come from the store";
  const Outcome other = lab(suite + "6000 --resume");
  EXPECT_EQ(other.code, 1);
  expect_contains(other.out, {"5000", "6000"});
  EXPECT_EQ(lab(suite + "5000").code, 1) << "without --resume the file is not touched";
}

TEST_F(SuiteCommand, KilledRunsGoOnWhereTheyEnded) {
  const std::string own = file("own.epd", kSuite);
  const std::vector<std::string> arguments = {"suite",           own,        "--nodes",   "60000", "--out",
                                              path("killed.db"), "--resume", "--workers", "2"};
  const auto seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  constexpr int kKills = 4;
  constexpr int kLongest = 250;  // milliseconds
  for (int i = 0; i < kKills; ++i) {
    const pid_t child = start(arguments);
    ASSERT_GT(child, 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % kLongest));
    kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
  }
  ASSERT_EQ(lab("suite " + own + " --nodes 60000 --resume --out " + path("killed.db")).code, 0);
  ASSERT_EQ(lab("suite " + own + " --nodes 60000 --out " + path("whole.db")).code, 0);
  EXPECT_EQ(rows_of("killed.db"), rows_of("whole.db"));
}

TEST_F(SuiteCommand, InterruptedRunsKeepWhatThereIs) {
  std::string many;
  constexpr int kMany = 200;
  for (int i = 0; i < kMany; ++i) many += kSuite;
  const std::string own = file("many.epd", many);
  const pid_t child = start({"suite", own, "--nodes", "1000000", "--out", path("run.db"), "--workers", "1"});
  ASSERT_GT(child, 0);
  // The store is there once the handler is, or very soon after; a first work unit shows it for certain.
  constexpr int kTries = 600;
  for (int i = 0; i < kTries && lab("show " + path("run.db")).out.find("positions solved") == std::string::npos; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  kill(child, SIGINT);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_NE(rows_of("run.db").find("mate.1"), std::string::npos);
}

TEST_F(SuiteCommand, AUciEngineSolvesTheSame) {
  ASSERT_TRUE(fs::exists(kEngine));
  const std::string suite = "suite " + file("own.epd", kSuite) + " --depth 6 --hash 16 --json";
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
  ASSERT_TRUE(fs::exists(kFakeEngine));
  const std::string own = file("own.epd", kSuite);
  const std::string engine =
      std::string(" --player \"cmd=") + kFakeEngine + ",args=crash --at 2 --once " + path("once") + "\" --nodes 100";
  const Outcome run = lab("suite " + own + engine + " --workers 1 --out " + path("run.db"));
  EXPECT_EQ(run.code, 0) << run.out;
  expect_contains(run.out, {own + ":3 (mate.2): ", "1 failed", "Failed (1): mate.2"});
  EXPECT_EQ(run.out.find("Failed (1): mate.2, "), std::string::npos);
  const std::vector<Json> lines =
      json_lines(lab("suite " + own + engine + " --json --resume --out " + path("run.db") + " 2>/dev/null").out);
  ASSERT_EQ(lines.size(), kPositions + 1);
  EXPECT_EQ(lines[1]["outcome"], "crashed");
  EXPECT_FALSE(lines[2]["best"].is_null());
}

TEST_F(SuiteCommand, AnEngineThatDoesNotAnswerInTimeOrPlaysNonsenseFails) {
  ASSERT_TRUE(fs::exists(kFakeEngine));
  const std::string own = file("own.epd", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"mate.1\";\n");
  const auto outcome = [&](const std::string& mode) {
    const auto lines = json_lines(lab("suite " + own + " --json --time 10ms --player \"cmd=" + kFakeEngine +
                                      ",time_margin=200,args=" + mode + "\" 2>/dev/null")
                                      .out);
    return lines.empty() || !lines[0].is_object() ? std::string("no output") : lines[0].value("outcome", "none");
  };
  EXPECT_EQ(outcome("silent"), "silent");
  EXPECT_EQ(outcome("illegal"), "illegal move");
}

}  // namespace
