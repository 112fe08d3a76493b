// `oknos-lab ablate` from outside.
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
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - bm Rb1; id \"ending\";\n";

class AblateCommand : public oknos::test::LabProgram {
 protected:
  void SetUp() override {
    LabProgram::SetUp();
    file("two.epd", kPositions);
  }
};

TEST_F(AblateCommand, MeasuresEachRule) {
  const std::string common = "ablate " + path("two.epd") + " --depth 5 --pairs --out " + path("run.db");
  const Outcome first = lab(common + " --json 2>/dev/null");
  ASSERT_EQ(first.code, 0) << first.out;
  const Json out = Json::parse(first.out, nullptr, false);
  const Json& at = out["results"][0];
  EXPECT_EQ(at["limit"], 5);
  EXPECT_EQ(at["rules"].size(), 7U) << "six rules and a group";
  EXPECT_EQ(at["interactions"].size(), 15U);
  EXPECT_GT(at["none"]["nodes"], at["whole"]["nodes"]);
  const Outcome shown = lab("ablate --show " + path("run.db") + " --color never");
  EXPECT_NE(shown.out.find("delta pruning"), std::string::npos) << shown.out;
  EXPECT_NE(lab("show " + path("run.db")).out.find("all move rules"), std::string::npos);
  EXPECT_EQ(lab("show " + path("run.db") + " --rows --stable").code, 0);
}

// The network included, where the preset evaluates with one.
TEST_F(AblateCommand, ItsWholeIsWhatCompareSearches) {
  for (const std::string preset : {"modern", "heinz"}) {
    const std::string rest = " --preset " + preset + " --depth 5 --json 2>/dev/null";
    const Json ablated = Json::parse(lab("ablate " + path("two.epd") + rest).out, nullptr, false);
    const Json compared = Json::parse(lab("compare " + path("two.epd") + " --preset none" + rest).out, nullptr, false);
    ASSERT_FALSE(ablated.is_discarded() || compared.is_discarded()) << preset;
    EXPECT_EQ(ablated["results"][0]["whole"]["nodes"], compared["results"][1]["nodes"]) << preset;
  }
}

TEST_F(AblateCommand, SaysWhatIsWrong) {
  const Outcome unknown = lab("ablate " + path("two.epd") + " --rule nonsense 2>&1");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.out.find("nonsense"), std::string::npos);
  EXPECT_EQ(lab("ablate 2>&1").code, 2);
  EXPECT_EQ(lab("ablate " + path("two.epd") + " --depth 3 --nodes 100 2>&1").code, 2);
  EXPECT_EQ(lab("ablate --show " + path("missing.db") + " 2>&1").code, 1);
}

}  // namespace
