#pragma once

#include <cstddef>
#include <span>

#include "train/model.h"
#include "train/samples.h"

// What training makes small: the mean over the samples of
//   (sigmoid(E / K) - target)^2,   target = blend * points + (1 - blend) * sigmoid(score / K')
// E: the evaluation; points: what White got in the end (1, 1/2, 0); score: what the search of the game said; K and K'
// turn centipawns into expected points: K' is fitted to the scores and the results before, K to E and the targets.
namespace oknos::train {

struct Objective {
  double blend = 0.0;        // weight of the result
  double scale = 0.0;        // K, centipawns
  double score_scale = 0.0;  // K'

  double target(const Sample& sample) const;
};

// Sums over samples are taken in portions of so many, in order: so they do not depend on the number of threads.
inline constexpr std::size_t kPortion = 1024;

// The mean over the samples with these numbers in the set. 0 when there are none.
double mean_error(const SampleSet& set, std::span<const std::uint32_t> which, const Vector& weights,
                  const Objective& objective, int threads);

// The same, and the mean's gradient is written to `gradient`.
double mean_error_and_gradient(const SampleSet& set, std::span<const std::uint32_t> which, const Vector& weights,
                               const Objective& objective, int threads, Vector& gradient);

// The K with the least mean error.
double best_scale(const SampleSet& set, std::span<const std::uint32_t> which, const Vector& weights,
                  const Objective& objective, int threads);

}  // namespace oknos::train
