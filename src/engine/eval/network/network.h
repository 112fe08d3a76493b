#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/piece_values.h"
#include "engine/base/result.h"
#include "engine/base/score.h"
#include "engine/chess/position.h"
#include "engine/eval/network/architecture.h"

// The numbers of a network, as files keep them (docs/network.md). They are whole numbers, and their limits make every
// sum fit into its type; so all processors and compilers compute the same.
namespace oknos::eval::network {

// How fine the whole numbers are: 1.0 of the trainer's is kInputOne in the first layer and kOutputOne in the second.
inline constexpr int kInputOne = 255;
inline constexpr int kOutputOne = 64;
// With at most 34 inputs at a time (32 men, and two that come before others go) neurons stay within 16 bits.
inline constexpr int kMaxInputWeight = 900;
// The product of a weight and a neuron (0 to 255) stays within 16 bits, and the sum over all neurons within 32.
inline constexpr int kMaxOutputWeight = 127;
inline constexpr int kMaxOutputSum = INT32_MAX / (kInputOne * kInputOne);  // of the absolute weights of a bucket
inline constexpr int kMaxOutputBias = 1 << 24;
inline constexpr int kMaxScale = 2000;
// The second hidden layer. The squares of the neurons before it, 0 to 255^2, lose kSquareShift bits.
inline constexpr int kSquareShift = 6;
inline constexpr int kSquareOne = kInputOne * kInputOne >> kSquareShift;  // also 1.0 of its own neurons
inline constexpr int kHiddenOne = 512;                                    // 1.0 of its weights
// The sum over all neurons stays within 32 bits, also with the bias.
inline constexpr int kMaxHiddenWeight = 1023;
inline constexpr int kMaxHiddenBias = 1 << 28;
static_assert(std::int64_t{kSquareOne} * kMaxHiddenWeight * 2 * kMaxNeurons + kMaxHiddenBias <= INT32_MAX);

struct Parameters {
  int neurons = 0;
  int buckets = 1;
  int king_buckets = 1;
  int hidden = 0;                            // neurons of the second hidden layer; 0: there is none
  int scale = 0;                             // centipawns for an output of 1.0
  std::vector<std::int16_t> input_weights;   // [king bucket][input][neuron]
  std::vector<std::int16_t> input_biases;    // [neuron]
  std::vector<std::int16_t> output_weights;  // [bucket][side to move, other side][neuron]
  std::vector<std::int32_t> output_biases;   // [bucket], in units of 1 / (kInputOne * kOutputOne)
  std::vector<std::int16_t> hidden_weights;  // [bucket][hidden neuron][side to move, other side][neuron]
  std::vector<std::int32_t> hidden_biases;   // [bucket][hidden neuron], in units of 1 / (kSquareOne * kHiddenOne)
  std::vector<std::int16_t> hidden_outputs;  // [bucket][hidden neuron], in units of 1 / kHiddenOne
  std::string provenance;                    // architecture, data, schedule, in words

  static Parameters zeros(int neurons, int buckets, int king_buckets = 1, int hidden = 0);
};

class Network {
 public:
  // The error says what is out of its limits.
  static Result<std::shared_ptr<const Network>> make(Parameters parameters);
  // From the bytes of a file. Anything else than a whole one is refused with the reason.
  static Result<std::shared_ptr<const Network>> parse(std::string_view bytes);
  // From a file; the error names it.
  static Result<std::shared_ptr<const Network>> load(const std::string& path);
  std::string to_bytes() const;

  int neurons() const { return p_.neurons; }
  int buckets() const { return p_.buckets; }
  int king_buckets() const { return p_.king_buckets; }
  int hidden() const { return p_.hidden; }
  int scale() const { return p_.scale; }
  const Parameters& parameters() const { return p_; }
  const std::string& provenance() const { return p_.provenance; }

  const std::int16_t* biases() const { return p_.input_biases.data(); }
  KingView view_of(Color side, Square king) const { return king_view(side, king, p_.king_buckets); }
  // `input`: as Perspective::input_of() has it.
  const std::int16_t* weights_of(int input) const {
    return p_.input_weights.data() + static_cast<std::size_t>(input) * static_cast<std::size_t>(p_.neurons);
  }

  // What is added to the material, from the accumulators of the side to move and the other side; in centipawns from the
  // former's view.
  Score output(const std::int16_t* own, const std::int16_t* other, int men) const;

 private:
  std::int64_t hidden_output(const std::int16_t* own, const std::int16_t* other, std::size_t bucket) const;

  explicit Network(Parameters parameters) : p_(std::move(parameters)) {}

  Parameters p_;
};

// Material and the network's output. The network need not learn what a piece is worth, and knows it where it has
// learnt nothing. From the view of the side to move.
inline Score value_of(Score material, Score output) {
  return clamp_to_evaluation(material + output);
}
Score material_of(const Position& position);

// The value without any memory, computed as plainly as can be: what everything else is tested against.
Score plain_value(const Network& network, const Position& position);

}  // namespace oknos::eval::network
