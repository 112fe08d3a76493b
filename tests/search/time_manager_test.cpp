#include "search/time_manager.h"

#include <gtest/gtest.h>
#include <thread>

namespace oknos {
namespace {

using std::chrono::milliseconds;

Limits clock(std::int64_t time, std::int64_t increment) {
  Limits l;
  l.time = {time, time};
  l.increment = {increment, increment};
  return l;
}

TEST(TimeManager, WithoutAClockThereIsNoHurry) {
  TimeManager t;
  t.start(Limits{}, Color::White, 10);
  EXPECT_FALSE(t.out_of_time());
  EXPECT_FALSE(t.enough(10));
}

TEST(TimeManager, ALostClockGetsAnAnswerAtOnce) {
  for (const std::int64_t left : {-5000, -1, 0, 1, 5}) {
    TimeManager t;
    t.start(clock(left, 0), Color::Black, 10);
    std::this_thread::sleep_for(milliseconds(3));
    EXPECT_TRUE(t.out_of_time()) << left;
    EXPECT_TRUE(t.enough(0)) << left;
  }
}

TEST(TimeManager, OnlyTheOwnClockCounts) {
  Limits l;
  l.time[1] = 1;
  TimeManager t;
  t.start(l, Color::White, 0);
  std::this_thread::sleep_for(milliseconds(3));
  EXPECT_FALSE(t.out_of_time());
}

TEST(TimeManager, PonderingWaitsForTheHit) {
  Limits l = clock(1, 0);
  l.ponder = true;
  TimeManager t;
  t.start(l, Color::White, 0);
  std::this_thread::sleep_for(milliseconds(5));
  EXPECT_FALSE(t.out_of_time());
  EXPECT_FALSE(t.enough(5));
  t.ponder_hit();
  std::this_thread::sleep_for(milliseconds(3));
  EXPECT_TRUE(t.out_of_time());
}

TEST(TimeManager, MoveTimeEndsTheSearch) {
  Limits l;
  l.move_time = 2;
  TimeManager t;
  t.start(l, Color::White, 0);
  std::this_thread::sleep_for(milliseconds(4));
  EXPECT_TRUE(t.out_of_time());
  EXPECT_FALSE(t.enough(9)) << "the time that was given is to be used";
}

TEST(TimeManager, ALongClockIsNotSpentOnOneMove) {
  TimeManager t;
  t.start(clock(600000, 1000), Color::White, 10);
  EXPECT_FALSE(t.out_of_time());
  EXPECT_FALSE(t.enough(10));
}

}  // namespace
}  // namespace oknos
