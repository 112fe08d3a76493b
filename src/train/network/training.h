#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "train/network/optimiser.h"
#include "train/network/positions.h"

namespace oknos::train::network {

// Everything besides the positions that the result of a training depends on.
struct Schedule {
  Layout layout{.neurons = 128, .buckets = 8};
  int epochs = 20;
  std::size_t batch = 16384;
  double rate = 0.001;  // highest; from the end of the warm-up it decays along a half cosine
  int warm_up = 0;      // percentage of all steps, below 100, during which the rate rises linearly from 0
  double final_rate = 0.00001;
  double first_blend = 0.3;  // weight of the result against the score; it changes linearly during the training
  double last_blend = 0.5;
  double decay = 0.01;
  double scale = 200.0;  // centipawns
  std::uint64_t seed = 1;

  std::string to_text() const;
  double rate_at(double part) const;  // part: of all steps, 0 to 1
};

struct EpochLoss {
  double training = 0.0;    // mean squared error while the weights moved
  double validation = 0.0;  // after it, with the last blend
};

// A network to start from: as many buckets as the trained one and no more neurons.
struct Start {
  Layout layout;
  Floats numbers;
};

// A training that can be stopped after any epoch and resumed.
class Training {
 public:
  // Without `start`: from random numbers.
  Training(const Schedule& schedule, const Positions& positions, int threads,
           const std::optional<Start>& start = std::nullopt);

  int epochs_done() const { return static_cast<int>(losses_.size()); }
  bool finished() const { return epochs_done() >= schedule_.epochs; }
  // `progress` gets the part of the epoch that is done, and stops it by returning false; the epoch is then discarded.
  bool run_epoch(const std::function<bool(double part)>& progress);

  const std::vector<EpochLoss>& losses() const { return losses_; }
  const float* numbers() const { return optimiser_.numbers(); }
  double rate() const { return schedule_.rate_at(position_in_schedule()); }  // of the next step

  // Mean squared error over the validation positions (if there are none, the training positions), with the last blend.
  template <class Predict>
  double validation_error(Predict predict) const;

  // Everything that is needed to resume. `identity` names the training and its data; restoring compares it.
  std::string checkpoint(const std::string& identity) const;
  std::optional<Error> restore(std::string_view checkpoint, const std::string& identity);

 private:
  double position_in_schedule() const;  // 0 to 1
  const std::vector<PackedPosition>& judges() const {
    return positions_.validation.empty() ? positions_.training : positions_.validation;
  }
  using SumOfErrors = std::function<double(const Target&, std::span<const PackedPosition>)>;
  double sum_over_judges(const SumOfErrors& sum_of) const;

  Schedule schedule_;
  const Positions& positions_;
  int threads_;
  Optimiser optimiser_;
  std::vector<EpochLoss> losses_;
  std::size_t steps_in_epoch_;
};

template <class Predict>
double Training::validation_error(Predict predict) const {
  const auto sum_of = [&](const Target& target, std::span<const PackedPosition> positions) {
    double sum = 0.0;
    for (const PackedPosition& position : positions) {
      const double error = static_cast<double>(predict(position)) - static_cast<double>(target.of(position));
      sum += error * error;
    }
    return sum;
  };
  return sum_over_judges(sum_of) / static_cast<double>(judges().size());
}

}  // namespace oknos::train::network
