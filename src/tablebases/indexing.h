#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/static_vector.h"
#include "tablebases/material.h"

namespace oknos::tablebases {

// The men of a table in the order in which a file wants them, as pieces of the table's White and Black.
using Men = StaticVector<Piece, kMostMen>;
// Where each of them stands.
using Places = StaticVector<Square, kMostMen>;

// How the squares of a table's men become one number, without gaps and with mirrored positions counted once.
//
// The men are split into groups. The first is placed with the board's symmetry used up: three men that have no like
// (the kings among them) or, where there are no three, the two kings; in a table with pawns, the pawns of one colour,
// of which the one nearest to the edge stands on the files a to d. Every other group consists of all men of one kind,
// and its number counts the sets of free squares. The numbers of the groups are then the digits of one number. The
// scheme is R. de Man's (Syzygy tablebases, 2013).
class Indexing {
 public:
  Indexing() = default;
  // `file`: the table for a leading pawn on that file (0 is a); no matter without pawns. `first_factor`,
  // `pawns_factor`: the places, from the lowest digit, of the first group and of the other side's pawns. None: the file
  // that says so is wrong.
  static std::optional<Indexing> make(const Men& men, const Material& material, int file, int first_factor,
                                      int pawns_factor);

  std::uint64_t size() const { return size_; }
  // The number of men on these squares. Precondition: `places` belongs to the men of make(), and is arranged.
  std::uint64_t index_of(Places places) const;

 private:
  static constexpr int kMostGroups = kMostMen;

  std::uint64_t index_of_pawns(Places& places) const;
  std::uint64_t index_of_pieces(Places& places) const;

  int groups_ = 0;
  std::array<std::uint8_t, kMostGroups> counts_{};  // men of a group
  std::array<std::uint64_t, kMostGroups> factors_{};
  std::uint64_t size_ = 0;
  bool pawns_ = false;
  bool pawns_of_both_ = false;
  bool three_lead_ = false;
};

// The file (0 is a, 3 is d, mirrored) of the pawn that decides which part of a table with pawns holds the position.
// Puts that pawn first. Precondition: the first `pawns` > 0 places are those of the leading colour's pawns.
int arrange_leading_pawn(Places& places, int pawns);

}  // namespace oknos::tablebases
