#include "lab/commands/trace_events.h"

#include <gtest/gtest.h>
#include <initializer_list>
#include <string>

#include "lab/commands/tree_counts.h"

namespace oknos::lab {
namespace {

constexpr const char* kBegin =
    R"({"oknos_trace":1,"engine":"Engine 1.0","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"})";

std::string enter(const std::string& move, int ply, int depth, int alpha, int beta) {
  return R"({"enter":")" + move + R"(","ply":)" + std::to_string(ply) + R"(,"depth":)" + std::to_string(depth) +
         R"(,"alpha":)" + std::to_string(alpha) + R"(,"beta":)" + std::to_string(beta) + "}";
}
std::string leave(int score) {
  return R"({"leave":)" + std::to_string(score) + "}";
}

class TraceEventsTest : public ::testing::Test {
 protected:
  // The error, or nothing.
  std::string replay(std::initializer_list<std::string> lines) {
    TraceEvents events(observer_);
    for (const std::string& line : lines)
      if (const auto error = events.line(line)) return error->message;
    const auto error = events.finish();
    return error ? error->message : "";
  }
  const TreeCounts& at(int depth) { return observer_.depths().at(depth); }

  TreeObserver observer_;
};

TEST_F(TraceEventsTest, CountsCutoffsReductionsAndSecondSearches) {
  EXPECT_EQ(replay({kBegin, enter("", 0, 6, -50, 50),                  //
                    enter("e2e4", 1, 5, -50, 50), leave(-10),          // the first move, with an open window
                    enter("d2d4", 1, 3, -11, -10), leave(-30),         // reduced; raises alpha,
                    enter("d2d4", 1, 5, -11, -10), leave(0),           // but not when searched deeper
                    enter("a2a3", 1, 4, -11, -10),                     // reduced
                    enter("e7e5", 2, 3, 10, 11), leave(3), leave(-3),  // its first reply holds
                    leave(10)}),
            "");
  const TreeCounts& root = at(6);
  EXPECT_EQ(root.pv, 1U);
  EXPECT_EQ(root.moves, 3U);
  EXPECT_EQ(root.reduced, 2U);
  EXPECT_EQ(root.plies, 2U + 1U);
  EXPECT_EQ(root.researched, 1U);
  EXPECT_EQ(root.confirmed, 0U);
  EXPECT_EQ(at(5).pv, 1U);
  EXPECT_EQ(at(5).cut, 1U) << "a move searched with a zero window below a PV node";
  EXPECT_EQ(at(4).first, 1U);
  EXPECT_EQ(at(4).cut_nodes_failed_high, 1U);
  EXPECT_EQ(at(3).all, 1U) << "below an expected cut node";
}

TEST_F(TraceEventsTest, TellsByWhatANodeWasCut) {
  const std::string end = R"({"end":"table"})";
  const std::string claim =
      R"({"rule":"futility","action":"cut","depth":5,"alpha":-1,"beta":0,"static_eval":90,"bound":50,"fired":1})";
  EXPECT_EQ(replay({kBegin,
                    enter("", 0, 6, -50, 50),
                    enter("e2e4", 1, 5, -1, 0),
                    end,
                    leave(20),  // the table
                    enter("d2d4", 1, 5, -1, 0),
                    claim,
                    leave(50),  // a rule
                    enter("a2a3", 1, 5, -1, 0),
                    enter("0000", 2, 2, 0, 1),
                    leave(-5),
                    leave(5),  // a null move
                    enter("a2a4", 1, 5, -1, 0),
                    enter("e7e5", 2, 1, -101, -100),
                    leave(-120),
                    leave(120),  // ProbCut
                    enter("h2h3", 1, 5, -1, 0),
                    enter("h2h3", 1, 2, -20, -19),
                    leave(0),
                    leave(0),  // multi-cut
                    enter("h2h4", 1, 5, -1, 0),
                    leave(30),  // no claim
                    leave(0)}),
            "");
  const TreeCounts& c = at(5);
  EXPECT_EQ(c.by_tt, 1U);
  EXPECT_EQ(c.by_rule, 2U);
  EXPECT_EQ(c.by_null_move, 1U);
  EXPECT_EQ(c.by_probcut, 1U);
  EXPECT_EQ(c.by_multi_cut, 1U);
  EXPECT_EQ(c.cutoffs(), 0U);
}

// ProbCut tries a capture in vain, and the loop searches it again: not as a reduced move.
TEST_F(TraceEventsTest, AFailedCaptureOfProbCutIsSearchedLikeAnyOther) {
  EXPECT_EQ(replay({kBegin, enter("", 0, 6, -50, 50), enter("e2e4", 1, 5, -1, 0), enter("e7e5", 2, 0, -101, -100),
                    leave(0), enter("e7e5", 2, 4, 0, 1), leave(-9), leave(9), leave(-9)}),
            "");
  const TreeCounts& c = at(5);
  EXPECT_EQ(c.moves, 1U);
  EXPECT_EQ(c.reduced, 0U);
  EXPECT_EQ(c.first, 1U);
  EXPECT_EQ(c.by_probcut, 0U);
}

TEST_F(TraceEventsTest, TheVerificationOfANullMoveIsNoMultiCut) {
  EXPECT_EQ(replay({kBegin, enter("", 0, 6, -50, 50), enter("e2e4", 1, 5, -1, 0), enter("0000", 2, 2, 0, 1), leave(-5),
                    enter("e2e4", 1, 2, -1, 0), leave(5), leave(5), leave(-5)}),
            "");
  EXPECT_EQ(at(5).by_null_move, 1U);
  EXPECT_EQ(at(5).by_multi_cut, 0U);
}

TEST_F(TraceEventsTest, AnotherMoveStopsEverySearchOfItsPly) {
  EXPECT_EQ(replay({kBegin, enter("", 0, 6, -50, 50), enter("e2e4", 1, 5, -1, 0), enter("e2e4", 1, 2, -9, -8),
                    enter("d2d4", 1, 5, -1, 0), leave(0), leave(0)}),
            "");
  EXPECT_EQ(at(6).moves, 2U);
}

TEST_F(TraceEventsTest, QuiescenceHasNoDepth) {
  EXPECT_EQ(replay({kBegin, enter("", 0, 1, -50, 50), enter("e2e4", 1, 0, -50, 50), enter("e7e5", 2, -1, -50, 50),
                    leave(60), leave(10), leave(-10)}),
            "");
  EXPECT_EQ(at(0).nodes(), 2U);
  EXPECT_EQ(at(0).by_stand_pat, 1U);
  EXPECT_EQ(at(1).nodes(), 1U);
}

TEST_F(TraceEventsTest, WhatIsNotLeftCountsAsStopped) {
  EXPECT_EQ(replay({kBegin, enter("", 0, 4, -50, 50), enter("e2e4", 1, 3, -50, 50), enter("", 0, 4, -90, 50)}), "");
  EXPECT_EQ(at(4).nodes(), 2U);
  EXPECT_EQ(at(3).cutoffs(), 0U);
}

TEST_F(TraceEventsTest, SaysWhatIsWrong) {
  EXPECT_EQ(replay({}), "it has no lines");
  EXPECT_NE(replay({"[]"}).find("is not a JSON object"), std::string::npos);
  EXPECT_NE(replay({R"({"oknos_trace":2,"fen":""})"}).find("\"oknos_trace\": must be"), std::string::npos);
  EXPECT_NE(replay({R"({"oknos_trace":1})"}).find("\"fen\": is missing"), std::string::npos);
  EXPECT_NE(replay({kBegin, enter("", 0, 4, 50, 50)}).find("\"beta\": must be greater"), std::string::npos);
  EXPECT_NE(replay({kBegin, enter("", 0, 4, -50, 50), enter("e2e5", 1, 3, -50, 50)}).find("not a legal move"),
            std::string::npos);
  EXPECT_NE(replay({kBegin, enter("e2e4", 1, 3, -50, 50)}).find("none at ply 0 is open"), std::string::npos);
  EXPECT_NE(replay({kBegin, leave(3)}).find("none is open"), std::string::npos);
  EXPECT_NE(replay({kBegin, enter("", 0, 4, -50, 50), R"({"end":"tired"})"}).find("no way to end"), std::string::npos);
}

}  // namespace
}  // namespace oknos::lab
