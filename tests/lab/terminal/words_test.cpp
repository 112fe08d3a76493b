#include "lab/terminal/words.h"

#include <gtest/gtest.h>

namespace oknos::lab {
namespace {

TEST(Words, GroupsThousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(grouped(18446744073709551615ULL), "18,446,744,073,709,551,615");
}

TEST(Words, OneThingHasNoPlural) {
  EXPECT_EQ(counted(1, "position"), "1 position");
  EXPECT_EQ(counted(0, "position"), "0 positions");
  EXPECT_EQ(counted(2345, "inaccuracy", "inaccuracies"), "2,345 inaccuracies");
}

TEST(Words, CompactNumbersKeepThreeDigits) {
  EXPECT_EQ(compact(999), "999");
  EXPECT_EQ(compact(1000), "1.00k");
  EXPECT_EQ(compact(45650), "45.6k");
  EXPECT_EQ(compact(999499), "999k");
  EXPECT_EQ(compact(999999), "1.00M");
  EXPECT_EQ(compact(12345678901ULL), "12.3G");
}

TEST(Words, PercentSaysWhenItIsSmall) {
  EXPECT_EQ(percent(0, 100), "-");
  EXPECT_EQ(percent(1, 100000), "<0.1 %");
  EXPECT_EQ(percent(412, 1000), "41.2 %");
  EXPECT_EQ(percent(7, 7), "100.0 %");
  EXPECT_EQ(percent(1, 0), "<0.1 %");
}

TEST(Words, TimeHasAFittingUnit) {
  EXPECT_EQ(seconds(0), "<1 ms");
  EXPECT_EQ(seconds(4), "4 ms");
  EXPECT_EQ(seconds(999), "999 ms");
  EXPECT_EQ(seconds(1530), "1.53 s");
  EXPECT_EQ(seconds(12400), "12.4 s");
  EXPECT_EQ(seconds(185000), "3:05 min");
  EXPECT_EQ(seconds(7385000), "2:03:05 h");
}

TEST(Words, ScoresAreInPawnsAndMatesInMoves) {
  EXPECT_EQ(score_text(Score{35}), "+0.35");
  EXPECT_EQ(score_text(Score{-1240}), "-12.40");
  EXPECT_EQ(score_text(Score{0}), "0.00");
  EXPECT_EQ(score_text(mate_in(1)), "#1");
  EXPECT_EQ(score_text(mate_in(9)), "#5");
  EXPECT_EQ(score_text(mated_in(2)), "#-1");
  EXPECT_EQ(score_text(mated_in(6)), "#-3");
  EXPECT_EQ(score_text(white_view(mate_in(3), Color::Black)), "#-2");
}

TEST(Words, WidthCountsSignsAndNotBytes) {
  EXPECT_EQ(display_width("…ab"), 3U);
  EXPECT_EQ(padded_left("█", 3), "  █");
  EXPECT_EQ(shortened("abcdef", 4, "…"), "abc…");
  EXPECT_EQ(shortened("abcd", 4, "…"), "abcd");
}

TEST(Words, WrapsAtBlanksAndIndents) {
  EXPECT_EQ(wrapped("one two three", 7), "one two\nthree\n");
  EXPECT_EQ(wrapped("one two three", 7, 2), "one two\n  three\n");
  EXPECT_EQ(wrapped("unbreakable", 4), "unbreakable\n");
}

TEST(Words, RuleNamesBecomePlain) {
  EXPECT_EQ(plain_name("frontier_futility"), "frontier futility");
  EXPECT_EQ(plain_name("quiescence_see"), "quiescence SEE");
  EXPECT_EQ(plain_name("see_pruning"), "SEE pruning");
}

}  // namespace
}  // namespace oknos::lab
