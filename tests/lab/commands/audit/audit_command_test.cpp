// `oknos-lab audit` from outside.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "support/lab_program.h"
#include "support/table_writer.h"

namespace {

using Json = nlohmann::json;
using oknos::test::lab;
using oknos::test::Outcome;

constexpr const char* kPositions =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - id \"kiwipete\";\n"
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP3PPP/R1BQKB1R w KQ - id \"opening\";\n"
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - id \"ending\";\n"
    "7k/8/8/8/8/8/6q1/7K w - - id \"one move\";\n";

class AuditCommand : public oknos::test::LabProgram {
 protected:
  void SetUp() override {
    LabProgram::SetUp();
    file("four.epd", kPositions);
  }
};

TEST_F(AuditCommand, CountsErrors) {
  const Outcome out = lab("audit " + path("four.epd") + " --depth 6 --sample 20 --json 2>/dev/null");
  ASSERT_EQ(out.code, 0) << out.out;
  const Json summary = Json::parse(out.out, nullptr, false);
  ASSERT_TRUE(summary.is_object()) << out.out;
  EXPECT_EQ(summary["positions"], 4);
  EXPECT_GT(summary["checked"].get<int>(), 200);
  EXPECT_GT(summary["wrong"].get<int>(), 0);
  int checked = 0;
  for (const Json& rule : summary["rules"]) {
    int cells = 0;
    for (const Json& cell : rule["cells"]) cells += cell["checked"].get<int>();
    EXPECT_EQ(cells, rule["checked"]) << rule["rule"];
    EXPECT_LE(rule["rate_low"], rule["rate"]);
    EXPECT_GE(rule["rate_high"], rule["rate"]);
    checked += cells;
  }
  EXPECT_EQ(checked, summary["checked"]);
}

// The same search either way: of the audited tree and of the judge.
TEST_F(AuditCommand, SearchesWithAnotherEvaluation) {
  const std::string audit = "audit " + path("four.epd") + " --depth 6 --sample 5 --json ";
  const Outcome file = lab(audit + "--evalfile classical 2>/dev/null");
  const Outcome evaluator = lab(audit + "--set evaluator=classical 2>/dev/null");
  const Outcome network = lab(audit + "2>/dev/null");
  ASSERT_EQ(file.code + evaluator.code + network.code, 0) << file.out;
  const auto rules = [](const Outcome& run) { return Json::parse(run.out, nullptr, false)["rules"].dump(); };
  EXPECT_EQ(rules(file), rules(evaluator));
  EXPECT_NE(rules(file), rules(network));
  EXPECT_NE(lab(audit + "--evalfile " + path("none.oknn")).out.find("--evalfile"), std::string::npos);
}

// Searching one thing more sometimes changes what the root says, and mostly not.
TEST_F(AuditCommand, UndoesErrors) {
  const Outcome out = lab("audit " + path("four.epd") + " --depth 6 --sample 1 --root-impact 1 --json 2>/dev/null");
  ASSERT_EQ(out.code, 0) << out.out;
  const Json summary = Json::parse(out.out, nullptr, false);
  EXPECT_GT(summary["undone"].get<int>(), 10);
  EXPECT_GT(summary["root_impact_value"].get<int>() + summary["root_impact_move"].get<int>(), 0);
  EXPECT_LT(summary["root_impact_move"].get<int>(), summary["undone"].get<int>());
}

// The rules whose margins are proved are never wrong.
TEST_F(AuditCommand, FindsNoErrorOfTheSoundRules) {
  const Outcome out = lab("audit " + path("four.epd") + " --preset sound --depth 5 --sample 5 --json 2>/dev/null");
  ASSERT_EQ(out.code, 0) << out.out;
  const Json summary = Json::parse(out.out, nullptr, false);
  EXPECT_GT(summary["checked"].get<int>(), 500);
  EXPECT_EQ(summary["wrong"], 0) << out.out;
}

class AuditByTablebases : public AuditCommand {
 protected:
  void SetUp() override {
    AuditCommand::SetUp();
    using oknos::PieceType;
    using oknos::tablebases::made::Ending;
    const Ending queen(PieceType::Queen);
    file("KQvK.rtbw", oknos::tablebases::made::wdl_file(queen));
    file("KPvK.rtbw", oknos::tablebases::made::wdl_file(Ending(PieceType::Pawn, {{PieceType::Queen, &queen}})));
    file("pawns.epd",
         "8/3k4/8/4K3/3P4/8/8/8 w - - id \"opposition\";\n"
         "8/8/4k3/8/3PK3/8/8/8 b - - id \"in front\";\n"
         "8/8/8/5p2/8/8/4K1k1/8 w - - id \"the other side\";\n");
  }
  std::string judge() const { return " --judge tablebases=" + folder().string() + " "; }
  // Without margins, so that the rules prune much.
  std::string of_pawns() {
    return "audit " + path("pawns.epd") +
           " --depth 8 --sample 1 --set extended_futility.slope=0 --set extended_futility.margin=0 "
           "--set frontier_futility.margin=0 ";
  }
};

TEST_F(AuditByTablebases, LooksUpWhatWasPruned) {
  const Outcome out = lab(of_pawns() + judge() + "--json --out " + path("t.db") + " 2>/dev/null");
  ASSERT_EQ(out.code, 0) << out.out;
  const Json summary = Json::parse(out.out, nullptr, false);
  ASSERT_TRUE(summary.is_object()) << out.out;
  EXPECT_GT(summary["checked"].get<int>(), 1000);
  EXPECT_GE(summary["half_points"], summary["wrong"]);
  EXPECT_GT(summary["nodes_saved"], summary["checked"]);
  const Outcome shown = lab("audit --show " + path("t.db") + " --color never");
  EXPECT_NE(shown.out.find("half points"), std::string::npos) << shown.out;
  EXPECT_NE(shown.out.find("judged by tablebases"), std::string::npos) << shown.out;
}

// What is pruned of positions that no table has is left out, not taken for right.
TEST_F(AuditByTablebases, ChecksOnlyWhatTheTablesHave) {
  const Outcome out = lab("audit " + path("four.epd") + judge() + "--depth 6 --sample 1 2>&1");
  EXPECT_EQ(out.code, 1) << out.out;
  EXPECT_NE(out.out.find("nothing that was sampled is in the 2 tablebases of up to 3 men"), std::string::npos)
      << out.out;
}

TEST_F(AuditByTablebases, JudgesClaimsAsItJudgesSamples) {
  const Json direct = Json::parse(lab(of_pawns() + judge() + "--json 2>/dev/null").out, nullptr, false);
  ASSERT_EQ(lab(of_pawns() + "--write-claims " + path("own.jsonl") + " 2>/dev/null").code, 0);
  const Json claims =
      Json::parse(lab("audit " + path("own.jsonl") + judge() + "--json 2>/dev/null").out, nullptr, false);
  ASSERT_TRUE(direct.is_object() && claims.is_object());
  EXPECT_EQ(claims["checked"], direct["checked"]);
  EXPECT_EQ(claims["wrong"], direct["wrong"]);
  EXPECT_EQ(claims["half_points"], direct["half_points"]);
  EXPECT_TRUE(claims["nodes_saved"].is_null()) << "nothing was searched";
  const Outcome none = lab("audit " + path("own.jsonl") + judge() + "--rule no_such_rule 2>&1");
  EXPECT_EQ(none.code, 1) << none.out;
  EXPECT_NE(none.out.find("has no claim of \"no_such_rule\"; its rules: "), std::string::npos) << none.out;
}

// The same number of tables up to the same size is not the same judge.
TEST_F(AuditByTablebases, ResumesOnlyWithTheSameTables) {
  using oknos::PieceType;
  const std::string run = of_pawns() + judge() + "--out " + path("t.db") + " --json";
  ASSERT_EQ(lab(run + " 2>/dev/null").code, 0);
  EXPECT_EQ(lab(run + " --resume 2>/dev/null").code, 0);
  std::filesystem::remove(path("KQvK.rtbw"));
  file("KRvK.rtbw", oknos::tablebases::made::wdl_file(oknos::tablebases::made::Ending(PieceType::Rook)));
  const Outcome other = lab(run + " --resume 2>&1");
  EXPECT_NE(other.code, 0);
  EXPECT_NE(other.out.find("judge is"), std::string::npos) << other.out;
}

TEST_F(AuditByTablebases, SaysWhatIsWrongWithTheFolder) {
  const auto complaint = [&](const std::string& options) {
    const Outcome out = lab(of_pawns() + options + " 2>&1");
    EXPECT_EQ(out.code, 2) << out.out;
    return out.out;
  };
  EXPECT_NE(complaint("--judge tablebases").find("tablebases=FOLDER is expected"), std::string::npos);
  EXPECT_NE(complaint("--judge tablebases=/no/such/folder").find("/no/such/folder"), std::string::npos);
  EXPECT_NE(complaint("--margins" + judge()).find("--margins needs a judge that searches"), std::string::npos);
}

// What is left out is the same; who judges sees other things in it.
TEST_F(AuditCommand, AnotherPresetMayJudge) {
  const std::string common = "audit " + path("four.epd") + " --depth 6 --sample 10 --color never ";
  const auto judged = [&](const std::string& judge) {
    return Json::parse(lab(common + "--json " + judge + " 2>/dev/null").out, nullptr, false);
  };
  const Json own = judged(""), none = judged("--judge none"), modern = judged("--judge modern");
  ASSERT_TRUE(own.is_object() && none.is_object() && modern.is_object());
  EXPECT_EQ(own["wrong"], none["wrong"]) << "the preset without its rules is none";
  EXPECT_EQ(own["nodes_saved"], modern["nodes_saved"]) << "what plays says what was spared";
  EXPECT_GT(modern["wrong"].get<int>(), own["wrong"].get<int>()) << "rules below take a good reply away";
  const Outcome heading = lab(common + "--judge none 2>/dev/null");
  EXPECT_NE(heading.out.find("preset none"), std::string::npos) << heading.out;
}

// A margin sweep: the tree is the preset's, what is watched changes nothing, and the least margin is wrong most often.
TEST_F(AuditCommand, TakesAMarginSweep) {
  const std::string common = "audit " + path("four.epd") + " --depth 6 --sample 2 --json ";
  const auto summary = [&](const std::string& arguments) {
    return Json::parse(lab(common + arguments + " 2>/dev/null").out, nullptr, false);
  };
  const Json margin_sweep =
      summary("--margins --rule frontier_futility --rule razoring --out " + path("margin_sweep.db"));
  EXPECT_EQ(margin_sweep["nodes"], summary("")["nodes"]);
  ASSERT_EQ(margin_sweep["rules"].size(), 2U) << margin_sweep.dump(1);
  ASSERT_FALSE(margin_sweep["margins"].empty());
  for (const Json& curve : margin_sweep["margins"]) {
    const Json& points = curve["points"];
    for (std::size_t i = 1; i < points.size(); ++i) {
      EXPECT_GT(points[i]["margin"], points[i - 1]["margin"]);
      EXPECT_LE(points[i]["pruned"], points[i - 1]["pruned"]);
      EXPECT_LE(points[i]["wrong"], points[i - 1]["wrong"]);
    }
    EXPECT_LE(curve["preset"]["pruned"], points[0]["pruned"]);
  }
  const Outcome shown = lab("audit --show " + path("margin_sweep.db") + " --color never");
  EXPECT_NE(shown.out.find("Frontier futility (centipawns)"), std::string::npos) << shown.out;
  EXPECT_NE(shown.out.find("Razoring (centipawns)"), std::string::npos) << shown.out;
}

TEST_F(AuditCommand, ShowsAStoreAgain) {
  const std::string common = "audit " + path("four.epd") + " --depth 4 --sample 10 --color never ";
  const Outcome first = lab(common + "--out " + path("run.db") + " 2>/dev/null");
  ASSERT_EQ(first.code, 0) << first.out;
  const Outcome shown = lab("audit --show " + path("run.db") + " --color never");
  ASSERT_EQ(shown.code, 0) << shown.out;
  EXPECT_NE(first.out.find(shown.out), std::string::npos) << first.out << "\n---\n" << shown.out;
  const Outcome again = lab(common + "--resume --out " + path("run.db") + " 2>/dev/null");
  EXPECT_EQ(again.code, 0) << again.out;
  EXPECT_NE(again.out.find(shown.out), std::string::npos) << again.out;
  EXPECT_NE(lab("show " + path("run.db")).out.find("checked"), std::string::npos);
  EXPECT_NE(lab("audit --show " + path("run.db") + " --by kind,node --color never").out.find("quiet, all"),
            std::string::npos);
}

TEST_F(AuditCommand, RefusesWhatItCannotUse) {
  const std::string file = path("four.epd");
  for (const std::string& arguments :
       {std::string("audit"), "audit " + file + " --sample 0", "audit " + file + " --sample nothing=3",
        "audit " + file + " --by colour", "audit " + file + " --rule razoring",
        "audit " + file + " --margins --rule nothing", "audit " + file + " --margins --rule check_extension",
        "audit " + file + " --margins --root-impact 2", "audit " + file + " --without-guard nobody",
        "audit " + file + " --preset nowhere", "audit " + file + " --judge nowhere",
        "audit " + file + " --show " + path("x.db"), "audit " + file + " --depth 0"})
    EXPECT_EQ(lab(arguments).code, 2) << arguments;
  EXPECT_EQ(lab("audit " + path("missing.epd")).code, 1);
  EXPECT_EQ(lab("audit --show " + path("missing.db")).code, 1);
  ASSERT_EQ(lab("suite " + file + " --depth 1 --out " + path("suite.db")).code, 0);
  const Outcome wrong = lab("audit --show " + path("suite.db"));
  EXPECT_EQ(wrong.code, 1);
  EXPECT_NE(wrong.out.find("holds a run of 'solved'"), std::string::npos) << wrong.out;
}

}  // namespace
