// `oknos-lab margins` from outside.
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "support/lab_program.h"

namespace {

using Json = nlohmann::json;
using oknos::test::lab;
using oknos::test::Outcome;

constexpr const char* kPositions =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - id \"kiwipete\";\n"
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - id \"mate\";\n";

class MarginsCommand : public oknos::test::LabProgram {
 protected:
  void SetUp() override {
    LabProgram::SetUp();
    file("two.epd", kPositions);
  }
  std::string margin_sweep(const std::string& arguments) {
    EXPECT_EQ(
        lab("audit " + path("two.epd") + " " + arguments + " --depth 7 --out " + path("run.db") + " 2>/dev/null").code,
        0);
    return path("run.db");
  }
};

TEST_F(MarginsCommand, WritesAPresetThatCanBeUsed) {
  const std::string run = margin_sweep("--margins --rule frontier_futility --rule late_move_pruning --sample 1");
  const Outcome out = lab("margins " + run + " --risk 2 --out " + path("mine.toml") + " --color never 2>&1");
  ASSERT_EQ(out.code, 0) << out.out;
  EXPECT_NE(out.out.find("frontier futility"), std::string::npos) << out.out;
  EXPECT_EQ(lab("preset check " + path("mine.toml") + " 2>&1").code, 0);
  EXPECT_NE(lab("preset show " + path("mine.toml") + " 2>&1").out.find("margin sweep"), std::string::npos)
      << "where it is from";
  EXPECT_EQ(lab("margins " + run + " --out " + path("mine.toml") + " 2>&1").code, 1) << "what is there is kept";
  EXPECT_EQ(lab("margins " + run + " --out " + path("mine.toml") + " --force 2>&1").code, 0);
}

// What was asked for and what has come of it.
TEST_F(MarginsCommand, SaysThatARiskIsNotKept) {
  const std::string run = margin_sweep("--margins --rule frontier_futility --rule late_move_pruning --sample 1");
  const Outcome out = lab("margins " + run + " --risk 0.001 --json 2>&1");
  const auto json = nlohmann::json::parse(out.out, nullptr, false);
  ASSERT_TRUE(json.is_object()) << out.out;
  bool exceeds = false;
  for (const auto& rule : json["rules"])
    exceeds = exceeds || (rule.contains("wrong") && rule["wrong"]["value"] > 0.001 / 100);
  const std::string text = lab("margins " + run + " --risk 0.001 --color never 2>&1").out;
  EXPECT_EQ(text.find("Warning") != std::string::npos, exceeds) << text;
}

// The positions of a part of a file may all have odd numbers.
TEST_F(MarginsCommand, ChecksInOtherPositionsAlsoThoseOfAShard) {
  const std::string one = kPositions;
  file("four.epd", one + one);
  ASSERT_EQ(
      lab("audit " + path("four.epd") + " --margins --rule frontier_futility --sample 1 --shard 1/2 --depth 7 --out " +
          path("shard.db") + " 2>/dev/null")
          .code,
      0);
  const Outcome out = lab("margins " + path("shard.db") + " --risk 2 --json 2>&1");
  ASSERT_EQ(out.code, 0) << out.out;
  const auto json = nlohmann::json::parse(out.out, nullptr, false);
  ASSERT_TRUE(json.is_object()) << out.out;
  EXPECT_TRUE(json["rules"][0].contains("wrong_before")) << out.out;
}

TEST_F(MarginsCommand, RefusesWhatIsNoMarginSweep) {
  const std::string run = margin_sweep("--sample 20");
  const Outcome out = lab("margins " + run + " 2>&1");
  EXPECT_EQ(out.code, 1);
  EXPECT_NE(out.out.find("--margins"), std::string::npos) << out.out;
  EXPECT_EQ(lab("margins " + path("missing.db") + " 2>&1").code, 1);
  EXPECT_EQ(lab("margins " + run + " --risk 90 2>&1").code, 2);
}

TEST_F(MarginsCommand, RefusesAnotherPreset) {
  const std::string run = margin_sweep("--margins --sample 50");
  const Outcome out = lab("margins " + run + " --preset heinz 2>&1");
  EXPECT_EQ(out.code, 2);
  EXPECT_NE(out.out.find("modern"), std::string::npos) << out.out;
}

// --- With --engine: our own as any other one.

class MarginsOfAnEngine : public oknos::test::LabProgram {
 protected:
  static constexpr const char* kEngine =
      "\"cmd=" OKNOS_BINARY_DIR "/oknos,option.Expert=true,option.Reverse Futility Margin=120\"";

