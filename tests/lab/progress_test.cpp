#include "lab/progress.h"

#include <gtest/gtest.h>

namespace oknos::lab {
namespace {

TEST(Progress, SaysHowFarAndHowLong) {
  EXPECT_EQ(progress_line(0.4, "game 2 of 5", 12000, 80), "[########............]  40 %  game 2 of 5, 0:12 left");
  EXPECT_EQ(progress_line(0.0, "game 1", -1, 80), "[....................]   0 %  game 1");
  EXPECT_EQ(progress_line(2.0, "x", 3723000, 80), "[####################] 100 %  x, 62:03 left");
}

TEST(Progress, FitsTheTerminal) {
  EXPECT_EQ(progress_line(0.5, "a long text", 1, 25).size(), 25U);
}

}  // namespace
}  // namespace oknos::lab
