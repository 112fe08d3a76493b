#include "train/network/gradient.h"

#include <gtest/gtest.h>

#include "support/random_network.h"
#include "train/network/optimiser.h"
#include "train/network/quantise.h"
#include "train/sample_support.h"

namespace oknos::train::network {
namespace {

std::vector<PackedPosition> random_positions(std::uint64_t seed, int games) {
  std::vector<PackedPosition> out;
  RandomNumbers random(seed);
  test::random_positions(seed, games, [&](const Position& p) {
    out.push_back(pack(p, Score{static_cast<int>(random.below(801)) - 400}, static_cast<int>(random.below(3))));
  });
  return out;
}

std::vector<std::uint32_t> all_of(const std::vector<PackedPosition>& positions) {
  std::vector<std::uint32_t> out(positions.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::uint32_t>(i);
  return out;
}

TEST(PackedPosition, HasTheInputsOfThePosition) {
  test::random_positions(1, 20, [](const Position& p) {
    const int king_buckets = p.side_to_move() == Color::White ? 1 : eval::network::kMaxKingBuckets;
    const Inputs inputs = inputs_of(pack(p, Score{0}, 1), king_buckets);
    ASSERT_EQ(inputs.men, popcount(p.pieces()));
    const Color us = p.side_to_move();
    int i = 0;
    for (int s = 0; s < kSquares; ++s) {
      const Piece man = p.piece_on(square_at(s));
      if (man == Piece::None) continue;
      const auto input = [&](Color side) {
        const auto view = eval::network::king_view(side, p.king(side), king_buckets);
        return eval::network::input_of(side, view, man, square_at(s));
      };
      EXPECT_EQ(inputs.own[static_cast<std::size_t>(i)], input(us));
      EXPECT_EQ(inputs.other[static_cast<std::size_t>(i)], input(~us));
      ++i;
    }
  });
}

// The derivative of the error by each number, against the difference that a small step makes.
class Gradient : public ::testing::TestWithParam<Layout> {};
INSTANTIATE_TEST_SUITE_P(Shapes, Gradient,
                         ::testing::Values(Layout{.neurons = 32, .buckets = 4, .king_buckets = 4},
                                           Layout{.neurons = 64, .buckets = 2, .hidden = 8}));

TEST_P(Gradient, IsTheSlopeOfTheError) {
  const Layout layout = GetParam();
  const auto positions = random_positions(2, 3);
  const auto which = all_of(positions);
  const Target target{0.4, 150.0};
  Optimiser start(layout, {}, 3);
  std::vector<float> numbers(start.numbers(), start.numbers() + layout.size());
  for (std::size_t i = layout.hidden_outputs(); i < layout.size(); ++i) numbers[i] = i % 2 == 0 ? 0.6F : -0.4F;
  std::vector<float> gradient(layout.size());
  add_gradient(layout, numbers.data(), target, positions, which, gradient.data());
  const auto error = [&] {
    double sum = 0.0;
    for (const PackedPosition& p : positions) {
      const double e =
          static_cast<double>(prediction(layout, numbers.data(), target.scale, p)) - static_cast<double>(target.of(p));
      sum += e * e;
    }
    return sum;
  };
  RandomNumbers random(4);
  int moved = 0;
  std::vector<std::size_t> where = {layout.input_biases() + 3, layout.output_weights() + 70,
                                    layout.output_biases() + 1};
  for (std::size_t i = 0; layout.hidden > 0 && i < 20; ++i) {
    where.push_back(layout.hidden_weights() + random.below(layout.hidden_biases() - layout.hidden_weights()));
    where.push_back(layout.hidden_biases() + random.below(2 * layout.all_hidden()));
  }
  while (where.size() < 60) where.push_back(random.below(layout.size()));
  for (const std::size_t i : where) {
    constexpr float kStep = 2e-3F;
    const float before = numbers[i];
    numbers[i] = before + kStep;
    const double above = error();
    numbers[i] = before - kStep;
    const double below = error();
    numbers[i] = before;
    const double slope = (above - below) / (2.0 * static_cast<double>(kStep));
    const auto computed = static_cast<double>(gradient[i]);
    if (computed != 0.0) ++moved;
    EXPECT_NEAR(computed, slope, 0.02 + 0.05 * std::abs(slope)) << "number " << i;
  }
  EXPECT_GT(moved, 10);
}

// The errors of 80 steps, which must fall, and the numbers after them.
std::pair<std::vector<double>, std::vector<float>> trained(const Layout& layout,
                                                           const std::vector<PackedPosition>& positions, int threads) {
  Optimiser optimiser(layout, {0.01, threads}, 1);
  const auto which = all_of(positions);
  std::vector<double> errors;
  for (int i = 0; i < 80; ++i) errors.push_back(optimiser.step({}, positions, which, 0.002));
  EXPECT_LT(errors.back(), 0.8 * errors.front());
  return {errors, std::vector<float>(optimiser.numbers(), optimiser.numbers() + layout.size())};
}

TEST(Optimiser, LearnsTheSameWithAnyNumberOfThreads) {
  const auto positions = random_positions(5, 10);
  std::vector<double> last_errors;
  for (const Layout& layout : {Layout{.neurons = 32, .buckets = 2}, Layout{.neurons = 32, .buckets = 2, .hidden = 8},
                               Layout{.neurons = 64, .buckets = 2, .king_buckets = 4}}) {
    const auto one = trained(layout, positions, 1);
    EXPECT_EQ(one, trained(layout, positions, 3));
    last_errors.push_back(one.first.back());
  }
  EXPECT_LT(last_errors[1], last_errors[0]) << "a second hidden layer learns more";
}

// A new layer changes nothing at first; one that is there is copied, also into a wider network. So are king buckets.
TEST(Optimiser, StartsFromASmallerNetwork) {
  const auto positions = random_positions(5, 5);
  const Layout hidden{.neurons = 64, .buckets = 8, .hidden = 16}, kings{.neurons = 64, .buckets = 8, .king_buckets = 4};
  const struct {
    Layout wide;
    int king_buckets, hidden;  // of the smaller one
  } cases[] = {{hidden, 1, 0}, {hidden, 1, 16}, {kings, 1, 0}, {kings, 4, 0}};
  for (const auto& c : cases) {
    const Layout layout{.neurons = 32, .buckets = 8, .king_buckets = c.king_buckets, .hidden = c.hidden};
    const auto network = test::random_network(8, 32, 8, c.king_buckets, c.hidden);
    Optimiser optimiser(c.wide, {}, 3);
    optimiser.start_from(layout, floating(layout, *network));
    for (const PackedPosition& p : positions)
      EXPECT_NEAR(prediction(*network, p), prediction(c.wide, optimiser.numbers(), network->scale(), p), 0.005);
    Optimiser other(c.wide, {}, 4);
    other.restore(optimiser.state());
    EXPECT_TRUE(std::equal(optimiser.numbers(), optimiser.numbers() + c.wide.size(), other.numbers()));
  }
}

// What all king buckets share learns from each, and the network's numbers are the sums.
TEST(Optimiser, LearnsWithKingBuckets) {
  const Layout layout{.neurons = 64, .buckets = 2, .king_buckets = 4};
  const auto positions = random_positions(5, 10);
  // Without a position of its own, a bucket has what the others have learnt.
  std::vector<PackedPosition> in_the_middle;
  for (const PackedPosition& p : positions)
    if (inputs_of(p, 4).own[0] / eval::network::kInputs == 1 && inputs_of(p, 4).other[0] / eval::network::kInputs == 1)
      in_the_middle.push_back(p);
  ASSERT_FALSE(in_the_middle.empty());
  Optimiser optimiser(layout, {0.0, 1}, 1);
  optimiser.step({}, in_the_middle, all_of(in_the_middle), 0.002);
  const float* numbers = optimiser.numbers();
  int own = 0;
  for (std::size_t input = 0; input < eval::network::kInputs; ++input) {
    const auto in = [&](std::size_t bucket) {
      return numbers[layout.input_weight(bucket * eval::network::kInputs + input, 7)];
    };
    EXPECT_EQ(in(0), in(3));
    own += in(0) != in(1);
  }
  EXPECT_GT(own, 0);
}

TEST(Quantised, SaysNearlyTheSame) {
  const Layout layout{.neurons = 64, .buckets = 8, .king_buckets = 4, .hidden = 16};
  Optimiser optimiser(layout, {}, 7);
  const auto positions = random_positions(6, 10);
  const auto which = all_of(positions);
  for (int i = 0; i < 10; ++i) optimiser.step({}, positions, which, 0.002);
  const auto network = quantised(layout, optimiser.numbers(), 200.0, "test");
  ASSERT_TRUE(network) << network.error();
  for (const PackedPosition& p : positions)
    EXPECT_NEAR(prediction(**network, p), prediction(layout, optimiser.numbers(), 200.0, p), 0.03);
}

// The trainer's inputs and the engine's are the same.
TEST(Quantised, IsTheEnginesNetwork) {
  for (const int hidden : {0, 16}) {
    const auto network = test::random_network(8, 32, 8, hidden == 0 ? 4 : 1, hidden);
    test::random_positions(9, 10, [&](const Position& p) {
      const double value = plain_value(*network, p).value();
      EXPECT_NEAR(prediction(*network, pack(p, Score{0}, 1)), 1.0 / (1.0 + std::exp(-value / network->scale())), 1e-5);
    });
  }
}

// Rounding finds the whole numbers again that the floating-point ones were made of.
TEST(Quantised, IsExactAfterFloating) {
  const Layout layout{.neurons = 32, .buckets = 8, .king_buckets = 4, .hidden = 16};
  const auto network = test::random_network(8, 32, 8, 4, 16);
  const Floats numbers = floating(layout, *network);
  const auto again = quantised(layout, numbers.data(), network->scale(), network->provenance());
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ((*again)->to_bytes(), network->to_bytes());
}

}  // namespace
}  // namespace oknos::train::network
