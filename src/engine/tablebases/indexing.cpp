#include "engine/tablebases/indexing.h"

#include <algorithm>

#include "engine/chess/attacks.h"

namespace oknos::tablebases {

namespace {

constexpr int kMaxPawns = kMaxMen - 2;
constexpr int kHalfFiles = kFiles / 2;
constexpr int kTriangle = 10;                           // squares of a1-d1-d4
constexpr int kBelowDiagonal = 28;                      // squares of b1-h1-h7
constexpr int kKingPairs = 462;                         // of two kings that do not touch, symmetry taken away
constexpr int kPawnSquares = kSquares - 2 * kFiles;     // 48
constexpr int kTriplesOffDiagonal = 6 * 63 * 62;        // the first man within the triangle, not on its diagonal
constexpr int kTriplesOneOn = 4 * kBelowDiagonal * 62;  // the first on it, the second not
constexpr int kTriplesTwoOn = 4 * 7 * kBelowDiagonal;   // the third alone is not
constexpr int kTriples = kTriplesOffDiagonal + kTriplesOneOn + kTriplesTwoOn + 4 * 7 * 6;

template <class T>
using BySquare = std::array<T, kSquares>;

constexpr int file_index(Square s) {
  return index(file_of(s));
}
constexpr int rank_index(Square s) {
  return index(rank_of(s));
}
constexpr std::size_t at(Square s) {
  return static_cast<std::size_t>(index(s));
}
// Positive above the diagonal a1-h8, negative below it.
constexpr int off_diagonal(Square s) {
  return rank_index(s) - file_index(s);
}
constexpr Square flip_file(Square s) {
  return square_at(index(s) ^ 7);
}
constexpr Square flip_diagonal(Square s) {
  return make_square(static_cast<File>(rank_index(s)), static_cast<Rank>(file_index(s)));
}

// Sets of k out of n squares.
constexpr auto kBinomial = [] {
  std::array<std::array<std::uint64_t, kSquares + 1>, kMaxMen + 1> out{};
  for (std::size_t n = 0; n <= kSquares; ++n) {
    out[0][n] = 1;
    for (std::size_t k = 1; k <= kMaxMen && k <= n; ++k) out[k][n] = out[k - 1][n - 1] + (k < n ? out[k][n - 1] : 0);
  }
  return out;
}();
constexpr std::uint64_t sets(int k, int n) {
  return kBinomial[static_cast<std::size_t>(k)][static_cast<std::size_t>(n)];
}

// Squares below the diagonal, a1 first.
constexpr auto kBelow = [] {
  BySquare<std::uint8_t> out{};
  std::uint8_t next = 0;
  for (int s = 0; s < kSquares; ++s)
    if (off_diagonal(square_at(s)) < 0) out[at(square_at(s))] = next++;
  return out;
}();

// Squares of the triangle: those below the diagonal, then those on it.
constexpr auto kInTriangle = [] {
  BySquare<std::uint8_t> out{};
  std::uint8_t next = 0;
  for (const bool on_diagonal : {false, true})
    for (int i = 0; i < kSquares; ++i) {
      const Square s = square_at(i);
      const bool wanted = on_diagonal ? off_diagonal(s) == 0 : off_diagonal(s) < 0;
      if (wanted && file_index(s) < kHalfFiles && rank_index(s) < kHalfFiles) out[at(s)] = next++;
    }
  return out;
}();

// Pairs of kings, the first within the triangle and, when it is on the diagonal, the second not above it. Pairs with
// both on the diagonal come last. [number of the first in the triangle][square of the second]
constexpr auto kKings = [] {
  std::array<BySquare<std::uint16_t>, kTriangle> out{};
  std::uint16_t next = 0;
  for (const bool both_on : {false, true})
    for (std::size_t number = 0; number < kTriangle; ++number)
      for (int i = 0; i < kSquares; ++i) {
        const Square first = square_at(i);
        const bool inside = file_index(first) < kHalfFiles && off_diagonal(first) <= 0;
        if (!inside || kInTriangle[at(first)] != number) continue;
        for (int j = 0; j < kSquares; ++j) {
          const Square second = square_at(j);
          if (contains(attacks::king(first) | bit(first), second)) continue;
          if (off_diagonal(first) == 0 && off_diagonal(second) > 0) continue;
          if ((off_diagonal(first) == 0 && off_diagonal(second) == 0) == both_on) out[number][at(second)] = next++;
        }
      }
  return out;
}();

// Squares of pawns in the order of who leads: the highest number is a2's. Pawns nearer to the edge lead, among those
// the ones farther back; a square comes just before its mirror image.
constexpr auto kPawnRank = [] {
  BySquare<std::uint8_t> out{};
  std::uint8_t next = kPawnSquares - 1;
  for (int file = 0; file < kHalfFiles; ++file)
    for (int rank = 1; rank < kRanks - 1; ++rank) {
      const Square s = make_square(static_cast<File>(file), static_cast<Rank>(rank));
      out[at(s)] = next--;
      out[at(flip_file(s))] = next--;
    }
  return out;
}();

struct LeadingPawns {
  BySquare<std::uint32_t> start{};               // numbers of sets that other leaders on the file begin
  std::array<std::uint32_t, kHalfFiles> size{};  // sets with a leader on that file
};

// By the number of pawns of the leading colour.
constexpr auto kLeading = [] {
  std::array<LeadingPawns, kMaxPawns + 1> out{};
  for (int pawns = 1; pawns <= kMaxPawns; ++pawns) {
    LeadingPawns& l = out[static_cast<std::size_t>(pawns)];
    for (int file = 0; file < kHalfFiles; ++file) {
      std::uint32_t next = 0;
      for (int rank = 1; rank < kRanks - 1; ++rank) {
        const Square s = make_square(static_cast<File>(file), static_cast<Rank>(rank));
        l.start[at(s)] = next;
        next += static_cast<std::uint32_t>(sets(pawns - 1, kPawnRank[at(s)]));
      }
      l.size[static_cast<std::size_t>(file)] = next;
    }
  }
  return out;
}();

// The number of a set of free squares: the free ones are counted without those that are taken.
std::uint64_t number_of_set(Square* first, Square* last, const Square* taken, const Square* taken_end, int lowest) {
  std::sort(first, last);
  std::uint64_t out = 0;
  int nth = 1;
  for (const Square* s = first; s != last; ++s, ++nth) {
    const auto below = std::count_if(taken, taken_end, [s](Square t) { return t < *s; });
    out += sets(nth, index(*s) - static_cast<int>(below) - lowest);
  }
  return out;
}

}  // namespace

int arrange_leading_pawn(Places& places, int pawns) {
  Square* const leader = std::max_element(places.begin(), places.begin() + pawns,
                                          [](Square a, Square b) { return kPawnRank[at(a)] < kPawnRank[at(b)]; });
  std::swap(places[0], *leader);
  const int file = file_index(places[0]);
  return std::min(file, kFiles - 1 - file);
}

std::optional<Indexing> Indexing::make(const Men& men, const Material& material, int file, int first_factor,
                                       int pawns_factor) {
  Indexing out;
  const auto pawns = [&](Color c) { return material.count(c, PieceType::Pawn); };
  out.pawns_ = material.has_pawns();
  out.pawns_of_both_ = pawns(Color::White) > 0 && pawns(Color::Black) > 0;
  out.three_lead_ = !out.pawns_ && material.has_single_man();

  constexpr int kLeadingMen = 3;
  const int leading = out.pawns_ ? pawns(color_of(men[0])) : out.three_lead_ ? kLeadingMen : kColors;
  for (std::size_t i = 0; i < men.size(); ++i) {
    const bool joins = static_cast<int>(i) < leading || (i > 0 && men[i] == men[i - 1]);
    if (i == 0 || (!joins || static_cast<int>(i) == leading)) ++out.groups_;
    ++out.counts_[static_cast<std::size_t>(out.groups_ - 1)];
  }

  // The digits, from the lowest: the first group and the other side's pawns have places of their own, the others come
  // in their order.
  const int fixed = out.pawns_of_both_ ? 2 : 1;
  if (first_factor >= out.groups_ || (fixed == 2 && (pawns_factor >= out.groups_ || pawns_factor == first_factor)))
    return std::nullopt;
  int free_squares = kSquares - out.counts_[0] - (fixed == 2 ? out.counts_[1] : 0);
  std::uint64_t factor = 1;
  auto next = static_cast<std::size_t>(fixed);
  for (int digit = 0; digit < out.groups_; ++digit) {
    if (digit == first_factor) {
      out.factors_[0] = factor;
      factor *= out.pawns_        ? kLeading[out.counts_[0]].size[static_cast<std::size_t>(file)]
                : out.three_lead_ ? kTriples
                                  : kKingPairs;
    } else if (fixed == 2 && digit == pawns_factor) {
      out.factors_[1] = factor;
      factor *= sets(out.counts_[1], kPawnSquares - out.counts_[0]);
    } else {
      out.factors_[next] = factor;
      factor *= sets(out.counts_[next], free_squares);
      free_squares -= out.counts_[next++];
    }
  }
  out.size_ = factor;
  return out;
}

std::uint64_t Indexing::index_of(Places places) const {
  if (file_index(places[0]) >= kHalfFiles)
    for (Square& s : places) s = flip_file(s);
  std::uint64_t out = (pawns_ ? index_of_pawns(places) : index_of_pieces(places)) * factors_[0];
  Square* first = places.begin() + counts_[0];
  for (std::size_t group = 1; group < static_cast<std::size_t>(groups_); ++group) {
    Square* const last = first + counts_[group];
    const int lowest = group == 1 && pawns_of_both_ ? kFiles : 0;  // no pawn stands on the first rank
    out += number_of_set(first, last, places.begin(), first, lowest) * factors_[group];
    first = last;
  }
  return out;
}

std::uint64_t Indexing::index_of_pawns(Places& places) const {
  const std::size_t pawns = counts_[0];
  std::uint64_t out = kLeading[pawns].start[at(places[0])];
  std::sort(places.begin() + 1, places.begin() + pawns,
            [](Square a, Square b) { return kPawnRank[at(a)] < kPawnRank[at(b)]; });
  for (std::size_t i = 1; i < pawns; ++i) out += sets(static_cast<int>(i), kPawnRank[at(places[i])]);
  return out;
}

// Precondition: the first man stands on the files a to d.
std::uint64_t Indexing::index_of_pieces(Places& places) const {
  if (rank_index(places[0]) >= kHalfFiles)
    for (Square& s : places) s = flip_rank(s);
  // The first man off the diagonal, of those that lead, is brought below it.
  for (std::size_t i = 0; i < counts_[0]; ++i) {
    if (off_diagonal(places[i]) == 0) continue;
    if (off_diagonal(places[i]) > 0)
      for (std::size_t j = i; j < places.size(); ++j) places[j] = flip_diagonal(places[j]);
    break;
  }
  const Square a = places[0];
  const Square b = places[1];
  if (!three_lead_) return kKings[kInTriangle[at(a)]][at(b)];

  const Square c = places[2];
  const auto number = [](int n) { return static_cast<std::uint64_t>(n); };
  const int b_skips = b > a;  // squares that are taken and lie below
  const int c_skips = (c > a) + (c > b);
  if (off_diagonal(a) != 0) return number((kInTriangle[at(a)] * 63 + index(b) - b_skips) * 62 + index(c) - c_skips);
  if (off_diagonal(b) != 0)
    return number(kTriplesOffDiagonal + (rank_index(a) * kBelowDiagonal + kBelow[at(b)]) * 62 + index(c) - c_skips);
  const int on_diagonal = rank_index(a) * 7 + rank_index(b) - b_skips;
  if (off_diagonal(c) != 0)
    return number(kTriplesOffDiagonal + kTriplesOneOn + on_diagonal * kBelowDiagonal + kBelow[at(c)]);
  return number(kTriplesOffDiagonal + kTriplesOneOn + kTriplesTwoOn + on_diagonal * 6 + rank_index(c) - c_skips);
}

}  // namespace oknos::tablebases
