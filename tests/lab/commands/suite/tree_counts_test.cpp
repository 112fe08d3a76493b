// What a search did in its nodes, from its own events and from the lines of a trace.
#include "lab/commands/tree_counts.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "engine/chess/fen.h"
#include "engine/pruning/presets/options.h"
#include "engine/search/engine.h"
#include "lab/commands/trace_events.h"
#include "support/contains.h"

namespace oknos::lab {
namespace {

// All counts of this depth that are not 0: "cut_nodes 1, moves 2".
std::string counts(const TreeObserver& observer, int depth) {
  std::string out;
  for (const TreeField& field : kTreeFields)
    if (const std::uint64_t count = observer.depths().at(depth).*field.member)
      out += (out.empty() ? "" : ", ") + std::string(field.name) + " " + std::to_string(count);
  return out;
}

TEST(TreeCounts, EveryCountIsAFieldAndIsAdded) {
  TreeCounts one;
  for (const TreeField& field : kTreeFields) one.*field.member = 1;
  const TreeCounts before = one;
  one += before;
  for (const TreeField& field : kTreeFields) EXPECT_EQ(one.*field.member, 2U) << field.name;
  EXPECT_EQ(sizeof(TreeCounts), kTreeFields.size() * sizeof(std::uint64_t)) << "a count without a field";
}

// In a real search every event finds its place: sums hold that no event alone knows.
class TreeOfASearch : public ::testing::Test {
 protected:
  static TreeCounts search(const pruning::Settings& settings, TreeCounts* quiescence = nullptr) {
    Engine engine;
    engine.set_position(*fen::parse("r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9"));
    TreeObserver observer;
    SearchRequest request;
    request.limits.depth = 10;
    request.settings = settings;
    request.tracing = Tracing::Observed;
    request.observer = &observer;
    engine.search(request);
    TreeCounts sum;
    for (const auto& [depth, counts] : observer.depths()) {
      if (depth > 0) sum += counts;
      if (depth == 0 && quiescence) *quiescence = counts;
    }
    return sum;
  }
};

TEST_F(TreeOfASearch, PartsAreNoLargerThanWhatTheyArePartsOf) {
  TreeCounts quiescence;
  const TreeCounts c = search(pruning::Overrides{}.settings(), &quiescence);
  EXPECT_GT(c.first, c.second);
  EXPECT_LE(c.cutoffs() + c.ended_early(), c.nodes());
  EXPECT_LE(c.reduced, c.moves);
  EXPECT_GE(c.plies, c.reduced);
  EXPECT_LT(c.researched, c.reduced);
  EXPECT_LT(c.confirmed, c.researched);
  for (const std::uint64_t count :
       {c.second, c.confirmed, c.by_tt, c.by_rule, c.by_null_move, c.checks_extended, c.extended})
    EXPECT_GT(count, 0U);
  EXPECT_EQ(c.by_stand_pat, 0U);
  EXPECT_GT(quiescence.by_stand_pat, 0U);
  EXPECT_EQ(quiescence.reduced, 0U);
}

TEST_F(TreeOfASearch, WhatIsSwitchedOffIsNotCounted) {
  pruning::Settings settings = pruning::Overrides{}.settings();
  for (const auto rule : {pruning::kId<pruning::LateMoveReductions>, pruning::kId<pruning::CheckExtension>,
                          pruning::kId<pruning::SingularExtensions>, pruning::kId<pruning::NullMovePruning>,
                          pruning::kId<pruning::ProbCut>, pruning::kId<pruning::TranspositionTable>})
    settings.rules[rule].enabled = false;
  const TreeCounts c = search(settings);
  for (const std::uint64_t count : {c.reduced, c.researched, c.checks_extended, c.extended, c.below_extension,
                                    c.by_null_move, c.by_probcut, c.by_multi_cut, c.by_tt})
    EXPECT_EQ(count, 0U);
  EXPECT_GT(c.first, 0U);
}

// --- Of the lines of a trace

std::string begin(const std::string& fen) {
  return R"({"oknos_trace":1,"engine":"Engine 1.0","fen":")" + fen + R"("})";
}
const std::string kBegin = begin("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");

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
  std::string replay(const std::vector<std::string>& lines) {
    TraceEvents events(observer_);
    for (const std::string& line : lines)
      if (const auto error = events.line(line)) return error->message;
    const auto error = events.finish();
    return error ? error->message : "";
  }
  TreeObserver observer_;
};

TEST_F(TraceEventsTest, CountsCutoffsReductionsAndSecondSearches) {
  EXPECT_EQ(replay({kBegin, enter("", 0, 6, -50, 50),                  //
                    enter("e2e4", 1, 5, -50, 50), leave(-10),          // the first move, with an open window
                    enter("d2d4", 1, 3, -11, -10), leave(-30),         // reduced; raises alpha,
                    enter("d2d4", 1, 5, -11, -10), leave(0),           // but not when searched deeper
                    enter("a2a3", 1, 4, -11, -10),                     // reduced
                    enter("e7e5", 2, 3, 10, 11), leave(20),            // its first reply does not hold,
                    enter("e7e6", 2, 3, 10, 11), leave(3), leave(-3),  // but the second one does
                    enter("b2b3", 1, 3, -11, -10), leave(-30),         // reduced; raises alpha,
                    enter("b2b3", 1, 5, -11, -10), leave(-25),         // also when searched deeper
                    leave(25)}),
            "");
  EXPECT_EQ(counts(observer_, 6), "pv_nodes 1, moves 4, reduced 3, plies 5, researched 2, confirmed 1");
  EXPECT_EQ(counts(observer_, 5), "pv_nodes 1, cut_nodes 2, cut_nodes_failed_high 1, rule_cuts 1")
      << "a move searched with a zero window below a PV node; who fails high without a move was cut by a rule";
  EXPECT_EQ(counts(observer_, 4), "cut_nodes 1, cut_nodes_failed_high 1, second_cuts 1, places 2, moves 2");
  EXPECT_EQ(counts(observer_, 3), "cut_nodes 2, all_nodes 2, all_nodes_failed_low 1, rule_cuts 1")
      << "below an expected cut node";
}

// By two plies; what lies below it is counted to the leaves.
TEST_F(TraceEventsTest, CountsExtensions) {
  EXPECT_EQ(replay({begin("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), enter("", 0, 4, -50, 50), enter("h1h8", 1, 5, -50, 50),
                    enter("e8e7", 2, 4, -50, 50), leave(0), leave(0), enter("h1h2", 1, 3, -1, 0), leave(0), leave(0)}),
            "");
  EXPECT_EQ(counts(observer_, 5), "pv_nodes 1, below_extension 1, moves 1");
  EXPECT_EQ(counts(observer_, 4), "pv_nodes 2, below_extension 1, moves 2, checks_extended 1, extended_twice 1")
      << "the grandchild, not the root";
  EXPECT_EQ(counts(observer_, 3), "cut_nodes 1, cut_nodes_failed_high 1, rule_cuts 1");
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
  EXPECT_EQ(
      counts(observer_, 5),
      "cut_nodes 6, cut_nodes_failed_high 6, tt_cuts 1, rule_cuts 2, null_move_cuts 1, probcut_cuts 1, multi_cuts 1");
}

// ProbCut tries a capture in vain, and the loop searches it again: not as a reduced move.
TEST_F(TraceEventsTest, AFailedCaptureOfProbCutIsSearchedLikeAnyOther) {
  EXPECT_EQ(replay({kBegin, enter("", 0, 6, -50, 50), enter("e2e4", 1, 5, -1, 0), enter("e7e5", 2, 0, -101, -100),
                    leave(0), enter("e7e5", 2, 4, 0, 1), leave(-9), leave(9), leave(-9)}),
            "");
  EXPECT_EQ(counts(observer_, 5), "cut_nodes 1, cut_nodes_failed_high 1, first_cuts 1, places 1, moves 1");
}

TEST_F(TraceEventsTest, TheVerificationOfANullMoveIsNoMultiCut) {
  EXPECT_EQ(replay({kBegin, enter("", 0, 6, -50, 50), enter("e2e4", 1, 5, -1, 0), enter("0000", 2, 2, 0, 1), leave(-5),
                    enter("e2e4", 1, 2, -1, 0), leave(5), leave(5), leave(-5)}),
            "");
  EXPECT_EQ(counts(observer_, 5), "cut_nodes 1, cut_nodes_failed_high 1, null_move_cuts 1");
}

TEST_F(TraceEventsTest, AnotherMoveStopsEverySearchOfItsPly) {
  EXPECT_EQ(replay({kBegin, enter("", 0, 6, -50, 50), enter("e2e4", 1, 5, -1, 0), enter("e2e4", 1, 2, -9, -8),
                    enter("d2d4", 1, 5, -1, 0), leave(0), leave(0)}),
            "");
  EXPECT_EQ(counts(observer_, 6), "pv_nodes 1, moves 2");
}

TEST_F(TraceEventsTest, QuiescenceHasNoDepth) {
  EXPECT_EQ(replay({kBegin, enter("", 0, 1, -50, 50), enter("e2e4", 1, 0, -50, 50), enter("e7e5", 2, -1, -50, 50),
                    leave(60), leave(10), leave(-10)}),
            "");
  EXPECT_EQ(counts(observer_, 0), "pv_nodes 2, stand_pats 1, moves 1");
  EXPECT_EQ(counts(observer_, 1), "pv_nodes 1, moves 1");
}

TEST_F(TraceEventsTest, WhatIsNotLeftCountsAsStopped) {
  EXPECT_EQ(replay({kBegin, enter("", 0, 4, -50, 50), enter("e2e4", 1, 3, -50, 50), enter("", 0, 4, -90, 50)}), "");
  EXPECT_EQ(counts(observer_, 4), "pv_nodes 2, moves 1");
  EXPECT_EQ(counts(observer_, 3), "pv_nodes 1");
}

TEST_F(TraceEventsTest, SaysWhatIsWrong) {
  const std::string root = enter("", 0, 4, -50, 50);
  const std::pair<std::string, std::vector<std::string>> cases[] = {
      {"it has no lines", {}},
      {"is not a JSON object", {"[]"}},
      {"\"oknos_trace\": must be", {R"({"oknos_trace":2,"fen":""})"}},
      {"\"fen\": is missing", {R"({"oknos_trace":1})"}},
      {"\"beta\": must be greater", {kBegin, enter("", 0, 4, 50, 50)}},
      {"not a legal move", {kBegin, root, enter("e2e5", 1, 3, -50, 50)}},
      {"none at ply 0 is open", {kBegin, enter("e2e4", 1, 3, -50, 50)}},
      {"none is open", {kBegin, leave(3)}},
      {"no way to end", {kBegin, root, R"({"end":"tired"})"}},
  };
  for (const auto& [says, lines] : cases) EXPECT_TRUE(oknos::test::contains(replay(lines), says));
}

}  // namespace
}  // namespace oknos::lab
