#include "engine/search/time_manager.h"

#include <gtest/gtest.h>
#include <random>
#include <string>

#include "engine/search/time_parameters.h"

namespace oknos {
namespace {

using std::chrono::microseconds;

// The clock of these tests: it stands until a test moves it.
std::int64_t fake_microseconds = 0;

platform::TimePoint fake_now() {
  return platform::TimePoint(microseconds(fake_microseconds));
}

void pass(std::int64_t milliseconds) {
  fake_microseconds += milliseconds * 1000;
}

bool out_of_time(const TimeManager& t) {
  return t.out_of_time(t.microseconds());
}

constexpr std::int64_t kOverhead = 20;  // milliseconds
constexpr Progress kPlain{3, 600, 0};   // nothing unusual

Limits clock(std::int64_t time, std::int64_t increment = 0, std::optional<int> moves_to_go = std::nullopt) {
  Limits l;
  l.time = {time, time};
  l.increment = {increment, increment};
  l.moves_to_go = moves_to_go;
  return l;
}

std::int64_t optimum(const Limits& l) {
  return *time_budget(l, Color::White, kOverhead).optimum;
}
std::int64_t maximum(const Limits& l) {
  return *time_budget(l, Color::White, kOverhead).maximum;
}

TEST(TimeParameters, LieWithinTheirRanges) {
  for (const TimeParameter* p : time_parameters::kAll) {
    EXPECT_LE(p->least, p->value) << p->name;
    EXPECT_LE(p->value, p->most) << p->name;
    EXPECT_FALSE(p->meaning.empty()) << p->name;
    for (const TimeParameter* other : time_parameters::kAll) EXPECT_TRUE(p == other || p->name != other->name);
  }
}

// Whatever a GUI says: an answer in time, and time to answer.
TEST(TimeBudget, NeverExceedsTheClockLessTheOverhead) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  const auto below = [&random](std::int64_t n) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
  };
  constexpr int kTrials = 200000;
  for (int i = 0; i < kTrials; ++i) {
    const std::int64_t scale = std::int64_t{1} << below(41);  // up to kMaxTime of `go`
    Limits l = clock(below(scale) - below(10), below(10) < 5 ? 0 : below(scale));
    if (below(2) == 0) l.moves_to_go = static_cast<int>(1 + below(below(2) == 0 ? 5 : 100));
    const std::int64_t overhead = below(2) == 0 ? below(50) : below(5001);
    const TimeBudget b = time_budget(l, Color::Black, overhead);
    const std::int64_t allowed = std::max<std::int64_t>((*l.time[1] - overhead) * 1000, time_parameters::kMin);
    ASSERT_LE(*b.maximum, allowed) << *l.time[1] << " + " << l.increment[1] << " overhead " << overhead;
    ASSERT_LE(*b.optimum, *b.maximum);
    ASSERT_GE(*b.optimum, time_parameters::kMin);
  }
}