  void SetUp() override {
    LabProgram::SetUp();
    constexpr int kTactics = 24;
    std::ifstream in(std::string(OKNOS_SOURCE_DIR) + "/positions/tactics.epd");
    std::string some;
    for (int i = 0; i < kTactics; ++i) {
      std::string line;
      ASSERT_TRUE(std::getline(in, line));
      some += line + "\n";
    }
    file("some.epd", some);
    ASSERT_EQ(lab("audit " + path("some.epd") + " --depth 7 --sample 5 --write-claims " + path("own.jsonl")).code, 0);
    ASSERT_EQ(
        lab("audit " + path("own.jsonl") + " --judge oknos --rule reverse_futility --out " + path("claims.db")).code,
        0);
    file("two.epd",
         "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -\n"
         "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP3PPP/R1BQKB1R w KQ -\n");
  }
  Outcome margins(const std::string& rest) {
    return lab("margins " + path("claims.db") + " --engine " + kEngine + " " + rest + " 2>&1");
  }
  const std::string option_ = "--option \"reverse_futility=Reverse Futility Margin\" ";
};

TEST_F(MarginsOfAnEngine, ShowsErrorsAndNodesOfOtherMargins) {
  const Json estimated = Json::parse(margins(option_ + "--json").out, nullptr, false);
  ASSERT_TRUE(estimated.contains("decisions")) << margins(option_ + "--json").out;
  ASSERT_GE(estimated["decisions"].size(), 2U);
  for (const Json& row : estimated["decisions"]) {
    EXPECT_FALSE(row.contains("nodes"));
    const int margin = row["margin"];
    EXPECT_EQ(row["change"], "option.Reverse Futility Margin=" + std::to_string(120 + margin));
    if (margin > 0) {
      EXPECT_LE(row["errors"], 0.0);
      EXPECT_LE(row["saves"], 0.0);
    }
  }
  EXPECT_TRUE(estimated["worth_playing"].empty());

  const Json counted =
      Json::parse(lab("margins " + path("claims.db") + " --engine " + kEngine + " " + option_ + "--positions " +
                      path("two.epd") + " --depth 6 --json --queue-out " + path("queue.toml") + " 2>/dev/null")
                      .out,
                  nullptr, false);
  ASSERT_EQ(counted["decisions"].size(), estimated["decisions"].size());
  for (const Json& row : counted["decisions"]) {
    EXPECT_LE(row["nodes"]["low"], row["nodes"]["value"]);
    EXPECT_LE(row["nodes"]["value"], row["nodes"]["high"]);
  }
  const std::string queue = content_of("queue.toml");
  for (const Json& row : counted["worth_playing"])
    EXPECT_NE(queue.find(row["change"].get<std::string>()), std::string::npos) << queue;
  EXPECT_NE(margins(option_).out.find("option.Reverse Futility Margin="), std::string::npos);
}

TEST_F(MarginsOfAnEngine, BadInputIsNamed) {
  const auto expect = [&](const std::string& arguments, const std::string& said, int code) {
    const Outcome out = margins(arguments);
    EXPECT_EQ(out.code, code) << arguments << ": " << out.out;
    EXPECT_NE(out.out.find(said), std::string::npos) << arguments << ": " << out.out;
  };
  expect("", "--option RULE=OPTION is expected", 2);
  expect("--option reverse_futility", "RULE=OPTION", 2);
  expect("--option \"razoring=Razoring Margin\"", "\"razoring\"", 2);
  expect("--option \"reverse_futility=Reverse Futility Margn\"", "Reverse Futility Margin", 2);
  expect(option_ + "--queue-out " + path("q.toml"), "--positions", 2);
  expect(option_ + "--out " + path("p.toml"), "excludes --out", 2);
  expect(option_ + "--positions " + path("none.epd"), "none.epd", 1);
  EXPECT_EQ(lab("margins " + path("claims.db") + " --engine modern " + option_ + " 2>&1").code, 2);
  EXPECT_EQ(lab("margins " + path("claims.db") + " " + option_ + " 2>&1").code, 2);
  EXPECT_EQ(lab("margins " + path("claims.db") + " --queue-out " + path("q.toml") + " 2>&1").code, 2);
}

}  // namespace
