#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "train/network/floats.h"
#include "train/network/gradient.h"

namespace oknos::train::network {

// AdamW (I. Loshchilov, F. Hutter, "Decoupled Weight Decay Regularization", 2019) over minibatches, with weights
// clipped to the range of the quantised network.
class Optimiser {
 public:
  struct Settings {
    double decay = 0.01;  // of the weights, per step and unit of the rate
    int threads = 1;      // the result does not depend on it
  };
  struct State {
    Floats numbers;
    Floats means;    // running means of the gradient
    Floats squares;  // running means of its squares
    std::uint64_t steps = 0;
  };

  // Starts from random numbers.
  Optimiser(const Layout& layout, const Settings& settings, std::uint64_t seed);

  // Learns from these positions; returns the sum of the squared errors before the step.
  double step(const Target& target, std::span<const PackedPosition> positions, std::span<const std::uint32_t> batch,
              double rate);

  const State& state() const { return state_; }
  const float* numbers() const { return state_.numbers.data(); }
  // The numbers of a network with as many buckets and no more neurons. The neurons that it lacks keep their random
  // input weights and get output weights of 0, so that the value is the same at first (function-preserving, as in
  // T. Chen, I. Goodfellow, J. Shlens, "Net2Net", ICLR 2016).
  void start_from(const Layout& layout, const Floats& numbers);
  void restore(State state) { state_ = std::move(state); }  // of the same layout

 private:
  void update(std::size_t first, std::size_t last, double rate, std::size_t positions, std::size_t portions);

  Layout layout_;
  Settings settings_;
  State state_;
  std::vector<Floats> gradients_;  // of the portions of a batch
};

}  // namespace oknos::train::network
