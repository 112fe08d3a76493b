// Thousands of random conversations, held against a model of the protocol: every `go` is answered once, in order, in
// the position it was given, as soon as it may be and not before. Nothing here ends the input to get an answer: that
// would stop every search.
#include <gtest/gtest.h>

#include "engine/uci/conversation.h"

namespace oknos::uci {
namespace {

using test::converse;
using test::Talk;

TEST(Interleaving, EveryGoIsAnsweredOnceInOrderAndInItsPosition) {
  converse(500, 20);
}

// The conversations in which `stop` and `ponderhit` were once lost: something between the `go` that waits and the word
// that ends it.
TEST(Interleaving, StopAndPonderHitReachAGoThatWaitsWhateverIsBetween) {
  for (const char* between :
       {"setoption name MultiPV value 2", "position startpos", "ucinewgame", "debug on", "d", "isready", "perft 1"}) {
    for (const auto& [go, word] : {std::pair{"go infinite", "stop"}, std::pair{"go ponder depth 2", "ponderhit"}}) {
      Talk talk;
      talk.send({"go movetime 5", go, between, word});
      talk.expect("bestmove ");
      EXPECT_NE(talk.expect("bestmove "), "") << go << ", " << between << ", " << word;
      EXPECT_EQ(talk.finish(), Session::kExitOk);
      EXPECT_EQ(talk.count("bestmove "), 2);
    }
  }
}

TEST(Interleaving, StopEndsEverySearchThatWasAskedForBefore) {
  Talk talk;
  talk.send({"go infinite", "go infinite", "d", "go ponder infinite", "stop"});
  for (int i = 0; i < 3; ++i) talk.expect("bestmove ");
  talk.send({"go infinite", "isready"});
  talk.expect("readyok");
  EXPECT_EQ(talk.count("bestmove "), 3) << "an earlier stop does not hold for a later go";
  talk.send("stop");
  talk.expect("bestmove ");
}

TEST(Interleaving, QuitBehindACountIsReachedThoughAnEndlessSearchWaits) {
  Talk talk;
  // Where the count ends before `quit` has been read, `quit` ends the search at once and leaves out `d`.
  talk.send({"go perft 4", "go infinite", "d", "quit"});
  EXPECT_EQ(talk.finish(), Session::kExitOk);
  EXPECT_EQ(talk.count("bestmove "), 1);
}

}  // namespace
}  // namespace oknos::uci
