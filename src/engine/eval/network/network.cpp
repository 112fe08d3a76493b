#include "engine/eval/network/network.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

#include "engine/base/bytes.h"
#include "engine/base/text.h"
#include "engine/eval/network/kernels.h"
#include "engine/platform/cache_line.h"
#include "engine/platform/file_name.h"

namespace oknos::eval::network {

namespace {

// The forms of files. A network is written in the first one that can hold it: the first has no number of king buckets,
// and only the third has a second hidden layer.
constexpr std::string_view kMagic = "OKNOSNN2", kMagicWithKingBuckets = "OKNOSNN3", kMagicWithHidden = "OKNOSNN4";
static_assert(kMagic.size() == kMagicWithKingBuckets.size() && kMagic.size() == kMagicWithHidden.size());

std::string_view magic_of(int king_buckets, int hidden) {
  if (hidden > 0) return kMagicWithHidden;
  return king_buckets > 1 ? kMagicWithKingBuckets : kMagic;
}

constexpr std::uint32_t kMaxProvenance = 1 << 16;  // bytes

template <class T>
bool read_all(bytes::Reader& in, std::vector<T>& to) {
  for (T& number : to) {
    const auto next = in.number<T>();
    if (!next) return false;
    number = *next;
  }
  return true;
}

template <class T>
void append_all(std::string& to, const std::vector<T>& numbers) {
  for (const T number : numbers) bytes::append(to, number);
}

template <class T>
bool within(const std::vector<T>& numbers, int most) {
  for (const T number : numbers)
    if (number > most || number < -most) return false;
  return true;
}

std::string number_text(std::uint32_t number) {
  return std::to_string(number);
}

struct Shape {
  std::uint32_t neurons, buckets, king_buckets, hidden, scale;
};

std::optional<Error> check_shape(const Shape& shape) {
  const auto [neurons, buckets, king_buckets, hidden, scale] = shape;
  if (neurons > kMaxNeurons || !is_allowed_size(static_cast<int>(neurons)))
    return Error{"it has " + number_text(neurons) + " neurons; a multiple of " + number_text(kLanes) + " up to " +
                 number_text(kMaxNeurons) + " is possible"};
  if (buckets < 1 || buckets > kMaxBuckets)
    return Error{"it has " + number_text(buckets) + " output buckets; 1 to " + number_text(kMaxBuckets) +
                 " are possible"};
  if (king_buckets > kMaxKingBuckets || !is_allowed_number_of_king_buckets(static_cast<int>(king_buckets)))
    return Error{"it has " + number_text(king_buckets) + " king buckets; 1 and " + number_text(kMaxKingBuckets) +
                 " are possible"};
  if (hidden > kMaxHidden || !is_allowed_hidden_size(static_cast<int>(hidden)))
    return Error{"it has " + number_text(hidden) + " neurons in the second hidden layer; 0 or a multiple of " +
                 number_text(kHiddenStep) + " up to " + number_text(kMaxHidden) + " is possible"};
  if (scale < 1 || scale > kMaxScale)
    return Error{"its scale is " + number_text(scale) + " centipawns; 1 to " + number_text(kMaxScale) +
                 " are possible"};
  return std::nullopt;
}

std::optional<Error> check_values(const Parameters& p) {
  const auto beyond = [](const char* what, int most) {
    return Error{std::string("one of its ") + what + " is beyond " + std::to_string(most)};
  };
  if (!within(p.input_weights, kMaxInputWeight)) return beyond("input weights", kMaxInputWeight);
  if (!within(p.input_biases, kMaxInputWeight)) return beyond("input biases", kMaxInputWeight);
  if (!within(p.output_weights, kMaxOutputWeight)) return beyond("output weights", kMaxOutputWeight);
  if (!within(p.output_biases, kMaxOutputBias)) return beyond("output biases", kMaxOutputBias);
  if (!within(p.hidden_weights, kMaxHiddenWeight)) return beyond("hidden weights", kMaxHiddenWeight);
  if (!within(p.hidden_biases, kMaxHiddenBias)) return beyond("hidden biases", kMaxHiddenBias);
  if (!within(p.hidden_outputs, kMaxHiddenWeight)) return beyond("hidden output weights", kMaxHiddenWeight);
  const std::size_t of_bucket = 2 * static_cast<std::size_t>(p.neurons);
  for (std::size_t first = 0; first < p.output_weights.size(); first += of_bucket) {
    int sum = 0;
    for (std::size_t i = 0; i < of_bucket; ++i) sum += std::abs(static_cast<int>(p.output_weights[first + i]));
    if (sum > kMaxOutputSum) return beyond("buckets' sums of output weights", kMaxOutputSum);
  }
  return std::nullopt;
}

// The output is added to the material; so the pieces must be worth what they were when the network learnt.
constexpr std::array kWorth = {PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook,
                               PieceType::Queen};

std::optional<Error> check_material(bytes::Reader& in) {
  for (const PieceType type : kWorth) {
    const auto value = in.number<std::uint16_t>();
    if (!value) return Error{"it is cut short"};
    if (*value != piece_value(type).value())
      return Error{"it was trained where a piece was worth " + std::to_string(*value) + " centipawns that is worth " +
                   std::to_string(piece_value(type).value()) + " here"};
  }
  return std::nullopt;
}

Result<Parameters> read_parameters(bytes::Reader& in, std::string_view magic) {
  const auto neurons = in.number<std::uint32_t>();
  const auto buckets = in.number<std::uint32_t>();
  const auto king_buckets = magic != kMagic ? in.number<std::uint32_t>() : 1;
  const auto hidden = magic == kMagicWithHidden ? in.number<std::uint32_t>() : 0;
  const auto scale = in.number<std::uint32_t>();
  const auto words = in.number<std::uint32_t>();
  if (!words) return Error{"it ends within its head"};
  if (auto wrong = check_shape({*neurons, *buckets, *king_buckets, *hidden, *scale})) return *std::move(wrong);
  if (const std::string_view right = magic_of(static_cast<int>(*king_buckets), static_cast<int>(*hidden));
      right != magic)
    return Error{"it begins with " + std::string(magic) + "; a network of its shape begins with " + std::string(right)};
  if (*words > kMaxProvenance) return Error{"its description has " + number_text(*words) + " bytes"};
  const auto provenance = in.take(*words);
  if (const auto wrong = check_material(in)) return *wrong;
  Parameters p = Parameters::zeros(static_cast<int>(*neurons), static_cast<int>(*buckets),
                                   static_cast<int>(*king_buckets), static_cast<int>(*hidden));
  p.scale = static_cast<int>(*scale);
  if (!provenance || !read_all(in, p.input_weights) || !read_all(in, p.input_biases) ||
      !read_all(in, p.output_weights) || !read_all(in, p.output_biases) || !read_all(in, p.hidden_weights) ||
      !read_all(in, p.hidden_biases) || !read_all(in, p.hidden_outputs))
    return Error{"it is cut short"};
  if (in.left() > 0) return Error{"it goes on behind its end"};
  p.provenance = *provenance;
  return p;
}

// No file of a network is larger: the largest shape with the longest description.
constexpr std::size_t kMaxBytes = [] {
  constexpr std::size_t kHead =
      kMagic.size() + sizeof(std::uint64_t) + 6 * sizeof(std::uint32_t) + kWorth.size() * sizeof(std::uint16_t);
  constexpr std::size_t kInputSide = (kMaxKingBuckets * kInputs + 1) * kMaxNeurons * sizeof(std::int16_t);
  constexpr std::size_t kOutputSide = kMaxBuckets * (2 * kMaxNeurons * sizeof(std::int16_t) + sizeof(std::int32_t));
  constexpr std::size_t kHidden =
      std::size_t{kMaxBuckets} * kMaxHidden * ((2 * kMaxNeurons + 1) * sizeof(std::int16_t) + sizeof(std::int32_t));
  return kHead + kMaxProvenance + kInputSide + kOutputSide + kHidden;
}();

// Standard C, for the engine is to work without exceptions of streams and wherever there are files.
Result<std::string> content_of(const std::string& path) {
  const auto error = [&path](const std::string& what) {
    return Error{text::quoted(path, path.size()) + " " + what + "; a network file is expected"};
  };
  const platform::FileKind kind = platform::file_kind(path);
  if (kind == platform::FileKind::Directory) return error("is a folder");
  if (kind == platform::FileKind::Pipe || kind == platform::FileKind::Other) return error("is not a regular file");
  const platform::File file = platform::open_file(path, "rb");
  if (!file) return error("cannot be read");
  std::string out(kMaxBytes + 1, '\0');
  out.resize(std::fread(out.data(), 1, out.size(), file.get()));
  if (std::ferror(file.get()) != 0) return error("cannot be read");
  if (out.size() > kMaxBytes) return error("is longer than any network (" + std::to_string(kMaxBytes) + " bytes)");
  return out;
}

}  // namespace

Parameters Parameters::zeros(int neurons, int buckets, int king_buckets, int hidden) {
  const auto n = static_cast<std::size_t>(neurons);
  const auto b = static_cast<std::size_t>(buckets);
  const auto h = static_cast<std::size_t>(hidden);
  Parameters out;
  out.neurons = neurons;
  out.buckets = buckets;
  out.king_buckets = king_buckets;
  out.hidden = hidden;
  out.scale = 1;
  out.input_weights.resize(static_cast<std::size_t>(king_buckets) * kInputs * n);
  out.input_biases.resize(n);
  out.output_weights.resize(b * 2 * n);
  out.output_biases.resize(b);
  out.hidden_weights.resize(b * h * 2 * n);
  out.hidden_biases.resize(b * h);
  out.hidden_outputs.resize(b * h);
  return out;
}

Result<std::shared_ptr<const Network>> Network::make(Parameters parameters) {
  if (auto wrong = check_values(parameters)) return *std::move(wrong);
  return std::shared_ptr<const Network>(new Network(std::move(parameters)));
}

Result<std::shared_ptr<const Network>> Network::parse(std::string_view file) {
  const std::string_view magic = file.substr(0, kMagic.size());
  if (magic != kMagic && magic != kMagicWithKingBuckets && magic != kMagicWithHidden)
    return Error{"it is no network of Oknos: it does not begin with " + std::string(kMagic) + ", " +
                 std::string(kMagicWithKingBuckets) + " or " + std::string(kMagicWithHidden)};
  bytes::Reader in(file.substr(kMagic.size()));
  const auto sum = in.number<std::uint64_t>();
  if (!sum) return Error{"it ends within its head"};
  if (bytes::checksum(file.substr(file.size() - in.left())) != *sum)
    return Error{"it is cut short or damaged: its checksum is not that of its content"};
  auto parameters = read_parameters(in, magic);
  if (!parameters) return Error{parameters.error()};
  return make(std::move(*parameters));
}

Result<std::shared_ptr<const Network>> Network::load(const std::string& path) {
  const auto bytes = content_of(path);
  if (!bytes) return Error{bytes.error()};
  auto out = parse(*bytes);
  if (!out) return Error{text::quoted(path, path.size()) + " is not used: " + out.error()};
  return out;
}

std::string Network::to_bytes() const {
  std::string content;
  bytes::append(content, static_cast<std::uint32_t>(p_.neurons));
  bytes::append(content, static_cast<std::uint32_t>(p_.buckets));
  const std::string_view magic = magic_of(p_.king_buckets, p_.hidden);
  if (magic != kMagic) bytes::append(content, static_cast<std::uint32_t>(p_.king_buckets));
  if (magic == kMagicWithHidden) bytes::append(content, static_cast<std::uint32_t>(p_.hidden));
  bytes::append(content, static_cast<std::uint32_t>(p_.scale));
  const std::string words = p_.provenance.substr(0, kMaxProvenance);
  bytes::append(content, static_cast<std::uint32_t>(words.size()));
  content += words;
  for (const PieceType type : kWorth) bytes::append(content, static_cast<std::uint16_t>(piece_value(type).value()));
  append_all(content, p_.input_weights);
  append_all(content, p_.input_biases);
  append_all(content, p_.output_weights);
  append_all(content, p_.output_biases);
  append_all(content, p_.hidden_weights);
  append_all(content, p_.hidden_biases);
  append_all(content, p_.hidden_outputs);
  std::string out(magic);
  bytes::append(out, bytes::checksum(content));
  return out + content;
}

Score Network::output(const std::int16_t* own, const std::int16_t* other, int men) const {
  const int bucket = bucket_of(men, p_.buckets);
  const auto n = static_cast<std::size_t>(p_.neurons);
  const std::int16_t* weights = p_.output_weights.data() + static_cast<std::size_t>(bucket) * 2 * n;
  const int sum = activated_sum(own, weights, p_.neurons) + activated_sum(other, weights + n, p_.neurons);
  // One factor of kInputOne goes at once: the square of a neuron has it twice.
  std::int64_t units = sum / kInputOne + p_.output_biases[static_cast<std::size_t>(bucket)];
  if (p_.hidden > 0) units += hidden_output(own, other, static_cast<std::size_t>(bucket));
  return clamp_to_evaluation(Score{static_cast<int>(units * p_.scale / (kInputOne * kOutputOne))});
}

// What the second hidden layer adds to the output, in units of 1 / (kInputOne * kOutputOne).
std::int64_t Network::hidden_output(const std::int16_t* own, const std::int16_t* other, std::size_t bucket) const {
  const auto n = static_cast<std::size_t>(p_.neurons);
  const auto hidden = static_cast<std::size_t>(p_.hidden);
  alignas(platform::kCacheLine) std::array<std::int16_t, 2 * std::size_t{kMaxNeurons}> squares;
  square<kSquareShift>(squares.data(), own, p_.neurons);
  square<kSquareShift>(squares.data() + n, other, p_.neurons);
  const std::int16_t* weights = p_.hidden_weights.data() + bucket * hidden * 2 * n;
  std::array<std::int32_t, kMaxHidden> inputs;
  std::copy_n(p_.hidden_biases.data() + bucket * hidden, hidden, inputs.data());
  for (std::size_t j = 0; j < hidden; j += kHiddenStep)
    add_dots(inputs.data() + j, squares.data(), weights + j * 2 * n, 2 * p_.neurons);
  const std::int16_t* outputs = p_.hidden_outputs.data() + bucket * hidden;
  constexpr int kMaxInput = kSquareOne * kHiddenOne;
  static_assert(std::int64_t{kSquareOne} * kSquareOne * kMaxHiddenWeight <= INT32_MAX);
  std::int64_t sum = 0;
  for (std::size_t j = 0; j < hidden; ++j) {
    const int active = std::clamp(inputs[j], 0, kMaxInput) / kHiddenOne;
    sum += active * active * outputs[j];
  }
  constexpr std::int64_t kOne = std::int64_t{kSquareOne} * kSquareOne * kHiddenOne;
  return sum * (kInputOne * kOutputOne) / kOne;
}

Score material_of(const Position& position) {
  const Color us = position.side_to_move();
  int sum = 0;
  for (int t = 0; t < kPieceTypes; ++t) {
    const auto type = static_cast<PieceType>(t);
    sum += (popcount(position.pieces(us, type)) - popcount(position.pieces(~us, type))) * piece_value(type).value();
  }
  return Score{sum};
}

Score plain_value(const Network& network, const Position& position) {
  const auto sums_of = [&](Color view) {
    const KingView king = network.view_of(view, position.king(view));
    std::vector<std::int16_t> out(network.biases(), network.biases() + network.neurons());
    for (int i = 0; i < kSquares; ++i) {
      const Piece piece = position.piece_on(square_at(i));
      if (piece == Piece::None) continue;
      const std::int16_t* weights = network.weights_of(input_of(view, king, piece, square_at(i)));
      for (std::size_t n = 0; n < out.size(); ++n) out[n] = static_cast<std::int16_t>(out[n] + weights[n]);
    }
    return out;
  };
  const Color us = position.side_to_move();
  const Score output = network.output(sums_of(us).data(), sums_of(~us).data(), popcount(position.pieces()));
  return value_of(material_of(position), output);
}

}  // namespace oknos::eval::network
