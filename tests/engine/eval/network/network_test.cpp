#include "engine/eval/network/network.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck/gtest.h>

#include "engine/base/bytes.h"
#include "engine/eval/evaluator.h"
#include "engine/eval/network/embedded.h"
#include "engine/eval/network/kernels.h"
#include "support/positions.h"
#include "support/random_games.h"
#include "support/random_network.h"
#include "support/test_folder.h"

namespace oknos::eval::network {
namespace {

using test::random_network;
using test::random_parameters;

// The value as docs/network.md defines it, from the board alone, in numbers that are wide enough for anything.
std::int64_t defined_value(const Parameters& p, const Position& position) {
  const auto n = static_cast<std::size_t>(p.neurons);
  const auto sums_of = [&](Color view) {
    std::vector<std::int64_t> sums(p.input_biases.begin(), p.input_biases.end());
    const bool mirrored = file_of(position.king(view)) >= File::E;
    for (int s = 0; s < kSquares; ++s) {
      const Piece piece = position.piece_on(square_at(s));
      if (piece == Piece::None) continue;
      const int rank = view == Color::White ? s / 8 : 7 - s / 8;
      const int file = mirrored ? 7 - s % 8 : s % 8;
      const int kind = (color_of(piece) == view ? 0 : 6) + index(type_of(piece));
      const auto input = static_cast<std::size_t>(kind * 64 + rank * 8 + file);
      for (std::size_t i = 0; i < n; ++i) sums[i] += p.input_weights[input * n + i];
    }
    return sums;
  };
  const auto bucket = static_cast<std::size_t>((popcount(position.pieces()) - 2) * p.buckets / 32);
  std::int64_t output = 0;
  const auto h = static_cast<std::size_t>(p.hidden);
  std::vector<std::int64_t> hidden(p.hidden_biases.begin() + static_cast<std::ptrdiff_t>(bucket * h),
                                   p.hidden_biases.begin() + static_cast<std::ptrdiff_t>((bucket + 1) * h));
  int half = 0;
  for (const Color view : {position.side_to_move(), ~position.side_to_move()}) {
    const auto sums = sums_of(view);
    for (std::size_t i = 0; i < n; ++i) {
      const std::int64_t active = std::clamp<std::int64_t>(sums[i], 0, 255);
      const std::size_t place = static_cast<std::size_t>(half) * n + i;
      output += active * active * p.output_weights[bucket * 2 * n + place];
      for (std::size_t j = 0; j < h; ++j)
        hidden[j] += active * active / 64 * p.hidden_weights[(bucket * h + j) * 2 * n + place];
    }
    ++half;
  }
  std::int64_t from_hidden = 0;
  for (std::size_t j = 0; j < h; ++j) {
    const std::int64_t active = std::clamp<std::int64_t>(hidden[j] / 512, 0, 1016);
    from_hidden += active * active * p.hidden_outputs[bucket * h + j];
  }
  const std::int64_t units =
      output / 255 + p.output_biases[bucket] + from_hidden * (255 * 64) / (std::int64_t{1016} * 1016 * 512);
  std::int64_t value = units * p.scale / (255 * 64);
  constexpr std::array<int, 6> kWorth = {100, 320, 330, 500, 950, 0};
  for (int s = 0; s < kSquares; ++s) {
    const Piece piece = position.piece_on(square_at(s));
    if (piece == Piece::None) continue;
    const int worth = kWorth[static_cast<std::size_t>(index(type_of(piece)))];
    value += color_of(piece) == position.side_to_move() ? worth : -worth;
  }
  return std::clamp<std::int64_t>(value, -kMaxEvaluation.value(), kMaxEvaluation.value());
}

RC_GTEST_PROP(Network, ComputesWhatIsDefined, (const test::RandomGame& game)) {
  for (const int neurons : {32, 96, 256}) {
    const Parameters p = random_parameters(static_cast<std::uint32_t>(neurons), neurons);
    const auto network = Network::make(p);
    const Position position = test::end_of(game);
    RC_ASSERT(plain_value(**network, position).value() == defined_value(p, position));
  }
}

RC_GTEST_PROP(Network, ComputesTheSecondHiddenLayerAsDefined, (const test::RandomGame& game)) {
  const Position position = test::end_of(game);
  for (const int hidden : {8, 16, kMaxHidden}) {
    const Parameters p = random_parameters(static_cast<std::uint32_t>(hidden), 64, 8, 1, hidden);
    const auto network = Network::make(p);
    RC_ASSERT(plain_value(**network, position).value() == defined_value(p, position));
  }
}

// Where every sum is as large as the limits allow, nothing overflows.
TEST(Network, TheSecondHiddenLayerAtItsLimits) {
  for (const int sign : {1, -1}) {
    Parameters p = Parameters::zeros(kMaxNeurons, 1, 1, kMaxHidden);
    p.scale = 100;
    std::fill(p.input_biases.begin(), p.input_biases.end(), std::int16_t{900});
    std::fill(p.hidden_weights.begin(), p.hidden_weights.end(), static_cast<std::int16_t>(sign * kMaxHiddenWeight));
    std::fill(p.hidden_biases.begin(), p.hidden_biases.end(), sign * kMaxHiddenBias);
    std::fill(p.hidden_outputs.begin(), p.hidden_outputs.end(), std::int16_t{kMaxHiddenWeight});
    const auto network = Network::make(p);
    ASSERT_TRUE(network) << network.error();
    const Position position = test::position_from("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    EXPECT_EQ(plain_value(**network, position).value(), defined_value(p, position));
    EXPECT_EQ(plain_value(**network, position) > Score{0}, sign > 0);
  }
}

RC_GTEST_PROP(Network, FlippedColoursAreTheSame, (const test::RandomGame& game)) {
  const auto network = random_network(1);
  const Position position = test::end_of(game);
  RC_ASSERT(plain_value(*network, position) == plain_value(*network, test::mirrored(position)));
}

// Left and right change places; without castling rights that is a legal position too.
RC_GTEST_PROP(Network, LeftAndRightAreTheSame, (const test::RandomGame& game)) {
  const auto network = random_network(2);
  Setup setup = test::setup_of(test::end_of(game));
  setup.castling_rook = {{{Square::None, Square::None}, {Square::None, Square::None}}};
  setup.en_passant = Square::None;
  Setup other = setup;
  for (std::size_t s = 0; s < kSquares; ++s) other.board[s ^ 7] = setup.board[s];
  RC_ASSERT(plain_value(*network, Position(setup)) == plain_value(*network, Position(other)));
}

// With the network that the program plays with, and as the engine evaluates.
RC_GTEST_PROP(Network, TheBuiltInOneSeesFlippedBoardsAlike, (const test::RandomGame& game)) {
  static const auto network = embedded_if_any();
  RC_PRE(network != nullptr);
  Setup setup = test::setup_of(test::end_of(game));
  RC_ASSERT(evaluate(*network, Position(setup)) == evaluate(*network, test::mirrored(Position(setup))));
  setup.castling_rook = {{{Square::None, Square::None}, {Square::None, Square::None}}};
  setup.en_passant = Square::None;
  Setup other = setup;
  for (std::size_t s = 0; s < kSquares; ++s) other.board[s ^ 7] = setup.board[s];
  RC_ASSERT(evaluate(*network, Position(setup)) == evaluate(*network, Position(other)));
}

// Known endings change the network's value, but tell neither colours nor sides of the board apart.
TEST(Network, KnownEndingsAreTheSameFlipped) {
  const auto network = random_network(4);
  for (const char* fen :
       {"7R/1k2n3/8/8/8/r6N/3BB3/4K1b1 b - - 0 1", "8/8/4k3/8/8/4K3/5R2/6r1 w - - 0 1",
        "8/8/1k6/8/3K4/8/6Q1/8 b - - 0 1", "8/2k5/8/8/2BN4/3K4/8/8 w - - 0 1", "8/8/8/1k6/8/2P5/3K4/8 w - - 0 1",
        "1k6/8/P1K5/8/3B4/8/8/8 w - - 0 1", "8/8/3k4/3p4/8/6R1/1K6/8 b - - 0 1", "8/1q6/3k4/8/8/6K1/2R5/8 w - - 0 1"}) {
    oknos::Setup setup = test::setup_of(test::position_from(fen));
    const Score value = evaluate(*network, Position(setup));
    EXPECT_NE(value, plain_value(*network, Position(setup))) << fen;
    EXPECT_EQ(value, evaluate(*network, test::mirrored(Position(setup)))) << fen;
    oknos::Setup other = setup;
    for (std::size_t s = 0; s < kSquares; ++s) other.board[s ^ 7] = setup.board[s];
    EXPECT_EQ(value, evaluate(*network, Position(other))) << fen;
  }
}

// More men than a game has are no reason to look beyond the last bucket.
TEST(Network, EveryNumberOfMenHasABucket) {
  for (int buckets = 1; buckets <= kMaxBuckets; ++buckets) {
    for (int men = 2; men <= kSquares; ++men) {
      EXPECT_GE(bucket_of(men, buckets), 0);
      EXPECT_LT(bucket_of(men, buckets), buckets);
    }
    EXPECT_EQ(bucket_of(kMaxMen, buckets), buckets - 1);
  }
}

TEST(Network, TheLoopsFitTheirTypesAtTheLimits) {
  const std::vector<std::int16_t> neurons(kMaxNeurons, std::numeric_limits<std::int16_t>::max());
  std::vector<std::int16_t> weights(kMaxNeurons);
  int left = kMaxOutputSum;
  for (std::int16_t& w : weights) {
    w = static_cast<std::int16_t>(std::min(left, kMaxOutputWeight));
    left -= w;
  }
  std::int64_t sum = 0;
  for (const std::int16_t w : weights) sum += 255 * 255 * static_cast<std::int64_t>(w);
  ASSERT_LE(sum, std::numeric_limits<std::int32_t>::max());
  EXPECT_EQ(activated_sum(neurons.data(), weights.data(), kMaxNeurons), sum);
  for (std::int16_t& w : weights) w = static_cast<std::int16_t>(-w);
  EXPECT_EQ(activated_sum(neurons.data(), weights.data(), kMaxNeurons), -sum);
  const std::vector<std::int16_t> negative(kMaxNeurons, std::numeric_limits<std::int16_t>::min());
  EXPECT_EQ(activated_sum(negative.data(), weights.data(), kMaxNeurons), 0);
}

std::string error_of(std::string_view bytes) {
  const auto network = Network::parse(bytes);
  return network ? "(none)" : network.error();
}

TEST(Network, BytesReadBack) {
  for (const int neurons : {32, 64, 512}) {
    const auto network = random_network(3, neurons, neurons == 64 ? 1 : 8);
    const auto again = Network::parse(network->to_bytes());
    ASSERT_TRUE(again) << again.error();
    EXPECT_EQ((*again)->to_bytes(), network->to_bytes());
    EXPECT_EQ((*again)->provenance(), "made for a test");
    const Position position = test::position_from(test::kKiwipete);
    EXPECT_EQ(plain_value(**again, position), plain_value(*network, position));
  }
}

TEST(Network, BytesWithKingBucketsReadBack) {
  const auto network = random_network(3, 64, 8, kMaxKingBuckets);
  const std::string bytes = network->to_bytes();
  EXPECT_TRUE(bytes.starts_with("OKNOSNN3"));
  EXPECT_TRUE(random_network(3, 64, 8, 1)->to_bytes().starts_with("OKNOSNN2"));
  const auto again = Network::parse(bytes);
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ((*again)->king_buckets(), kMaxKingBuckets);
  EXPECT_EQ((*again)->to_bytes(), bytes);
  const Position position = test::position_from(test::kKiwipete);
  EXPECT_EQ(plain_value(**again, position), plain_value(*network, position));
  EXPECT_EQ(error_of(bytes.substr(0, bytes.size() - 1)),
            "it is cut short or damaged: its checksum is not that of its content");
  const auto with_king_buckets = [&](char count) {
    std::string other = bytes;
    other[24] = count;
    const std::uint64_t sum = bytes::checksum(std::string_view(other).substr(16));
    for (std::size_t i = 0; i < 8; ++i) other[8 + i] = static_cast<char>(sum >> (8 * i));
    return error_of(other);
  };
  for (const char count : {0, 2, 3, 5})
    EXPECT_NE(with_king_buckets(count).find("king buckets; 1 and 4 are possible"), std::string::npos) << int{count};
  EXPECT_EQ(with_king_buckets(1), "it begins with OKNOSNN3; a network of its shape begins with OKNOSNN2");
}

TEST(Network, BytesWithASecondHiddenLayerReadBack) {
  const auto network = random_network(3, 64, 8, 1, 16);
  const std::string bytes = network->to_bytes();
  EXPECT_TRUE(bytes.starts_with("OKNOSNN4"));
  const auto again = Network::parse(bytes);
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ((*again)->hidden(), 16);
  EXPECT_EQ((*again)->king_buckets(), 1);
  EXPECT_EQ((*again)->to_bytes(), bytes);
  const Position position = test::position_from(test::kKiwipete);
  EXPECT_EQ(plain_value(**again, position), plain_value(*network, position));
  const auto changed = [&](std::size_t where, char to) {
    std::string other = bytes;
    other[where] = to;
    const std::uint64_t sum = bytes::checksum(std::string_view(other).substr(16));
    for (std::size_t i = 0; i < 8; ++i) other[8 + i] = static_cast<char>(sum >> (8 * i));
    return error_of(other);
  };
  for (const char count : {7, 40, -1})
    EXPECT_NE(changed(28, count).find("neurons in the second hidden layer"), std::string::npos) << changed(28, count);
  EXPECT_NE(changed(bytes.size() - 1, 0x7f).find("hidden output weights is beyond 1023"), std::string::npos);
  EXPECT_EQ(changed(28, 0), "it begins with OKNOSNN4; a network of its shape begins with OKNOSNN2");
}

TEST(Network, AnythingElseThanAWholeFileIsRefused) {
  const std::string good = random_network(4)->to_bytes();
  EXPECT_NE(error_of("").find("no network of Oknos"), std::string::npos);
  EXPECT_NE(error_of(std::string(good.size(), '\0')).find("no network of Oknos"), std::string::npos);
  EXPECT_NE(error_of("OKNOSNN2").find("head"), std::string::npos);
  EXPECT_NE(error_of(good.substr(0, good.size() / 2)).find("cut short or damaged"), std::string::npos);
  EXPECT_NE(error_of(good + '\0').find("cut short or damaged"), std::string::npos);
  std::mt19937 random(5);
  for (int i = 0; i < 300; ++i) {
    std::string flipped = good;
    flipped[random() % flipped.size()] ^= static_cast<char>(1 << random() % 8);
    EXPECT_NE(error_of(flipped), "(none)");
  }
  // Other pieces' values: the checksum is right.
  std::string other = good;
  const std::size_t at = other.find("made for a test") + std::string("made for a test").size();
  other[at] = static_cast<char>(other[at] + 1);
  const std::uint64_t sum = bytes::checksum(std::string_view(other).substr(16));
  for (std::size_t i = 0; i < 8; ++i) other[8 + i] = static_cast<char>(sum >> (8 * i));
  EXPECT_NE(error_of(other).find("101 centipawns that is worth 100"), std::string::npos) << error_of(other);
  std::string noise = good;
  for (std::size_t i = 8; i < noise.size(); ++i) noise[i] = static_cast<char>(random());
  EXPECT_NE(error_of(noise), "(none)");
}

TEST(Network, NumbersBeyondTheirLimitsAreRefused) {
  const auto refused = [](auto change) {
    Parameters p = random_parameters(6);
    change(p);
    const auto network = Network::make(p);
    return network ? std::string("(none)") : network.error();
  };
  EXPECT_EQ(refused([](Parameters&) {}), "(none)");
  EXPECT_NE(refused([](Parameters& p) { p.input_weights[7] = kMaxInputWeight + 1; }).find("input weights"),
            std::string::npos);
  EXPECT_NE(refused([](Parameters& p) { p.input_biases[7] = -kMaxInputWeight - 1; }).find("input biases"),
            std::string::npos);
  EXPECT_NE(refused([](Parameters& p) { p.output_weights[7] = kMaxOutputWeight + 1; }).find("output weights"),
            std::string::npos);
  EXPECT_NE(refused([](Parameters& p) { p.output_biases[7] = kMaxOutputBias + 1; }).find("output biases"),
            std::string::npos);
  Parameters wide = Parameters::zeros(kMaxNeurons, 1);
  for (std::int16_t& w : wide.output_weights) w = kMaxOutputWeight;
  EXPECT_FALSE(Network::make(wide));
}

TEST(Network, ShapesThatAreNotPossibleAreRefused) {
  const auto with = [](std::size_t at, std::uint8_t value) {
    std::string bytes = random_network(7)->to_bytes();
    bytes[at] = static_cast<char>(value);
    const std::string content = bytes.substr(16);
    std::string sum;
    bytes::append(sum, bytes::checksum(content));
    return bytes.substr(0, 8) + sum + content;
  };
  EXPECT_EQ(error_of(with(16, 32)), "(none)");
  EXPECT_NE(error_of(with(16, 33)).find("33 neurons"), std::string::npos);
  EXPECT_NE(error_of(with(16, 0)).find("0 neurons"), std::string::npos);
  EXPECT_NE(error_of(with(20, 9)).find("9 output buckets"), std::string::npos);
  EXPECT_NE(error_of(with(16, 64)).find("cut short"), std::string::npos);
  EXPECT_NE(error_of(with(20, 7)).find("behind its end"), std::string::npos);
  EXPECT_NE(error_of(with(31, 9)).find("description"), std::string::npos);
}

class NetworkFile : public test::TestWithFolder {};

TEST_F(NetworkFile, IsNamedInTheError) {
  const auto error = [](const std::string& path) {
    const auto network = Network::load(path);
    return network ? std::string("(none)") : network.error();
  };
  EXPECT_EQ(error(file("good.oknn", random_network(8)->to_bytes())), "(none)");
  EXPECT_NE(error(path("none.oknn")).find("none.oknn\" cannot be read"), std::string::npos);
  EXPECT_NE(error(file("text.oknn", "hello")).find("text.oknn\" is not used"), std::string::npos);
}

}  // namespace
}  // namespace oknos::eval::network
