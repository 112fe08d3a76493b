#include "support/table_writer.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <queue>
#include <utility>
#include <vector>

#include "engine/base/bytes.h"
#include "engine/tablebases/indexing.h"

namespace oknos::tablebases::made {
namespace {

// A list of numbers, compressed as Pairs reads it.
class Compressed {
 public:
  Compressed(const std::vector<int>& values, unsigned flags, int rounds = 40) : flags_(flags), values_(values) {
    constant_ = std::all_of(values.begin(), values.end(), [&](int v) { return v == values.front(); });
    if (constant_) return;
    replace_pairs(rounds);
    make_codes();
    write_blocks();
  }

  std::string description() const {
    std::string out;
    if (constant_) {
      bytes::append(out, static_cast<std::uint8_t>(flags_ | 0x80));
      bytes::append(out, static_cast<std::uint8_t>(values_.front()));
      return out;
    }
    for (const int byte : {static_cast<int>(flags_), kBlockBits, kSpanBits, kPadding})
      bytes::append(out, static_cast<std::uint8_t>(byte));
    bytes::append(out, static_cast<std::uint32_t>(lengths_.size()));
    bytes::append(out, static_cast<std::uint8_t>(longest_));
    bytes::append(out, static_cast<std::uint8_t>(shortest_));
    for (int length = shortest_; length <= longest_; ++length) bytes::append(out, first_of_length(length));
    bytes::append(out, static_cast<std::uint16_t>(order_.size()));
    for (const int symbol : order_) {
      const auto [left, right] = symbols_[static_cast<std::size_t>(symbol)];
      const int l = right < 0 ? left : number_[static_cast<std::size_t>(left)];
      const int r = right < 0 ? 0xfff : number_[static_cast<std::size_t>(right)];
      for (const int byte : {l & 255, l >> 8 | (r & 15) << 4, r >> 4})
        bytes::append(out, static_cast<std::uint8_t>(byte));
    }
    if (order_.size() % 2) out.push_back(0);
    return out;
  }

  std::string sparse_index() const {
    std::string out;
    if (constant_) return out;
    for (std::size_t from = 0; from < values_.size(); from += kSpan) {
      const std::size_t middle = from + kSpan / 2;
      std::size_t block = 0;
      std::size_t start = 0;
      while (block + 1 < lengths_.size() && middle >= start + lengths_[block]) start += lengths_[block++];
      bytes::append(out, static_cast<std::uint32_t>(block));
      bytes::append(out, static_cast<std::uint16_t>(middle - start));
    }
    return out;
  }

  std::string block_lengths() const {
    std::string out;
    if (constant_) return out;
    for (const std::size_t length : lengths_) bytes::append(out, static_cast<std::uint16_t>(length - 1));
    out.append(2 * kPadding, '\0');
    return out;
  }

  const std::string& blocks() const { return blocks_; }
  bool constant() const { return constant_; }

 private:
  static constexpr int kBlockBits = 6;
  static constexpr int kSpanBits = 9;
  static constexpr int kPadding = 1;
  static constexpr std::size_t kBlock = std::size_t{1} << kBlockBits;
  static constexpr std::size_t kSpan = std::size_t{1} << kSpanBits;
  static constexpr int kMaxNumbers = 256;  // of a symbol

  // The most frequent pair of neighbours becomes a symbol, again and again.
  void replace_pairs(int rounds) {
    std::map<int, int> leaves;
    for (const int v : values_)
      if (leaves.emplace(v, static_cast<int>(symbols_.size())).second) add_symbol(v, -1, 1);
    for (const int v : values_) list_.push_back(leaves[v]);
    for (int round = 0; round < rounds; ++round) {
      std::map<std::pair<int, int>, int> counts;
      for (std::size_t i = 1; i < list_.size(); ++i) ++counts[{list_[i - 1], list_[i]}];
      std::pair<int, int> best{-1, -1};
      int most = 1;
      for (const auto& [pair, count] : counts)
        if (count > most && size(pair.first) + size(pair.second) <= kMaxNumbers) best = pair, most = count;
      if (best.first < 0) return;
      const int symbol = static_cast<int>(symbols_.size());
      add_symbol(best.first, best.second, size(best.first) + size(best.second));
      std::vector<int> shorter;
      for (std::size_t i = 0; i < list_.size(); ++i) {
        const bool pair = i + 1 < list_.size() && list_[i] == best.first && list_[i + 1] == best.second;
        shorter.push_back(pair ? symbol : list_[i]);
        i += pair;
      }
      list_ = shorter;
    }
  }
  void add_symbol(int left, int right, int numbers) {
    symbols_.emplace_back(left, right);
    sizes_.push_back(numbers);
  }
  int size(int symbol) const { return sizes_[static_cast<std::size_t>(symbol)]; }

