#include "train/network/gradient.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "train/network/floats.h"

namespace oknos::train::network {

namespace {

using eval::network::kLanes;
using eval::network::kMaxMen;
using InputList = std::array<std::uint16_t, kMaxMen>;

// Positions that go through the network together. Their neurons (256 KiB for 256 neurons) stay in the second-level
// cache beside the weights of a slice and their gradient (96 KiB each).
constexpr std::size_t kBlock = 128;

// A slice of neurons in vector registers. Floating-point sums must not be taken in another order than the code says, so
// sums are kept lane by lane.
constexpr std::size_t kVectorLanes = 8;
constexpr std::size_t kVectors = static_cast<std::size_t>(kLanes) / kVectorLanes;
using Vector = float __attribute__((vector_size(kVectorLanes * sizeof(float))));

void load(Vector& to, const float* from) {
  std::memcpy(&to, from, sizeof(Vector));
}
void store(float* to, const Vector& from) {
  std::memcpy(to, &from, sizeof(Vector));
}

// kVectors vectors by name, for compilers keep an array of them in memory.
struct Slice {
  Vector a, b, c, d;
};
static_assert(kVectors == 4);

Slice slice_at(const float* from) {
  Slice s;
  load(s.a, from);
  load(s.b, from + kVectorLanes);
  load(s.c, from + 2 * kVectorLanes);
  load(s.d, from + 3 * kVectorLanes);
  return s;
}
void put(float* to, const Slice& s) {
  store(to, s.a);
  store(to + kVectorLanes, s.b);
  store(to + 2 * kVectorLanes, s.c);
  store(to + 3 * kVectorLanes, s.d);
}
void add(Slice& to, const Slice& from) {
  to.a += from.a;
  to.b += from.b;
  to.c += from.c;
  to.d += from.d;
}
void add_to(float* to, const Slice& what) {
  Slice sum = slice_at(to);
  add(sum, what);
  put(to, sum);
}
Slice product(const Slice& x, const Slice& y) {
  return {x.a * y.a, x.b * y.b, x.c * y.c, x.d * y.d};
}
Slice scaled(const Slice& x, float by) {
  return {x.a * by, x.b * by, x.c * by, x.d * by};
}
template <class Change>
Slice mapped(const Slice& x, Change change) {
  return {change(x.a), change(x.b), change(x.c), change(x.d)};
}

Slice clamped(const Slice& x) {
  return mapped(x, [](Vector v) {
    const Vector above = v > 0.0F ? v : Vector{};
    return above < 1.0F ? above : Vector{} + 1.0F;
  });
}
// 1 where a neuron is neither off nor saturated.
Slice moving(const Slice& active) {
  return mapped(active, [](Vector v) {
    const Vector one = Vector{} + 1.0F;
    const Vector above = v > 0.0F ? one : Vector{};
    return v < 1.0F ? above : Vector{};
  });
}
float sum_of(const Slice& s) {
  const Vector v = (s.a + s.b) + (s.c + s.d);
  float sum = 0.0F;
  for (std::size_t i = 0; i < kVectorLanes; ++i) sum += v[i];
  return sum;
}

float sigmoid(float x) {
  return 1.0F / (1.0F + std::exp(-x));
}

constexpr std::size_t kViews = 2;  // of the side to move, of the other side

// Positions on their way through the network and back, slice by slice.
class Block {
 public:
  Block(const Layout& layout, const float* numbers, double scale)
      : layout_(layout),
        numbers_(numbers),
        scale_(static_cast<float>(scale)),
        active_(kBlock * kViews * layout.n()),
        by_square_(layout.hidden > 0 ? active_.size() : 0) {}

