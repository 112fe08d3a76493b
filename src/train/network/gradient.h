#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "train/network/packed_position.h"

// The network in the trainer: one array of floating-point numbers, and the gradient of the error with respect to them.
namespace oknos::train::network {

// The layout of the array: input weights [slice][input of each king bucket][lane], input biases [neuron], output
// weights [bucket][own, other][neuron], output biases [bucket]; of the second hidden layer, weights [bucket][hidden
// neuron][own, other][neuron], biases [bucket][hidden neuron], output weights [bucket][hidden neuron]. The neurons are
// divided into slices of kLanes, so that the input weights of one slice and their gradient stay in the processor's
// cache while many positions are processed.
struct Layout {
  int neurons = 0;
  int buckets = 1;
  int king_buckets = 1;
  int hidden = 0;  // neurons of the second hidden layer, of each bucket

  std::size_t inputs() const { return static_cast<std::size_t>(king_buckets) * eval::network::kInputs; }
  std::size_t n() const { return static_cast<std::size_t>(neurons); }
  std::size_t input_weight(std::size_t input, std::size_t neuron) const {
    constexpr std::size_t kLanes = eval::network::kLanes;
    return (neuron / kLanes * inputs() + input) * kLanes + neuron % kLanes;
  }
  std::size_t input_biases() const { return inputs() * n(); }
  std::size_t output_weights() const { return input_biases() + n(); }
  std::size_t output_biases() const { return output_weights() + 2 * n() * static_cast<std::size_t>(buckets); }
  std::size_t hidden_weights() const { return output_biases() + static_cast<std::size_t>(buckets); }
  // `neuron`: in all buckets together, bucket * hidden + j.
  std::size_t hidden_weight(std::size_t neuron) const { return hidden_weights() + neuron * 2 * n(); }
  std::size_t all_hidden() const { return static_cast<std::size_t>(buckets) * static_cast<std::size_t>(hidden); }
  std::size_t hidden_biases() const { return hidden_weight(all_hidden()); }
  std::size_t hidden_outputs() const { return hidden_biases() + all_hidden(); }
  std::size_t size() const { return hidden_outputs() + all_hidden(); }
};

// The target of a position: blend * points + (1 - blend) * sigmoid(score / scale).
struct Target {
  double blend = 0.5;
  double scale = 200.0;  // centipawns

  float of(const PackedPosition& position) const;
};

// The expected points of the side to move, 0 to 1: sigmoid(material / scale + output).
float prediction(const Layout& layout, const float* numbers, double scale, const PackedPosition& position);

// The sum of the squared errors of these positions.
double sum_of_errors(const Layout& layout, const float* numbers, const Target& target,
                     std::span<const PackedPosition> positions);

// Adds the gradient of the squared errors of these positions to `gradient`; returns the sum of these errors.
double add_gradient(const Layout& layout, const float* numbers, const Target& target,
                    std::span<const PackedPosition> positions, std::span<const std::uint32_t> which, float* gradient);

}  // namespace oknos::train::network
