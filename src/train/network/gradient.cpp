#include "train/network/gradient.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace oknos::train::network {

namespace {

using eval::network::kLanes;
using eval::network::kMostMen;
using eval::network::kMostNeurons;
using Neurons = std::array<float, kMostNeurons>;
using InputList = std::array<std::uint16_t, kMostMen>;

// All loops run over a fixed number of lanes, so that the compiler keeps them in vector registers; sums are kept lane
// by lane, for floating-point sums must not be taken in another order than the code says.
using Lanes = std::array<float, static_cast<std::size_t>(kLanes)>;

struct View {
  const InputList& inputs;
  alignas(64) Neurons active;  // clamp(sum, 0, 1)
  alignas(64) Neurons slopes;  // of the error by the sum

  explicit View(const InputList& list) : inputs(list) {}
};

const float* row(const Layout& layout, const float* numbers, std::uint16_t input) {
  return numbers + input * layout.n();
}

// Sums up the inputs and activates; the part of the output is added lane by lane.
void forward(const Layout& layout, const float* numbers, View& view, int men, const float* weights, Lanes& output) {
  const float* biases = numbers + layout.input_biases();
  for (std::size_t first = 0; first < layout.n(); first += kLanes) {
    Lanes sums;
    for (std::size_t i = 0; i < kLanes; ++i) sums[i] = biases[first + i];
    for (int k = 0; k < men; ++k) {
      const float* from = row(layout, numbers, view.inputs[static_cast<std::size_t>(k)]) + first;
      for (std::size_t i = 0; i < kLanes; ++i) sums[i] += from[i];
    }
    for (std::size_t i = 0; i < kLanes; ++i) {
      float active = sums[i] > 0.0F ? sums[i] : 0.0F;
      active = active < 1.0F ? active : 1.0F;
      view.active[first + i] = active;
      output[i] += active * active * weights[first + i];
    }
  }
}

// With `slope`, that of the error by the output.
void backward(const Layout& layout, View& view, int men, const float* weights, float slope, float* to_weights,
              float* gradient) {
  float* to_biases = gradient + layout.input_biases();
  for (std::size_t i = 0; i < layout.n(); ++i) {
    const float active = view.active[i];
    const bool moves = active > 0.0F && active < 1.0F;
    view.slopes[i] = moves ? 2.0F * active * weights[i] * slope : 0.0F;
    to_weights[i] += active * active * slope;
    to_biases[i] += view.slopes[i];
  }
  for (int k = 0; k < men; ++k) {
    float* to = gradient + view.inputs[static_cast<std::size_t>(k)] * layout.n();
    for (std::size_t i = 0; i < layout.n(); ++i) to[i] += view.slopes[i];
  }
}

float sigmoid(float x) {
  return 1.0F / (1.0F + std::exp(-x));
}

// A position's way through the network.
class Pass {
 public:
  Pass(const Layout& layout, const float* numbers, const PackedPosition& position)
      : layout_(layout),
        numbers_(numbers),
        inputs_(inputs_of(position)),
        bucket_(static_cast<std::size_t>(eval::network::bucket_of(inputs_.men, layout.buckets))),
        weights_(layout.output_weights() + bucket_ * 2 * layout.n()) {}

  float expected() {
    const float* weights = numbers_ + weights_;
    Lanes lanes{};
    forward(layout_, numbers_, own_, inputs_.men, weights, lanes);
    forward(layout_, numbers_, other_, inputs_.men, weights + layout_.n(), lanes);
    float output = numbers_[layout_.output_biases() + bucket_];
    for (const float lane : lanes) output += lane;
    return sigmoid(output);
  }
  void learn(float slope, float* gradient) {
    const float* weights = numbers_ + weights_;
    float* to = gradient + weights_;
    gradient[layout_.output_biases() + bucket_] += slope;
    backward(layout_, own_, inputs_.men, weights, slope, to, gradient);
    backward(layout_, other_, inputs_.men, weights + layout_.n(), slope, to + layout_.n(), gradient);
  }

 private:
  const Layout& layout_;
  const float* numbers_;
  Inputs inputs_;
  std::size_t bucket_;
  std::size_t weights_;  // where those of the bucket begin
  View own_{inputs_.own};
  View other_{inputs_.other};
};

}  // namespace

float Target::of(const PackedPosition& position) const {
  constexpr double kHalf = 0.5;
  const double points = kHalf * position.half_points;
  const double expected = 1.0 / (1.0 + std::exp(-position.score / scale));
  return static_cast<float>(blend * points + (1.0 - blend) * expected);
}

float prediction(const Layout& layout, const float* numbers, const PackedPosition& position) {
  return Pass(layout, numbers, position).expected();
}

double add_gradient(const Layout& layout, const float* numbers, const Target& target,
                    std::span<const PackedPosition> positions, std::span<const std::uint32_t> which, float* gradient) {
  double errors = 0.0;
  for (const std::uint32_t number : which) {
    const PackedPosition& position = positions[number];
    Pass pass(layout, numbers, position);
    const float expected = pass.expected();
    const float error = expected - target.of(position);
    errors += static_cast<double>(error) * static_cast<double>(error);
    pass.learn(2.0F * error * expected * (1.0F - expected), gradient);
  }
  return errors;
}

}  // namespace oknos::train::network
