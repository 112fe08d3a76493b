#include <gtest/gtest.h>

#include "engine/uci/session.h"
#include "engine/uci/talk.h"

// A session that is given its lines one by one, by a host without threads.
namespace oknos::uci {
namespace {

using test::begins_with;
using test::CollectingSink;
using test::last_with;

bool never() {
  return false;
}
bool always() {
  return true;
}

class CarryOut : public ::testing::Test {
 protected:
  // What is said to the line.
  std::vector<std::string> say(const std::string& line, bool (*interrupted)() = never) {
    const std::size_t before = out_.lines().size();
    goes_on_ = session_.carry_out(line, interrupted);
    std::vector<std::string> all = out_.lines();
    return {all.begin() + static_cast<std::ptrdiff_t>(before), all.end()};
  }

  CollectingSink out_, errors_;
  Session session_{out_, errors_, "test"};
  bool goes_on_ = true;
};

TEST_F(CarryOut, AnswersBeforeItReturns) {
  EXPECT_EQ(say("uci").back(), "uciok");
  EXPECT_EQ(say("isready"), std::vector<std::string>{"readyok"});
  EXPECT_TRUE(goes_on_);
}

TEST_F(CarryOut, SearchesTheSameAsWithThreads) {
  say("position startpos moves e2e4");
  const auto lines = say("go depth 6");
  const auto threaded = test::answers({"position startpos moves e2e4", "go depth 6"});
  ASSERT_TRUE(begins_with(lines.back(), "bestmove ")) << lines.back();
  EXPECT_EQ(lines.back(), threaded.back());
  const auto nodes = [](const std::string& info) { return info.substr(0, info.find(" nps ")); };
  EXPECT_EQ(nodes(last_with(lines, "info depth 6 ")), nodes(last_with(threaded, "info depth 6 ")));
}

TEST_F(CarryOut, AnInterruptedSearchAnswers) {
  for (const char* go : {"go infinite", "go ponder wtime 1 btime 1", "go depth 99", "go"}) {
    const auto lines = say(go, always);
    ASSERT_FALSE(lines.empty()) << go;
    EXPECT_TRUE(begins_with(lines.back(), "bestmove ")) << lines.back();
  }
  EXPECT_EQ(say("isready").back(), "readyok");
}

// The host holds the answer back.
TEST_F(CarryOut, AnInfiniteSearchThatHasEndedAnswers) {
  say("position fen 7k/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
  EXPECT_EQ(say("go infinite depth 3").back(), "bestmove a1a8");
}

TEST_F(CarryOut, CountsInTheCallingThread) {
  EXPECT_EQ(say("perft 3").back(), "Nodes searched: 8902");
  EXPECT_EQ(say("isready").back(), "readyok");
}

TEST_F(CarryOut, RefusesCountingWithMoreThreads) {
  EXPECT_EQ(say("bench 1 2 1"), std::vector<std::string>{"info string 2 threads: there is only one here; right is 1"});
}

TEST_F(CarryOut, EndsWithQuit) {
  say("quit");
  EXPECT_FALSE(goes_on_);
}

}  // namespace
}  // namespace oknos::uci
