#pragma once

#include <array>
#include <vector>

#include "engine/eval/weights/weights.h"
#include "train/samples.h"

// The evaluation as a function of its weights, in floating-point numbers, with its gradient. The formula is that of
// eval/trace.h; a test compares the two.
namespace oknos::train {

using Weights = std::array<eval::Tapered, eval::kWeightCount>;

// Two numbers for each weight: 2 * i is its value in the middlegame, 2 * i + 1 in the ending. They are adjacent because
// they are always used together.
using Vector = std::vector<double>;
inline constexpr std::size_t kNumbers = 2 * static_cast<std::size_t>(eval::kWeightCount);

Vector vector_of(const Weights& weights);
Weights rounded(const Vector& numbers);  // to whole numbers, kept within those of eval::Tapered

// Whether the number is a weight at all: weights of danger and of winning chances have none for the ending.
std::array<bool, kNumbers> numbers_in_use();

// Centipawns, White's view.
double value_of(const Sample& sample, const Entry* entries, const Vector& weights);

// Intermediate results between the weights and the value.
struct Stages {
  double value = 0.0;
  // Derivatives of the value by the sums over the entries of each part.
  double psqt_mg = 0.0;
  double psqt_eg = 0.0;
  double tapered_mg = 0.0;
  double tapered_eg = 0.0;
  double white_danger = 0.0;
  double black_danger = 0.0;
  double winnable = 0.0;
};
Stages stages_of(const Sample& sample, const Entry* entries, const Vector& weights);

// Adds factor * derivative of the value by each number.
void add_derivatives(const Sample& sample, const Entry* entries, const Stages& stages, double factor, Vector& sums);

}  // namespace oknos::train
