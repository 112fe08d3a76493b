#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "engine/base/static_vector.h"
#include "engine/tablebases/material.h"

namespace oknos::tablebases {

// The men of a table in the order that its file uses, with the colours of the table.
using Men = StaticVector<Piece, kMaxMen>;
// The square of each of them.
using Places = StaticVector<Square, kMaxMen>;

// Maps the squares of a table's men to one number, without gaps; symmetric positions get the same number.
//
// The men are split into groups. The symmetry of the board is removed with the first group. Without pawns, that group
// is three men, each the only one of its piece and colour (kings included), or the two kings if there are no such
// three. With pawns, it is the pawns of one colour; the leading one of them (nearest to the edge) is on the files a to
// d. Every other group consists of all men of one piece and colour, and its number is that of the set of squares that
// they occupy, among the squares that are still free. The numbers of the groups are the digits of the result, in a
// mixed radix. The scheme is R. de Man's (Syzygy tablebases, 2013).
class Indexing {
 public:
  Indexing() = default;
  // `file`: of the leading pawn (0 is a); ignored without pawns. `first_factor`, `pawns_factor`: which digit, counted
  // from the lowest, belongs to the first group and to the other side's pawns. None: these values are impossible, so
  // the table file is damaged.
  static std::optional<Indexing> make(const Men& men, const Material& material, int file, int first_factor,
                                      int pawns_factor);

  std::uint64_t size() const { return size_; }
  // The index of the position with the men on these squares. Precondition: `places` has the order of make()'s `men`,
  // and arrange_leading_pawn() was called if there are pawns.
  std::uint64_t index_of(Places places) const;

 private:
  static constexpr int kMaxGroups = kMaxMen;

  std::uint64_t index_of_pawns(Places& places) const;
  std::uint64_t index_of_pieces(Places& places) const;

  int groups_ = 0;
  std::array<std::uint8_t, kMaxGroups> counts_{};  // men of a group
  std::array<std::uint64_t, kMaxGroups> factors_{};
  std::uint64_t size_ = 0;
  bool pawns_ = false;
  bool pawns_of_both_ = false;
  bool three_lead_ = false;
};

// A table with pawns has a part for each file of the leading pawn. Moves the leading pawn to the front of `places` and
// returns its file (0 is a, 3 is d; e to h are mirrored). Precondition: the first `pawns` > 0 places are the pawns of
// the colour that leads.
int arrange_leading_pawn(Places& places, int pawns);

}  // namespace oknos::tablebases
