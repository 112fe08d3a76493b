#include "engine/search/transposition_table.h"

#include <gtest/gtest.h>

namespace oknos {
namespace {

constexpr Key kKey = 0x123456789abcdef0ULL;

TtEntry entry(int depth, Bound bound, int score) {
  TtEntry e;
  e.move = Move{Square::E2, Square::E4};
  e.score = Score{score};
  e.raw_eval = Score{-17};
  e.depth = Depth{depth};
  e.bound = bound;
  return e;
}

class TableTest : public ::testing::Test {
 protected:
  TableTest() { EXPECT_TRUE(tt_.resize(1, 1)); }
  TranspositionTable tt_;
};

TEST_F(TableTest, KnowsNothingAtFirst) {
  EXPECT_FALSE(tt_.probe(kKey, 0));
}

TEST_F(TableTest, GivesBackWhatWasStored) {
  tt_.store(kKey, 3, entry(9, Bound::Lower, 55));
  const auto found = tt_.probe(kKey, 3);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->move, (Move{Square::E2, Square::E4}));
  EXPECT_EQ(found->score, Score{55});
  EXPECT_EQ(found->raw_eval, Score{-17});
  EXPECT_EQ(found->depth, Depth{9});
  EXPECT_EQ(found->bound, Bound::Lower);
  EXPECT_FALSE(tt_.probe(kKey ^ 1, 3));
}

TEST_F(TableTest, CountsMatesFromThePositionItself) {
  tt_.store(kKey, 4, entry(9, Bound::Exact, mate_in(10).value()));
  EXPECT_EQ(tt_.probe(kKey, 4)->score, mate_in(10));
  EXPECT_EQ(tt_.probe(kKey, 6)->score, mate_in(12));
  tt_.store(kKey, 4, entry(9, Bound::Exact, mated_in(10).value()));
  EXPECT_EQ(tt_.probe(kKey, 2)->score, mated_in(8));
}

TEST_F(TableTest, KeepsExtremeValuesWhole) {
  for (const int score : {-31000, -1, 0, 1, 31000}) {
    tt_.store(kKey, 0, entry(245, Bound::Exact, score));
    EXPECT_EQ(tt_.probe(kKey, 0)->score, Score{score});
    EXPECT_EQ(tt_.probe(kKey, 0)->depth, Depth{245});
  }
  TtEntry e = entry(1, Bound::Exact, 0);
  e.raw_eval = kNoScore;
  tt_.store(kKey, 0, e);
  EXPECT_EQ(tt_.probe(kKey, 0)->raw_eval, kNoScore);
}

TEST_F(TableTest, KeepsAStaticEvaluationWithoutABound) {
  TtEntry e;
  e.raw_eval = Score{31};
  e.tt_pv = true;
  tt_.store(kKey, 5, e);
  const auto found = tt_.probe(kKey, 5);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->raw_eval, Score{31});
  EXPECT_EQ(found->bound, Bound::None);
  EXPECT_TRUE(found->tt_pv);
  EXPECT_FALSE(found->move);
  tt_.store(kKey, 5, entry(0, Bound::Lower, 12));
  EXPECT_EQ(tt_.probe(kKey, 5)->bound, Bound::Lower);
}

TEST_F(TableTest, AnEntryWithoutAMoveKeepsTheOldMove) {
  tt_.store(kKey, 0, entry(5, Bound::Lower, 10));
  TtEntry e = entry(6, Bound::Upper, -10);
  e.move = Move{};
  tt_.store(kKey, 0, e);
  EXPECT_EQ(tt_.probe(kKey, 0)->move, (Move{Square::E2, Square::E4}));
  EXPECT_EQ(tt_.probe(kKey, 0)->bound, Bound::Upper);
}

TEST_F(TableTest, AMuchDeeperResultOfThisSearchStays) {
  tt_.store(kKey, 0, entry(12, Bound::Exact, 10));
  tt_.store(kKey, 0, entry(2, Bound::Upper, -10));
  EXPECT_EQ(tt_.probe(kKey, 0)->depth, Depth{12});
  tt_.new_search();
  tt_.store(kKey, 0, entry(2, Bound::Upper, -10));
  EXPECT_EQ(tt_.probe(kKey, 0)->depth, Depth{2});
}

TEST_F(TableTest, AMuchDeeperResultMayGetANewMove) {
  tt_.store(kKey, 0, entry(12, Bound::Exact, 10));
  TtEntry later = entry(2, Bound::Upper, -10);
  later.move = Move{Square::D2, Square::D4};
  tt_.store(kKey, 0, later, true);
  EXPECT_EQ(tt_.probe(kKey, 0)->move, later.move);
  EXPECT_EQ(tt_.probe(kKey, 0)->depth, Depth{12});
  EXPECT_EQ(tt_.probe(kKey, 0)->score, Score{10});
  later.move = Move{};
  tt_.store(kKey, 0, later, true);
  EXPECT_EQ(tt_.probe(kKey, 0)->move, (Move{Square::D2, Square::D4}));
}

// An exact value of quiescence is no reason to forget a search.
TEST_F(TableTest, AnExactValueReplacesADeepResultUnlessItIsOfQuiescence) {
  tt_.store(kKey, 0, entry(12, Bound::Lower, 10));
  tt_.store(kKey, 0, entry(0, Bound::Exact, -10));
  EXPECT_EQ(tt_.probe(kKey, 0)->depth, Depth{12});
  tt_.store(kKey, 0, entry(1, Bound::Exact, -10));
  EXPECT_EQ(tt_.probe(kKey, 0)->depth, Depth{1});
}

TEST_F(TableTest, OldAndShallowEntriesGiveWay) {
  // Keys that share a cluster differ in their low bits only.
  for (Key k = 0; k < 4; ++k) tt_.store(kKey + k, 0, entry(static_cast<int>(10 + k), Bound::Exact, 0));
  tt_.store(kKey + 4, 0, entry(1, Bound::Exact, 0));
  EXPECT_FALSE(tt_.probe(kKey, 0)) << "the shallowest of four had to go";
  for (Key k = 1; k < 5; ++k) EXPECT_TRUE(tt_.probe(kKey + k, 0)) << k;
}

TEST_F(TableTest, ClearForgets) {
  tt_.store(kKey, 0, entry(5, Bound::Exact, 10));
  tt_.clear(3);
  EXPECT_FALSE(tt_.probe(kKey, 0));
  EXPECT_EQ(tt_.hashfull(), 0);
}

TEST_F(TableTest, FillsUp) {
  for (Key k = 0; k < 200000; ++k) tt_.store(k * 0x9e3779b97f4a7c15ULL, 0, entry(3, Bound::Exact, 0));
  EXPECT_GT(tt_.hashfull(), 900);
}

}  // namespace
}  // namespace oknos