  // The outputs of up to kBlock positions: position_of(i) for i below `count`.
  template <class PositionOf>
  void forward(std::size_t count, PositionOf position_of) {
    count_ = count;
    for (std::size_t i = 0; i < count; ++i) {
      const PackedPosition& position = position_of(i);
      inputs_[i] = inputs_of(position, layout_.king_buckets);
      material_[i] = static_cast<float>(position.material) / scale_;
      buckets_[i] = static_cast<std::size_t>(eval::network::bucket_of(inputs_[i].men, layout_.buckets));
      outputs_[i] = Slice{};
    }
    for (std::size_t first = 0; first < layout_.n(); first += kLanes) {
      for (std::size_t i = 0; i < count; ++i) {
        forward_slice(i, 0, inputs_[i].own, first);
        forward_slice(i, 1, inputs_[i].other, first);
      }
    }
    if (layout_.hidden > 0)
      for (std::size_t i = 0; i < count; ++i) forward_hidden(i);
  }
  float expected(std::size_t i) const {
    return sigmoid(material_[i] + numbers_[layout_.output_biases() + buckets_[i]] + sum_of(outputs_[i]) +
                   from_hidden_[i]);
  }
  // slopes[i]: that of the error of position i by its output.
  void backward(const std::array<float, kBlock>& slopes, float* gradient) {
    for (std::size_t i = 0; i < count_; ++i) gradient[layout_.output_biases() + buckets_[i]] += slopes[i];
    if (layout_.hidden > 0)
      for (std::size_t i = 0; i < count_; ++i) backward_hidden(i, slopes[i], gradient);
    for (std::size_t first = 0; first < layout_.n(); first += kLanes) {
      for (std::size_t i = 0; i < count_; ++i) {
        backward_slice(i, 0, inputs_[i].own, first, slopes[i], gradient);
        backward_slice(i, 1, inputs_[i].other, first, slopes[i], gradient);
      }
    }
  }

 private:
  float* active_at(std::size_t i, std::size_t view, std::size_t first) {
    return active_.data() + (i * kViews + view) * layout_.n() + first;
  }
  std::size_t output_weights(std::size_t i, std::size_t view, std::size_t first) const {
    return layout_.output_weights() + (buckets_[i] * kViews + view) * layout_.n() + first;
  }

  void forward_slice(std::size_t i, std::size_t view, const InputList& inputs, std::size_t first) {
    const float* weights = numbers_ + layout_.input_weight(0, first);
    Slice sums = slice_at(numbers_ + layout_.input_biases() + first);
    const auto men = static_cast<std::size_t>(inputs_[i].men);
    for (std::size_t k = 0; k < men; ++k) add(sums, slice_at(weights + std::size_t{inputs[k]} * kLanes));
    const Slice active = clamped(sums);
    put(active_at(i, view, first), active);
    add(outputs_[i], product(product(active, active), slice_at(numbers_ + output_weights(i, view, first))));
  }

  void backward_slice(std::size_t i, std::size_t view, const InputList& inputs, std::size_t first, float slope,
                      float* gradient) {
    constexpr float kOfSquare = 2.0F;
    const Slice active = slice_at(active_at(i, view, first));
    const std::size_t out = output_weights(i, view, first);
    add_to(gradient + out, scaled(product(active, active), slope));
    Slice by_square = scaled(slice_at(numbers_ + out), slope);
    if (layout_.hidden > 0) add(by_square, slice_at(by_square_.data() + (i * kViews + view) * layout_.n() + first));
    const Slice by_sum = product(scaled(product(moving(active), active), kOfSquare), by_square);
    add_to(gradient + layout_.input_biases() + first, by_sum);
    float* weights = gradient + layout_.input_weight(0, first);
    const auto men = static_cast<std::size_t>(inputs_[i].men);
    for (std::size_t k = 0; k < men; ++k) add_to(weights + std::size_t{inputs[k]} * kLanes, by_sum);
  }

  // The first neuron of the second hidden layer that position i uses.
  std::size_t first_hidden(std::size_t i) const { return buckets_[i] * static_cast<std::size_t>(layout_.hidden); }

  void forward_hidden(std::size_t i) {
    const std::size_t width = kViews * layout_.n();
    const float* before = active_at(i, 0, 0);
    from_hidden_[i] = 0.0F;
    for (std::size_t j = 0; j < static_cast<std::size_t>(layout_.hidden); ++j) {
      const std::size_t neuron = first_hidden(i) + j;
      const float* weights = numbers_ + layout_.hidden_weight(neuron);
      Slice sum{};
      for (std::size_t k = 0; k < width; k += kLanes) {
        const Slice active = slice_at(before + k);
        add(sum, product(product(active, active), slice_at(weights + k)));
      }
      const float active = std::clamp(numbers_[layout_.hidden_biases() + neuron] + sum_of(sum), 0.0F, 1.0F);
      hidden_[i][j] = active;
      from_hidden_[i] += numbers_[layout_.hidden_outputs() + neuron] * active * active;
    }
  }

