#include "train/network/quantise.h"

#include <algorithm>
#include <cmath>

#include "engine/eval/network/kernels.h"

namespace oknos::train::network {

namespace {

template <class T>
void round_all(const float* from, std::vector<T>& to, double one) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = static_cast<T>(std::lround(static_cast<double>(from[i]) * one));
}

}  // namespace

Result<std::shared_ptr<const eval::network::Network>> quantised(const Layout& layout, const float* numbers,
                                                                double scale, const std::string& provenance) {
  using namespace eval::network;
  Parameters p = Parameters::zeros(layout.neurons, layout.buckets, layout.king_buckets, layout.hidden);
  p.scale = static_cast<int>(std::lround(scale));
  p.provenance = provenance;
  for (std::size_t input = 0; input < layout.inputs(); ++input)
    for (std::size_t i = 0; i < layout.n(); ++i) {
      const long weight = std::lround(static_cast<double>(numbers[layout.input_weight(input, i)]) * kInputOne);
      p.input_weights[input * layout.n() + i] =
          static_cast<std::int16_t>(std::clamp<long>(weight, -kMaxInputWeight, kMaxInputWeight));
    }
  round_all(numbers + layout.input_biases(), p.input_biases, kInputOne);
  round_all(numbers + layout.output_weights(), p.output_weights, kOutputOne);
  round_all(numbers + layout.output_biases(), p.output_biases, kInputOne * kOutputOne);
  round_all(numbers + layout.hidden_weights(), p.hidden_weights, kHiddenOne);
  round_all(numbers + layout.hidden_biases(), p.hidden_biases, kSquareOne * kHiddenOne);
  round_all(numbers + layout.hidden_outputs(), p.hidden_outputs, kHiddenOne);
  return Network::make(std::move(p));
}

Floats floating(const Layout& layout, const eval::network::Network& network) {
  using namespace eval::network;
  constexpr float kInput = kInputOne;
  constexpr float kOutput = kOutputOne;
  Floats out(layout.size());
  const Parameters& p = network.parameters();
  for (std::size_t input = 0; input < layout.inputs(); ++input)
    for (std::size_t i = 0; i < layout.n(); ++i)
      out[layout.input_weight(input, i)] = static_cast<float>(p.input_weights[input * layout.n() + i]) / kInput;
  const auto scale = [&](const auto& from, std::size_t to, float one) {
    for (std::size_t i = 0; i < from.size(); ++i) out[to + i] = static_cast<float>(from[i]) / one;
  };
  scale(p.input_biases, layout.input_biases(), kInput);
  scale(p.output_weights, layout.output_weights(), kOutput);
  scale(p.output_biases, layout.output_biases(), kInput * kOutput);
  constexpr float kHidden = kHiddenOne;
  scale(p.hidden_weights, layout.hidden_weights(), kHidden);
  scale(p.hidden_biases, layout.hidden_biases(), kHidden * kSquareOne);
  scale(p.hidden_outputs, layout.hidden_outputs(), kHidden);
  return out;
}

float prediction(const eval::network::Network& network, const PackedPosition& position) {
  const Inputs inputs = inputs_of(position, network.king_buckets());
  const auto sums_of = [&](const auto& list) {
    std::vector<std::int16_t> out(network.biases(), network.biases() + network.neurons());
    for (int k = 0; k < inputs.men; ++k) {
      const std::int16_t* weights = network.weights_of(list[static_cast<std::size_t>(k)]);
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::int16_t>(out[i] + weights[i]);
    }
    return out;
  };
  const Score value =
      network.output(sums_of(inputs.own).data(), sums_of(inputs.other).data(), inputs.men) + Score{position.material};
  return 1.0F / (1.0F + std::exp(-static_cast<float>(value.value()) / static_cast<float>(network.scale())));
}

}  // namespace oknos::train::network
