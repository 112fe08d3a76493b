// Our own search through a file of claims, against our own audit: the same cases, the same verdicts.
#include <gtest/gtest.h>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "support/lab_program.h"

namespace {

using oknos::test::lab;
using oknos::test::Outcome;
using Row = std::map<std::string, std::string>;

constexpr const char* kPositions =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - id \"kiwipete\";\n"
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP3PPP/R1BQKB1R w KQ - id \"opening\";\n"
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - id \"ending\";\n"
    "7k/8/8/8/8/8/6q1/7K w - - id \"one move\";\n"
    "r6k/6pp/8/6N1/8/1Q6/6PP/6K1 w - - id \"mate\";\n"
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - id \"chess960\";\n";

std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> out;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, '\t');) out.push_back(field);
  return out;
}

// The rows of a table in what `show --rows` prints.
std::vector<Row> table(const std::string& text, const std::string& name) {
  std::vector<Row> out;
  std::istringstream in(text.substr(std::min(text.size(), text.find("# " + name + "\n"))));
  std::string line;
  std::getline(in, line);
  std::getline(in, line);
  const std::vector<std::string> names = fields(line);
  while (std::getline(in, line) && !line.starts_with("# ")) {
    const std::vector<std::string> values = fields(line);
    Row row;
    for (std::size_t i = 0; i < values.size(); ++i) row[names[i]] = values[i];
    out.push_back(std::move(row));
  }
  return out;
}

// A FEN without the number of the move: it counts null moves otherwise than a FEN can say.
std::string without_number(const std::string& fen) {
  return fen.substr(0, fen.rfind(' '));
}

// What a case is, and the verdict. An audit has depth -1 where no move below a node of depth 0 is searched, a file 0;
// it knows of an open window beyond all mates.
std::string summary(const Row& row) {
  std::string out;
  for (const char* name : {"rule", "what", "ply", "depth", "first_depth", "kind", "phase", "in_check", "static_eval",
                           "alpha", "bound", "move", "error", "found_at_reduced_depth", "value", "regret", "nodes"})
    out += std::string(name) + " " + row.at(name) + ", ";
  return out + "beta " + std::to_string(std::min(std::stoi(row.at("beta")), 32000)) + ", full_depth " +
         std::to_string(std::max(std::stoi(row.at("full_depth")), 0)) + ", fen " + without_number(row.at("fen"));
}

class OwnClaims : public oknos::test::LabProgram {
 protected:
  std::vector<Row> cases(const std::string& command) {
    const Outcome out = lab(command + " --force --out " + path("run.db"));
    EXPECT_EQ(out.code, 0) << out.out;
    EXPECT_EQ(out.out.find("problem"), std::string::npos) << out.out;
    return table(lab("show " + path("run.db") + " --rows --stable").out, "cases");
  }
};

TEST_F(OwnClaims, AreJudgedAsAnAuditJudgesThem) {
  file("six.epd", kPositions);
  const struct {
    std::string preset, setting, sample;
    std::size_t errors;  // at least
    std::string cuts;    // one of them
  } cases_of[] = {
      {"heinz", "", "100", 2, ""},
      {"modern", "", "10", 2, "cut above"},
      {"modern", "razoring=on", "10", 2, "cut below"},
      {"muller", "", "500 --sample over_kill=10", 0, "cut above"},
  };
  for (const auto& c : cases_of) {
    SCOPED_TRACE(c.preset + " " + c.setting);
    const std::string search = "audit " + path("six.epd") + " --depth 6 --sample " + c.sample + " --preset " +
                               c.preset + (c.setting.empty() ? "" : " --set " + c.setting);
    const std::vector<Row> audited = cases(search);
    ASSERT_EQ(lab(search + " --force --write-claims " + path("own.jsonl")).code, 0);
    const std::vector<Row> judged = cases("audit " + path("own.jsonl") + " --judge oknos,preset=" + c.preset +
                                          (c.setting.empty() ? "" : "," + c.setting));
    ASSERT_EQ(audited.size(), judged.size());
    EXPECT_GT(audited.size(), 100U);
    std::size_t errors = 0;
    bool has_cut = c.cuts.empty();
    for (std::size_t i = 0; i < audited.size(); ++i) {
      ASSERT_EQ(summary(audited[i]), summary(judged[i])) << "case " << i;
      errors += audited[i].at("error") == "1" ? 1 : 0;
      has_cut |= audited[i].at("what") == c.cuts;
    }
    EXPECT_GE(errors, c.errors);
    EXPECT_TRUE(has_cut);
  }
}

TEST_F(OwnClaims, TheFileDoesNotDependOnTheThreads) {
  file("six.epd", kPositions);
  const std::string search = "audit " + path("six.epd") + " --depth 5 --sample 50 --write-claims ";
  ASSERT_EQ(lab(search + path("one.jsonl") + " --workers 1").code, 0);
  ASSERT_EQ(lab(search + path("two.jsonl") + " --workers 3").code, 0);
  EXPECT_EQ(content_of("one.jsonl"), content_of("two.jsonl"));
  EXPECT_TRUE(content_of("one.jsonl").starts_with("{\"oknos_claims\":1}\n{\"search\":1,"));
}

}  // namespace
