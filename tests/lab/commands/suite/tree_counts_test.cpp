#include "lab/commands/tree_counts.h"

#include <gtest/gtest.h>

#include "engine/chess/fen.h"
#include "engine/pruning/presets/options.h"
#include "engine/search/engine.h"

namespace oknos::lab {
namespace {

NodeEntered node(int ply, int depth, int alpha, int beta, bool cut_node = false) {
  NodeEntered e;
  e.ply = ply;
  e.depth = depth;
  e.alpha = alpha;
  e.beta = beta;
  e.pv = beta - alpha > 1;
  e.quiescence = depth == 0;
  e.cut_node = cut_node;
  return e;
}

NodeLeft left(int ply, int score, MoveBits best = 0, NodeEnd end = NodeEnd::Searched) {
  NodeLeft e;
  e.ply = ply;
  e.score = score;
  e.best_move = best;
  e.end = end;
  return e;
}

// A move of a node with that depth; `first` and `full`: the depths of its searches.
MoveMade made(int ply, MoveBits move, int depth, int first, int full) {
  return {.ply = ply, .move = move, .child_depth = first, .depth = depth, .full_depth = full};
}

TEST(TreeObserver, CountsTheMoveThatCutsByItsPlace) {
  TreeObserver o;
  o.node_entered(node(1, 4, 99, 100, true));
  for (const MoveBits move : {1, 2}) {
    o.move_made(made(1, move, 4, 3, 3));
    o.node_entered(node(2, 3, -100, -99));
    o.node_left(left(2, move == 1 ? -50 : -120));  // the second one fails high for its parent
  }
  o.node_left(left(1, 120, 2));
  const TreeCounts& c = o.depths().at(4);
  EXPECT_EQ(c.cut, 1U);
  EXPECT_EQ(c.cut_nodes_failed_high, 1U);
  EXPECT_EQ(c.moves, 2U);
  EXPECT_EQ(c.second, 1U);
  EXPECT_EQ(c.cutoffs(), 1U);
  EXPECT_EQ(c.places, 2U);
  EXPECT_EQ(c.reduced, 0U);
  EXPECT_EQ(c.extended + c.checks_extended, 0U);
  EXPECT_EQ(o.depths().at(3).all, 2U);
  EXPECT_EQ(o.depths().at(3).all_held, 1U) << "-120 is below its window, -50 above it";
}

TEST(TreeObserver, FollowsAReducedMoveThroughItsSecondSearch) {
  TreeObserver o;
  o.node_entered(node(1, 8, 99, 100));
  for (const bool confirms : {false, true}) {
    o.move_made(made(1, 7, 8, 4, 7));
    o.node_entered(node(2, 4, -100, -99, true));
    o.node_left(left(2, -130));
    o.node_entered(node(2, 7, -100, -99));
    o.node_left(left(2, confirms ? -130 : -80));
  }
  o.move_made(made(1, 8, 8, 5, 7));  // reduced, and not searched again
  o.node_entered(node(2, 5, -100, -99, true));
  o.node_left(left(2, 0));
  o.node_left(left(1, 80));
  const TreeCounts& c = o.depths().at(8);
  EXPECT_EQ(c.moves, 3U);
  EXPECT_EQ(c.reduced, 3U);
  EXPECT_EQ(c.plies, 3U + 3 + 2);
  EXPECT_EQ(c.researched, 2U);
  EXPECT_EQ(c.confirmed, 1U);
}

TEST(TreeObserver, NullMovesProbCutAndSingularSearchesAreNoMovesOfTheNode) {
  TreeObserver o;
  o.node_entered(node(1, 8, 99, 100, true));
  o.move_made(made(1, 0, 8, 3, 3));  // null move
  o.node_entered(node(2, 3, -100, -99));
  o.node_left(left(2, 0));
  o.move_made(made(1, 7, 8, 4, 4));  // ProbCut: the window lies above beta
  o.node_entered(node(2, 0, -280, -279));
  o.node_left(left(2, 0));
  o.node_entered(node(1, 3, 59, 60, true));  // a singular search
  o.node_left(left(1, 10));
  o.node_left(left(1, 130, 7, NodeEnd::ProbCut));
  const TreeCounts& c = o.depths().at(8);
  EXPECT_EQ(c.moves, 0U);
  EXPECT_EQ(c.cutoffs(), 0U);
  EXPECT_EQ(c.by_probcut, 1U);
  EXPECT_EQ(c.ended_early(), 1U);
}

TEST(TreeObserver, WhatLiesBelowAnExtensionIsCountedToTheLeaves) {
  TreeObserver o;
  o.node_entered(node(1, 4, 99, 100));
  o.move_made(made(1, 7, 4, 5, 5));  // by two plies
  NodeEntered check = node(2, 5, -100, -99);
  check.in_check = true;
  o.node_entered(check);
  o.move_made(made(2, 8, 5, 4, 4));
  o.node_entered(node(3, 4, 99, 100));
  o.node_left(left(3, 0));
  o.node_left(left(2, 0));
  o.move_made(made(1, 9, 4, 3, 3));
  o.node_entered(node(2, 3, -100, -99));
  o.node_left(left(2, 0));
  o.node_left(left(1, 0));
  EXPECT_EQ(o.depths().at(4).checks_extended, 1U);
  EXPECT_EQ(o.depths().at(4).extended, 0U);
  EXPECT_EQ(o.depths().at(4).extended_twice, 1U);
  EXPECT_EQ(o.depths().at(4).below_extension, 1U) << "the grandchild, not the root";
  EXPECT_EQ(o.depths().at(5).below_extension, 1U);
  EXPECT_EQ(o.depths().at(3).below_extension, 0U);
}

TEST(TreeObserver, AStoppedNodeEndsForNoReason) {
  TreeObserver o;
  o.node_entered(node(1, 4, 99, 100));
  o.node_left(left(1, 500, 7, NodeEnd::Stopped));
  EXPECT_EQ(o.depths().at(4).cutoffs(), 0U);
  EXPECT_EQ(o.depths().at(4).nodes(), 1U);
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
  EXPECT_GT(c.second, 0U);
  EXPECT_LE(c.cutoffs() + c.ended_early(), c.nodes());
  EXPECT_LE(c.reduced, c.moves);
  EXPECT_GE(c.plies, c.reduced);
  EXPECT_LT(c.researched, c.reduced);
  EXPECT_LT(c.confirmed, c.researched);
  EXPECT_GT(c.confirmed, 0U);
  EXPECT_GT(c.by_tt, 0U);
  EXPECT_GT(c.by_rule, 0U);
  EXPECT_GT(c.by_null_move, 0U);
  EXPECT_GT(c.checks_extended, 0U);
  EXPECT_GT(c.extended, 0U);
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
  EXPECT_EQ(c.reduced, 0U);
  EXPECT_EQ(c.researched, 0U);
  EXPECT_EQ(c.checks_extended + c.extended, 0U);
  EXPECT_EQ(c.below_extension, 0U);
  EXPECT_EQ(c.by_null_move + c.by_probcut + c.by_multi_cut + c.by_tt, 0U);
  EXPECT_GT(c.first, 0U);
}

}  // namespace
}  // namespace oknos::lab
