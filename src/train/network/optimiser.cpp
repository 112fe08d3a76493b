#include "train/network/optimiser.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/random_numbers.h"
#include "train/parallel.h"

namespace oknos::train::network {

namespace {

// A batch is cut into portions, each with a gradient of its own; they are added up in order. So the number of threads,
// of which at most so many have something to do, cannot change a digit. Small batches have fewer, for every gradient
// has to be cleared and added.
constexpr std::size_t kMaxPortions = 16;
constexpr std::size_t kMinInPortion = 512;  // positions
std::size_t portions_of(std::size_t positions) {
  return std::clamp(positions / kMinInPortion, std::size_t{1}, kMaxPortions);
}
constexpr std::size_t kChunk = 1 << 14;  // numbers that a thread updates at a time

constexpr float kMeanDecay = 0.9F;
constexpr float kSquareDecay = 0.999F;
constexpr float kTiny = 1e-8F;
constexpr float kMaxWeight = 1.98F;  // 505 of 255, 127 of 64: see eval/network/network.h

}  // namespace

Optimiser::Optimiser(const Layout& layout, const Settings& settings, std::uint64_t seed)
    : layout_(layout), settings_(settings) {
  state_.numbers.resize(layout.size());
  state_.means.resize(layout.size());
  state_.squares.resize(layout.size());
  RandomNumbers random(seed);
  // Uniform, as wide as the usual number of inputs asks for.
  const auto fill = [&](std::size_t first, std::size_t last, double inputs) {
    const double width = 1.0 / std::sqrt(inputs);
    for (std::size_t i = first; i < last; ++i)
      state_.numbers[i] = static_cast<float>(width * (2.0 * random.unit() - 1.0));
  };
  fill(0, layout.input_biases(), eval::network::kMaxMen);
  fill(layout.output_weights(), layout.output_biases(), 2.0 * layout.neurons);
}

void Optimiser::start_from(const Layout& layout, const Floats& numbers) {
  Floats& to = state_.numbers;
  std::fill(to.begin() + static_cast<std::ptrdiff_t>(layout_.input_biases()), to.end(), 0.0F);
  for (std::size_t i = 0; i < layout.n(); ++i) {
    for (std::size_t input = 0; input < eval::network::kInputs; ++input)
      to[layout_.input_weight(input, i)] = numbers[layout.input_weight(input, i)];
    to[layout_.input_biases() + i] = numbers[layout.input_biases() + i];
    // A row for each bucket and side.
    for (std::size_t row = 0; row < 2 * static_cast<std::size_t>(layout.buckets); ++row)
      to[layout_.output_weights() + row * layout_.n() + i] = numbers[layout.output_weights() + row * layout.n() + i];
  }
  for (std::size_t b = 0; b < static_cast<std::size_t>(layout.buckets); ++b)
    to[layout_.output_biases() + b] = numbers[layout.output_biases() + b];
}

double Optimiser::step(const Target& target, std::span<const PackedPosition> positions,
                       std::span<const std::uint32_t> batch, double rate) {
  const std::size_t portions = portions_of(batch.size());
  std::array<double, kMaxPortions> errors{};
  while (gradients_.size() < portions) gradients_.emplace_back(layout_.size());
  parallel_for(portions, settings_.threads, [&](std::size_t portion) {
    const std::size_t first = batch.size() * portion / portions;
    const std::size_t last = batch.size() * (portion + 1) / portions;
    Floats& gradient = gradients_[portion];
    std::fill(gradient.begin(), gradient.end(), 0.0F);
    errors[portion] =
        add_gradient(layout_, numbers(), target, positions, batch.subspan(first, last - first), gradient.data());
  });
  ++state_.steps;
  const std::size_t chunks = (layout_.size() + kChunk - 1) / kChunk;
  parallel_for(chunks, settings_.threads, [&](std::size_t chunk) {
    update(chunk * kChunk, std::min((chunk + 1) * kChunk, layout_.size()), rate, batch.size(), portions);
  });
  double sum = 0.0;
  for (const double e : errors) sum += e;
  return sum;
}

void Optimiser::update(std::size_t first, std::size_t last, double rate, std::size_t positions, std::size_t portions) {
  Floats& total = gradients_.front();
  for (std::size_t portion = 1; portion < portions; ++portion)
    for (std::size_t i = first; i < last; ++i) total[i] += gradients_[portion][i];
  const auto steps = static_cast<double>(state_.steps);
  const auto share = 1.0F / static_cast<float>(positions);
  const auto mean_scale = static_cast<float>(rate / (1.0 - std::pow(kMeanDecay, steps)));
  const auto square_scale = static_cast<float>(1.0 / (1.0 - std::pow(kSquareDecay, steps)));
  const auto kept = static_cast<float>(1.0 - rate * settings_.decay);
  for (std::size_t i = first; i < last; ++i) {
    const float g = total[i] * share;
    float& mean = state_.means[i];
    float& square = state_.squares[i];
    mean += (1.0F - kMeanDecay) * (g - mean);
    square += (1.0F - kSquareDecay) * (g * g - square);
    const float moved = state_.numbers[i] * kept - mean_scale * mean / (std::sqrt(square * square_scale) + kTiny);
    state_.numbers[i] = std::clamp(moved, -kMaxWeight, kMaxWeight);
  }
}

}  // namespace oknos::train::network
