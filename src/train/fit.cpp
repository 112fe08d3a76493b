#include "train/fit.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/random_numbers.h"
#include "lab/terminal/interrupt.h"

namespace oknos::train {

namespace {

// Units of king danger in a centipawn, about: kDangerSquare / (2 d) of a middling danger d.
constexpr double kDangerUnits = 6.0;

// How much larger than a centipawn the number's natural step is.
std::array<double, kNumbers> units() {
  std::array<double, kNumbers> out{};
  const auto in_use = numbers_in_use();
  for (const eval::WeightGroup& group : eval::kWeightGroups)
    for (auto i = 2 * static_cast<std::size_t>(group.first);
         i < 2 * static_cast<std::size_t>(group.first + group.count); ++i)
      out[i] = !in_use[i] ? 0.0 : group.kind == eval::WeightKind::Danger ? kDangerUnits : 1.0;
  return out;
}

// Means of the gradient and of its square, and the step that they call for.
class Adam {
 public:
  Adam() : mean_(kNumbers, 0.0), square_(kNumbers, 0.0), units_(units()) {}

  void step(const Vector& gradient, double rate, Vector& weights) {
    constexpr double kMeanDecay = 0.9;
    constexpr double kSquareDecay = 0.999;
    constexpr double kTiny = 1e-12;  // below this the gradient's size is noise
    mean_weight_ *= kMeanDecay;
    square_weight_ *= kSquareDecay;
    for (std::size_t i = 0; i < kNumbers; ++i) {
      mean_[i] = kMeanDecay * mean_[i] + (1.0 - kMeanDecay) * gradient[i];
      square_[i] = kSquareDecay * square_[i] + (1.0 - kSquareDecay) * gradient[i] * gradient[i];
      const double mean = mean_[i] / (1.0 - mean_weight_);
      const double square = square_[i] / (1.0 - square_weight_);
      weights[i] -= rate * units_[i] * mean / (std::sqrt(square) + kTiny);
    }
  }

 private:
  Vector mean_;
  Vector square_;
  std::array<double, kNumbers> units_;
  double mean_weight_ = 1.0;  // of the zeros that the means began with
  double square_weight_ = 1.0;
};

void shuffle(std::vector<std::uint32_t>& numbers, std::uint64_t seed, int epoch) {
  RandomNumbers random(seed, static_cast<std::uint64_t>(epoch));
  for (std::size_t i = numbers.size(); i > 1; --i) std::swap(numbers[i - 1], numbers[random.below(i)]);
}

void add_pull(const Pull& pull, const Vector& start, const Vector& weights, Vector& gradient) {
  for (std::size_t i = 0; i < kNumbers; ++i)
    if (pull.spread[i] > 0)
      gradient[i] += 2.0 * pull.strength * (weights[i] - start[i]) / (pull.spread[i] * pull.spread[i]);
}

// The bounds' tables are 16 bits wide and rely on this.
void keep_within_limits(Vector& weights) {
  constexpr double kMax = 600.0;  // centipawns
  for (const eval::WeightGroup& group : eval::kWeightGroups) {
    if (group.kind != eval::WeightKind::Psqt) continue;
    for (auto i = 2 * static_cast<std::size_t>(group.first);
         i < 2 * static_cast<std::size_t>(group.first + group.count); ++i)
      weights[i] = std::clamp(weights[i], -kMax, kMax);
  }
}

class Fitting {
 public:
  Fitting(const SampleSet& set, const Division& division, const Vector& start, const Objective& objective,
          const FitOptions& options, const FitWatch& watch)
      : set_(set),
        division_(division),
        start_(start),
        objective_(objective),
        options_(options),
        watch_(watch),
        weights_(start),
        order_(division.training) {}

  Fitted run() {
    constexpr int kHalvings = 6;
    constexpr double kWorthIt = 1e-5;  // of the error: less than that is no improvement
    Fitted out;
    out.weights = start_;
    const auto& judges = division_.validation.empty() ? division_.training : division_.validation;
    double best = mean_error(set_, judges, start_, objective_, options_.threads);
    pull_ = pull_of(options_.pull, division_.training.size(), best);
    double rate = options_.rate;
    int halvings = 0;
    for (int number = 1; number <= options_.epochs && halvings <= kHalvings; ++number) {
      Epoch epoch;
      epoch.number = number;
      epoch.rate = rate;
      epoch.training = learn(number, rate);
      if (lab::interrupted()) {
        out.interrupted = true;
        return out;
      }
      epoch.validation = mean_error(set_, judges, weights_, objective_, options_.threads);
      epoch.best = epoch.validation < best;
      const bool worth_it = epoch.validation < best * (1.0 - kWorthIt);
      if (epoch.best) {
        best = epoch.validation;
        out.weights = weights_;
      }
      if (!worth_it) {
        rate /= 2;
        ++halvings;
        weights_ = out.weights;
      }
      out.epochs.push_back(epoch);
      if (watch_.epoch) watch_.epoch(epoch);
    }
    return out;
  }

 private:
  // One pass over the samples in a new order. The mean error, while the weights moved.
  double learn(int number, double rate) {
    shuffle(order_, options_.seed, number);
    const std::span<const std::uint32_t> all = order_;
    double sum = 0.0;
    Vector gradient;
    for (std::size_t first = 0; first < all.size() && !lab::interrupted(); first += options_.batch) {
      const auto batch = all.subspan(first, std::min(options_.batch, all.size() - first));
      sum += static_cast<double>(batch.size()) *
             mean_error_and_gradient(set_, batch, weights_, objective_, options_.threads, gradient);
      add_pull(pull_, start_, weights_, gradient);
      adam_.step(gradient, rate, weights_);
      keep_within_limits(weights_);
      if (watch_.within_epoch)
        watch_.within_epoch(number, static_cast<double>(first + batch.size()) / static_cast<double>(all.size()));
    }
    return all.empty() ? 0.0 : sum / static_cast<double>(all.size());
  }

  const SampleSet& set_;
  const Division& division_;
  const Vector& start_;
  const Objective& objective_;
  const FitOptions& options_;
  const FitWatch& watch_;
  Vector weights_;
  std::vector<std::uint32_t> order_;
  Adam adam_;
  Pull pull_;
};

}  // namespace

Pull pull_of(double centipawns, std::size_t samples, double error) {
  // Positions of one game resemble each other: so many of them say as much as one by itself.
  constexpr double kAlike = 20.0;
  Pull out;
  if (samples == 0) return out;
  // With errors that are normal with variance `error` and weights that are normal about their start, this is Bayes.
  out.strength = error * kAlike / static_cast<double>(samples);
  const auto unit = units();
  for (std::size_t i = 0; i < kNumbers; ++i) out.spread[i] = centipawns * unit[i];
  return out;
}

Fitted fit(const SampleSet& set, const Division& division, const Vector& start, const Objective& objective,
           const FitOptions& options, const FitWatch& watch) {
  return Fitting(set, division, start, objective, options, watch).run();
}

}  // namespace oknos::train
