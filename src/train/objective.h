#pragma once

#include <cstddef>
#include <span>

#include "train/model.h"
#include "train/samples.h"

// The error that training minimises: the mean over the samples of
//   (sigmoid(E / K) - target)^2,   target = blend * points + (1 - blend) * sigmoid(score / K')
// E is the evaluation, points is White's result (1, 1/2, 0), and score is that of the search in the game. K and K'
// convert centipawns to expected points. K' is fitted to the scores and results beforehand, K to E and the targets.
namespace oknos::train {

struct Objective {
  double blend = 0.0;        // weight of the result
  double scale = 0.0;        // K, centipawns
  double score_scale = 0.0;  // K'

  double target(const Sample& sample) const;
};

// Sums over samples are computed in portions of this size, which are added in order. So they do not depend on the
// number of threads.
inline constexpr std::size_t kPortion = 1024;

// The mean over the samples with these numbers in the set. 0 when there are none.
double mean_error(const SampleSet& set, std::span<const std::uint32_t> which, const Vector& weights,
                  const Objective& objective, int threads);

// The same; also writes the gradient of the mean to `gradient`.
double mean_error_and_gradient(const SampleSet& set, std::span<const std::uint32_t> which, const Vector& weights,
                               const Objective& objective, int threads, Vector& gradient);

// The K with the least mean error.
double best_scale(const SampleSet& set, std::span<const std::uint32_t> which, const Vector& weights,
                  const Objective& objective, int threads);

}  // namespace oknos::train
