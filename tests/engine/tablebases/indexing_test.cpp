#include "engine/tablebases/indexing.h"

#include <gtest/gtest.h>
#include <random>
#include <set>

#include "engine/chess/attacks.h"

namespace oknos::tablebases {
namespace {

struct Case {
  const char* name;
  std::vector<Piece> men;
};

Men men_of(const Case& c) {
  Men out;
  for (const Piece p : c.men) out.push_back(p);
  return out;
}

const Case kThreeLead{"KQvK", {Piece::WhiteQueen, Piece::WhiteKing, Piece::BlackKing}};
const Case kKingsLead{"KNNvK", {Piece::WhiteKing, Piece::BlackKing, Piece::WhiteKnight, Piece::WhiteKnight}};
const Case kOnePawn{"KPvK", {Piece::WhitePawn, Piece::WhiteKing, Piece::BlackKing}};
const Case kPawnsOfBoth{"KPPvKP",
                        {Piece::BlackPawn, Piece::WhitePawn, Piece::WhitePawn, Piece::BlackKing, Piece::WhiteKing}};

Places places_of(std::initializer_list<Square> squares) {
  Places out;
  for (const Square s : squares) out.push_back(s);
  return out;
}

Square mirrored(Square s, int bits) {
  return square_at(index(s) ^ bits);
}
Square transposed(Square s) {
  return make_square(static_cast<File>(index(rank_of(s))), static_cast<Rank>(index(file_of(s))));
}

TEST(TablebaseIndexing, SizesAreThoseOfTheFormat) {
  const auto size = [](const Case& c, int file = 0) {
    return Indexing::make(men_of(c), *Material::parse(c.name), file, 0, 1)->size();
  };
  EXPECT_EQ(size(kThreeLead), 31332U);                // three men that have no like
  EXPECT_EQ(size(kKingsLead), 462U * (62 * 61 / 2));  // two kings, two of 62 squares
  for (int file = 0; file < 4; ++file) EXPECT_EQ(size(kOnePawn, file), 6U * 63 * 62);
  EXPECT_EQ(size(kPawnsOfBoth), 6U * (47 * 46 / 2) * 61 * 60);
  // Two pawns: the one on the a-file leads 47, 45, 43, 41, 39 and 37 others.
  const Case two{"KPPvK", {Piece::WhitePawn, Piece::WhitePawn, Piece::WhiteKing, Piece::BlackKing}};
  EXPECT_EQ(size(two, 0), (47U + 45 + 43 + 41 + 39 + 37) * 62 * 61);
  EXPECT_EQ(size(two, 3), (11U + 9 + 7 + 5 + 3 + 1) * 62 * 61);
}

// Numbers that were worked out by hand.
TEST(TablebaseIndexing, OfSinglePositions) {
  const auto three = *Indexing::make(men_of(kThreeLead), *Material::parse("KQvK"), 0, 0, 0);
  // b1 is the first square below the diagonal, a1 the first of the others, c1 the first of the rest.
  EXPECT_EQ(three.index_of(places_of({Square::B1, Square::A1, Square::C1})), 0U);
  EXPECT_EQ(three.index_of(places_of({Square::B1, Square::A1, Square::D1})), 1U);
  EXPECT_EQ(three.index_of(places_of({Square::B1, Square::C1, Square::A1})), 62U);
  EXPECT_EQ(three.index_of(places_of({Square::A1, Square::B1, Square::C1})), 6U * 63 * 62);
  EXPECT_EQ(three.index_of(places_of({Square::D4, Square::H8, Square::G7})), 31332U - 1);
  const auto pawn = *Indexing::make(men_of(kOnePawn), *Material::parse("KPvK"), 0, 0, 0);
  EXPECT_EQ(pawn.index_of(places_of({Square::A2, Square::A1, Square::B1})), 0U);
  EXPECT_EQ(pawn.index_of(places_of({Square::A3, Square::A1, Square::B1})), 1U);
  EXPECT_EQ(pawn.index_of(places_of({Square::A2, Square::B1, Square::A1})), 6U);
}

TEST(TablebaseIndexing, MirroredPositionsAreOne) {
  std::mt19937 random(1);
  for (const Case* c : {&kThreeLead, &kKingsLead, &kOnePawn, &kPawnsOfBoth}) {
    const bool pawns = Material::parse(c->name)->has_pawns();
    for (int i = 0; i < 2000; ++i) {
      Places places;
      while (places.size() < c->men.size()) {
        const Square s = square_at(static_cast<int>(random() % 64));
        const bool pawn = type_of(c->men[places.size()]) == PieceType::Pawn;
        if (!places.contains(s) && !(pawn && (index(rank_of(s)) == 0 || index(rank_of(s)) == 7))) places.push_back(s);
      }
      const auto number = [&](Places p) {
        const int file = pawns ? arrange_leading_pawn(p, 1) : 0;
        return Indexing::make(men_of(*c), *Material::parse(c->name), file, 0, 1)->index_of(p);
      };
      const bool touching = !pawns && contains(attacks::king(places[0]), places[1]);
      if (c == &kKingsLead && touching) continue;
      std::vector<Places> twins(pawns ? 1 : 3, places);
      for (std::size_t m = 0; m < places.size(); ++m) {
        twins[0][m] = mirrored(places[m], 7);
        if (pawns) continue;
        twins[1][m] = mirrored(places[m], 56);
        twins[2][m] = transposed(places[m]);
      }
      // With both kings on one diagonal the others are not mirrored by it.
      const auto on = [&](Square king, bool other) {
        const Square s = other ? mirrored(king, 7) : king;
        return transposed(s) == s;
      };
      const bool on_diagonal =
          (on(places[0], false) && on(places[1], false)) || (on(places[0], true) && on(places[1], true));
      if (c == &kKingsLead && on_diagonal) twins.pop_back();
      for (const Places& twin : twins) EXPECT_EQ(number(places), number(twin)) << c->name;
      Places swapped = places;
      if (c == &kKingsLead) std::swap(swapped[2], swapped[3]);
      if (c == &kPawnsOfBoth) std::swap(swapped[1], swapped[2]);
      EXPECT_EQ(number(places), number(swapped)) << c->name;
    }
  }
}

// No two positions share a number, and none is left out: 31332 of three men, and those of a pawn's file.
TEST(TablebaseIndexing, HasNoGapsAndNoDoubles) {
  const auto three = *Indexing::make(men_of(kThreeLead), *Material::parse("KQvK"), 0, 0, 0);
  const auto pawn = *Indexing::make(men_of(kOnePawn), *Material::parse("KPvK"), 1, 2, 0);
  std::set<std::uint64_t> threes;
  std::set<std::uint64_t> pawns;
  int pawn_positions = 0;
  for (int i = 0; i < 64 * 64 * 64; ++i) {
    const Square a = square_at(i % 64);
    const Square b = square_at(i / 64 % 64);
    const Square c = square_at(i / 4096);
    if (a == b || a == c || b == c) continue;
    threes.insert(three.index_of(places_of({a, b, c})));
    if (file_of(a) != File::B || index(rank_of(a)) == 0 || index(rank_of(a)) == 7) continue;
    pawns.insert(pawn.index_of(places_of({a, b, c})));
    ++pawn_positions;
  }
  EXPECT_EQ(threes.size(), three.size());
  EXPECT_EQ(*threes.rbegin(), three.size() - 1);
  EXPECT_EQ(pawns.size(), static_cast<std::size_t>(pawn_positions));
  EXPECT_EQ(pawns.size(), pawn.size());
  EXPECT_EQ(*pawns.rbegin(), pawn.size() - 1);
}

TEST(TablebaseIndexing, RefusesDigitsThatAreNotThere) {
  const Material material = *Material::parse("KPPvKP");
  EXPECT_TRUE(Indexing::make(men_of(kPawnsOfBoth), material, 0, 1, 0));
  EXPECT_FALSE(Indexing::make(men_of(kPawnsOfBoth), material, 0, 1, 1));
  EXPECT_FALSE(Indexing::make(men_of(kPawnsOfBoth), material, 0, 4, 1));
  EXPECT_FALSE(Indexing::make(men_of(kPawnsOfBoth), material, 0, 0, 4));
  EXPECT_FALSE(Indexing::make(men_of(kThreeLead), *Material::parse("KQvK"), 0, 1, 0));
}

TEST(TablebaseIndexing, ThePawnNearestToTheEdgeLeads) {
  Places places = places_of({Square::D4, Square::G3, Square::B6, Square::E1});
  EXPECT_EQ(arrange_leading_pawn(places, 3), 1);
  EXPECT_EQ(places[0], Square::G3);  // on the same file, mirrored, as b6, and farther back
}

}  // namespace
}  // namespace oknos::tablebases