  // Huffman's codes; symbols with longer codes get the lower numbers.
  void make_codes() {
    std::vector<int> parent(2 * symbols_.size(), -1);
    std::vector<int> frequency(symbols_.size(), 1);  // symbols that only others are made of have codes too
    for (const int s : list_) ++frequency[static_cast<std::size_t>(s)];
    using Node = std::pair<int, int>;  // frequency, number
    std::priority_queue<Node, std::vector<Node>, std::greater<>> heap;
    for (std::size_t i = 0; i < symbols_.size(); ++i) heap.emplace(frequency[i], static_cast<int>(i));
    for (int next = static_cast<int>(symbols_.size()); heap.size() > 1; ++next) {
      const Node a = heap.top();
      heap.pop();
      const Node b = heap.top();
      heap.pop();
      parent[static_cast<std::size_t>(a.second)] = parent[static_cast<std::size_t>(b.second)] = next;
      heap.emplace(a.first + b.first, next);
    }
    code_length_.assign(symbols_.size(), 0);
    for (std::size_t i = 0; i < symbols_.size(); ++i)
      for (int n = static_cast<int>(i); parent[static_cast<std::size_t>(n)] >= 0;
           n = parent[static_cast<std::size_t>(n)])
        ++code_length_[i];
    for (std::size_t i = 0; i < symbols_.size(); ++i) order_.push_back(static_cast<int>(i));
    std::stable_sort(order_.begin(), order_.end(), [&](int a, int b) { return length(a) > length(b); });
    number_.resize(symbols_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) number_[static_cast<std::size_t>(order_[i])] = static_cast<int>(i);
    longest_ = length(order_.front());
    shortest_ = length(order_.back());
  }
  int length(int symbol) const { return code_length_[static_cast<std::size_t>(symbol)]; }
  std::uint16_t first_of_length(int wanted) const {
    return static_cast<std::uint16_t>(
        std::count_if(order_.begin(), order_.end(), [&](int s) { return length(s) > wanted; }));
  }

  void write_blocks() {
    std::map<int, std::uint64_t> first_code;
    for (int l = longest_; l >= shortest_; --l)
      first_code[l] = l == longest_ ? 0 : (first_code[l + 1] + (first_of_length(l) - first_of_length(l + 1))) / 2;
    std::string block(kBlock, '\0');
    std::size_t bit = 0;
    std::size_t numbers = 0;
    const auto finish = [&] {
      blocks_ += block;
      lengths_.push_back(numbers);
      block.assign(kBlock, '\0');
      bit = numbers = 0;
    };
    for (const int symbol : list_) {
      const int l = length(symbol);
      if (bit + static_cast<std::size_t>(l) > 8 * kBlock) finish();
      const auto code =
          first_code[l] + static_cast<std::uint64_t>(number_[static_cast<std::size_t>(symbol)]) - first_of_length(l);
      for (int i = l - 1; i >= 0; --i, ++bit)
        if (code >> i & 1) block[bit / 8] = static_cast<char>(block[bit / 8] | 0x80 >> bit % 8);
      numbers += static_cast<std::size_t>(size(symbol));
    }
    finish();
  }

