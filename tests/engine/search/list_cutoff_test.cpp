// The list cut-off in the playing search: it saves generating and asking, and the tree is the same.
#include <gtest/gtest.h>

#include "engine/eval/evaluator.h"
#include "engine/search/subtree_search.h"
#include "tests/engine/search/support.h"

namespace oknos {
namespace {

constexpr std::string_view kPositions[] = {
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
};

TEST(ListCutoff, SearchesTheSameTree) {
  for (const std::string_view preset : {"modern", "heinz", "wiki", "calibrated"})
    for (const std::string_view fen : kPositions) {
      SearchRequest request = testing::to_depth(8, preset);
      request.settings.conventions.list_cutoff = pruning::ListCutoff::On;
      const SearchReport with = testing::search(fen, request);
      request.settings.conventions.list_cutoff = pruning::ListCutoff::Off;
      const SearchReport without = testing::search(fen, request);
      EXPECT_EQ(with.nodes, without.nodes) << preset << ' ' << fen;
      EXPECT_EQ(with.best, without.best) << preset << ' ' << fen;
    }
}

// One ply from the horizon everything but a capture is futile, and White's best capture wins a pawn.
TEST(Recorded, IsWhatTheFrontierLeavesBehind) {
  const Position p = testing::position("4k3/p7/8/8/8/8/8/R3K3 w - - 0 1");
  pruning::Settings settings = testing::settings("none");
  settings.rules[pruning::kId<pruning::TranspositionTable>].enabled = false;
  settings.rules[pruning::kId<pruning::FrontierFutility>] = {true, {100, 0}};
  settings.conventions.estimate = pruning::Estimate::Evaluation;
  settings.conventions.exemptions = {};
  constexpr Score kAlpha{2000};
  SubtreeSearch search;
  const auto value = [&](pruning::Recorded recorded) {
    settings.conventions.recorded = recorded;
    return search.value({p, Depth{1}, kAlpha, kAlpha + Score{1}, 1, Move{}}, settings);
  };
  const Score evaluation = eval::evaluate(p).total();
  EXPECT_EQ(value(pruning::Recorded::Bound), evaluation + Score{100 + 100});  // the pawn, and the margin
  EXPECT_EQ(value(pruning::Recorded::Evaluation), evaluation);
  EXPECT_EQ(value(pruning::Recorded::Alpha), kAlpha);
}

// General futility skips all moves at once, and what is recorded of them is the same as if each were tested.
TEST(Recorded, IsWhatGeneralFutilityLeavesBehind) {
  constexpr int kMargin = 100;
  const Position p = testing::position("4k3/p7/8/8/8/8/8/R3K3 w - - 0 1");
  pruning::Settings settings = testing::settings("none");
  for (const auto id : {pruning::kId<pruning::TranspositionTable>, pruning::kId<pruning::LazyEvaluation>})
    settings.rules[id].enabled = false;
  settings.rules[pruning::kId<pruning::GeneralFutility>] = {true, {kMargin}};
  settings.conventions.estimate = pruning::Estimate::Evaluation;
  settings.conventions.exemptions = {};
  constexpr Score kAlpha{2000};
  SubtreeSearch search;
  const auto value = [&](pruning::Recorded recorded, int depth) {
    settings.conventions.recorded = recorded;
    return search.value({p, Depth{depth}, kAlpha, kAlpha + Score{1}, 1, Move{}}, settings);
  };
  const Score evaluation = eval::evaluate(p).total();
  for (const int depth : {0, 1}) {
    EXPECT_EQ(value(pruning::Recorded::Bound, depth), evaluation + Score{100 + kMargin}) << depth;
    EXPECT_EQ(value(pruning::Recorded::Evaluation, depth), evaluation) << depth;
  }
  EXPECT_EQ(value(pruning::Recorded::Alpha, 1), kAlpha);
  EXPECT_EQ(value(pruning::Recorded::Alpha, 0), evaluation);  // standing pat is not skipped
}

}  // namespace
}  // namespace oknos
