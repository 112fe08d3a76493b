#include "train/win_fit.h"

#include <cmath>
#include <gtest/gtest.h>

#include "support/contains.h"
#include "train/calibration.h"
#include "train/score_scale.h"

namespace oknos::train {
namespace {

WinCurve a_curve(bool by_move) {
  WinCurve out;
  out.half = {200.0, -150.0, 60.0, 10.0};
  out.spread = {60.0, 50.0, -20.0, 5.0};
  if (by_move) out.half_by_move = 1.0;
  if (by_move) out.spread_by_move = 0.5;
  return out;
}

// As many results as the curve says, at many places.
std::vector<WinCell> cells_by(const WinCurve& curve) {
  constexpr double kGames = 1e6;
  std::vector<WinCell> out;
  for (int score = -600; score <= 600; score += 40)
    for (int material = 17; material <= 78; material += 6)
      for (int move = 8; move <= 104; move += 24) {
        const double half = curve.half_at(material, move);
        const double spread = curve.spread_at(material, move);
        const double win = sigmoid((score - half) / spread);
        const double loss = sigmoid((-score - half) / spread);
        const auto count = [](double share) { return static_cast<std::uint64_t>(std::llround(kGames * share)); };
        out.push_back({static_cast<double>(score),
                       static_cast<double>(material),
                       static_cast<double>(move),
                       {count(loss), count(1.0 - win - loss), count(win)}});
      }
  return out;
}

TEST(WinFit, FindsTheCurveThatMadeTheResults) {
  for (const bool by_move : {false, true}) {
    const WinCurve truth = a_curve(by_move);
    const std::vector<WinCell> cells = cells_by(truth);
    const auto found = fit_win_curve(cells, by_move);
    ASSERT_TRUE(found) << found.error();
    for (const int material : {17, 30, 50, 78})
      for (const int move : {10, 60}) {
        EXPECT_NEAR(found->half_at(material, move), truth.half_at(material, move), 1.0) << material << ' ' << move;
        EXPECT_NEAR(found->spread_at(material, move), truth.spread_at(material, move), 1.0) << material << ' ' << move;
      }
    EXPECT_NEAR(surprise(*found, cells), surprise(truth, cells), 1e-6);
  }
}

TEST(WinFit, WithoutAKindOfResultThereIsNoFit) {
  const auto fitted = fit_win_curve({{50.0, 40.0, 20.0, {10, 0, 10}}}, false);
  ASSERT_FALSE(fitted);
  EXPECT_TRUE(test::contains(fitted.error(), "draws"));
}

TEST(WinFit, WholeNumbersSayTheSame) {
  const WinCurve curve = a_curve(true);
  const uci::WinModel model = model_of(curve);
  for (int material = 17; material <= 78; ++material)
    for (const int move : {1, 40, 120, 300}) {
      EXPECT_NEAR(static_cast<double>(model.half_at(material, move)) / uci::WinModel::kUnit,
                  curve.half_at(material, move), 0.1);
      EXPECT_NEAR(static_cast<double>(model.spread_at(material, move)) / uci::WinModel::kUnit,
                  curve.spread_at(material, move), 0.1);
    }
}

TEST(WinFit, TheFileHoldsTheNumbers) {
  uci::WinModel model;
  model.half = {1, -2, 3, -4};
  model.spread = {5, 6, 7, 8};
  model.half_by_move = 9;
  model.spread_by_move = -10;
  const std::string text = win_model_file_text(model, {"made by a test"});
  EXPECT_TRUE(test::contains(text, "#include \"engine/uci/win_model.h\"\n", "// made by a test\n", "kWinModel = {",
                             "{1, -2, 3, -4},  // half", "{5, 6, 7, 8},  // spread", "    9,  // half_by_move",
                             "    -10,  // spread_by_move"));
}

TEST(WinFit, LikePositionsAreCountedTogether) {
  const std::vector<WinCell> cells =
      cells_of({{100, 40, 20, 2}, {101, 40, 21, 1}, {101, 40, 21, 2}, {-100, 40, 20, 0}});
  ASSERT_EQ(cells.size(), 2U);
  EXPECT_EQ(cells[0].counts, (std::array<std::uint64_t, 3>{1, 0, 0}));
  EXPECT_EQ(cells[1].counts, (std::array<std::uint64_t, 3>{0, 1, 2}));
  EXPECT_EQ(cells[1].score, 100.0);
}

TEST(Calibration, EveryPositionIsInOneBin) {
  uci::WinModel model;
  model.half = {100 * uci::WinModel::kUnit, 0, 0, 0};  // shown as it is
  model.spread = {50 * uci::WinModel::kUnit, 0, 0, 0};
  std::vector<WinSighting> sightings;
  for (int score = -1000; score <= 1000; ++score)
    sightings.push_back({static_cast<std::int16_t>(score), 40, 30, static_cast<std::uint8_t>(score > 0 ? 2 : 0)});
  const auto bins = calibration_of(model, sightings);
  std::uint64_t sum = 0;
  for (const CalibrationBin& bin : bins) sum += bin.positions;
  EXPECT_EQ(sum, sightings.size());
  EXPECT_EQ(bins.front().observed[0], bins.front().positions);
  EXPECT_NEAR(bins.back().predicted[2], 1.0, 0.02);
  EXPECT_LT(miscalibration(bins), 0.2);
  EXPECT_GT(miscalibration(bins), 0.02);  // between the draws of the model and the games without any
}

// --- The scale of scores

// Wins and losses as often as sigmoid(score / scale) says.
ScoreHistogram histogram(double scale) {
  ScoreHistogram out;
  for (int score = -600; score <= 600; score += 10) {
    const int wins = static_cast<int>(std::lround(200 * sigmoid(score / scale)));
    for (int n = 0; n < 200; ++n) out.add(Score{score}, n < wins ? 2 : 0);
  }
  return out;
}

TEST(ScoreScale, FindsTheScaleThatMadeTheResults) {
  for (const double scale : {80.0, 200.0, 450.0}) EXPECT_NEAR(histogram(scale).best_scale(), scale, scale / 50);
  ScoreHistogram a, b;
  EXPECT_EQ(a.correlation(), 0.0);
  a.add(Score{100}, 2);
  a.add(Score{-100}, 0);
  EXPECT_NEAR(a.correlation(), 1.0, 1e-12);
  b.add(Score{100}, 0);
  b.add(Score{-100}, 2);
  a += b;
  EXPECT_EQ(a.count(), 4U);
  EXPECT_NEAR(a.correlation(), 0.0, 1e-12);
  EXPECT_NEAR(a.error(1e9), 0.25, 1e-6);  // every score counts as nothing
}

}  // namespace
}  // namespace oknos::train
