#include "engine/search/table.h"

#include <gtest/gtest.h>

namespace oknos {
namespace {

constexpr Key kKey = 0x123456789abcdef0ULL;

TableEntry entry(int depth, Bound bound, int score) {
  TableEntry e;
  e.move = Move{Square::E2, Square::E4};
  e.score = Score{score};
  e.evaluation = Score{-17};
  e.depth = Depth{depth};
  e.bound = bound;
  return e;
}

class TableTest : public ::testing::Test {
 protected:
  TableTest() { EXPECT_TRUE(table_.resize(1, 1)); }
  Table table_;
};

TEST_F(TableTest, KnowsNothingAtFirst) {
  EXPECT_FALSE(table_.probe(kKey, 0));
}

TEST_F(TableTest, GivesBackWhatWasStored) {
  table_.store(kKey, 3, entry(9, Bound::Lower, 55));
  const auto found = table_.probe(kKey, 3);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->move, (Move{Square::E2, Square::E4}));
  EXPECT_EQ(found->score, Score{55});
  EXPECT_EQ(found->evaluation, Score{-17});
  EXPECT_EQ(found->depth, Depth{9});
  EXPECT_EQ(found->bound, Bound::Lower);
  EXPECT_FALSE(table_.probe(kKey ^ 1, 3));
}

TEST_F(TableTest, CountsMatesFromThePositionItself) {
  table_.store(kKey, 4, entry(9, Bound::Exact, mate_in(10).value()));
  EXPECT_EQ(table_.probe(kKey, 4)->score, mate_in(10));
  EXPECT_EQ(table_.probe(kKey, 6)->score, mate_in(12));
  table_.store(kKey, 4, entry(9, Bound::Exact, mated_in(10).value()));
  EXPECT_EQ(table_.probe(kKey, 2)->score, mated_in(8));
}

TEST_F(TableTest, KeepsExtremeValuesWhole) {
  for (const int score : {-31000, -1, 0, 1, 31000}) {
    table_.store(kKey, 0, entry(245, Bound::Exact, score));
    EXPECT_EQ(table_.probe(kKey, 0)->score, Score{score});
    EXPECT_EQ(table_.probe(kKey, 0)->depth, Depth{245});
  }
  TableEntry e = entry(1, Bound::Exact, 0);
  e.evaluation = kNoScore;
  table_.store(kKey, 0, e);
  EXPECT_EQ(table_.probe(kKey, 0)->evaluation, kNoScore);
}

TEST_F(TableTest, KeepsAStaticEvaluationWithoutABound) {
  TableEntry e;
  e.evaluation = Score{31};
  e.tt_pv = true;
  table_.store(kKey, 5, e);
  const auto found = table_.probe(kKey, 5);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->evaluation, Score{31});
  EXPECT_EQ(found->bound, Bound::None);
  EXPECT_TRUE(found->tt_pv);
  EXPECT_FALSE(found->move);
  table_.store(kKey, 5, entry(0, Bound::Lower, 12));
  EXPECT_EQ(table_.probe(kKey, 5)->bound, Bound::Lower);
}

TEST_F(TableTest, AnEntryWithoutAMoveKeepsTheOldMove) {
  table_.store(kKey, 0, entry(5, Bound::Lower, 10));
  TableEntry e = entry(6, Bound::Upper, -10);
  e.move = Move{};
  table_.store(kKey, 0, e);
  EXPECT_EQ(table_.probe(kKey, 0)->move, (Move{Square::E2, Square::E4}));
  EXPECT_EQ(table_.probe(kKey, 0)->bound, Bound::Upper);
}

TEST_F(TableTest, AMuchDeeperResultOfThisSearchStays) {
  table_.store(kKey, 0, entry(12, Bound::Exact, 10));
  table_.store(kKey, 0, entry(2, Bound::Upper, -10));
  EXPECT_EQ(table_.probe(kKey, 0)->depth, Depth{12});
  table_.new_search();
  table_.store(kKey, 0, entry(2, Bound::Upper, -10));
  EXPECT_EQ(table_.probe(kKey, 0)->depth, Depth{2});
}

TEST_F(TableTest, OldAndShallowEntriesGiveWay) {
  // Keys that share a cluster differ in their low bits only.
  for (Key k = 0; k < 4; ++k) table_.store(kKey + k, 0, entry(static_cast<int>(10 + k), Bound::Exact, 0));
  table_.store(kKey + 4, 0, entry(1, Bound::Exact, 0));
  EXPECT_FALSE(table_.probe(kKey, 0)) << "the shallowest of four had to go";
  for (Key k = 1; k < 5; ++k) EXPECT_TRUE(table_.probe(kKey + k, 0)) << k;
}

TEST_F(TableTest, ClearForgets) {
  table_.store(kKey, 0, entry(5, Bound::Exact, 10));
  table_.clear(3);
  EXPECT_FALSE(table_.probe(kKey, 0));
  EXPECT_EQ(table_.per_mille_full(), 0);
}

TEST_F(TableTest, FillsUp) {
  for (Key k = 0; k < 200000; ++k) table_.store(k * 0x9e3779b97f4a7c15ULL, 0, entry(3, Bound::Exact, 0));
  EXPECT_GT(table_.per_mille_full(), 900);
}

}  // namespace
}  // namespace oknos
