// `margins --engine`, with our own engine as any other one.
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/lab_program.h"

namespace {

using Json = nlohmann::json;
using oknos::test::lab;
using oknos::test::Outcome;

class CalibrateByClaims : public oknos::test::LabProgram {
 protected:
  static constexpr const char* kEngine =
      "\"cmd=" OKNOS_BINARY_DIR "/oknos,option.Expert=true,option.Reverse Futility Margin=120\"";

  void SetUp() override {
    LabProgram::SetUp();
    constexpr int kPositions = 24;
    std::ifstream in(std::string(OKNOS_SOURCE_DIR) + "/positions/tactics.epd");
    std::string some;
    for (int i = 0; i < kPositions; ++i) {
      std::string line;
      ASSERT_TRUE(std::getline(in, line));
      some += line + "\n";
    }
    file("some.epd", some);
    ASSERT_EQ(lab("audit " + path("some.epd") + " --depth 7 --sample 5 --write-claims " + path("own.jsonl")).code, 0);
    ASSERT_EQ(
        lab("audit " + path("own.jsonl") + " --judge oknos --rule reverse_futility --out " + path("claims.db"))
            .code,
        0);
    file("two.epd",
         "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -\n"
         "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP3PPP/R1BQKB1R w KQ -\n");
  }
  Outcome calibrate(const std::string& rest) {
    return lab("margins " + path("claims.db") + " --engine " + kEngine + " " + rest + " 2>&1");
  }
  const std::string option_ = "--option \"reverse_futility=Reverse Futility Margin\" ";
};

TEST_F(CalibrateByClaims, ShowsErrorsAndNodesOfOtherMargins) {
  const Json estimated = Json::parse(calibrate(option_ + "--json").out, nullptr, false);
  ASSERT_TRUE(estimated.contains("decisions")) << calibrate(option_ + "--json").out;
  ASSERT_GE(estimated["decisions"].size(), 2U);
  for (const Json& row : estimated["decisions"]) {
    EXPECT_TRUE(row["more_nodes"].is_null());
    const int margin = row["margin"];
    EXPECT_EQ(row["change"], "option.Reverse Futility Margin=" + std::to_string(120 + margin));
    if (margin > 0) {
      EXPECT_LE(row["more_errors"], 0.0);
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
    EXPECT_LE(row["more_nodes"]["low"], row["more_nodes"]["value"]);
    EXPECT_LE(row["more_nodes"]["value"], row["more_nodes"]["high"]);
  }
  const std::string queue = content_of("queue.toml");
  for (const Json& row : counted["worth_playing"])
    EXPECT_NE(queue.find(row["change"].get<std::string>()), std::string::npos) << queue;
  EXPECT_NE(calibrate(option_).out.find("option.Reverse Futility Margin="), std::string::npos);
}

TEST_F(CalibrateByClaims, BadInputIsNamed) {
  const auto expect = [&](const std::string& arguments, const std::string& said, int code) {
    const Outcome out = calibrate(arguments);
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
