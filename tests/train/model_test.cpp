#include "train/model.h"

#include <cmath>
#include <gtest/gtest.h>

#include "engine/eval/evaluator.h"
#include "engine/eval/trace.h"
#include "train/sample_support.h"

namespace oknos::train {
namespace {

constexpr std::uint64_t kSeed = 20;

SampleSet set_of(const eval::Trace& trace) {
  SampleSet out;
  out.add(trace, Score{0}, 1);
  return out;
}

double value_of(const SampleSet& set, const Vector& weights) {
  return value_of(set[0], set.entries(set[0]), weights);
}

// A division for each of seven parts; what the ending is worth may count twice.
constexpr double kRounding = 5.0;  // centipawns

TEST(Model, IsTheFormulaOfTheEvaluation) {
  int seen = 0;
  for (const double by : {0.0, 40.0}) {
    // In whole numbers, since those are what the other formula takes.
    const Weights weights = rounded(test::moved_weights(kSeed, by));
    test::random_positions(kSeed, 40, [&](const Position& position) {
      const eval::Trace trace = eval::trace(position);
      const SampleSet set = set_of(trace);
      if (set.size() == 0) return;
      ++seen;
      const double value = value_of(set, vector_of(weights));
      EXPECT_NEAR(value, eval::value_of(trace, weights).value(), kRounding);
      const int evaluation = eval::evaluate(position).total().value();
      EXPECT_TRUE(by > 0.0 ||
                  std::abs(value - (position.side_to_move() == Color::White ? evaluation : -evaluation)) <= kRounding)
          << "with the weights that are built in";
    });
  }
  EXPECT_GT(seen, 5000);
}

// The derivative is checked against differences to both sides; where these two differ there is a kink in between.
TEST(Model, DerivativesAreThoseOfTheValue) {
  constexpr double kStep = 1e-3;
  constexpr double kNear = 1e-4;
  const Vector weights = test::moved_weights(kSeed, 60.0);  // far enough for every branch to be seen
  std::array<int, kParts> checked{};
  test::random_positions(kSeed, 30, [&](const Position& position) {
    const SampleSet set = set_of(eval::trace(position));
    if (set.size() == 0) return;
    Vector derivatives(kNumbers, 0.0);
    const Stages stages = stages_of(set[0], set.entries(set[0]), weights);
    add_derivatives(set[0], set.entries(set[0]), stages, 1.0, derivatives);
    const Entry* entry = set.entries(set[0]);
    for (std::size_t part = 0; part < kParts; ++part) {
      for (int n = 0; n < set[0].sizes[part]; ++n, ++entry) {
        for (const std::size_t number : {2 * std::size_t{entry->weight}, 2 * std::size_t{entry->weight} + 1}) {
          if (!numbers_in_use()[number]) continue;
          Vector moved = weights;
          moved[number] += kStep;
          const double above = (value_of(set, moved) - stages.value) / kStep;
          moved[number] -= 2 * kStep;
          const double below = (stages.value - value_of(set, moved)) / kStep;
          if (std::abs(above - below) > kNear) continue;
          ++checked[part];
          EXPECT_NEAR(derivatives[number], (above + below) / 2, kNear) << "part " << part << ", number " << number;
        }
      }
    }
  });
  for (const int n : checked) EXPECT_GT(n, 300);
}

TEST(Model, WhatIsNoWeightIsNotUsed) {
  const auto in_use = numbers_in_use();
  for (const eval::WeightGroup& group : eval::kWeightGroups) {
    const bool tapered = group.kind == eval::WeightKind::Psqt || group.kind == eval::WeightKind::Tapered;
    for (int i = group.first; i < group.first + group.count; ++i) {
      EXPECT_TRUE(in_use[2 * static_cast<std::size_t>(i)]);
      EXPECT_EQ(in_use[2 * static_cast<std::size_t>(i) + 1], tapered) << group.name;
    }
  }
}

TEST(Model, RoundsToTheNearestAndKeepsToTheType) {
  Vector numbers = vector_of(eval::kWeights);
  EXPECT_EQ(rounded(numbers), eval::kWeights);
  numbers[0] = 1.6;
  numbers[1] = -1.6;
  numbers[2] = 1e9;
  numbers[3] = -1e9;
  const Weights weights = rounded(numbers);
  EXPECT_EQ(weights[0], (eval::Tapered{2, -2}));
  EXPECT_EQ(weights[1], (eval::Tapered{32767, -32768}));
}

TEST(Samples, EndingsWithARuleOfTheirOwnAreLeftOut) {
  eval::Trace trace;
  trace.ending = eval::Trace::Ending::Exact;
  SampleSet set;
  EXPECT_FALSE(set.add(trace, Score{0}, 1));
  EXPECT_EQ(set.size(), 0U);
  trace.ending = eval::Trace::Ending::Scaled;
  EXPECT_TRUE(set.add(trace, Score{0}, 1));
}

TEST(Samples, AppendedOnesKeepTheirEntries) {
  SampleSet all;
  SampleSet part;
  std::vector<double> values;
  const Vector weights = vector_of(eval::kWeights);
  test::random_positions(kSeed, 6, [&](const Position& position) {
    part.add(eval::trace(position), Score{0}, 1);
    if (part.size() < 50) return;
    for (std::size_t i = 0; i < part.size(); ++i) values.push_back(value_of(part[i], part.entries(part[i]), weights));
    all.append(part);
    part = {};
  });
  ASSERT_EQ(all.size(), values.size());
  ASSERT_GT(all.size(), 300U);
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(value_of(all[i], all.entries(all[i]), weights), values[i]);
}

}  // namespace
}  // namespace oknos::train
