// `oknos-lab audit FILE.jsonl` from outside.
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/lab_program.h"

namespace {

using oknos::test::lab;
using oknos::test::Outcome;
using oknos::test::run_command;
using Json = nlohmann::json;

class ClaimsAudit : public oknos::test::LabProgram {
 protected:
  void SetUp() override {
    LabProgram::SetUp();
    run_command("OKNOS_CLAIMS=" + path("claims.jsonl") +
                " OKNOS_CLAIMS_RATE=1 \"" OKNOS_BINARY_DIR "/oknos-claims-writer\" 15");
  }
  void append(const std::string& line) { std::ofstream(path("claims.jsonl"), std::ios::app) << line << "\n"; }
  std::string command(const std::string& more) {
    return "audit " + path("claims.jsonl") + " --judge modern,hash=1 " + more;
  }
};

// A queen that is left hanging, in a position where the side to move takes it: "worth at most 0" is wrong.
constexpr const char* kWrong =
    R"({"search":7,"every":50,"rule":"swindle","fen":"4k3/8/8/3q4/4P3/8/8/R3K3 w - - 0 1","move":"e4d5","depth":3,)"
    R"("reduced_depth":1,"alpha":0,"beta":1,"bound":0,"static_eval":-800,"slack":4})";

TEST_F(ClaimsAudit, AWrongClaimIsFoundAndItsRuleNamed) {
  append(kWrong);
  const Outcome out = lab(command("--json 2>/dev/null"));
  ASSERT_EQ(out.code, 0) << out.out;
  const Json json = Json::parse(out.out);
  EXPECT_EQ(json["checked"], 31);
  EXPECT_EQ(json["wrong"], 1);
  const Json& worst = json["worst"][0];
  EXPECT_EQ(worst["rule"], "swindle");
  EXPECT_EQ(worst["san"], "exd5");
  EXPECT_EQ(worst["found_at_reduced_depth"], true);
  EXPECT_EQ(worst["ordinal"], 32) << "the line; the first is the format's version";
  EXPECT_EQ(json["rules"][2]["rule"], "swindle");
  EXPECT_EQ(json["rules"][2]["pruned"], 50) << "one of so many is in the file";
  const Outcome text = lab(command(""));
  EXPECT_NE(text.out.find("Swindle: exd5 was claimed to be worth at most 0.00, but is worth "), std::string::npos)
      << text.out;
}

TEST_F(ClaimsAudit, BadLinesAreNamedAndCounted) {
  append("half a li");
  append(R"({"rule":"x","fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","move":"a1a2","depth":1,"alpha":0,"beta":1})");
  append(
      R"({"rule":"futility","fired":0,"fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","move":"e1e2","depth":1,"alpha":0,"beta":1})");
  const Outcome out = lab(command(""));
  EXPECT_EQ(out.code, 0);
  EXPECT_NE(out.out.find("claims.jsonl:32: not a JSON object"), std::string::npos) << out.out;
  EXPECT_NE(out.out.find("claims.jsonl:33: \"move\": \"a1a2\" is not a legal move"), std::string::npos) << out.out;
  EXPECT_NE(out.out.find("2 lines without a valid claim."), std::string::npos) << out.out;
  EXPECT_NE(out.out.find("1 line of rules that did not act and gave no slack: not judged."), std::string::npos)
      << out.out;
}

// Each line is a claim by itself, so the exit code and the counts show what was judged.
TEST_F(ClaimsAudit, OnlyTheClaimsThatWereAskedForAreJudged) {
  append(kWrong);
  const auto judged = [&](const std::string& arguments) {
    return Json::parse(lab(command(arguments + " --json 2>/dev/null")).out);
  };
  const Json all = judged("");
  EXPECT_EQ(all["checked"], 31);
  EXPECT_EQ(all["left_out"], 0);
  const Json one = judged("--rule swindle");
  EXPECT_EQ(one["checked"], 1);
  EXPECT_EQ(one["left_out"], 30);
  EXPECT_EQ(one["wrong"], 1);
  EXPECT_EQ(judged("--rule swindle --rule null_move")["checked"], 16);
  const Json shallow = judged("--max-depth 1");
  EXPECT_EQ(shallow["checked"], 3) << "futility at depth 1, of the depths 1 to 7";
  EXPECT_EQ(shallow["checked"].get<int>() + shallow["left_out"].get<int>(), 31);

  ASSERT_EQ(lab(command("--rule swindle --out " + path("run.db"))).code, 0);
  EXPECT_NE(lab("show " + path("run.db")).out.find("30 claims left out."), std::string::npos);
  const Outcome other = lab(command("--rule futility --resume --out " + path("run.db")));
  EXPECT_NE(other.code, 0);
  EXPECT_NE(other.out.find("rules is \"swindle\" there and \"futility\" here"), std::string::npos) << other.out;
  const Outcome unknown = lab(command("--rule late_move"));
  EXPECT_NE(unknown.code, 0);
  EXPECT_NE(unknown.out.find("has no claim of \"late_move\"; its rules: futility, null_move, swindle"),
            std::string::npos)
      << unknown.out;
  const Outcome none = lab(command("--rule swindle --max-depth 0"));
  EXPECT_NE(none.code, 0);
  EXPECT_NE(none.out.find("has no claim among those that --rule and --max-depth choose"), std::string::npos)
      << none.out;
}

TEST_F(ClaimsAudit, ASearchMayTakeAsLongAsItIsGiven) {
  append(kWrong);
  const std::string slow = "audit " + path("claims.jsonl") +
                           " --rule swindle --judge \"cmd=" OKNOS_BINARY_DIR
                           "/oknos-fake-engine,args=silent\" --timeout 100ms";
  const Outcome out = lab(slow);
  EXPECT_NE(out.code, 0) << "no claim was judged";
  EXPECT_NE(out.out.find("1 claim without a verdict of the judge."), std::string::npos) << out.out;
  EXPECT_NE(out.out.find("did not answer \"go depth 2\" in time"), std::string::npos) << out.out;
}

// The second process begins to count its searches at 1, too.
TEST_F(ClaimsAudit, SearchesOfSeveralProcessesAreSeveralClusters) {
  const auto claim = [](const std::string& process, int search, bool wrong) {
    return R"({"search":)" + std::to_string(search) + process +
           R"(,"rule":"r","fen":"4k3/8/8/3q4/4P3/8/8/R3K3 w - - 0 1","move":"e4d5","depth":1,"alpha":)" +
           (wrong ? R"(0,"beta":1})" : R"(31000,"beta":31001})");
  };
  const auto effect_of = [&](const std::vector<std::string>& lines) {
    std::ofstream out(path("claims.jsonl"));
    for (const std::string& line : lines) out << line << "\n";
    out.close();
    const Json json = Json::parse(lab(command("--json 2>/dev/null")).out);
    EXPECT_EQ(json["wrong"], 10) << json;
    return json["rules"][0]["design_effect"].get<double>();
  };
  const std::string start = R"({"oknos_claims":1})";
  std::vector<std::string> by_starts = {start};
  std::vector<std::string> by_numbers = {start};
  std::vector<std::string> together = {start};
  for (int process = 0; process < 2; ++process) {
    if (process > 0) by_starts.push_back(start);
    for (int i = 0; i < 10; ++i) {
      const bool wrong = process == 0;
      by_starts.push_back(claim("", 1, wrong));
      together.push_back(claim("", 1, wrong));
      by_numbers.push_back(claim(process == 0 ? "" : R"(,"process":1292)", 1, wrong));
    }
  }
  EXPECT_EQ(effect_of(together), 1.0) << "one search is one cluster, of which nothing can be learnt";
  EXPECT_GT(effect_of(by_starts), 5.0) << "one search all wrong, one all right: twenty claims say as much as two";
  EXPECT_EQ(effect_of(by_starts), effect_of(by_numbers));
}

std::string fake_judge(const std::string& claims, const std::string& arguments) {
  return "audit " + claims + " --workers 1 --judge \"cmd=" OKNOS_BINARY_DIR "/oknos-fake-engine,args=" + arguments +
         "\" ";
}

TEST_F(ClaimsAudit, AJudgeThatIsNotDeterministicIsNoticed) {
  const Outcome steady = lab(fake_judge(path("claims.jsonl"), "--deep") + "--json 2>/dev/null");
  ASSERT_EQ(steady.code, 0) << steady.out;
  const Json same = Json::parse(steady.out)["judged_again"];
  EXPECT_EQ(same["claims"], 30);
  EXPECT_EQ(same["other_value"], 0);
  EXPECT_EQ(same["other_nodes"], 0);
  const Outcome moody = lab(fake_judge(path("claims.jsonl"), "--deep --moody"));
  ASSERT_EQ(moody.code, 0) << moody.out;
  EXPECT_NE(moody.out.find("warning: the judge is not deterministic: of 30 claims judged again in another order, "),
            std::string::npos)
      << moody.out;
}

TEST_F(ClaimsAudit, AnswersThatCannotBeTrueAreNoVerdicts) {
  const struct {
    std::string arguments, says;
  } cases[] = {{"", "Fake: depth 1 where "},
               {"--deep --score 99999", "Fake: a score beyond what an evaluation may be"}};
  for (const auto& c : cases) {
    const Outcome out = lab(fake_judge(path("claims.jsonl"), c.arguments));
    EXPECT_NE(out.code, 0);
    EXPECT_NE(out.out.find("claims in a row without a verdict"), std::string::npos) << out.out;
    EXPECT_NE(out.out.find(c.says), std::string::npos) << out.out;
  }
}

TEST_F(ClaimsAudit, AJudgeThatAlwaysCrashesEndsTheRun) {
  const Outcome out =
      lab("audit " + path("claims.jsonl") + " --judge \"cmd=" OKNOS_BINARY_DIR "/oknos-fake-engine,args=crash\"");
  EXPECT_NE(out.code, 0);
  EXPECT_NE(out.out.find("10 claims in a row without a verdict; the last, line "), std::string::npos) << out.out;
}

TEST_F(ClaimsAudit, AFileWithoutClaimsIsAnError) {
  for (const char* content : {"{\x7f\x45LF\x01\x02\nmore\n", "{\"oknos_claims\":1}\n", "{\"oknos_trace\":1}\n"}) {
    std::ofstream(path("claims.jsonl")) << content;
    const Outcome out = lab(command(""));
    EXPECT_NE(out.code, 0) << out.out;
    EXPECT_NE(out.out.find("has no claim that could be judged"), std::string::npos) << out.out;
  }
  EXPECT_NE(lab(command("")).out.find("oknos-lab explore shows it"), std::string::npos) << "a tree is no claim";
  EXPECT_EQ(lab(command("--shard 2/2")).code, 0) << "of a file with one line";
}

TEST_F(ClaimsAudit, WhatDoesNotApplyIsRefused) {
  file("some.epd", "7k/8/8/8/8/8/6q1/7K w - -\n");
  const std::string write = "audit " + path("some.epd") + " --write-claims " + path("own.jsonl");
  const std::string judge = "audit " + path("claims.jsonl") + " --judge ";
  const struct {
    std::string arguments, part;
  } cases[] = {{"audit " + path("claims.jsonl"), "--judge is expected"},
               {command("--depth 5"), "--depth cannot be combined"},
               {command("x.epd"), "one file of claims is expected"},
               {command("--rule Futility"), "must be 1 to 31 of a-z 0-9 _ -"},
               {command("--max-depth -1"), "allowed 0..246 plies"},
               {command("--timeout never"), "--timeout"},
               {"audit " + path("claims.jsonl") + " --judge oknos --timeout 1s", "end after 200,000,000 nodes"},
               {"audit x.epd --max-depth 3", "needs a file of claims"},
               {"audit x.epd --timeout 3", "needs a file of claims"},
               {"audit " OKNOS_SOURCE_DIR "/positions/tactics.epd --rule razoring", "--rule needs --margins"},
               {"audit " + path("claims.jsonl") + " --judge modern,depth=5", "give no limit"},
               {"audit " + path("claims.jsonl") + " --judge " OKNOS_BINARY_DIR "/oknos-fake-engine",
                "a UCI engine is written cmd="},
               {"explore " + path("claims.jsonl"), "oknos-lab audit judges them"},
               {"audit " + path("nothing") + " --judge modern", "does not exist"},
               {"audit /dev/null --judge modern", "/dev/null is empty"},
               {write + " --out " + path("x.db"), "--out cannot be combined"},
               {write + " --margins", "--margins cannot be combined"},
               {write + " --judge modern", "--judge cannot be combined"},
               {"audit " + path("some.epd") + " --write-claims " + path("some.epd"), "some.epd"},
               {judge + "oknos,hash=16", "oknos takes a preset and settings of its rules"},
               {judge + "oknos,cmd=stockfish", "oknos takes a preset and settings of its rules"},
               {judge + "oknos,depth=4", "give no limit"},
               {judge + "oknos,preset=nobody", "nobody"}};
  for (const auto& c : cases) {
    const Outcome out = lab(c.arguments);
    EXPECT_NE(out.code, 0) << c.arguments;
    EXPECT_NE(out.out.find(c.part), std::string::npos) << c.arguments << "\n" << out.out;
  }
}

}  // namespace