  // Leaves in by_square_ the derivative of the error with respect to the squared neurons of the first layer.
  void backward_hidden(std::size_t i, float slope, float* gradient) {
    constexpr float kOfSquare = 2.0F;
    const std::size_t width = kViews * layout_.n();
    const float* before = active_at(i, 0, 0);
    float* by_square = by_square_.data() + i * width;
    std::fill(by_square, by_square + width, 0.0F);
    for (std::size_t j = 0; j < static_cast<std::size_t>(layout_.hidden); ++j) {
      const std::size_t neuron = first_hidden(i) + j;
      const float active = hidden_[i][j];
      gradient[layout_.hidden_outputs() + neuron] += slope * active * active;
      if (active <= 0.0F || active >= 1.0F) continue;
      const float by_sum = slope * numbers_[layout_.hidden_outputs() + neuron] * kOfSquare * active;
      gradient[layout_.hidden_biases() + neuron] += by_sum;
      const std::size_t weights = layout_.hidden_weight(neuron);
      for (std::size_t k = 0; k < width; k += kLanes) {
        const Slice a = slice_at(before + k);
        add_to(gradient + weights + k, scaled(product(a, a), by_sum));
        add_to(by_square + k, scaled(slice_at(numbers_ + weights + k), by_sum));
      }
    }
  }

  const Layout& layout_;
  const float* numbers_;
  const float scale_;  // centipawns for 1
  std::size_t count_ = 0;
  std::array<Inputs, kBlock> inputs_;
  std::array<float, kBlock> material_{};
  std::array<std::size_t, kBlock> buckets_{};
  std::array<Slice, kBlock> outputs_;
  Floats active_;     // [position][view][neuron]: clamp(sum, 0, 1)
  Floats by_square_;  // [position][view][neuron], if there is a second hidden layer
  std::array<std::array<float, eval::network::kMaxHidden>, kBlock> hidden_{};  // its neurons, clamped to 0 to 1
  std::array<float, kBlock> from_hidden_{};                                    // what it adds to the output
};

}  // namespace

float Target::of(const PackedPosition& position) const {
  constexpr double kHalf = 0.5;
  const double points = kHalf * position.half_points;
  const double expected = 1.0 / (1.0 + std::exp(-position.score / scale));
  if (position.half_points == kNoResult) return static_cast<float>(expected);
  return static_cast<float>(blend * points + (1.0 - blend) * expected);
}

double sum_of_errors(const Layout& layout, const float* numbers, const Target& target,
                     std::span<const PackedPosition> positions) {
  Block block(layout, numbers, target.scale);
  double sum = 0.0;
  for (std::size_t first = 0; first < positions.size(); first += kBlock) {
    const std::size_t count = std::min(kBlock, positions.size() - first);
    block.forward(count, [&](std::size_t i) -> const PackedPosition& { return positions[first + i]; });
    for (std::size_t i = 0; i < count; ++i) {
      const double error =
          static_cast<double>(block.expected(i)) - static_cast<double>(target.of(positions[first + i]));
      sum += error * error;
    }
  }
  return sum;
}

float prediction(const Layout& layout, const float* numbers, double scale, const PackedPosition& position) {
  Block block(layout, numbers, scale);
  block.forward(1, [&](std::size_t) -> const PackedPosition& { return position; });
  return block.expected(0);
}

double add_gradient(const Layout& layout, const float* numbers, const Target& target,
                    std::span<const PackedPosition> positions, std::span<const std::uint32_t> which, float* gradient) {
  Block block(layout, numbers, target.scale);
  double errors = 0.0;
  for (std::size_t first = 0; first < which.size(); first += kBlock) {
    const std::size_t count = std::min(kBlock, which.size() - first);
    const auto position_of = [&](std::size_t i) -> const PackedPosition& { return positions[which[first + i]]; };
    block.forward(count, position_of);
    std::array<float, kBlock> slopes;
    for (std::size_t i = 0; i < count; ++i) {
      const float expected = block.expected(i);
      const float error = expected - target.of(position_of(i));
      errors += static_cast<double>(error) * static_cast<double>(error);
      slopes[i] = 2.0F * error * expected * (1.0F - expected);
    }
    block.backward(slopes, gradient);
  }
  return errors;
}

}  // namespace oknos::train::network
