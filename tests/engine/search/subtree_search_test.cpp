#include "engine/search/subtree_search.h"

#include <gtest/gtest.h>

#include "engine/chess/movegen.h"
#include "tests/engine/search/support.h"

namespace oknos {
namespace {

pruning::Settings without_memory(std::string_view preset) {
  pruning::Settings s = testing::settings(preset);
  s.rules[pruning::kId<pruning::TranspositionTable>].enabled = false;
  return s;
}

TEST(SubtreeSearch, SeesAMateAndCountsItFromTheRoot) {
  const Position p = testing::position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
  SubtreeSearch search;
  constexpr int kPly = 3;
  const Score v = search.value({p, Depth{3}, -kInfinite, kInfinite, kPly, Move{}}, without_memory("none"));
  EXPECT_EQ(v, mate_in(kPly + 1));
  EXPECT_GT(search.nodes(), 0U);
}

// Where no rule and no search feature makes a difference between open and null windows.
TEST(SubtreeSearch, AnswersANullWindowLikeTheOpenOne) {
  const Position p = testing::position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
  pruning::Settings settings = without_memory("none");
  settings.rules[pruning::kId<pruning::NullMovePruning>].enabled = false;
  settings.rules[pruning::kId<pruning::LateMoveReductions>].enabled = false;
  SubtreeSearch search;
  const Score exact = search.value({p, Depth{3}, -kInfinite, kInfinite, 1, legal_moves(p)[0]}, settings);
  EXPECT_GE(search.value({p, Depth{3}, exact - Score{1}, exact, 1, legal_moves(p)[0]}, settings), exact);
  EXPECT_LE(search.value({p, Depth{3}, exact, exact + Score{1}, 1, legal_moves(p)[0]}, settings), exact);
}

TEST(SubtreeSearch, SaysWhenItWasCutShort) {
  const Position p = testing::position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
  const SubtreeSearch::Node node{p, Depth{4}, -kInfinite, kInfinite, 1, Move{}};
  SubtreeSearch search;
  const Score value = search.value(node, without_memory("none"));
  EXPECT_FALSE(search.cut_short());
  search.limit_nodes(100);
  search.value(node, without_memory("none"));
  EXPECT_TRUE(search.cut_short());
  EXPECT_FALSE(search.cut_short()) << "once is enough";
  constexpr std::uint64_t kEnough = 10'000'000;
  search.limit_nodes(kEnough);
  EXPECT_EQ(search.value(node, without_memory("none")), value);
  EXPECT_FALSE(search.cut_short());
  search.stop();
  search.value(node, without_memory("none"));
  EXPECT_TRUE(search.cut_short());
}

// The next answer does not depend on the last question.
TEST(SubtreeSearch, RemembersNothing) {
  const Position first = testing::position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
  const Position other = testing::position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
  const pruning::Settings settings = testing::settings("modern");
  SubtreeSearch search;
  const auto ask = [&](const Position& p) {
    const std::uint64_t before = search.nodes();
    const Score v = search.value({p, Depth{4}, -kInfinite, kInfinite, 1, Move{}}, settings);
    return std::pair(v, search.nodes() - before);
  };
  const auto expected = ask(first);
  ask(other);
  EXPECT_EQ(ask(first), expected);
}

// The example of docs/mullers-program.md: at depth 5 his program generates all moves, his text skips each of them.
TEST(SubtreeSearch, DeepFutilityBeyondDepthThreeSavesEveryMove) {
  const Position p = testing::position("6k1/pp3ppp/8/3n4/8/8/PP3PPP/R2R2K1 b - - 0 1");
  const auto nodes = [&](std::int16_t full_range) {
    pruning::Settings settings = testing::settings("muller");
    auto& values = settings.rules[pruning::kId<pruning::DeepFutility>].values;
    values[static_cast<std::size_t>(pruning::DeepFutility::P::FullRange)] = full_range;
    SubtreeSearch search;
    search.value({p, Depth{5}, Score{200}, Score{201}, 1, Move{}}, settings);
    return search.nodes();
  };
  EXPECT_EQ(nodes(0), 20U);
  EXPECT_EQ(nodes(1), 0U);
}

}  // namespace
}  // namespace oknos
