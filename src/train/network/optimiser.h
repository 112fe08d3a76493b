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
  // With king buckets, an input weight of the network is the sum of one that all buckets share and one of the bucket's
  // own ("factorised" inputs), so that a bucket learns from the others what is rare in it.
  struct State {
    Floats numbers;  // of the layout; with king buckets, then the shared input weights [slice][input][lane]
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
  // Of the network.
  const float* numbers() const { return layout_.king_buckets > 1 ? sums_.data() : state_.numbers.data(); }
  // The numbers of a network with as many buckets, no more neurons, as many king buckets or one, and a second hidden
  // layer of the same size or none. The neurons that it lacks, those of the second hidden layer too, keep their random
  // input weights and get output weights of 0, so that the value is the same at first (function-preserving, as in
  // T. Chen, I. Goodfellow, J. Shlens, "Net2Net", ICLR 2016).
  void start_from(const Layout& layout, const Floats& numbers);
  void restore(State state);  // of the same layout

 private:
  std::size_t shared_weight(std::size_t input, std::size_t neuron) const;
  void copy_hidden(const Layout& layout, const Floats& numbers);
  void sum_up();
  void update_shared(double rate, std::size_t positions);
  void update(std::size_t first, std::size_t last, double rate, std::size_t positions, std::size_t portions);

  Layout layout_;
  Settings settings_;
  State state_;
  Floats sums_;                    // with king buckets: the network's numbers
  std::vector<Floats> gradients_;  // of the portions of a batch
};

}  // namespace oknos::train::network
