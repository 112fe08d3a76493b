#include "engine/eval/network/network.h"

#include <array>
#include <cstdio>
#include <cstdlib>

#include "engine/base/bytes.h"
#include "engine/base/text.h"
#include "engine/eval/network/kernels.h"
#include "engine/platform/file_name.h"

namespace oknos::eval::network {

namespace {

// Networks with one king bucket have the first form, which has no number of them.
constexpr std::string_view kMagic = "OKNOSNN2", kMagicWithKingBuckets = "OKNOSNN3";
static_assert(kMagic.size() == kMagicWithKingBuckets.size());
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

std::optional<Error> check_shape(std::uint32_t neurons, std::uint32_t buckets, std::uint32_t king_buckets,
                                 std::uint32_t scale) {
  if (neurons > kMaxNeurons || !is_allowed_size(static_cast<int>(neurons)))
    return Error{"it has " + number_text(neurons) + " neurons; a multiple of " + number_text(kLanes) + " up to " +
                 number_text(kMaxNeurons) + " is possible"};
  if (buckets < 1 || buckets > kMaxBuckets)
    return Error{"it has " + number_text(buckets) + " output buckets; 1 to " + number_text(kMaxBuckets) +
                 " are possible"};
  if (king_buckets > kMaxKingBuckets || !is_allowed_number_of_king_buckets(static_cast<int>(king_buckets)))
    return Error{"it has " + number_text(king_buckets) + " king buckets; 1 and " + number_text(kMaxKingBuckets) +
                 " are possible"};
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

Result<Parameters> read_parameters(bytes::Reader& in, bool with_king_buckets) {
  const auto neurons = in.number<std::uint32_t>();
  const auto buckets = in.number<std::uint32_t>();
  const auto king_buckets = with_king_buckets ? in.number<std::uint32_t>() : 1;
  const auto scale = in.number<std::uint32_t>();
  const auto words = in.number<std::uint32_t>();
  if (!words) return Error{"it ends within its head"};
  if (auto wrong = check_shape(*neurons, *buckets, *king_buckets, *scale)) return *std::move(wrong);
  if (*words > kMaxProvenance) return Error{"its description has " + number_text(*words) + " bytes"};
  const auto provenance = in.take(*words);
  if (const auto wrong = check_material(in)) return *wrong;
  Parameters p =
      Parameters::zeros(static_cast<int>(*neurons), static_cast<int>(*buckets), static_cast<int>(*king_buckets));
  p.scale = static_cast<int>(*scale);
  if (!provenance || !read_all(in, p.input_weights) || !read_all(in, p.input_biases) ||
      !read_all(in, p.output_weights) || !read_all(in, p.output_biases))
    return Error{"it is cut short"};
  if (in.left() > 0) return Error{"it goes on behind its end"};
  p.provenance = *provenance;
  return p;
}

// No file of a network is larger: the largest shape with the longest description.
constexpr std::size_t kMaxBytes = [] {
  constexpr std::size_t kHead =
      kMagic.size() + sizeof(std::uint64_t) + 5 * sizeof(std::uint32_t) + kWorth.size() * sizeof(std::uint16_t);
  constexpr std::size_t kInputSide = (kMaxKingBuckets * kInputs + 1) * kMaxNeurons * sizeof(std::int16_t);
  constexpr std::size_t kOutputSide = kMaxBuckets * (2 * kMaxNeurons * sizeof(std::int16_t) + sizeof(std::int32_t));
  return kHead + kMaxProvenance + kInputSide + kOutputSide;
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

Parameters Parameters::zeros(int neurons, int buckets, int king_buckets) {
  const auto n = static_cast<std::size_t>(neurons);
  const auto b = static_cast<std::size_t>(buckets);
  Parameters out;
  out.neurons = neurons;
  out.buckets = buckets;
  out.king_buckets = king_buckets;
  out.scale = 1;
  out.input_weights.resize(static_cast<std::size_t>(king_buckets) * kInputs * n);
  out.input_biases.resize(n);
  out.output_weights.resize(b * 2 * n);
  out.output_biases.resize(b);
  return out;
}

Result<std::shared_ptr<const Network>> Network::make(Parameters parameters) {
  if (auto wrong = check_values(parameters)) return *std::move(wrong);
  return std::shared_ptr<const Network>(new Network(std::move(parameters)));
}

Result<std::shared_ptr<const Network>> Network::parse(std::string_view file) {
  const bool with_king_buckets = file.starts_with(kMagicWithKingBuckets);
  if (!with_king_buckets && !file.starts_with(kMagic))
    return Error{"it is no network of Oknos: it does not begin with " + std::string(kMagic) + " or " +
                 std::string(kMagicWithKingBuckets)};
  bytes::Reader in(file.substr(kMagic.size()));
  const auto sum = in.number<std::uint64_t>();
  if (!sum) return Error{"it ends within its head"};
  if (bytes::checksum(file.substr(file.size() - in.left())) != *sum)
    return Error{"it is cut short or damaged: its checksum is not that of its content"};
  auto parameters = read_parameters(in, with_king_buckets);
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
  if (p_.king_buckets > 1) bytes::append(content, static_cast<std::uint32_t>(p_.king_buckets));
  bytes::append(content, static_cast<std::uint32_t>(p_.scale));
  const std::string words = p_.provenance.substr(0, kMaxProvenance);
  bytes::append(content, static_cast<std::uint32_t>(words.size()));
  content += words;
  for (const PieceType type : kWorth) bytes::append(content, static_cast<std::uint16_t>(piece_value(type).value()));
  append_all(content, p_.input_weights);
  append_all(content, p_.input_biases);
  append_all(content, p_.output_weights);
  append_all(content, p_.output_biases);
  std::string out(p_.king_buckets > 1 ? kMagicWithKingBuckets : kMagic);
  bytes::append(out, bytes::checksum(content));
  return out + content;
}

Score Network::output(const std::int16_t* own, const std::int16_t* other, int men) const {
  const int bucket = bucket_of(men, p_.buckets);
  const auto n = static_cast<std::size_t>(p_.neurons);
  const std::int16_t* weights = p_.output_weights.data() + static_cast<std::size_t>(bucket) * 2 * n;
  const int sum = activated_sum(own, weights, p_.neurons) + activated_sum(other, weights + n, p_.neurons);
  // One factor of kInputOne goes at once: the square of a neuron has it twice.
  const std::int64_t units = sum / kInputOne + p_.output_biases[static_cast<std::size_t>(bucket)];
  return clamp_to_evaluation(Score{static_cast<int>(units * p_.scale / (kInputOne * kOutputOne))});
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
