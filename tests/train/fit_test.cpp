#include "train/fit.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

#include "train/sample_support.h"
#include "train/score_scale.h"

namespace oknos::train {
namespace {

constexpr std::uint64_t kSeed = 7;
constexpr double kScale = 200.0;

// Positions whose scores an evaluation with the weights `truth` gave.
struct Labelled {
  SampleSet set;
  Division division;
};

Labelled labelled_by(const Vector& truth, int games) {
  Labelled out;
  test::random_positions(kSeed, games, [&](const Position& position) {
    if (!out.set.add(eval::trace(position), Score{0}, 1)) return;
    Sample& sample = out.set[out.set.size() - 1];
    sample.score = static_cast<std::int16_t>(std::lround(value_of(sample, out.set.entries(sample), truth)));
    const auto number = static_cast<std::uint32_t>(out.set.size() - 1);
    (number % 8 == 0 ? out.division.validation : out.division.training).push_back(number);
  });
  return out;
}

Objective scores_only() {
  return {0.0, kScale, kScale};
}

FitOptions quick() {
  FitOptions out;
  out.epochs = 12;
  out.batch = 512;
  out.seed = kSeed;
  return out;
}

TEST(Fit, RecoversTheWeightsThatMadeTheLabels) {
  const Vector truth = test::moved_weights(kSeed, 15.0);
  const Labelled data = labelled_by(truth, 120);
  const Vector start = vector_of(eval::kWeights);
  FitOptions options = quick();
  options.pull = 1e4;  // nothing holds them back
  options.epochs = 40;
  const double before = mean_error(data.set, data.division.validation, start, scores_only(), 2);
  const Fitted fitted = fit(data.set, data.division, start, scores_only(), options);
  const double after = mean_error(data.set, data.division.validation, fitted.weights, scores_only(), 2);
  EXPECT_LT(after, before / 20);
  // Weights that many positions count in many ways are found themselves.
  constexpr double kNear = 3.0;  // centipawns
  for (const auto group : {eval::Group::Tempo, eval::Group::ThreatHanging}) {
    const std::size_t mg = 2 * eval::weight_index(group);
    EXPECT_NEAR(fitted.weights[mg], truth[mg], kNear) << eval::group(group).name;
  }
}

TEST(Fit, GradientOfTheErrorIsRight) {
  constexpr double kStep = 1e-3;
  const Labelled data = labelled_by(test::moved_weights(kSeed, 15.0), 4);
  const Vector weights = test::moved_weights(kSeed + 1, 15.0);
  const Objective objective{0.3, 150.0, 250.0};
  Vector gradient;
  const double error = mean_error_and_gradient(data.set, data.division.training, weights, objective, 2, gradient);
  EXPECT_DOUBLE_EQ(error, mean_error(data.set, data.division.training, weights, objective, 1));
  for (const auto group : {eval::Group::RookPsqt, eval::Group::KnightMobility, eval::Group::DangerBase,
                           eval::Group::WinnableBase, eval::Group::Tempo}) {
    const std::size_t number = 2 * eval::weight_index(group);
    Vector moved = weights;
    moved[number] += kStep;
    const double above = mean_error(data.set, data.division.training, moved, objective, 1);
    moved[number] -= 2 * kStep;
    const double below = mean_error(data.set, data.division.training, moved, objective, 1);
    EXPECT_NEAR(gradient[number], (above - below) / (2 * kStep), 1e-6) << eval::group(group).name;
  }
}

TEST(Fit, WeightsThatNothingCountsStay) {
  const Labelled data = labelled_by(test::moved_weights(kSeed, 15.0), 10);
  const Vector start = vector_of(eval::kWeights);
  const Fitted fitted = fit(data.set, data.division, start, scores_only(), quick());
  std::vector<bool> counted(kNumbers, false);
  const auto in_use = numbers_in_use();
  for (std::size_t i = 0; i < data.set.size(); ++i) {
    const Entry* entry = data.set.entries(data.set[i]);
    for (int n = std::accumulate(data.set[i].sizes.begin(), data.set[i].sizes.end(), 0); n > 0; --n, ++entry)
      counted[2 * std::size_t{entry->weight}] = counted[2 * std::size_t{entry->weight} + 1] = true;
  }
  int stayed = 0;
  for (std::size_t i = 0; i < kNumbers; ++i) {
    if (counted[i] && in_use[i]) continue;
    ++stayed;
    EXPECT_EQ(fitted.weights[i], start[i]) << i;
  }
  EXPECT_GT(stayed, 50);
}

TEST(Fit, APullHoldsBackWhatIsSeldomSeen) {
  const Vector truth = test::moved_weights(kSeed, 15.0);
  const Labelled data = labelled_by(truth, 20);
  const Vector start = vector_of(eval::kWeights);
  const auto moved = [&](double pull) {
    FitOptions options = quick();
    options.pull = pull;
    const Vector weights = fit(data.set, data.division, start, scores_only(), options).weights;
    double sum = 0.0;
    for (std::size_t i = 0; i < kNumbers; ++i) sum += (weights[i] - start[i]) * (weights[i] - start[i]);
    return std::sqrt(sum);
  };
  EXPECT_LT(moved(0.1), moved(100.0) / 5);
}

TEST(Fit, EndsWhenTheJudgesSeeNoGain) {
  Labelled data = labelled_by(vector_of(eval::kWeights), 10);
  RandomNumbers random(kSeed);
  for (std::size_t i = 0; i < data.set.size(); ++i)  // nothing to learn
    data.set[i].score = static_cast<std::int16_t>(random.below(400)) - 200;
  FitOptions options = quick();
  options.epochs = 500;
  const Vector start = vector_of(eval::kWeights);
  const Fitted fitted = fit(data.set, data.division, start, scores_only(), options);
  EXPECT_LT(fitted.epochs.size(), 100U);
  EXPECT_LE(mean_error(data.set, data.division.validation, fitted.weights, scores_only(), 1),
            mean_error(data.set, data.division.validation, start, scores_only(), 1));
}

TEST(Fit, PsqtKeepsWithinItsLimits) {
  Vector start = vector_of(eval::kWeights);
  const std::size_t number = 2 * eval::weight_index(eval::Group::RookPsqt, index(Square::A1));
  Vector truth = start;
  for (std::size_t i = 0; i < 2 * kSquares; ++i) truth[number + i] = 900.0;
  for (std::size_t i = 0; i < 2 * kSquares; ++i) start[number + i] = 590.0;
  const Labelled data = labelled_by(truth, 20);
  FitOptions options = quick();
  options.rate = 50.0;
  options.pull = 1e4;
  const Vector weights = fit(data.set, data.division, start, scores_only(), options).weights;
  double most = 0.0;
  for (std::size_t i = 0; i < 2 * kSquares; ++i) most = std::max(most, weights[number + i]);
  EXPECT_EQ(most, 600.0);
}

TEST(Objective, MixesResultAndScoreAndFindsTheScaleOfTheLabels) {
  Sample sample;
  sample.half_points = 2;
  for (const auto& [blend, target] : {std::pair{0.0, 0.5}, {1.0, 1.0}, {0.5, 0.75}})
    EXPECT_DOUBLE_EQ((Objective{blend, 1.0, 100.0}).target(sample), target);
  sample.score = 100;
  EXPECT_DOUBLE_EQ((Objective{0.0, 1.0, 100.0}).target(sample), sigmoid(1.0));
  const Labelled data = labelled_by(vector_of(eval::kWeights), 20);
  const Objective objective{0.0, 0.0, 300.0};  // the targets are sigmoid(score / 300), and the scores are the values
  EXPECT_NEAR(best_scale(data.set, data.division.training, vector_of(eval::kWeights), objective, 2), 300.0, 3.0);
}

}  // namespace
}  // namespace oknos::train
