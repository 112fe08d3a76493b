// `oknos-lab margins` from outside.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "support/lab_program.h"

namespace {

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

}  // namespace
