// `oknos-lab match --queue FILE`: the file, and the program from outside.
#include <algorithm>
#include <gtest/gtest.h>

#include "lab/commands/match/queue_file.h"
#include "support/lab_program.h"

namespace oknos::lab {
namespace {

using test::lab;
using test::Outcome;
using Queue = test::LabProgram;

std::string error_of(const std::string& text) {
  const auto queue = parse_queue(text, "q.toml");
  return queue ? "" : queue.error();
}

TEST(QueueFile, TestsTakeWhatIsCommonAndTheirOwn) {
  const auto queue = parse_queue(
      "nodes = 2000\nsprt = \"0,5\"\ngames = \"20k\"\nhash = 1\n"
      "[one]\nfirst = \"modern,reverse_futility.margin=60\"\nsecond = \"modern\"\n"
      "[two]\nfirst = \"heinz\"\nsecond = \"modern,nodes=100\"\ntc = \"1+0.01\"\nsprt = \"-3,1,alpha=0.1\"\nseed = 7\n",
      "q.toml");
  ASSERT_TRUE(queue.ok()) << queue.error();
  ASSERT_EQ(queue->size(), 2U);
  const MatchOptions& one = (*queue)[0].options;
  EXPECT_EQ((*queue)[0].name, "one");
  EXPECT_EQ((*queue)[0].line, 5);
  EXPECT_EQ(one.players[0], "modern,reverse_futility.margin=60");
  EXPECT_EQ(one.control.nodes, std::uint64_t{2000});
  EXPECT_EQ(one.games, std::int64_t{20'000});
  EXPECT_EQ(one.sprt, "0,5");
  EXPECT_EQ(one.seed, 1U);
  const MatchOptions& two = (*queue)[1].options;
  EXPECT_FALSE(two.control.nodes) << "its clock replaces the common limit";
  EXPECT_TRUE(two.control.clock);
  EXPECT_EQ(two.sprt, "-3,1,alpha=0.1");
  EXPECT_EQ(two.seed, 7U);
  EXPECT_EQ(two.hash, std::size_t{1});
}

TEST(QueueFile, AnErrorNamesFileLineAndKey) {
  const std::string players = "first = \"modern\"\nsecond = \"heinz\"\n";
  EXPECT_EQ(error_of("[a]\n" + players + "sprt = \"5,0\"\n").substr(0, 35), "q.toml:4: key 'sprt' in [a]: --sprt");
  EXPECT_EQ(error_of("nods = 5\n"),
            "q.toml:1: key 'nods' before the first table: there is no such key; did you mean nodes?");
  EXPECT_TRUE(error_of("[a]\nfirst = \"moderm\"\n").starts_with("q.toml:2: key 'first' in [a]: "));
  EXPECT_TRUE(
      error_of("[a]\n" + players + "\nhash = true\n").starts_with("q.toml:5: key 'hash' in [a]: \"true\" is not"));
  EXPECT_TRUE(error_of("[a]\n" + players + "tc = \"x\"\n").starts_with("q.toml:4: key 'tc' in [a]: "));
  EXPECT_EQ(error_of("\n[a]\nsecond = \"modern\"\n"), "q.toml:2: [a]: the key 'first' is missing");
  EXPECT_TRUE(error_of("[a]\n" + players).starts_with("q.toml:1: [a]: it has neither 'sprt' nor 'games'"));
  EXPECT_TRUE(error_of("games = 3\n[a]\n" + players).starts_with("q.toml:2: [a]: --games 3"));
  EXPECT_TRUE(error_of("games = 2\nbook = \"nowhere.epd\"\n[a]\n" + players).starts_with("q.toml:3: [a]: "));
  EXPECT_TRUE(error_of("nodes = 2\ntc = \"1+1\"\ngames = 2\n[a]\n" + players).starts_with("q.toml:4: [a]: --tc"));
  EXPECT_TRUE(error_of("nodes = 5\n").starts_with("q.toml: there is no test"));
  EXPECT_TRUE(error_of("[a\n").starts_with("q.toml:1:"));
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
