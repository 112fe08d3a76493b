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
constexpr float kMaxWeight = 1.98F;  // 505 of 255, 127 of 64, 1014 of 512: see eval/network/network.h

// The second hidden layer has few numbers, and every position of a bucket uses all of them; so it tolerates a higher
// rate than the input weights, which would learn the positions by heart, and needs no decay.
constexpr double kHiddenRate = 10.0;  // times as high
constexpr double kHiddenDecay = 0.0;
constexpr float kFirstHiddenBias = 0.2F;  // so that most neurons move at first

// What one step does to a number.
class Step {
 public:
  Step(std::uint64_t number, double rate, double decay, std::size_t positions)
      : share_(1.0F / static_cast<float>(positions)),
        mean_scale_(static_cast<float>(rate / (1.0 - std::pow(kMeanDecay, static_cast<double>(number))))),
        square_scale_(static_cast<float>(1.0 / (1.0 - std::pow(kSquareDecay, static_cast<double>(number))))),
        kept_(static_cast<float>(1.0 - rate * decay)) {}

  // `gradient`: the sum over the positions.
  void apply(Optimiser::State& state, std::size_t i, float gradient) const {
    const float g = gradient * share_;
    float& mean = state.means[i];
    float& square = state.squares[i];
    mean += (1.0F - kMeanDecay) * (g - mean);
    square += (1.0F - kSquareDecay) * (g * g - square);
    const float moved = state.numbers[i] * kept_ - mean_scale_ * mean / (std::sqrt(square * square_scale_) + kTiny);
    state.numbers[i] = std::clamp(moved, -kMaxWeight, kMaxWeight);
  }

 private:
  float share_, mean_scale_, square_scale_, kept_;
};

}  // namespace

Optimiser::Optimiser(const Layout& layout, const Settings& settings, std::uint64_t seed)
    : layout_(layout), settings_(settings) {
  const std::size_t shared = layout.king_buckets > 1 ? eval::network::kInputs * layout.n() : 0;
  for (Floats* numbers : {&state_.numbers, &state_.means, &state_.squares}) numbers->resize(layout.size() + shared);
  RandomNumbers random(seed);
  // Uniform, as wide as the usual number of inputs asks for.
  const auto fill = [&](std::size_t first, std::size_t last, double inputs) {
    const double width = 1.0 / std::sqrt(inputs);
    for (std::size_t i = first; i < last; ++i)
      state_.numbers[i] = static_cast<float>(width * (2.0 * random.unit() - 1.0));
  };
  if (shared > 0)
    fill(layout.size(), layout.size() + shared, eval::network::kMaxMen);
  else
    fill(0, layout.input_biases(), eval::network::kMaxMen);
  fill(layout.output_weights(), layout.output_biases(), 2.0 * layout.neurons);
  fill(layout.hidden_weights(), layout.hidden_biases(), 2.0 * layout.neurons);
  std::fill(state_.numbers.begin() + static_cast<std::ptrdiff_t>(layout.hidden_biases()),
            state_.numbers.begin() + static_cast<std::ptrdiff_t>(layout.hidden_outputs()), kFirstHiddenBias);
  sum_up();
}

void Optimiser::start_from(const Layout& layout, const Floats& numbers) {
  Floats& to = state_.numbers;
  std::fill(to.begin() + static_cast<std::ptrdiff_t>(layout_.input_biases()),
            to.begin() + static_cast<std::ptrdiff_t>(layout_.hidden_weights()), 0.0F);
  const auto theirs = static_cast<std::size_t>(layout.king_buckets);
  const auto ours = static_cast<std::size_t>(layout_.king_buckets);
  for (std::size_t i = 0; i < layout.n(); ++i) {
    for (std::size_t input = 0; input < eval::network::kInputs; ++input) {
      const auto of = [&](std::size_t bucket) {
        return numbers[layout.input_weight(bucket % theirs * eval::network::kInputs + input, i)];
      };
      float mean = 0.0F;  // is shared
      for (std::size_t b = 0; ours > 1 && b < theirs; ++b) mean += of(b) / static_cast<float>(theirs);
      if (ours > 1) to[shared_weight(input, i)] = mean;
      for (std::size_t b = 0; b < ours; ++b)
        to[layout_.input_weight(b * eval::network::kInputs + input, i)] = of(b) - mean;
    }
    to[layout_.input_biases() + i] = numbers[layout.input_biases() + i];
    // A row for each bucket and side.
    for (std::size_t row = 0; row < 2 * static_cast<std::size_t>(layout.buckets); ++row)
      to[layout_.output_weights() + row * layout_.n() + i] = numbers[layout.output_weights() + row * layout.n() + i];
  }
  for (std::size_t b = 0; b < static_cast<std::size_t>(layout.buckets); ++b)
    to[layout_.output_biases() + b] = numbers[layout.output_biases() + b];
  if (layout.hidden > 0) copy_hidden(layout, numbers);
  sum_up();
}

