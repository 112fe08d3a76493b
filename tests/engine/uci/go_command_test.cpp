#include <gtest/gtest.h>

#include "engine/uci/command.h"

namespace oknos::uci {
namespace {

constexpr std::size_t kWhite = 0;
constexpr std::size_t kBlack = 1;

TEST(GoCommand, EveryParameter) {
  const Go go = parse_go("wtime 1000 btime 2000 winc 10 binc 20 movestogo 7 depth 5 nodes 300 mate 4 movetime 50");
  EXPECT_TRUE(go.problems.empty());
  EXPECT_EQ(go.limits.time[kWhite], 1000);
  EXPECT_EQ(go.limits.time[kBlack], 2000);
  EXPECT_EQ(go.limits.increment[kWhite], 10);
  EXPECT_EQ(go.limits.increment[kBlack], 20);
  EXPECT_EQ(go.limits.moves_to_go, 7);
  EXPECT_EQ(go.limits.depth, 5);
  EXPECT_EQ(go.limits.nodes, 300U);
  EXPECT_EQ(go.limits.mate, 4);
  EXPECT_EQ(go.limits.move_time, 50);
  EXPECT_FALSE(go.limits.infinite);
  EXPECT_FALSE(go.limits.ponder);
}

TEST(GoCommand, AnyOrder) {
  const Go a = parse_go("binc 20 ponder winc 10 btime 2000 wtime 1000");
  EXPECT_EQ(a.limits.time[kWhite], 1000);
  EXPECT_EQ(a.limits.time[kBlack], 2000);
  EXPECT_EQ(a.limits.increment[kWhite], 10);
  EXPECT_EQ(a.limits.increment[kBlack], 20);
  EXPECT_TRUE(a.limits.ponder);
}

TEST(GoCommand, WithoutAnEndItIsInfinite) {
  EXPECT_TRUE(parse_go("").limits.infinite);
  EXPECT_TRUE(parse_go("infinite").limits.infinite);
  EXPECT_TRUE(parse_go("searchmoves e2e4").limits.infinite);
  EXPECT_TRUE(parse_go("movestogo 0").limits.infinite);
  EXPECT_FALSE(parse_go("depth 1").limits.infinite);
  EXPECT_FALSE(parse_go("ponder").limits.infinite);
  EXPECT_FALSE(parse_go("btime 5").limits.infinite);
  EXPECT_FALSE(parse_go("winc 5").limits.infinite);
}

TEST(GoCommand, SearchMovesEndAtTheNextKeyword) {
  const Go go = parse_go("searchmoves e2e4 d2d4 depth 6");
  EXPECT_EQ(go.search_moves, (std::vector<std::string>{"e2e4", "d2d4"}));
  EXPECT_EQ(go.limits.depth, 6);
  EXPECT_EQ(parse_go("depth 6 searchmoves 0000").search_moves, std::vector<std::string>{"0000"});
  EXPECT_TRUE(parse_go("searchmoves infinite").limits.infinite);
}

TEST(GoCommand, LateClocksAreAllowed) {
  const Go go = parse_go("wtime -250 btime 0 winc -5 movetime -1");
  EXPECT_TRUE(go.problems.empty());
  EXPECT_EQ(go.limits.time[kWhite], -250);
  EXPECT_EQ(go.limits.time[kBlack], 0);
  EXPECT_EQ(go.limits.increment[kWhite], 0);
  EXPECT_EQ(go.limits.move_time, 0);
}

TEST(GoCommand, ClocksMayHaveFractions) {
  const Go go = parse_go("wtime 1000.5 btime -0.25 winc 10.0 binc 7. movetime 50.999");
  EXPECT_TRUE(go.problems.empty());
  EXPECT_EQ(go.limits.time[kWhite], 1000);
  EXPECT_EQ(go.limits.time[kBlack], 0);
  EXPECT_EQ(go.limits.increment[kWhite], 10);
  EXPECT_EQ(go.limits.increment[kBlack], 7);
  EXPECT_EQ(go.limits.move_time, 50);
  for (const char* text : {"wtime 1.5.5", "wtime .5", "wtime 1.x"})
    EXPECT_EQ(parse_go(text).problems.size(), 1U) << text;
}

TEST(GoCommand, MovesToGoZeroIsNotKnown) {
  EXPECT_FALSE(parse_go("wtime 1000 movestogo 0").limits.moves_to_go.has_value());
  EXPECT_FALSE(parse_go("wtime 1000 movestogo -3").limits.moves_to_go.has_value());
}

TEST(GoCommand, HugeNumbersAreClamped) {
  const Go go =
      parse_go("depth 99999999999999999999999 nodes 18446744073709551616 wtime 9223372036854775807 mate 4294967296");
  EXPECT_TRUE(go.problems.empty());
  EXPECT_EQ(go.limits.depth, kMaxDepth.plies());
  EXPECT_EQ(go.limits.nodes, static_cast<std::uint64_t>(INT64_MAX));
  EXPECT_GT(*go.limits.time[kWhite], std::int64_t{1'000'000'000});
  EXPECT_LT(*go.limits.time[kWhite], INT64_MAX / 1000) << "the clock's arithmetic needs room";
  EXPECT_GT(*go.limits.mate, 0);
  EXPECT_GT(*parse_go("wtime -99999999999999999999").limits.time[kWhite], INT64_MIN / 1000);
}

TEST(GoCommand, WhatIsWrongIsNamedAndLeftOut) {
  const Go go = parse_go("depth abc nodes 500");
  ASSERT_EQ(go.problems.size(), 1U);
  EXPECT_EQ(go.problems[0], "depth \"abc\" should be a whole number from 1");
  EXPECT_FALSE(go.limits.depth.has_value());
  EXPECT_EQ(go.limits.nodes, 500U);
  EXPECT_TRUE(go.says_when_to_end());
}

TEST(GoCommand, NothingLeftIsSaid) {
  for (const char* text : {"depth abc", "depth -3", "depth 0", "nodes", "nodes 0", "movetime soon", "foo", "mate x",
                           "depth 5x", "depth 1.5", "perft", "perft 0", "searchmoves e2e4 depth x", "searchmoves"}) {
    const Go go = parse_go(text);
    EXPECT_EQ(go.problems.size(), 1U) << text;
    EXPECT_FALSE(go.says_when_to_end()) << text;
    EXPECT_FALSE(go.limits.infinite) << text;
  }
}

TEST(GoCommand, AMissingNumberDoesNotSwallowTheNextKeyword) {
  const Go go = parse_go("depth nodes 500 movetime");
  EXPECT_EQ(go.problems.size(), 2U);
  EXPECT_EQ(go.limits.nodes, 500U);
  EXPECT_EQ(go.problems[0], "depth needs a whole number from 1 after it");
}

TEST(GoCommand, Perft) {
  EXPECT_EQ(parse_go("perft 4").perft, 4);
  EXPECT_FALSE(parse_go("perft 4").limits.infinite);
}

}  // namespace
}  // namespace oknos::uci