// Games without increment lie on the last few dozen milliseconds for many moves.
TEST(TimeBudget, KeepsMoreWhereNoTimeComesBack) {
  const std::int64_t all = time_parameters::kBareReserve * kOverhead;
  EXPECT_EQ(maximum(clock(all)), time_parameters::kMin);
  EXPECT_GT(maximum(clock(all, 100)), 10'000);
  EXPECT_GT(maximum(clock(all, 0, 5)), 10'000);
}

// A small increment does not pay for answers that are late by the overhead.
TEST(TimeBudget, KeepsMoreWhereLittleTimeComesBack) {
  const std::int64_t all = time_parameters::kBareReserve * kOverhead;
  const std::int64_t paying = time_parameters::kPayingIncrement * kOverhead;
  std::int64_t before = 0;
  for (const std::int64_t increment : {std::int64_t{0}, paying / 8, paying / 4, paying / 2, paying, 2 * paying}) {
    const std::int64_t most = maximum(clock(all, increment));
    EXPECT_GE(most, before) << increment;
    before = most;
  }
  EXPECT_EQ(maximum(clock(100, 10)), time_parameters::kMin) << "1 s + 0.01 s after a long game";
}

TEST(TimeBudget, ALostClockGetsTheLeast) {
  for (const std::int64_t left : {-5000, -1, 0, 1, 5, 20})
    EXPECT_EQ(maximum(clock(left)), time_parameters::kMin) << left;
}

TEST(TimeBudget, MoreTimeMoreThought) {
  EXPECT_LT(optimum(clock(1000)), optimum(clock(60000)));
  EXPECT_LT(optimum(clock(60000)), optimum(clock(60000, 1000)));
  EXPECT_GT(optimum(clock(60000, 0, 5)), optimum(clock(60000)));
  EXPECT_GT(optimum(clock(60000, 0, 1)), optimum(clock(60000, 0, 2)));
  EXPECT_GE(optimum(clock(60000, 0, 2)), optimum(clock(60000, 0, 3)));
  EXPECT_LT(optimum(clock(60000, 0, 40)), optimum(clock(60000, 0, 10)));
}

// Played as planned, every move to go gets its time, and the clock is not run down before.
TEST(TimeBudget, LastsForTheMovesToGo) {
  for (const int moves : {1, 2, 3, 10, 40}) {
    std::int64_t left = 60000;
    for (int to_go = moves; to_go >= 1; --to_go) {
      const std::int64_t used = optimum(clock(left, 0, to_go)) / 1000 + kOverhead;
      EXPECT_GE(used, 60000 / moves / 4) << to_go << " of " << moves;
      left -= used;
      ASSERT_GT(left, 0) << to_go << " of " << moves;
    }
  }
}

// Short games without an end: 1 s in all, and 0.1 s with 1 ms for each move, even when each answer costs a millisecond
// more than it should.
TEST(TimeBudget, ShortGamesAreNotLost) {
  for (const auto& [time, increment, moves] :
       {std::tuple{1000, 0, 70}, std::tuple{100, 1, 300}, std::tuple{100, 2, 1000}}) {
    std::int64_t left = time * 1000;
    for (int i = 0; i < moves; ++i) {
      const TimeBudget b = time_budget(clock(left / 1000, increment), Color::White, kOverhead);
      constexpr std::int64_t kLate = 500;  // microseconds
      left -= *b.optimum + kLate;
      ASSERT_GT(left, 10000) << "move " << i << " of " << time << "+" << increment;
      left += increment * 1000;
    }
  }
}

TEST(TimeBudget, AFixedTimeIsUsed) {
  Limits l;
  l.move_time = 1000;
  const TimeBudget b = time_budget(l, Color::White, kOverhead);
  EXPECT_FALSE(b.optimum);
  EXPECT_FALSE(b.maximum);
  EXPECT_EQ(b.move_time, 980 * 1000);
  l.move_time = 10;
  EXPECT_EQ(time_budget(l, Color::White, kOverhead).move_time, 9 * 1000);
  l.move_time = 0;
  EXPECT_EQ(time_budget(l, Color::White, kOverhead).move_time, time_parameters::kMin);
}

TEST(TimeBudget, OnlyTheOwnClockCounts) {
  Limits l;
  l.time[1] = 1;
  const TimeBudget b = time_budget(l, Color::White, 0);
  EXPECT_FALSE(b.optimum);
  EXPECT_FALSE(b.maximum);
}

TEST(TimeManager, TheClockRunsFromTheRequest) {
  const platform::TimePoint asked = fake_now();
  pass(30);
  TimeManager t(fake_now);
  t.start(clock(1000), Color::White, kOverhead, asked);
  EXPECT_EQ(t.elapsed(), 30);
  TimeManager now(fake_now);
  now.start(clock(1000), Color::White, kOverhead);
  EXPECT_EQ(now.elapsed(), 0);
}

TEST(TimeScale, EachSignWorksByItself) {
  const std::int64_t plain = time_scale(kPlain);
  EXPECT_GT(time_scale({0, 600, 0}), plain) << "the best move has just changed";
  EXPECT_LT(time_scale({9, 600, 0}), plain) << "it has not for long";
  EXPECT_GT(time_scale({3, 300, 0}), plain) << "several moves took nodes";
  EXPECT_LT(time_scale({3, 950, 0}), plain) << "one move took nearly all";
  EXPECT_GT(time_scale({3, 600, 50}), plain) << "the score falls";
  EXPECT_LE(time_scale({3, 600, -50}), plain) << "the score rises";
  EXPECT_LE(time_scale({9, 950, -10}), 50) << "a recapture, or the like";
}

TEST(TimeScale, StaysWithinItsBounds) {
  for (int stability = 0; stability < 30; ++stability)
    for (int effort = 0; effort <= 1000; effort += 50)
      for (int drop = -2000; drop <= 2000; drop += 100) {
        const std::int64_t scale = time_scale({stability, effort, drop});
        EXPECT_GE(scale, time_parameters::kScaleLeast);
        EXPECT_LE(scale, time_parameters::kScaleMost);
      }
}

TEST(ProgressMeter, SeesWhatHappens) {
  const Move a{Square::E2, Square::E4};
  const Move b{Square::D2, Square::D4};
  ProgressMeter meter;
  EXPECT_EQ(meter.add(a, Score{30}, 1, 4).effort, 250);
  EXPECT_EQ(meter.add(a, Score{30}, 1, 4).stability, 1);
  EXPECT_EQ(meter.add(a, Score{30}, 9, 10).stability, 2);
  const Progress changed = meter.add(b, Score{-20}, 0, 10);
  EXPECT_EQ(changed.stability, 0);
  EXPECT_EQ(changed.drop, 50);
  EXPECT_LT(meter.add(b, Score{40}, 0, 10).drop, 0);
  EXPECT_EQ(ProgressMeter().add(a, Score{0}, 0, 0).effort, 0);
}

TEST(ProgressMeter, AMateIsNoPanic) {
  ProgressMeter meter;
  meter.add(Move{}, mate_in(5), 1, 1);
  EXPECT_EQ(meter.add(Move{}, mate_in(3), 1, 1).drop, 0);
}

TEST(ClockPollInterval, FollowsTheSpeedOfNodes) {
  ClockPollInterval fast;
  std::int64_t now = 0;
  for (int i = 0; i < 20; ++i) {
    const int nodes = fast.next(now);
    now += nodes / 10;  // ten nodes a microsecond
  }
  EXPECT_EQ(fast.next(now), ClockPollInterval::kMax);
  // Nodes that take a tenth of a second: the second reading comes after a few, then after each.
  ClockPollInterval slow;
  std::int64_t worst = 0;
  now = 0;
  int nodes = 1;
  for (int i = 0; i < 20; ++i) {
    now += 100000 * nodes;
    nodes = slow.next(now);
    worst = i < 10 ? worst : std::max<std::int64_t>(worst, nodes);
  }
  EXPECT_EQ(worst, 1);
}

TEST(TimeManager, WithoutAClockThereIsNoHurry) {
  TimeManager t(fake_now);
  t.start(Limits{}, Color::White, kOverhead);
  pass(1000000000);
  EXPECT_FALSE(t.limited());
  EXPECT_FALSE(out_of_time(t));
  EXPECT_FALSE(t.enough(kPlain));
}

TEST(TimeManager, ReachesOptimumAndMaximum) {
  TimeManager t(fake_now);
  const Limits l = clock(60000, 500);
  t.start(l, Color::White, kOverhead);
  EXPECT_TRUE(t.limited());
  EXPECT_FALSE(t.enough(kPlain));
  pass(optimum(l) * time_scale(kPlain) / 100 / 1000 + 1);
  EXPECT_TRUE(t.enough(kPlain));
  EXPECT_FALSE(t.enough({0, 300, 100})) << "things have changed";
  EXPECT_FALSE(out_of_time(t));
  pass(maximum(l) / 1000);
  EXPECT_TRUE(out_of_time(t));
  EXPECT_TRUE(t.enough({0, 300, 100}));
}

TEST(TimeManager, PonderingHasNoEnd) {
  Limits l = clock(1000);
  l.ponder = true;
  TimeManager t(fake_now);
  t.start(l, Color::White, kOverhead);
  pass(100000);
  EXPECT_FALSE(out_of_time(t));
  t.answer_at_hit(true);
  EXPECT_FALSE(out_of_time(t));
}

TEST(TimeManager, AHitBeforeTheOptimumLeavesTheRest) {
  Limits l = clock(60000);
  l.ponder = true;
  TimeManager t(fake_now);
  t.start(l, Color::White, kOverhead);
  pass(100);
  EXPECT_FALSE(t.enough(kPlain));
  t.answer_at_hit(t.enough(kPlain));
  t.ponder_hit();
  EXPECT_FALSE(t.pondering());
  EXPECT_FALSE(out_of_time(t));
  EXPECT_FALSE(t.enough(kPlain));
  pass(maximum(l) / 1000);
  EXPECT_TRUE(out_of_time(t));
}

TEST(TimeManager, WhatWasPonderedCounts) {
  Limits l = clock(60000);
  l.ponder = true;
  TimeManager t(fake_now);
  t.start(l, Color::White, kOverhead);
  pass(optimum(l) * 3 / 2 / 1000);
  ASSERT_TRUE(t.enough(kPlain));
  t.answer_at_hit(t.enough(kPlain));
  EXPECT_FALSE(out_of_time(t));
  t.ponder_hit();
  EXPECT_TRUE(out_of_time(t)) << "the answer is there: at once, whatever the maximum";
  // The same without a word of the search in between: past the maximum nothing is left.
  t.start(l, Color::White, kOverhead);
  pass(maximum(l) / 1000 + 1);
  EXPECT_FALSE(out_of_time(t));
  t.ponder_hit();
  EXPECT_TRUE(out_of_time(t));
}

TEST(TimeManager, AFixedTimeRunsFromTheHit) {
  Limits l;
  l.move_time = 100;
  l.ponder = true;
  TimeManager t(fake_now);
  t.start(l, Color::White, 0);
  pass(500);
  t.ponder_hit();
  EXPECT_FALSE(out_of_time(t));
  EXPECT_FALSE(t.enough(kPlain)) << "the time that was given is to be used";
  pass(100);
  EXPECT_TRUE(out_of_time(t));
  EXPECT_EQ(t.elapsed(), 600);
}

}  // namespace
}  // namespace oknos
