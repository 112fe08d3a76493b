#include "engine/tablebases/pairs.h"

#include <limits>

namespace oknos::tablebases {

namespace {

constexpr unsigned kConstant = 0x80;  // flag: one number stands for the whole list
constexpr int kWindow = 64;           // bits
constexpr int kLongestCode = 32;
constexpr unsigned kMaxBits = 30;          // of the size of a block or a span; real ones have less
constexpr unsigned kMaxSymbols = 0x1000;   // a symbol has 12 bits
constexpr unsigned kNoSymbol = 0xfff;      // right half of a symbol that stands for one number
constexpr std::uint64_t kSparseEntry = 6;  // bytes: block 4, offset 2
constexpr std::uint64_t kLengthEntry = 2;
constexpr std::uint64_t kTreeEntry = 3;
constexpr std::uint64_t kBlockAlignment = 64;

std::uint64_t byte_at(std::string_view bytes, std::uint64_t i) {
  return static_cast<unsigned char>(bytes[i]);
}
std::uint64_t word_at(std::string_view bytes, std::uint64_t i) {
  return byte_at(bytes, i) | byte_at(bytes, i + 1) << 8;
}

// 64 bits from this bit on, of which the last 7 may be missing.
std::uint64_t window_at(const char* bytes, std::uint64_t bit) {
  const char* const from = bytes + bit / 8;
  std::uint64_t out = 0;
  for (int i = 0; i < 8; ++i) out = out << 8 | static_cast<unsigned char>(from[i]);
  return out << (bit % 8);
}

}  // namespace

std::optional<Error> Pairs::read_description(FileReader& file, std::uint64_t values) {
  values_ = values;
  flags_ = file.byte();
  if (flags_ & kConstant) {
    constant_ = static_cast<int>(file.byte());
    return std::nullopt;
  }
  const unsigned block_bits = file.byte();
  const unsigned span_bits = file.byte();
  if (block_bits > kMaxBits || span_bits > kMaxBits) return Error{"a size of blocks that cannot be"};
  block_size_ = std::uint64_t{1} << block_bits;
  span_ = std::uint64_t{1} << span_bits;
  padding_ = file.byte();
  blocks_ = file.double_word();
  return read_codes(file);
}

// A code of n bits is a symbol's distance from the first symbol of n bits, counted from the first code of n bits.
// Longer codes are smaller.
std::optional<Error> Pairs::read_codes(FileReader& file) {
  const int longest = static_cast<int>(file.byte());
  shortest_ = static_cast<int>(file.byte());
  if (file.failed()) return std::nullopt;
  if (shortest_ < 1 || longest < shortest_ || longest > kLongestCode) return Error{"lengths of codes that cannot be"};
  const auto lengths = static_cast<std::size_t>(longest - shortest_ + 1);
  first_symbol_.resize(lengths);
  for (unsigned& symbol : first_symbol_) symbol = file.word();
  symbols_ = file.word();
  if (file.failed()) return std::nullopt;
  if (symbols_ == 0 || symbols_ > kMaxSymbols) return Error{"a number of symbols that cannot be"};
  first_code_.assign(lengths, 0);
  for (std::size_t i = lengths - 1; i-- > 0;)
    first_code_[i] = (first_code_[i + 1] + first_symbol_[i] - first_symbol_[i + 1]) / 2;
  for (std::size_t i = 0; i < lengths; ++i) first_code_[i] <<= kWindow - shortest_ - static_cast<int>(i);
  tree_ = file.take(symbols_ * kTreeEntry);
  file.take(symbols_ % 2);
  return file.failed() ? std::nullopt : measure_symbols();
}

unsigned Pairs::left(unsigned symbol) const {
  const std::uint64_t entry = symbol * kTreeEntry;
  return static_cast<unsigned>(byte_at(tree_, entry) | (byte_at(tree_, entry + 1) & 15) << 8);
}

unsigned Pairs::right(unsigned symbol) const {
  const std::uint64_t entry = symbol * kTreeEntry;
  return static_cast<unsigned>(byte_at(tree_, entry + 1) >> 4 | byte_at(tree_, entry + 2) << 4);
}

// How many numbers each symbol stands for. A symbol within itself, or one that is not there, is an error.
std::optional<Error> Pairs::measure_symbols() {
  enum : std::uint8_t { kUnseen, kOpen, kDone };
  std::vector<std::uint8_t> state(symbols_, kUnseen);
  more_numbers_.assign(symbols_, 0);
  std::vector<unsigned> open;
  for (unsigned root = 0; root < symbols_; ++root) {
    open.push_back(root);
    while (!open.empty()) {
      const unsigned symbol = open.back();
      if (state[symbol] == kDone || right(symbol) == kNoSymbol) {
        state[symbol] = kDone;
        open.pop_back();
        continue;
      }
      const unsigned halves[] = {left(symbol), right(symbol)};
      if (halves[0] >= symbols_ || halves[1] >= symbols_) return Error{"a symbol made of one that is not there"};
      if (state[symbol] == kOpen) {
        const int more = more_numbers_[halves[0]] + more_numbers_[halves[1]] + 1;
        if (more > std::numeric_limits<std::uint8_t>::max()) return Error{"a symbol that stands for too much"};
        more_numbers_[symbol] = static_cast<std::uint8_t>(more);
        state[symbol] = kDone;
        open.pop_back();
        continue;
      }
      state[symbol] = kOpen;
      for (const unsigned half : halves) {
        if (state[half] == kOpen) return Error{"a symbol made of itself"};
        if (state[half] == kUnseen) open.push_back(half);
      }
    }
  }
  return std::nullopt;
}

void Pairs::read_sparse_index(FileReader& file) {
  if (!constant_) sparse_index_ = file.take((values_ + span_ - 1) / span_ * kSparseEntry);
}

void Pairs::read_block_lengths(FileReader& file) {
  if (!constant_) block_lengths_ = file.take((blocks_ + padding_) * kLengthEntry);
}

void Pairs::read_blocks(FileReader& file) {
  if (constant_) return;
  file.align(kBlockAlignment);
  data_ = file.take(blocks_ * block_size_);
}

std::optional<int> Pairs::value(std::uint64_t index) const {
  if (constant_) return constant_;
  if (index >= values_) return std::nullopt;
  const auto place = find(index);
  return place ? decode(*place) : std::nullopt;
}

// An entry of the sparse index names the block and the offset of the number in the middle of its span; from there it is
// a few blocks at most. For the last entry that middle may lie behind the last block, in one that does not exist.
std::optional<Pairs::Place> Pairs::find(std::uint64_t index) const {
  const std::uint64_t entry = index / span_ * kSparseEntry;
  std::uint64_t block = word_at(sparse_index_, entry) | word_at(sparse_index_, entry + 2) << 16;
  auto offset = static_cast<std::int64_t>(word_at(sparse_index_, entry + 4));
  offset += static_cast<std::int64_t>(index % span_) - static_cast<std::int64_t>(span_ / 2);
  const std::uint64_t lengths = blocks_ + padding_;
  if (block >= lengths) return std::nullopt;
  const auto length_of = [this](std::uint64_t b) {
    return static_cast<std::int64_t>(word_at(block_lengths_, b * kLengthEntry)) + 1;
  };
  while (offset < 0) {
    if (block == 0) return std::nullopt;
    offset += length_of(--block);
  }
  while (offset >= length_of(block)) {
    offset -= length_of(block);
    if (++block >= lengths) return std::nullopt;
  }
  if (block >= blocks_) return std::nullopt;
  return Place{block, offset};
}

std::optional<int> Pairs::decode(const Place& place) const {
  const char* const block = data_.data() + place.block * block_size_;
  const std::uint64_t bits = block_size_ * 8;
  auto left_over = static_cast<unsigned>(place.offset);  // numbers before the wanted one
  unsigned symbol = 0;
  for (std::uint64_t bit = 0;;) {
    if (bit >= bits) return std::nullopt;
    const std::uint64_t window = window_at(block, bit);
    std::size_t length = 0;  // beyond the shortest
    while (window < first_code_[length]) ++length;
    const int size = shortest_ + static_cast<int>(length);
    symbol = first_symbol_[length] + static_cast<unsigned>((window - first_code_[length]) >> (kWindow - size));
    if (symbol >= symbols_) return std::nullopt;
    if (left_over <= more_numbers_[symbol]) break;
    left_over -= more_numbers_[symbol] + 1U;
    bit += static_cast<unsigned>(size);
  }
  while (more_numbers_[symbol] > 0) {
    const unsigned first = left(symbol);
    if (left_over <= more_numbers_[first]) {
      symbol = first;
    } else {
      left_over -= more_numbers_[first] + 1U;
      symbol = right(symbol);
    }
  }
  return static_cast<int>(left(symbol));
}

}  // namespace oknos::tablebases
