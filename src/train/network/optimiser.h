#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "train/network/gradient.h"

namespace oknos::train::network {

// AdamW (I. Loshchilov, F. Hutter, "Decoupled Weight Decay Regularization", 2019) over minibatches, with weights held
// within what the quantised network can have.
class Optimiser {
 public:
  struct Settings {
    double decay = 0.01;  // of the weights, per step and unit of the rate
    int threads = 1;      // the result does not depend on it
  };
  struct State {
    std::vector<float> numbers;
    std::vector<float> means;    // of the gradient
    std::vector<float> squares;  // its squares' mean
    std::uint64_t steps = 0;
  };

  // Begins with random numbers.
  Optimiser(const Layout& layout, const Settings& settings, std::uint64_t seed);

  // Learns from these positions; returns the sum of the squared errors before the step.
  double step(const Target& target, std::span<const PackedPosition> positions, std::span<const std::uint32_t> batch,
              double rate);

  const State& state() const { return state_; }
  const float* numbers() const { return state_.numbers.data(); }
  void restore(State state) { state_ = std::move(state); }  // of the same layout

 private:
  void update(std::size_t first, std::size_t last, double rate, std::size_t positions);

  Layout layout_;
  Settings settings_;
  State state_;
  std::vector<std::vector<float>> gradients_;  // of the portions of a batch
};

}  // namespace oknos::train::network
