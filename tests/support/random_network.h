#pragma once

#include <memory>
#include <random>
#include <stdexcept>

#include "engine/eval/network/network.h"

namespace oknos::test {

// Numbers between -most and most, the same in every run.
template <class T>
void fill_randomly(std::vector<T>& numbers, int most, std::mt19937& random) {
  const auto width = static_cast<std::uint32_t>(2 * most + 1);
  for (T& number : numbers) number = static_cast<T>(static_cast<int>(random() % width) - most);
}

// Of a size between the usual and the limits: values of some hundred centipawns.
inline eval::network::Parameters random_parameters(std::uint32_t seed, int neurons = 32, int buckets = 8,
                                                   int king_buckets = 1, int hidden = 0) {
  using namespace eval::network;
  std::mt19937 random(seed);
  Parameters p = Parameters::zeros(neurons, buckets, king_buckets, hidden);
  fill_randomly(p.input_weights, 80, random);
  fill_randomly(p.input_biases, 120, random);
  fill_randomly(p.output_weights, 60, random);
  fill_randomly(p.output_biases, 8000, random);
  fill_randomly(p.hidden_weights, 300, random);
  fill_randomly(p.hidden_biases, 400 * kSquareOne, random);
  fill_randomly(p.hidden_outputs, 500, random);
  p.scale = 250;
  p.provenance = "made for a test";
  return p;
}

inline std::shared_ptr<const eval::network::Network> random_network(std::uint32_t seed, int neurons = 32,
                                                                    int buckets = 8, int king_buckets = 1,
                                                                    int hidden = 0) {
  auto network = eval::network::Network::make(random_parameters(seed, neurons, buckets, king_buckets, hidden));
  if (!network) throw std::runtime_error(network.error());
  return *network;
}

}  // namespace oknos::test