// Precondition: as many neurons in the second hidden layer.
void Optimiser::copy_hidden(const Layout& layout, const Floats& numbers) {
  Floats& to = state_.numbers;
  std::fill(to.begin() + static_cast<std::ptrdiff_t>(layout_.hidden_weights()),
            to.begin() + static_cast<std::ptrdiff_t>(layout_.size()), 0.0F);
  for (std::size_t neuron = 0; neuron < layout.all_hidden(); ++neuron) {
    for (std::size_t view = 0; view < 2; ++view)
      std::copy_n(numbers.data() + layout.hidden_weight(neuron) + view * layout.n(), layout.n(),
                  to.data() + layout_.hidden_weight(neuron) + view * layout_.n());
    to[layout_.hidden_biases() + neuron] = numbers[layout.hidden_biases() + neuron];
    to[layout_.hidden_outputs() + neuron] = numbers[layout.hidden_outputs() + neuron];
  }
}

void Optimiser::restore(State state) {
  state_ = std::move(state);
  sum_up();
}

std::size_t Optimiser::shared_weight(std::size_t input, std::size_t neuron) const {
  constexpr std::size_t kLanes = eval::network::kLanes;
  return layout_.size() + (neuron / kLanes * eval::network::kInputs + input) * kLanes + neuron % kLanes;
}

// The network's numbers from those that are learnt.
void Optimiser::sum_up() {
  if (layout_.king_buckets == 1) return;
  constexpr std::size_t kLanes = eval::network::kLanes;
  const float* from = state_.numbers.data();
  sums_.assign(from, from + layout_.size());
  const auto slices = layout_.n() / kLanes;
  parallel_for(slices, settings_.threads, [&](std::size_t slice) {
    const float* shared = from + shared_weight(0, slice * kLanes);
    for (std::size_t b = 0; b < static_cast<std::size_t>(layout_.king_buckets); ++b) {
      float* to = sums_.data() + layout_.input_weight(b * eval::network::kInputs, slice * kLanes);
      for (std::size_t k = 0; k < eval::network::kInputs * kLanes; ++k) to[k] += shared[k];
    }
  });
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
  update_shared(rate, batch.size());
  sum_up();
  double sum = 0.0;
  for (const double e : errors) sum += e;
  return sum;
}

void Optimiser::update(std::size_t first, std::size_t last, double rate, std::size_t positions, std::size_t portions) {
  Floats& total = gradients_.front();
  for (std::size_t portion = 1; portion < portions; ++portion)
    for (std::size_t i = first; i < last; ++i) total[i] += gradients_[portion][i];
  const Step step(state_.steps, rate, settings_.decay, positions);
  const Step of_hidden(state_.steps, rate * kHiddenRate, kHiddenDecay, positions);
  const std::size_t middle = std::clamp(layout_.hidden_weights(), first, last);
  for (std::size_t i = first; i < middle; ++i) step.apply(state_, i, total[i]);
  for (std::size_t i = middle; i < last; ++i) of_hidden.apply(state_, i, total[i]);
}

// What is shared learns from all king buckets. Their gradients have been added up in the first one.
void Optimiser::update_shared(double rate, std::size_t positions) {
  if (layout_.king_buckets == 1) return;
  constexpr std::size_t kLanes = eval::network::kLanes;
  const Step step(state_.steps, rate, settings_.decay, positions);
  const Floats& total = gradients_.front();
  parallel_for(layout_.n() / kLanes, settings_.threads, [&](std::size_t slice) {
    const std::size_t shared = shared_weight(0, slice * kLanes);
    for (std::size_t k = 0; k < eval::network::kInputs * kLanes; ++k) {
      float sum = 0.0F;
      for (std::size_t b = 0; b < static_cast<std::size_t>(layout_.king_buckets); ++b)
        sum += total[layout_.input_weight(b * eval::network::kInputs, slice * kLanes) + k];
      step.apply(state_, shared + k, sum);
    }
  });
}

}  // namespace oknos::train::network