  unsigned flags_;
  std::vector<int> values_;
  bool constant_ = false;
  std::vector<std::pair<int, int>> symbols_;  // left and right, or a number and -1
  std::vector<int> sizes_;                    // numbers that a symbol stands for
  std::vector<int> list_;                     // of symbols
  std::vector<int> code_length_;
  std::vector<int> order_;   // symbols as they are numbered in the file
  std::vector<int> number_;  // in the file, of a symbol
  int shortest_ = 0;
  int longest_ = 0;
  std::string blocks_;
  std::vector<std::size_t> lengths_;  // numbers in each block
};

// One part of a file: the positions with one side to move and, with a pawn, the pawn on one file.
using Values = std::vector<int>;

void align(std::string& out, std::size_t size) {
  out.append((size - out.size() % size) % size, '\0');
}

// `parts`: of each file, of each side. `lists`: what DTZ files have behind the descriptions.
std::string table_bytes(TableKind kind, const std::string& head, const std::vector<Compressed>& parts,
                        const std::string& lists = {}) {
  std::string out = kind == TableKind::Wdl ? "\x71\xe8\x23\x5d" : "\xd7\x66\x0c\xa5";
  out += head;
  align(out, 2);
  for (const Compressed& p : parts) out += p.description();
  out += lists;
  if (kind == TableKind::Dtz) align(out, 2);
  for (const Compressed& p : parts) out += p.sparse_index();
  for (const Compressed& p : parts) out += p.block_lengths();
  for (const Compressed& p : parts) {
    if (p.constant()) continue;
    align(out, 64);
    out += p.blocks();
  }
  align(out, 64);
  return out + std::string(16, '\0');
}

Men men_of(PieceType man) {
  Men out;
  if (man == PieceType::Pawn) {
    for (const Piece p : {Piece::WhitePawn, Piece::WhiteKing, Piece::BlackKing}) out.push_back(p);
  } else {
    for (const Piece p : {Piece::WhiteKing, make_piece(Color::White, man), Piece::BlackKing}) out.push_back(p);
  }
  return out;
}

Places places_of(PieceType man, const Place& p) {
  Places out;
  if (man == PieceType::Pawn) {
    for (const Square s : {p.man, p.white_king, p.black_king}) out.push_back(s);
  } else {
    for (const Square s : {p.white_king, p.man, p.black_king}) out.push_back(s);
  }
  return out;
}

// `value(place)` for every legal position of a part; what no position leads to is filled with its neighbour.
template <class F>
Values values_of(const Ending& ending, Color side, int pawn_file, F value) {
  const Men men = men_of(ending.man());
  const auto indexing = *Indexing::make(men, material_of(ending.man()), pawn_file, 0, 0);
  constexpr int kNothing = -1;
  Values out(indexing.size(), kNothing);
  for (int i = 0; i < Ending::kPlaces; ++i) {
    const Place p = Ending::place(i);
    if (p.to_move != side || !ending.is_legal(p)) continue;
    Places places = places_of(ending.man(), p);
    if (ending.man() == PieceType::Pawn && arrange_leading_pawn(places, 1) != pawn_file) continue;
    out[indexing.index_of(places)] = value(p);
  }
  int last = 0;
  for (int& v : out) v = last = v == kNothing ? last : v;
  return out;
}

// "Flags, digits, men" of a part, as in read_men().
std::string head_of(PieceType man, bool both_sides) {
  const bool pawn = man == PieceType::Pawn;
  std::string out;
  bytes::append(out, static_cast<std::uint8_t>(1 + 2 * pawn));
  for (int file = 0; file < (pawn ? 4 : 1); ++file) {
    bytes::append(out, static_cast<std::uint8_t>(0));
    for (const Piece p : men_of(man)) {
      const int code = index(type_of(p)) + 1 + 8 * index(color_of(p));
      bytes::append(out, static_cast<std::uint8_t>(code | (both_sides ? code << 4 : 0)));
    }
  }
  return out;
}

}  // namespace

Material material_of(PieceType man) {
  constexpr std::string_view kLetters = "PNBRQ";
  return *Material::parse(std::string("K") + kLetters[static_cast<std::size_t>(index(man))] + "vK");
}

// Where a capture is best, the worst result is stored: reading must find the capture.
std::string wdl_file(const Ending& ending) {
  std::vector<Compressed> parts;
  for (int file = 0; file < (ending.man() == PieceType::Pawn ? 4 : 1); ++file)
    for (const Color side : {Color::White, Color::Black})
      parts.emplace_back(values_of(ending, side, file,
                                   [&](const Place& p) {
                                     const Wdl wdl = ending.capture_is_best(p) ? Wdl::Loss : ending.wdl(p);
                                     return static_cast<int>(wdl) - static_cast<int>(Wdl::Loss);
                                   }),
                         0U);
  return table_bytes(TableKind::Wdl, head_of(ending.man(), true), parts);
}

// A list holds its distances in reverse order, so that a number is not by chance its own entry.
std::string dtz_file(const Ending& ending, const DtzStyle& style) {
  constexpr unsigned kBlack = 1, kLists = 2, kPlies = 4 + 8;
  constexpr int kEntries = 100;
  const unsigned flags =
      (style.side == Color::Black ? kBlack : 0) | (style.lists ? kLists : 0) | (style.in_plies ? kPlies : 0);
  std::vector<Compressed> parts;
  std::string lists;
  for (int file = 0; file < (ending.man() == PieceType::Pawn ? 4 : 1); ++file) {
    parts.emplace_back(values_of(ending, style.side, file,
                                 [&](const Place& p) {
                                   if (ending.zeroing_is_best(p) || ending.wdl(p) == Wdl::Draw) return 0;
                                   const int plies = std::max(ending.distance(p), 1) - 1;
                                   const int stored = style.in_plies ? plies : plies / 2;
                                   return style.lists ? kEntries - 1 - stored : stored;
                                 }),
                       flags);
    for (int list = 0; style.lists && list < 4; ++list) {
      lists.push_back(static_cast<char>(kEntries));
      for (int i = kEntries - 1; i >= 0; --i) lists.push_back(static_cast<char>(i));
    }
  }
  return table_bytes(TableKind::Dtz, head_of(ending.man(), false), parts, lists);
}

}  // namespace oknos::tablebases::made
