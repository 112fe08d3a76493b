// `oknos-lab tune` from outside.
#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/lab_program.h"

namespace oknos::lab {
namespace {

using test::lab;
using test::Outcome;
using Json = nlohmann::json;
using Tune = test::LabProgram;

// Short games that end without much search.
const std::string kQuickGames = " --nodes 150 --hash 1 --max-moves 30 --seed 3 ";
const std::string kTwo = "tune --parameter reverse_futility.margin --parameter late_move_pruning.base --r-end 0.3 ";

Json stable(const std::string& text) {
  Json out = Json::parse(text);
  for (const char* key : {"time_ms", "games_played_now"}) out.erase(key);
  if (!out.contains("verification")) return out;
  for (const char* key : {"time_ms", "games_played_now"}) out["verification"].erase(key);
  for (Json& player : out["verification"]["players"]) {
    player.erase("ms_per_move");
    player.erase("longest_ms");
  }
  return out;
}

TEST_F(Tune, TheNumberOfGamesAtATimeChangesNothing) {
  const std::string tune = kTwo + "--iterations 24 --verify 6 --json" + kQuickGames;
  const Outcome one = lab(tune + "--concurrency 1 2>/dev/null");
  const Outcome three = lab(tune + "--concurrency 3 2>/dev/null");
  ASSERT_EQ(one.code, 0) << one.out;
  ASSERT_EQ(three.code, 0) << three.out;
  const Json a = stable(one.out);
  EXPECT_EQ(a, stable(three.out));
  EXPECT_EQ(a["done"], 24);
  EXPECT_EQ(a["parameters"].size(), 2U);
  EXPECT_EQ(a["parameters"][0]["course"].size(), 25U);
  EXPECT_NE(a["parameters"][0]["value"], a["parameters"][0]["start"]);
  ASSERT_TRUE(a.contains("verification")) << "nothing was tuned";
  EXPECT_EQ(a["verification"]["games"], 6);
}

TEST_F(Tune, AStoppedRunGoesOnToTheSameRows) {
  const auto tune = [this](const std::string& name) {
    return kTwo + "--iterations 40 --verify 4 --out " + path(name + ".db") + kQuickGames;
  };
  ASSERT_EQ(lab(tune("whole")).code, 0);
  const std::string rows = lab("show --rows --stable " + path("whole.db")).out;
  EXPECT_NE(rows.find("# iterations"), std::string::npos);
  const Outcome killed = lab(tune("killed") + " & p=$!; sleep 0.4; kill -9 $p; wait $p");
  const Outcome interrupted = lab(tune("killed") + "--resume & p=$!; sleep 0.4; kill -INT $p; wait $p");
  const Outcome resumed = lab(tune("killed") + "--resume");
  EXPECT_EQ(resumed.code, 0) << resumed.out;
  EXPECT_EQ(lab("show --rows --stable " + path("killed.db")).out, rows);
  // The summary of a stored run is the report that ended it.
  const std::string shown = lab("show " + path("killed.db")).out;
  EXPECT_NE(shown.find("40 of 40 iterations"), std::string::npos) << shown;
  EXPECT_NE(shown.find("Verification: tuned - modern"), std::string::npos) << shown;
  EXPECT_NE(shown.find("2 (--json lists them)"), std::string::npos) << shown;
  EXPECT_EQ(shown.find("[{"), std::string::npos) << shown;
  const Json page = Json::parse(lab("show --json " + path("killed.db") + " 2>/dev/null").out);
  EXPECT_EQ(page["kind"], "tune");
  EXPECT_EQ(page["result"]["parameters"][1]["name"], "late_move_pruning.base");
  EXPECT_EQ(page["result"]["verification"]["games"], 4);
  // Another number of iterations is another run.
  const Outcome longer = lab("tune --parameter late_move_pruning.base --iterations 41 --out " + path("killed.db") +
                             kQuickGames + "--resume");
  EXPECT_EQ(longer.code, 1);
  EXPECT_NE(longer.out.find("this is another run"), std::string::npos) << longer.out;
}

TEST_F(Tune, WritesAPresetThatStatesOnlyWhatHasChanged) {
  const Outcome run = lab(kTwo + "--iterations 30 --verify 0 --json --name mine --preset-out " + path("mine.toml") +
                          kQuickGames + "2>/dev/null");
  ASSERT_EQ(run.code, 0) << run.out;
  const Json result = Json::parse(run.out);
  const std::string preset = content_of("mine.toml");
  EXPECT_TRUE(preset.starts_with("# oknos-lab tune: 30 of 30 iterations of SPSA")) << preset;
  EXPECT_NE(preset.find("extends = \"modern\""), std::string::npos) << preset;
  EXPECT_EQ(lab("preset check " + path("mine.toml")).code, 0);
  const Json& margin = result["parameters"][0];
  const bool changed = margin["tuned"] != margin["start"];
  const std::string line = "\nmargin = " + std::to_string(margin["tuned"].get<int>()) + "\n";
  EXPECT_EQ(preset.find(line) != std::string::npos, changed) << preset;
  EXPECT_EQ(preset.find("[see_pruning]"), std::string::npos) << preset;
}

TEST_F(Tune, TunesAUciEngine) {
  const std::string player = "\"cmd=" OKNOS_BINARY_DIR "/oknos,option.Reverse Futility Margin=80\" ";
  const Outcome run = lab("tune " + player + "--parameter option.reverse_futility_margin=20..120 --iterations 6 " +
                          "--verify 2 --json --openbench " + path("lines.txt") + " --out " + path("t.db") +
                          kQuickGames + "2>/dev/null");
  ASSERT_EQ(run.code, 0) << run.out;
  const Json result = Json::parse(run.out);
  EXPECT_EQ(result["start"], "oknos");
  EXPECT_EQ(result["done"], 6);
  EXPECT_EQ(result["parameters"][0]["name"], "option.Reverse Futility Margin");
  EXPECT_EQ(result["parameters"][0]["start"], 80);
  EXPECT_EQ(content_of("lines.txt"), "Reverse Futility Margin, int, 80.0, 20.0, 120.0, 5, 0.002\n");
  EXPECT_NE(lab("show " + path("t.db")).out.find("option.Reverse Futility Margin"), std::string::npos);
}

TEST_F(Tune, WritesTheInputOfOpenBench) {
  const Outcome run =
      lab("tune --set reverse_futility.margin=80 --parameter reverse_futility.margin=20..120,step=4 "
          "--iterations 0 --openbench " +
          path("lines.txt"));
  ASSERT_EQ(run.code, 0) << run.out;
  EXPECT_EQ(content_of("lines.txt"), "Reverse_Futility_Margin, int, 80.0, 20.0, 120.0, 4, 0.002\n");
  const Outcome nothing = lab("tune --parameter late_move_pruning.base --iterations 0");
  EXPECT_EQ(nothing.code, 2);
  EXPECT_NE(nothing.out.find("--openbench is expected"), std::string::npos) << nothing.out;
  // A file that exists is not replaced.
  const Outcome again = lab("tune --parameter late_move_pruning.base --iterations 0 --openbench " + path("lines.txt"));
  EXPECT_EQ(again.code, 1);
  EXPECT_NE(again.out.find("--openbench"), std::string::npos) << again.out;
}

// The lines of OpenBench have name, start, range, c_end and rate of each parameter.
TEST_F(Tune, ParametersHaveARangeAroundTheirValue) {
  const auto lines = [this](const std::string& parameters) {
    const Outcome run =
        lab("tune --set reverse_futility.margin=80 --iterations 0 --force --openbench " + path("l.txt") + parameters);
    EXPECT_EQ(run.code, 0) << run.out;
    return content_of("l.txt");
  };
  EXPECT_EQ(lines(" --parameter reverse_futility.margin"),
            "Reverse_Futility_Margin, int, 80.0, 0.0, 160.0, 8, 0.002\n");
  EXPECT_EQ(lines(" --parameter reverse_futility.margin=20..120 --parameter 'Late Move Pruning Scale = 50..300, "
                  "step=12.5' --r-end 0.01"),
            "Reverse_Futility_Margin, int, 80.0, 20.0, 120.0, 5, 0.01\n"
            "Late_Move_Pruning_Scale, int, 100.0, 50.0, 300.0, 12.5, 0.01\n");
  // A rule stands for its parameters, and all for those of every rule that is on.
  const std::string rule = lines(" --parameter late_move_pruning"), all = lines(" --parameter all");
  EXPECT_GE(std::count(rule.begin(), rule.end(), '\n'), 3) << rule;
  EXPECT_EQ(rule.find("\nReverse"), std::string::npos) << rule;
  EXPECT_GT(std::count(all.begin(), all.end(), '\n'), 20) << all;
  EXPECT_EQ(all.find("General_Futility"), std::string::npos) << "is off";
  EXPECT_EQ(all.find(", 0.0, 1.0, "), std::string::npos) << "a switch";
}

TEST_F(Tune, RefusesWhatIsWrongBeforeItPlays) {
  const std::string engine = "cmd=" OKNOS_BINARY_DIR "/oknos ";
  const struct {
    std::string arguments, says;
  } cases[] = {
      {"", "--parameter"},
      {"--parameter all --verify 3", "even number"},
      {"--parameter all --nodes 10 --tc 1+1", "--tc"},
      {"--parameter all --preset nonsense", "--preset"},
      {"modern --preset heinz --parameter all", "one of the two"},
      {"--parameter all --r-end 2", "--r-end"},
      {"--parameter all --shard 1/2", "--shard"},
      {"--parameter reverse_futility.margn", "did you mean reverse_futility.margin"},
      {"--parameter nonsense", "there is no parameter of that name"},
      {"--parameter general_futility", "general_futility is off"},
      {"--parameter reverse_futility.margin=0..99999", "allowed is a range within"},
      {"--parameter reverse_futility.margin=1..2", "does not hold"},
      {"--parameter reverse_futility.margin=90-120", "FROM..TO is expected"},
      {"--parameter reverse_futility.margin=0..160,step=0.1", "allowed 0.5..160"},
      {"--parameter late_move_pruning=1..5", "a range is for one of them"},
      {"--parameter late_move_pruning --parameter late_move_pruning.base", "given twice"},
      {engine + "--parameter option.Hash --preset-out x", "has no preset"},
      {engine + "--parameter Hash", "is written option.NAME"},
      {engine + "--parameter 'option.Null Move'", "that is a number; it has "},
      {engine + "--parameter option.Hash=0..300", "allowed is a range within 1.."},
      {engine + "--parameter option.Hash=80..90", "the engine's own; option.Hash=VALUE behind cmd= sets another"},
  };
  for (const auto& c : cases) {
    const Outcome out = lab("tune " + c.arguments);
    EXPECT_EQ(out.code, 2) << c.arguments << out.out;
    EXPECT_NE(out.out.find(c.says), std::string::npos) << c.arguments << "\n" << out.out;
  }
}

}  // namespace
}  // namespace oknos::lab
