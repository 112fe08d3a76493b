#include "train/objective.h"

#include <algorithm>
#include <vector>

#include "lab/statistics/minimise.h"
#include "train/parallel.h"
#include "train/score_scale.h"

namespace oknos::train {

namespace {

std::size_t portions(std::size_t n) {
  return (n + kPortion - 1) / kPortion;
}

std::span<const std::uint32_t> portion(std::span<const std::uint32_t> all, std::size_t i) {
  const std::size_t first = i * kPortion;
  return all.subspan(first, std::min(kPortion, all.size() - first));
}

double sum(const std::vector<double>& parts) {
  double out = 0.0;
  for (const double part : parts) out += part;
  return out;
}

// The sum of the errors of a portion; its gradient is added.
double add_portion(const SampleSet& set, std::span<const std::uint32_t> which, const Vector& weights,
                   const Objective& objective, Vector& gradient) {
  double error = 0.0;
  for (const std::uint32_t i : which) {
    const Sample& sample = set[i];
    const Entry* entries = set.entries(sample);
    const Stages stages = stages_of(sample, entries, weights);
    const double expected = sigmoid(stages.value / objective.scale);
    const double difference = expected - objective.target(sample);
    error += difference * difference;
    add_derivatives(sample, entries, stages, 2.0 * difference * expected * (1.0 - expected) / objective.scale,
                    gradient);
  }
  return error;
}

}  // namespace

double Objective::target(const Sample& sample) const {
  const double points = sample.half_points / 2.0;
  return blend * points + (1.0 - blend) * sigmoid(sample.score / score_scale);
}

double mean_error(const SampleSet& set, std::span<const std::uint32_t> which, const Vector& weights,
                  const Objective& objective, int threads) {
  if (which.empty()) return 0.0;
  std::vector<double> errors(portions(which.size()), 0.0);
  parallel_for(errors.size(), threads, [&](std::size_t p) {
    for (const std::uint32_t i : portion(which, p)) {
      const double value = value_of(set[i], set.entries(set[i]), weights);
      const double difference = sigmoid(value / objective.scale) - objective.target(set[i]);
      errors[p] += difference * difference;
    }
  });
  return sum(errors) / static_cast<double>(which.size());
}

double mean_error_and_gradient(const SampleSet& set, std::span<const std::uint32_t> which, const Vector& weights,
                               const Objective& objective, int threads, Vector& gradient) {
  gradient.assign(kNumbers, 0.0);
  if (which.empty()) return 0.0;
  const std::size_t count = portions(which.size());
  std::vector<double> errors(count, 0.0);
  std::vector<Vector> gradients(count);
  parallel_for(count, threads, [&](std::size_t p) {
    gradients[p].assign(kNumbers, 0.0);
    errors[p] = add_portion(set, portion(which, p), weights, objective, gradients[p]);
  });
  for (const Vector& g : gradients)
    for (std::size_t i = 0; i < kNumbers; ++i) gradient[i] += g[i];
  const auto n = static_cast<double>(which.size());
  for (double& g : gradient) g /= n;
  return sum(errors) / n;
}

double best_scale(const SampleSet& set, std::span<const std::uint32_t> which, const Vector& weights,
                  const Objective& objective, int threads) {
  constexpr double kPrecision = 1e-3;  // of the logarithm
  std::vector<double> values(which.size());
  parallel_for(portions(which.size()), threads, [&](std::size_t p) {
    const std::size_t first = p * kPortion;
    for (std::size_t i = first; i < std::min(first + kPortion, which.size()); ++i)
      values[i] = value_of(set[which[i]], set.entries(set[which[i]]), weights);
  });
  std::vector<double> errors(portions(which.size()));
  return std::exp(lab::minimise_on(std::log(kMinScale), std::log(kMaxScale), kPrecision, [&](double x) {
    parallel_for(errors.size(), threads, [&](std::size_t p) {
      errors[p] = 0.0;
      const std::size_t first = p * kPortion;
      for (std::size_t i = first; i < std::min(first + kPortion, which.size()); ++i) {
        const double difference = sigmoid(values[i] / std::exp(x)) - objective.target(set[which[i]]);
        errors[p] += difference * difference;
      }
    });
    return sum(errors);
  }));
}

}  // namespace oknos::train
