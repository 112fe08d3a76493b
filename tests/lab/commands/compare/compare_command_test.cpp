// `oknos-lab compare` from outside.
#include <gtest/gtest.h>
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

class CompareCommand : public oknos::test::LabProgram {
 protected:
  void SetUp() override {
    LabProgram::SetUp();
    file("three.epd", kPositions);
  }
  Json summary(const std::string& arguments) {
    const Outcome out = lab("compare " + path("three.epd") + " " + arguments + " --json 2>/dev/null");
    EXPECT_EQ(out.code, 0) << out.out;
    return Json::parse(out.out, nullptr, false);
  }
};

TEST_F(CompareCommand, PutsPresetsSideBySide) {
  const Json out = summary("--preset none --preset modern --preset none,name=again --depth 4,5");
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

TEST_F(CompareCommand, TheRowsDoNotDependOnWhoFoundThem) {
  const std::string common = "compare " + path("three.epd") + " --preset heinz --preset modern --nodes 500,2000 ";
  ASSERT_EQ(lab(common + "--workers 1 --out " + path("one.db")).code, 0);
  ASSERT_EQ(lab(common + "--workers 3 --out " + path("three.db")).code, 0);
  const std::string expected = lab("show " + path("one.db") + " --rows --stable").out;
  EXPECT_NE(expected.find("kiwipete"), std::string::npos);
  EXPECT_EQ(lab("show " + path("three.db") + " --rows --stable").out, expected);
  const Outcome shown = lab("compare --show " + path("one.db") + " --color never");
  EXPECT_EQ(shown.code, 0);
  EXPECT_NE(shown.out.find("2,000 nodes a position"), std::string::npos) << shown.out;
  EXPECT_NE(lab("show " + path("one.db")).out.find("heinz"), std::string::npos);
}

TEST_F(CompareCommand, TellsPlayersOfOneNameApart) {
  const Json out = summary("--preset modern,hash=1 --preset none --preset modern,hash=2 --depth 2");
  EXPECT_EQ(out["results"][0]["player"], "modern (1)");
  EXPECT_EQ(out["results"][1]["player"], "none");
  EXPECT_EQ(out["results"][2]["player"], "modern (2)");
}

TEST_F(CompareCommand, DrivesOtherEngines) {
  const std::string engine = "\"cmd=" OKNOS_BINARY_DIR "/oknos,name=other\"";
  const Json out = summary("--preset modern --engine " + engine + " --depth 5");
  EXPECT_EQ(out["results"][1]["player"], "other");
  EXPECT_EQ(out["results"][1]["nodes"], out["results"][0]["nodes"]) << "the same program, and the same tables";
  EXPECT_EQ(out["results"][1]["moves_changed"], 0);
}

TEST_F(CompareCommand, RefusesWhatItCannotUse) {
  const std::string file = path("three.epd");
  for (const std::string& arguments :
       {std::string("compare"), "compare " + file, "compare " + file + " --preset modern",
        "compare " + file + " --preset modern --preset nowhere",
        "compare " + file + " --preset modern --preset none --depth 0",
        "compare " + file + " --preset modern --preset none --depth 3 --nodes 5",
        "compare " + file + " --preset modern --preset none,depth=3",
        "compare " + file + " --preset none --time x --preset heinz"})
    EXPECT_EQ(lab(arguments).code, 2) << arguments;
  EXPECT_EQ(lab("compare " + path("missing.epd") + " --preset none --preset modern").code, 1);
  EXPECT_EQ(lab("compare " + file + " --preset none --engine cmd=/nowhere").code, 1);
}

}  // namespace
