// `oknos-lab match --queue FILE` from outside.
#include <algorithm>
#include <gtest/gtest.h>

#include "support/lab_program.h"

namespace oknos::lab {
namespace {

using test::lab;
using test::Outcome;
using Queue = test::LabProgram;

TEST_F(Queue, TestsTakeWhatIsCommonAndTheirOwn) {
  const std::string queue = file("q.toml",
                                 "nodes = 20\ngames = \"2\"\nhash = 1\nmax_moves = 2\n"
                                 "[one]\nfirst = \"modern,reverse_futility.margin=60\"\nsecond = \"modern\"\n"
                                 "[two]\nfirst = \"heinz\"\nsecond = \"modern,nodes=10\"\ndepth = 1\n"
                                 "sprt = \"-3,1,alpha=0.1\"\nseed = 7\n");
  const Outcome run = lab("match --queue " + queue);
  ASSERT_EQ(run.code, 0) << run.out;
  const std::string one = lab("show " + path("q.one.db")).out, two = lab("show " + path("q.two.db")).out;
  for (const char* says : {"modern reverse_futility.margin=60 - modern   20 nodes", "hash=1", "at most 2 moves"})
    EXPECT_NE(one.find(says), std::string::npos) << says << one;
  EXPECT_EQ(one.find("sprt"), std::string::npos) << one;
  // Its limit replaces the common one.
  for (const char* says : {"heinz - modern   depth 1 against 10 nodes", "seed          7", "-3,1,alpha=0.1", "hash=1"})
    EXPECT_NE(two.find(says), std::string::npos) << says << two;
}

TEST_F(Queue, AnErrorNamesFileLineAndKey) {
  const std::string players = "first = \"modern\"\nsecond = \"heinz\"\n";
  const struct {
    std::string text, says;
  } cases[] = {
      {"[a]\n" + players + "sprt = \"5,0\"\n", "q.toml:4: key 'sprt' in [a]: --sprt"},
      {"nods = 5\n", "q.toml:1: key 'nods' before the first table: there is no such key; did you mean nodes?"},
      {"pgn = \"x\"\n", "there is no such key"},
      {"[a]\nfirst = \"moderm\"\n", "q.toml:2: key 'first' in [a]: "},
      {"[a]\n" + players + "\nhash = true\n", "q.toml:5: key 'hash' in [a]: \"true\" is not"},
      {"[a]\n" + players + "tc = \"x\"\n", "q.toml:4: key 'tc' in [a]: "},
      {"\n[a]\nsecond = \"modern\"\n", "q.toml:2: [a]: the key 'first' is missing"},
      {"[a]\n" + players, "q.toml:1: [a]: it has neither 'sprt' nor 'games'"},
      {"games = 3\n[a]\n" + players, "q.toml:2: [a]: --games: an even number is expected, not 3"},
      {"games = 2\nbook = \"nowhere.epd\"\n[a]\n" + players, "q.toml:3: [a]: "},
      {"nodes = 2\ntc = \"1+1\"\ngames = 2\n[a]\n" + players, "q.toml:4: [a]: --tc"},
      {"nodes = 5\n", "q.toml: there is no test"},
      {"[a\n", "q.toml:1:"},
  };
  for (const auto& c : cases) {
    const Outcome run = lab("match --queue " + file("q.toml", c.text));
    EXPECT_EQ(run.code, 2) << run.out;
    EXPECT_NE(run.out.find(c.says), std::string::npos) << c.says << run.out;
  }
}

// Two tests of a few short games.
const char* const kShortQueue =
    "nodes = 150\nhash = 1\nmax_moves = 20\n"
    "[equal]\nfirst = \"modern\"\nsecond = \"modern\"\ngames = 8\n"
    "[unequal]\nfirst = \"modern\"\nsecond = \"modern,nodes=2\"\nsprt = \"0,300\"\ngames = 200\n";

TEST_F(Queue, PlaysEveryTestAndRecordsItOnce) {
  const std::string queue = file("q.toml", kShortQueue);
  const Outcome first = lab("match --queue " + queue + " --color never");
  ASSERT_EQ(first.code, 0) << first.out;
  EXPECT_NE(first.out.find("all games"), std::string::npos) << first.out;
  EXPECT_NE(first.out.find("H1 accepted"), std::string::npos) << first.out;
  EXPECT_NE(first.out.find("test 2 of 2, unequal: "), std::string::npos) << first.out;
  const std::string results = content_of("q.results.tsv");
  EXPECT_EQ(std::count(results.begin(), results.end(), '\n'), 3) << results;
  EXPECT_NE(results.find("\nunequal\t"), std::string::npos) << results;
  // Gone through again it plays nothing and records nothing, but its table is the same.
  const Outcome again = lab("match --queue " + queue + " --color never 2>/dev/null");
  EXPECT_EQ(again.code, 0);
  EXPECT_NE(first.out.find(again.out), std::string::npos) << again.out;
  EXPECT_EQ(content_of("q.results.tsv"), results);
}

TEST_F(Queue, GoesOnWhereItWasKilled) {
  const std::string whole = file("whole.toml", kShortQueue);
  const std::string killed = file("killed.toml", kShortQueue);
  ASSERT_EQ(lab("match --queue " + whole).code, 0);
  for (const char* wait : {"0.3", "0.6", "0.9"})
    lab("match --queue " + killed + " & p=$!; sleep " + wait + "; kill -9 $p; wait $p");
  ASSERT_EQ(lab("match --queue " + killed).code, 0);
  for (const char* test : {".equal.db", ".unequal.db"})
    EXPECT_EQ(lab("show --rows --stable " + path(std::string("killed") + test)).out,
              lab("show --rows --stable " + path(std::string("whole") + test)).out);
  const std::string results = content_of("killed.results.tsv");
  EXPECT_EQ(std::count(results.begin(), results.end(), '\n'), 3) << results;
}

TEST_F(Queue, ATestThatCannotBePlayedDoesNotStopTheOthers) {
  const std::string queue = file("q.toml",
                                 "games = 2\nnodes = 50\nhash = 1\nmax_moves = 5\n"
                                 "[broken]\nfirst = \"cmd=/nowhere/engine\"\nsecond = \"modern\"\n"
                                 "[good]\nfirst = \"modern\"\nsecond = \"heinz\"\n");
  const Outcome run = lab("match --queue " + queue);
  EXPECT_EQ(run.code, 1) << run.out;
  EXPECT_NE(run.out.find("[broken]: "), std::string::npos) << run.out;
  EXPECT_NE(content_of("q.results.tsv").find("\ngood\t"), std::string::npos);
}

TEST_F(Queue, RefusesWhatStandsInTheFile) {
  const std::string queue = file("q.toml", kShortQueue);
  for (const char* arguments : {"--nodes 5", "modern heinz", "--out x.db"}) {
    const Outcome run = lab("match --queue " + queue + " " + arguments);
    EXPECT_EQ(run.code, 2) << run.out;
    EXPECT_NE(run.out.find("cannot be combined with --queue"), std::string::npos) << run.out;
  }
  EXPECT_EQ(lab("match --queue " + path("nowhere.toml")).code, 2);
  EXPECT_EQ(lab("match modern").code, 2);
}

}  // namespace
}  // namespace oknos::lab
