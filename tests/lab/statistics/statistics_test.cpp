#include "lab/statistics/statistics.h"

#include <cmath>
#include <cstdio>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "lab/statistics/simulated_match.h"

namespace oknos::lab {
namespace {

constexpr double kTiny = 1e-9;

Pentanomial pairs_of(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d, std::uint64_t e) {
  return {{a, b, c, d, e}};
}

void expect_all(const Estimate& e, double value, double low, double high, double tolerance) {
  EXPECT_NEAR(e.value, value, tolerance);
  EXPECT_NEAR(e.low, low, tolerance);
  EXPECT_NEAR(e.high, high, tolerance);
}

TEST(Statistics, PairsByHand) {
  // 10 20 40 20 10 pairs and ten more pairs won: 10, 20, 40, 20, 20 of 110.
  //   mean      (20/4 + 40/2 + 20*3/4 + 20) / 110 = (5 + 20 + 15 + 20) / 110 = 60/110 = 0.545454...
  //   mean square (20/16 + 40/4 + 20*9/16 + 20) / 110 = (1.25 + 10 + 11.25 + 20) / 110 = 42.5/110 = 0.386363...
  //   variance  0.386363... - 0.297520... = 0.088842975
  //   error     sqrt(0.088842975 / 110) = 0.028419439; 1.959964 of them: 0.055701077
  //   score     0.489753 to 0.601156
  //   Elo       400 log10(0.545454.../0.454545...) = 400 log10(1.2) = 31.672498
  //             400 log10(0.489753/0.510247) = -7.1201;  400 log10(0.6011556/0.3988444) = 71.2733
  //   sigma     sqrt(2 * 0.088842975) = 0.421528; t = 0.0454545/0.421528 = 0.107833
  //   nElo      0.107833 * 800 / 2.302585 = 37.4650
  //   superiority: z = 0.0454545/0.028419439 = 1.599418; normal distribution there 0.945136
  const Figures f = figures(pairs_of(10, 20, 40, 20, 20));
  EXPECT_EQ(f.count, 110U);
  expect_all(f.score, 60.0 / 110.0, 0.489753, 0.601156, 1e-6);
  expect_all(f.elo, 31.672498, -7.1201, 71.2733, 1e-3);
  EXPECT_NEAR(f.normalized.value, 37.4650, 1e-3);
  EXPECT_NEAR(f.superiority, 0.945136, 1e-5);
}

TEST(Statistics, NormalizedIntervalByHand) {
  // As many pairs lost as won: mean 1/2, t = 0, so only the score's error counts: 1.959964 / sqrt(pairs) / sqrt(2) *
  // 347.4356. 100 pairs: 1.959964 / 10 / 1.414214 * 347.435586 = 48.1514.
  expect_all(figures(pairs_of(10, 20, 40, 20, 10)).normalized, 0.0, -48.1514, 48.1514, 1e-3);
  // Half of 100 pairs even, half won: mean 3/4, sigma 1/4, t = 1; every result is one sigma from the mean (z = -+1), so
  // sigma's own error vanishes and t is 1 -+ 0.1959964. nElo of t/sqrt(2): 245.674 * t.
  expect_all(figures(pairs_of(0, 0, 50, 0, 50)).normalized, 245.674059, 197.522827, 293.825290, 1e-3);
  // Three quarters of 100 pairs won, a quarter even: mean 0.875, sigma sqrt(0.75 * 0.25) / 2 = 0.216506, t = sqrt(3)
  // = 1.732051.
  //   won: z = 0.125/0.216506 = 0.577350, influence z - t/2 (z^2 - 1) = 0.577350 + 0.866025 * 0.666667 = 1.154701
  //   even: z = -1.732051, influence -1.732051 - 0.866025 * 2 = -3.464102
  //   variance 0.75 * 1.333333 + 0.25 * 12 = 4: error of t 1.959964 * 2 / 10 = 0.391993
  expect_all(figures(pairs_of(0, 0, 25, 0, 75)).normalized, 425.519952, 329.217490, 521.822415, 1e-3);
}

TEST(Statistics, GamesByHand) {
  // 30 wins, 50 draws, 20 losses: score 0.55; mean square 0.30 + 0.125 = 0.425, variance 0.1225, sigma 0.35.
  //   error 0.035, 1.959964 of them 0.0685987; Elo 400 log10(0.55/0.45) = 34.8598
  //   nElo (0.05 / 0.35) * 347.435586 = 49.6337; superiority at z = 1.428571: 0.923436
  const Figures f = figures(GameCounts{30, 50, 20});
  EXPECT_EQ(f.count, 100U);
  expect_all(f.score, 0.55, 0.4814013, 0.6185987, 1e-6);
  EXPECT_NEAR(f.elo.value, 34.8598, 1e-3);
  EXPECT_NEAR(f.normalized.value, 49.6337, 1e-3);
  EXPECT_NEAR(f.superiority, 0.923436, 1e-5);
  EXPECT_DOUBLE_EQ(draw_ratio({30, 50, 20}), 0.5);
  EXPECT_DOUBLE_EQ(draw_ratio({}), 0.0);
}

TEST(Statistics, PairsAndGamesAgreeWhenGamesAreIndependent) {
  // Wins, draws, losses 1/4, 1/2, 1/4 in independent games make pairs 1 4 6 4 1 of 16.
  const Figures by_pairs = figures(pairs_of(100, 400, 600, 400, 100)), by_games = figures(GameCounts{800, 1600, 800});
  EXPECT_NEAR(by_pairs.elo.high, by_games.elo.high, kTiny);
  EXPECT_NEAR(by_pairs.normalized.high, by_games.normalized.high, kTiny);
  for (const Figures& none : {figures(Pentanomial{}), figures(GameCounts{})}) {
    EXPECT_EQ(none.count, 0U);
    expect_all(none.score, 0.5, 0.0, 1.0, kTiny);
    expect_all(none.elo, 0.0, -kEloLimit, kEloLimit, kTiny);
    expect_all(none.normalized, 0.0, -kEloLimit, kEloLimit, kTiny);
    EXPECT_NEAR(none.superiority, 0.5, kTiny);
  }
}

TEST(Statistics, AllEven) {
  // q = 1 - 0.05^(1/100) = 0.0295130; score 1/2 -+ q/2; Elo 400 log10(0.5147565/0.4852435) = 10.2572
  // normalized: t of a pair sqrt(q/(1-q)) = 0.174385, of a game 0.123309, in Elo 42.8419
  const Figures f = figures(pairs_of(0, 0, 100, 0, 0));
  expect_all(f.score, 0.5, 0.4852435, 0.5147565, 1e-6);
  expect_all(f.elo, 0.0, -10.2572, 10.2572, 1e-3);
  expect_all(f.normalized, 0.0, -42.842, 42.842, 1e-2);
  EXPECT_NEAR(f.superiority, 0.5, kTiny);
}

TEST(Statistics, AllWon) {
  // 10 pairs: q = 1 - 0.05^(1/10) = 0.258866; Elo at least 400 log10(0.741134/0.258866) = 182.7
  const Figures f = figures(pairs_of(0, 0, 0, 0, 10));
  expect_all(f.score, 1.0, 0.741134, 1.0, 1e-6);
  expect_all(f.elo, kEloLimit, 182.73, kEloLimit, 0.05);
  EXPECT_EQ(f.normalized.value, kEloLimit);
  EXPECT_EQ(f.normalized.high, kEloLimit);
  // t of a pair at the low end: (0.741134 - 0.5) / sqrt(0.258866 * 0.741134) = 0.550521; of a game 0.389277; Elo
  // 135.249
  EXPECT_NEAR(f.normalized.low, 135.249, 0.01);
  EXPECT_GT(f.superiority, 0.999);
  EXPECT_LT(figures(pairs_of(0, 0, 0, 0, 1)).superiority, 0.9) << "one pair proves little";
}

TEST(Statistics, EloAndScoreBackAndForth) {
  EXPECT_EQ(to_text({12.34, 4.5, 20.06}), "+12.3 (+4.5 to +20.1)");
  EXPECT_EQ(to_text({-0.01, -kEloLimit, kEloLimit}), "+0.0 (-inf to +inf)");
  EXPECT_NEAR(score_of_elo(400.0), 10.0 / 11.0, kTiny);
  EXPECT_EQ(elo_of_score(0.0), -kEloLimit);
  EXPECT_EQ(elo_of_score(1.0), kEloLimit);
  rc::check("elo_of_score undoes score_of_elo", [] {
    const double elo = *rc::gen::inRange(-150000, 150001) / 100.0;
    RC_ASSERT(std::abs(elo_of_score(score_of_elo(elo)) - elo) < 1e-6);
    RC_ASSERT(std::abs(normalized_elo_of_t(t_of_normalized_elo(elo)) - elo) < 1e-9);
  });
}

Pentanomial any_pairs() {
  Pentanomial out;
  for (std::uint64_t& n : out.pairs) n = *rc::gen::element(0, 1, 1000) * *rc::gen::inRange<std::uint64_t>(0, 100);
  return out;
}

bool holds(const Estimate& e) {
  return std::isfinite(e.low) && std::isfinite(e.high) && e.low <= e.value && e.value <= e.high;
}
bool mirrored(const Estimate& a, const Estimate& b) {
  constexpr double kClose = 1e-6;
  return std::abs(a.value + b.value) < kClose && std::abs(a.low + b.high) < kClose && std::abs(a.high + b.low) < kClose;
}

TEST(Statistics, Properties) {
  rc::check("swapped players negate", [] {
    const Pentanomial pairs = any_pairs();
    const Figures a = figures(pairs), b = figures(swapped(pairs));
    RC_ASSERT(mirrored(a.elo, b.elo) && mirrored(a.normalized, b.normalized));
    RC_ASSERT(std::abs(a.superiority + b.superiority - 1.0) < kTiny);
  });
  rc::check("low <= value <= high", [] {
    const Figures f = figures(any_pairs());
    RC_ASSERT(holds(f.score) && holds(f.elo) && holds(f.normalized));
    RC_ASSERT(f.superiority >= 0.0 && f.superiority <= 1.0);
  });
  rc::check("the same shares four times are narrower", [] {
    const Pentanomial pairs = any_pairs();
    RC_PRE(pairs.count() > 0);
    Pentanomial more = pairs;
    more += pairs;
    more += more;
    const Figures a = figures(pairs), b = figures(more);
    RC_ASSERT(std::abs(a.elo.value - b.elo.value) < 1e-6);
    RC_ASSERT(b.score.high - b.score.low < a.score.high - a.score.low);
    RC_ASSERT(b.elo.high - b.elo.low <= a.elo.high - a.elo.low);
    RC_ASSERT(b.normalized.high - b.normalized.low <= a.normalized.high - a.normalized.low);
  });
}

// How often the interval holds the truth, over 10,000 simulated matches. 95 % of 10,000 has a standard deviation of 22,
// so 94 to 96 % is more than four of them either way.
TEST(Statistics, IntervalsAreRightNineteenTimesOfTwenty) {
  constexpr int kMatches = 10000;
  constexpr int kPairs = 250;
  for (const double elo : {-150.0, 0.0, 5.0, 60.0, 250.0}) {
    const test::PairModel model = test::model_with(SprtModel::Logistic, elo);
    RandomNumbers numbers(20240229);
    int right = 0;
    int right_normalized = 0;
    for (int i = 0; i < kMatches; ++i) {
      const Figures f = figures(model.match(kPairs, numbers));
      right += f.elo.low <= model.elo() && model.elo() <= f.elo.high ? 1 : 0;
      right_normalized +=
          f.normalized.low <= model.normalized_elo() && model.normalized_elo() <= f.normalized.high ? 1 : 0;
    }
    std::printf("true Elo %+6.1f (normalized %+6.1f), %d pairs: interval right in %.2f %%, normalized %.2f %%\n",
                model.elo(), model.normalized_elo(), kPairs, 100.0 * right / kMatches,
                100.0 * right_normalized / kMatches);
    EXPECT_NEAR(100.0 * right / kMatches, 95.0, 1.0) << elo;
    EXPECT_NEAR(100.0 * right_normalized / kMatches, 95.0, 1.0) << elo;
  }
}

Estimate around(double value, double margin) {
  return {value, value - margin, value + margin};
}

TEST(Statistics, NarrowerEstimatesCountMore) {
  const Estimate e = combined(around(-4, 10), around(12, 10));
  expect_all(e, 4, 4 - 10 / std::sqrt(2.0), 4 + 10 / std::sqrt(2.0), kTiny);
  // Variances of 1 and 4: weights of 4/5 and 1/5.
  EXPECT_NEAR(combined(around(10, 1), around(0, 2)).value, 8, kTiny);
  EXPECT_NEAR(combined(around(0, 2), around(10, 1)).value, 8, kTiny);
  // What has no interval is certain.
  EXPECT_EQ(combined(around(3, 0), around(10, 5)).value, 3);
  EXPECT_EQ(combined(around(3, 5), around(10, 0)).value, 10);
}

}  // namespace
}  // namespace oknos::lab
