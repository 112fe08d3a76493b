// Searches and the order of things around them.
#include <algorithm>
#include <gtest/gtest.h>
#include <random>

#include "engine/uci/session.h"
#include "engine/uci/talk.h"

namespace oknos::uci {
namespace {

using test::answers;
using test::begins_with;
using test::count_with;
using test::last_with;
using test::Talk;

constexpr const char* kMated = "position fen 8/8/8/8/8/5k2/6q1/6K1 w - - 0 1";
constexpr const char* kStalemate = "position fen 8/8/8/8/8/4k3/4p3/4K3 w - - 0 1";
constexpr const char* kOneMove = "position fen 8/7p/8/8/8/1k6/8/K7 w - - 0 1";  // a1b1
constexpr const char* kWhiteMates = "position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";

std::string word_behind(const std::string& line, const std::string& word) {
  const std::size_t at = line.find(" " + word + " ");
  if (at == std::string::npos) return {};
  const std::size_t begin = at + word.size() + 2;
  return line.substr(begin, line.find(' ', begin) - begin);
}

TEST(Search, DepthIsReachedAndToldBeforeTheMove) {
  const auto lines = answers({"go depth 4"});
  ASSERT_GE(lines.size(), 5U);
  EXPECT_TRUE(begins_with(lines.back(), "bestmove "));
  const std::string& info = lines[lines.size() - 2];
  EXPECT_EQ(word_behind(info, "depth"), "4");
  for (const char* word : {"seldepth", "multipv", "score", "nodes", "nps", "hashfull", "time", "pv"})
    EXPECT_FALSE(word_behind(info, word).empty()) << word << " in " << info;
  EXPECT_EQ(word_behind(info, "pv"), lines.back().substr(9, 4));
  EXPECT_EQ(info.find('.'), std::string::npos);
  EXPECT_EQ(info.find("tbhits"), std::string::npos) << "there are no tablebases";
}

// The lines of the last search without what depends on the clock.
std::vector<std::string> without_times(const std::vector<std::string>& lines) {
  std::vector<std::string> out;
  for (const std::string& line : lines) {
    if (begins_with(line, "info depth 1 ")) out.clear();
    std::string text = line;
    for (const char* word : {"time", "nps"})
      if (const std::size_t at = text.find(std::string(" ") + word + " "); at != std::string::npos)
        text.erase(at, word_behind(line, word).size() + std::string_view(word).size() + 2);
    out.push_back(text);
  }
  return out;
}

// What testers rely on: a fixed number of nodes gives the same lines, whatever was played before.
TEST(Search, IsTheSameAgainAfterUciNewGame) {
  const auto first = without_times(answers({"position startpos moves e2e4", "go nodes 30000"}));
  const auto again =
      without_times(answers({"position fen 8/8/4k3/8/2R5/4K3/8/8 w - - 0 1", "go nodes 20000", "position startpos",
                             "go nodes 20000", "ucinewgame", "position startpos moves e2e4", "go nodes 30000"}));
  ASSERT_GT(first.size(), 8U);
  EXPECT_EQ(again, first);
}

TEST(Search, IsReadyIsAnsweredWhileItRuns) {
  Talk talk;
  talk.send({"go infinite", "isready"});
  talk.expect("readyok");
  EXPECT_EQ(talk.count("bestmove"), 0);
  talk.send("stop");
  talk.expect("bestmove ");
  EXPECT_EQ(talk.finish(), Session::kExitOk);
  EXPECT_EQ(talk.count("bestmove "), 1);
}

TEST(Search, OneBestMoveForEveryGoHoweverSoonStopFollows) {
  constexpr int kGames = 30;
  Talk talk;
  for (int i = 0; i < kGames; ++i) talk.send({"position startpos", "go infinite", "stop"});
  EXPECT_EQ(talk.finish(), Session::kExitOk);
  EXPECT_EQ(talk.count("bestmove "), kGames);
  EXPECT_EQ(talk.count("bestmove (none)"), 0);
  EXPECT_GE(talk.count("info depth"), kGames) << "a stopped search says something, too";
}

TEST(Search, StopWhenIdleSaysNothing) {
  EXPECT_TRUE(answers({"stop", "stop", "ponderhit"}).empty());
  const auto lines = answers({"go depth 1", "stop", "stop"});
  EXPECT_EQ(count_with(lines, "bestmove"), 1);
}

// A `stop` that arrives while its `go` still waits must not be lost.
TEST(Search, StopReachesAGoThatWaits) {
  Talk talk;
  talk.send({"go infinite", kOneMove, "go infinite", "stop"});
  talk.expect("bestmove ");
  EXPECT_EQ(talk.expect("bestmove ").substr(0, 13), "bestmove a1b1");
  EXPECT_EQ(talk.finish(), Session::kExitOk);
  EXPECT_EQ(talk.count("bestmove "), 2);
}

TEST(Search, StopBetweenTwoGosStopsTheFirstOnly) {
  Talk talk;
  talk.send({"go infinite", "stop", "go infinite"});
  talk.expect("bestmove ");
  talk.send("isready");
  talk.expect("readyok");
  EXPECT_EQ(talk.count("bestmove "), 1);
  talk.send("stop");
  talk.expect("bestmove ");
}

TEST(Search, WhatWaitsIsCarriedOutInOrder) {
  const auto lines =
      answers({"go depth 3", "position startpos moves e2e4", "d", "go depth 2", "position startpos", "d"});
  std::vector<std::string> order;
  for (const std::string& line : lines)
    if (begins_with(line, "bestmove") || begins_with(line, "Fen: ")) order.push_back(line.substr(0, 4));
  EXPECT_EQ(order, (std::vector<std::string>{"best", "Fen:", "best", "Fen:"}));
  EXPECT_EQ(last_with(lines, "Fen: "), "Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

TEST(Search, OptionsSentDuringASearchHoldFromTheNext) {
  Talk talk;
  talk.send({"go infinite", "setoption name MultiPV value 3", "setoption name Hash value 4", "ucinewgame", "isready"});
  talk.expect("readyok");
  talk.send("stop");
  talk.expect("bestmove ");
  for (const std::string& line : talk.lines()) EXPECT_EQ(line.find("multipv 2"), std::string::npos);
  talk.send("go depth 2");
  talk.expect("info depth 2 ");
  talk.expect("bestmove ");
  EXPECT_EQ(talk.finish(), Session::kExitOk);
  bool third = false;
  for (const std::string& line : talk.lines()) third = third || line.find("multipv 3") != std::string::npos;
  EXPECT_TRUE(third);
}

TEST(Search, MultiPvLinesComeTogetherInOrder) {
  const auto lines = answers({"setoption name MultiPV value 4", "go depth 3"});
  std::vector<std::string> numbers;
  for (const std::string& line : lines)
    if (begins_with(line, "info depth 3 ")) numbers.push_back(word_behind(line, "multipv"));
  ASSERT_GE(numbers.size(), 4U);
  EXPECT_EQ(std::vector<std::string>(numbers.end() - 4, numbers.end()), (std::vector<std::string>{"1", "2", "3", "4"}));
}

TEST(Search, InfiniteDoesNotAnswerBeforeStopEvenWhenAllIsKnown) {
  for (const char* position : {kMated, kStalemate}) {
    Talk talk;
    talk.send({position, "go infinite", "isready"});
    talk.expect("readyok");
    EXPECT_EQ(talk.count("bestmove"), 0);
    talk.send("stop");
    EXPECT_EQ(talk.expect("bestmove "), "bestmove (none)");
  }
}

TEST(Search, PonderingWaitsForPonderHit) {
  Talk talk;
  talk.send({"go ponder depth 1"});
  talk.expect("info depth 1 ");
  talk.send("isready");
  talk.expect("readyok");
  EXPECT_EQ(talk.count("bestmove"), 0);
  talk.send("ponderhit");
  talk.expect("bestmove ");
}

// Nothing tells when the search has ended, and a hit before that repeats nothing, so longer and longer waits are tried.
TEST(Search, APonderSearchThatHadEndedTellsItsLineAgainAtTheHit) {
  constexpr int kLongest = 1 << 14;  // answers to isready
  for (int waits = 1; waits <= kLongest; waits *= 2) {
    Talk talk;
    talk.send("go ponder depth 2");
    talk.expect("info depth 2 ");
    for (int i = 0; i < waits; ++i) {
      talk.send("isready");
      talk.expect("readyok");
    }
    talk.send("ponderhit");
    talk.expect("bestmove ");
    const auto lines = talk.lines();
    if (begins_with(lines[lines.size() - 2], "info depth 2 ")) return;
  }
  FAIL() << "the line before bestmove is none of the search's";
}

TEST(Search, PonderHitStartsTheClock) {
  Talk talk;
  talk.send({"go ponder wtime 100 btime 100", "isready"});
  talk.expect("readyok");
  EXPECT_EQ(talk.count("bestmove"), 0);
  talk.send({"ponderhit", "ponderhit"});
  talk.expect("bestmove ");
}

TEST(Search, AMissedPonderIsStopped) {
  Talk talk;
  talk.send({"go ponder wtime 100000 btime 100000", "stop", "position startpos moves d2d4", "go depth 1"});
  talk.expect("bestmove ");
  talk.expect("bestmove ");
  EXPECT_EQ(talk.finish(), Session::kExitOk);
  EXPECT_EQ(talk.count("bestmove "), 2);
}

TEST(Search, PonderHitReachesAGoThatWaits) {
  Talk talk;
  talk.send({"go infinite", "go ponder depth 1", "ponderhit", "isready"});
  talk.expect("readyok");
  EXPECT_EQ(talk.count("bestmove"), 0);
  talk.send("stop");
  talk.expect("bestmove ");
  talk.expect("bestmove ");
}

TEST(Search, QuitDuringASearch) {
  Talk talk;
  talk.send({"go infinite", "position startpos", "go infinite", "quit"});
  EXPECT_EQ(talk.finish(), Session::kExitOk);
  EXPECT_LE(talk.count("bestmove "), 1);
}

TEST(Search, AtTheEndOfTheInputASearchWithAnEndIsFinished) {
  const auto lines = answers({"position startpos", "go depth 6"});
  EXPECT_EQ(count_with(lines, "info depth 6 "), 1);
  EXPECT_EQ(count_with(lines, "bestmove "), 1);
}

TEST(Search, AtTheEndOfTheInputAnEndlessSearchIsStopped) {
  EXPECT_EQ(count_with(answers({"go infinite"}), "bestmove "), 1);
  EXPECT_EQ(count_with(answers({"go"}), "bestmove "), 1);
  EXPECT_EQ(count_with(answers({"go ponder wtime 1000"}), "bestmove "), 1);
  EXPECT_EQ(count_with(answers({"go infinite", "go infinite", "go depth 1"}), "bestmove "), 3);
}

TEST(Search, SearchMovesAreObeyed) {
  EXPECT_TRUE(begins_with(last_with(answers({"go depth 2 searchmoves a2a3"}), "bestmove"), "bestmove a2a3"));
  EXPECT_TRUE(begins_with(last_with(answers({"go searchmoves h2h4 depth 2"}), "bestmove"), "bestmove h2h4"));
}

TEST(Search, IllegalSearchMovesAreLeftOut) {
  const auto some = answers({"go searchmoves e2e5 h2h4 0000 depth 2"});
  EXPECT_EQ(some[0], "info string go searchmoves: not legal here: \"e2e5\"; \"0000\"; the others are searched");
  EXPECT_TRUE(begins_with(some.back(), "bestmove h2h4"));
  const auto none = answers({"go searchmoves 0000 depth 2"});
  EXPECT_NE(none[0].find("all moves are searched"), std::string::npos);
  EXPECT_TRUE(begins_with(none.back(), "bestmove "));
  EXPECT_EQ(count_with(none, "bestmove (none)"), 0);
}

TEST(Search, AClockOfOneSideIsEnough) {
  for (const char* go : {"go wtime 50", "go btime 50", "go winc 5", "go wtime 0", "go wtime -100 btime -100",
                         "go movetime 0", "go movetime -5", "go wtime 50 movestogo 0"})
    EXPECT_EQ(count_with(answers({go}), "bestmove "), 1) << go;
}

TEST(Search, NodeLimitIsExactWithOneThread) {
  const auto lines = answers({"go nodes 1234"});
  EXPECT_EQ(word_behind(last_with(lines, "info depth"), "nodes"), "1234");
}

TEST(Search, NoLegalMove) {
  EXPECT_EQ(answers({kMated, "go depth 3"}),
            (std::vector<std::string>{"info depth 0 score mate 0", "bestmove (none)"}));
  EXPECT_EQ(answers({kStalemate, "go depth 3"}),
            (std::vector<std::string>{"info depth 0 score cp 0", "bestmove (none)"}));
}

TEST(Search, MateIsToldInMoves) {
  const auto lines = answers({kWhiteMates, "go depth 3"});
  EXPECT_NE(last_with(lines, "info depth").find(" score mate 1 "), std::string::npos);
  EXPECT_TRUE(begins_with(lines.back(), "bestmove a1a8"));
}

TEST(Search, ChancesAreToldWhenTheyAreAskedFor) {
  const auto lines = answers({"setoption name UCI_ShowWDL value true", "go depth 3", kWhiteMates, "go depth 3", kMated,
                              "go depth 1", kStalemate, "go depth 1"});
  for (const std::string& line : lines) {
    if (!begins_with(line, "info depth")) continue;
    EXPECT_NE(line.find(" wdl "), std::string::npos) << line;
  }
  EXPECT_EQ(count_with(lines, "info depth 0 score mate 0 wdl 0 0 1000"), 1);
  EXPECT_NE(last_with(lines, "info depth 3 ").find(" score mate 1 wdl 1000 0 0 "), std::string::npos);
  EXPECT_TRUE(word_behind(last_with(answers({"go depth 3"}), "info depth"), "wdl").empty());
  EXPECT_EQ(answers({"setoption name UCI_ShowWDL value perhaps"})[0],
            "info string UCI_ShowWDL: \"perhaps\" is not allowed; allowed true or false");
}

// What the rules of the game have decided is no matter of chances.
TEST(Search, ACertainDrawHasNoChances) {
  constexpr const char* kShowWdl = "setoption name UCI_ShowWDL value true";
  for (const char* position :
       {"position fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1", kStalemate, "position fen 8/8/4k3/8/8/4K3/8/2B3b1 w - - 0 1",
        "position fen 8/8/4k3/8/8/4K3/6r1/1R6 w - - 100 90",
        "position fen 4k3/8/8/8/8/8/4q3/4K3 w - - 0 1"}) {  // the king takes
    const auto lines = answers({kShowWdl, position, "go depth 3"});
    EXPECT_NE(last_with(lines, "info depth").find(" score cp 0 wdl 0 1000 0"), std::string::npos)
        << position << ": " << last_with(lines, "info depth");
  }
  // The first iteration ends before it could see any of this, and has another score.
  for (const char* position :
       {"position fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1", "position fen 8/8/8/3k4/8/3K4/8/5B2 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 99 80"})
    EXPECT_NE(last_with(answers({kShowWdl, position, "go depth 1 searchmoves e3d3 d3c3 e1d1"}), "info depth")
                  .find(" wdl 0 1000 0"),
              std::string::npos)
        << position;
  const std::string knights = " g1f3 g8f6 f3g1 f6g8";
  const auto third =
      answers({kShowWdl, "position startpos moves" + knights + " g1f3 g8f6 f3g1", "go depth 3 searchmoves f6g8"});
  EXPECT_NE(last_with(third, "info depth").find(" score cp 0 wdl 0 1000 0"), std::string::npos);
  const auto open = answers({kShowWdl, "go depth 3"});
  EXPECT_EQ(last_with(open, "info depth").find("wdl 0 1000 0"), std::string::npos);
}

// Passing hides a mate by zugzwang, and margins of material hide quiet ones.
TEST(Search, GoMateFindsTheMate) {
  const auto lines = answers({"position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "go mate 2 nodes 100000"});
  EXPECT_NE(last_with(lines, "info depth").find(" score mate 2 "), std::string::npos) << last_with(lines, "info depth");
  EXPECT_TRUE(begins_with(lines.back(), "bestmove a1a6")) << lines.back();
}

TEST(Search, DebugTellsWhatTheRulesLeftOut) {
  const auto lines = answers({"debug on", "go depth 6", "debug off"});
  ASSERT_GE(lines.size(), 3U);
  const std::string& comment = lines[lines.size() - 2];
  EXPECT_TRUE(begins_with(comment, "info string pgncomment moves made ")) << comment;
  EXPECT_NE(comment.find("skipped by: "), std::string::npos) << comment;
  EXPECT_EQ(count_with(answers({"go depth 6"}), "info string"), 0);
}

TEST(Search, PresetsChangeTheTree) {
  const auto nodes = [](const char* preset) {
    return word_behind(
        last_with(answers({std::string("setoption name Preset value ") + preset, "go depth 6"}), "info depth 6 "),
        "nodes");
  };
  EXPECT_NE(nodes("none"), nodes("modern"));
}

TEST(Search, NewGameMakesSearchesRepeatable) {
  const auto lines = answers({"go depth 6", "ucinewgame", "go depth 6"});
  std::vector<std::string> nodes;
  for (const std::string& line : lines)
    if (begins_with(line, "info depth 6 ")) nodes.push_back(word_behind(line, "nodes"));
  ASSERT_EQ(nodes.size(), 2U);
  EXPECT_EQ(nodes[0], nodes[1]);
}

// The last line that is told is the answer's, whichever thread was chosen.
TEST(Search, TheLastLineBeginsWithTheBestMove) {
  for (const char* go : {"go nodes 3000", "go movetime 20", "go wtime 200 btime 200"}) {
    const auto lines = answers({"setoption name Threads value 3", go});
    EXPECT_EQ(word_behind(last_with(lines, "info depth") + " ", "pv"),
              word_behind(" " + lines.back() + " ", "bestmove"))
        << go;
  }
}

TEST(Search, SeveralThreadsGiveOneAnswer) {
  const auto lines = answers({"setoption name Threads value 4", "go depth 5", "go infinite", "stop"});
  EXPECT_EQ(count_with(lines, "bestmove "), 2);
}

// Whatever a GUI sends in whatever order: every `go` gets its one answer, and the session ends.
TEST(Search, RandomTalks) {
  constexpr const char* kLines[] = {"go infinite",
                                    "go depth 1",
                                    "go nodes 200",
                                    "go ponder nodes 100",
                                    "go ponder",
                                    "stop",
                                    "stop",
                                    "ponderhit",
                                    "isready",
                                    "ucinewgame",
                                    "position startpos moves e2e4",
                                    "setoption name MultiPV value 2",
                                    "debug on",
                                    "debug off",
                                    kMated,
                                    "go depth x",
                                    "d",
                                    "go perft 3"};
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  constexpr int kTalks = 40;
  constexpr int kLength = 25;
  for (int i = 0; i < kTalks; ++i) {
    Talk talk;
    int searches = 0;
    int ready = 0;
    std::string sent;
    for (int k = 0; k < kLength; ++k) {
      const std::string line = kLines[random() % std::size(kLines)];
      searches += begins_with(line, "go ") && line != "go perft 3";
      ready += line == "isready";
      sent += line + "\n";
      talk.send(line);
    }
    EXPECT_EQ(talk.finish(), Session::kExitOk);
    EXPECT_EQ(talk.count("bestmove "), searches) << sent;
    EXPECT_EQ(talk.count("readyok"), ready) << sent;
  }
}

TEST(Perft, SplitByMove) {
  const auto lines = answers({"go perft 2"});
  EXPECT_EQ(count_with(lines, "e2e4: 20"), 1);
  EXPECT_EQ(lines.back(), "Nodes searched: 400");
}

TEST(Perft, CommandWithFenAndOptions) {
  const auto lines =
      answers({"perft 3 r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 --divide --threads 2"});
  EXPECT_EQ(lines.back(), "Nodes searched: 97862");
  EXPECT_EQ(count_with(lines, "e1g1: 2059"), 1);
  EXPECT_EQ(answers({"perft 4"}).back(), "Nodes searched: 197281");
  EXPECT_EQ(count_with(answers({"perft 2"}), "e2e4"), 0);
}

TEST(Perft, DeepOnesCanBeStopped) {
  Talk talk;
  talk.send({"go perft 40", "isready"});
  talk.expect("readyok");
  talk.send("stop");
  talk.expect("info string perft was stopped");
  talk.send({"go perft 40", "stop", "quit"});
  EXPECT_EQ(talk.finish(), Session::kExitOk);
  EXPECT_EQ(talk.count("Nodes searched"), 0);
}

TEST(Perft, IsFinishedBeforeQuit) {
  for (const auto& lines : {answers({"go perft 5", "quit"}), answers({"go perft 3", "perft 5", "quit"})})
    EXPECT_EQ(lines.back(), "Nodes searched: 4865609");
  EXPECT_EQ(answers({"go perft 5"}).back(), "Nodes searched: 4865609");
}

TEST(Bench, TheLastLineIsWhatProgramsRead) {
  Talk talk;
  talk.send("bench 1 1 2");
  EXPECT_EQ(talk.finish(), Session::kExitOk);
  const auto lines = talk.lines();
  ASSERT_FALSE(lines.empty());
  unsigned long long nodes = 0;
  unsigned long long speed = 0;
  int end = 0;
  ASSERT_EQ(std::sscanf(lines.back().c_str(), "%llu nodes %llu nps%n", &nodes, &speed, &end), 2) << lines.back();
  EXPECT_EQ(static_cast<std::size_t>(end), lines.back().size());
  EXPECT_EQ(count_with(lines, "position "), static_cast<int>(bench_positions().size()));
  const auto errors = talk.errors();
  ASSERT_EQ(errors.size(), 2U);
  EXPECT_TRUE(begins_with(errors[0], "Total time (ms) : "));
  EXPECT_EQ(errors[1], "Nodes searched  : " + std::to_string(nodes));
}

TEST(Bench, IsFinishedBeforeQuitAndEndsAtStop) {
  EXPECT_EQ(count_with(answers({"bench 1 1 2", "quit"}), "position "), static_cast<int>(bench_positions().size()));
  Talk talk;
  talk.send({"bench 1 1 200", "isready"});
  talk.expect("readyok");
  talk.send({"stop", "quit"});
  EXPECT_EQ(talk.finish(), Session::kExitOk);
  EXPECT_EQ(talk.lines().back(), "info string bench was stopped");
  EXPECT_TRUE(talk.errors().empty());
}

TEST(Bench, CountsTheSameTwiceAndUnderTheLedger) {
  const auto count = [](std::vector<std::string> lines) { return lines.back().substr(0, lines.back().find(' ')); };
  const std::string nodes = count(answers({"bench 2 1 4"}));
  EXPECT_EQ(nodes, count(answers({"go depth 3", "bench 2 1 4 default depth"})));
  EXPECT_EQ(nodes, count(answers({"debug on", "bench 2 1 4"})));
}

}  // namespace
}  // namespace oknos::uci
