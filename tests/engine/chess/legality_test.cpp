// Questions about single moves: src/engine/chess/legality.cpp.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <set>

#include "support/random_games.h"

namespace oknos {
namespace {

using namespace test;

constexpr unsigned kMoveCodes = 65536;

// The first code on which is_legal and the generator disagree; kMoveCodes when there is none.
unsigned first_disagreement(const Position& position) {
  std::set<std::uint16_t> legal;
  for (const Move m : legal_moves(position)) legal.insert(m.bits());
  for (unsigned bits = 0; bits < kMoveCodes; ++bits) {
    const auto code = static_cast<std::uint16_t>(bits);
    if (position.is_legal(Move::from_bits(code)) != legal.contains(code)) return bits;
  }
  return kMoveCodes;
}

TEST(Legality, AgreesWithTheGeneratorOnSpecialPositions) {
  for (const char* text : {
           "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
           "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",    // two pawns may take en passant
           "8/8/8/K1Pp3r/8/8/8/4k3 w - - 0 1",      // ... and here none, for the rook
           "4k3/1P6/8/8/8/8/6p1/4K2R w K - 0 1",    // promotions
           "2r1k3/1P6/8/8/8/8/8/4K3 w - - 0 1",     // promotion with capture
           "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",      // castling both ways
           "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1",    // castling through an attack
           "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1",    // castling out of check
           "4k3/8/8/8/8/8/8/rRK5 w B - 0 1",        // Chess960: the rook shields the king
           "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",        // Chess960: king and rook change places
           "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1",     // a pinned knight
           "4k3/8/8/8/1b6/8/4r3/R3K1N1 w Q - 0 1",  // double check: taking one of the two does not help
           "8/8/3k4/8/2pPp3/8/8/4K3 b - d3 0 1",    // the pushed pawn may be taken by either
       }) {
    const unsigned code = first_disagreement(position_from(text));
    EXPECT_EQ(code, kMoveCodes) << text << ": from " << (code >> 6 & 63) << " to " << (code & 63) << " kind "
                                << (code >> 14) << " piece " << (code >> 12 & 3);
  }
}

RC_GTEST_PROP(LegalityProperty, AgreesWithTheGeneratorOnEveryCode, (const RandomGame& game)) {
  RC_ASSERT(first_disagreement(end_of(game)) == kMoveCodes);
}

RC_GTEST_PROP(LegalityProperty, MovesOfEarlierPositionsAreJudgedRightly, (const RandomGame& game)) {
  std::set<std::uint16_t> earlier;  // what a table or a killer slot may hold
  Position position = replay(game, [&](Position& p, Move) {
    for (const Move m : legal_moves(p)) earlier.insert(m.bits());
  });
  const MoveList legal = legal_moves(position);
  for (const std::uint16_t bits : earlier)
    RC_ASSERT(position.is_legal(Move::from_bits(bits)) == legal.contains(Move::from_bits(bits)));
}

RC_GTEST_PROP(LegalityProperty, GivesCheckIsWhatMakingTheMoveShows, (const RandomGame& game)) {
  replay(game, [](Position& p, Move) {
    const CheckInfo info = p.check_info();
    for (const Move m : legal_moves(p)) {
      const bool foreseen = p.gives_check(m, info);
      const MadeMove made(p, m);
      RC_ASSERT(foreseen == p.in_check());
    }
  });
}

RC_GTEST_PROP(LegalityProperty, WhoKnowsTheChecksMakesTheSamePosition, (const RandomGame& game)) {
  replay(game, [](Position& p, Move) {
    const CheckInfo info = p.check_info();
    for (const Move m : legal_moves(p)) {
      Position next = p;
      next.play(m);
      const MadeMove made(p, m, p.gives_check(m, info));
      RC_ASSERT(p.checkers() == next.checkers());
      RC_ASSERT(p.key() == next.key());
    }
  });
}

struct CheckCase {
  const char* fen;
  const char* move;
  bool check;
};

TEST(Legality, ChecksThatAreEasilyOverlooked) {
  for (const CheckCase& c : {
           CheckCase{"4k3/8/8/8/8/8/4N3/4RK2 w - - 0 1", "e2c3", true},     // discovered
           CheckCase{"4k3/8/8/8/8/8/4P3/4RK2 w - - 0 1", "e2e4", false},    // stays on the line
           CheckCase{"8/8/8/k2pP2R/8/8/8/4K3 w - d6 0 1", "e5d6", true},    // en passant opens the rank by both pawns
           CheckCase{"7k/8/8/3pP3/8/8/1B6/4K3 w - d6 0 1", "e5d6", true},   // ... and the diagonal by the mover
           CheckCase{"8/1k6/8/3pP3/8/8/6B1/4K3 w - d6 0 1", "e5d6", true},  // ... and by the pawn that is taken
           CheckCase{"8/4P3/8/8/4k3/8/8/4K3 w - - 0 1", "e7e8q", true},     // backwards along the pawn's own file
           CheckCase{"8/4P3/8/8/4k3/8/8/4K3 w - - 0 1", "e7e8n", false},
           CheckCase{"8/4P3/3k4/8/8/8/8/4K3 w - - 0 1", "e7e8n", true},
           CheckCase{"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", true},  // the castled rook
           CheckCase{"3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1", true},
           CheckCase{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", false},
           CheckCase{"8/8/8/8/8/8/8/k4KR1 w G - 0 1", "f1g1", true},  // Chess960: along the back rank
       }) {
    Position p = position_from(c.fen);
    const Move m = move_in(p, c.move);
    EXPECT_EQ(p.gives_check(m, p.check_info()), c.check) << c.fen << ' ' << c.move;
    const MadeMove made(p, m);
    EXPECT_EQ(p.in_check(), c.check) << "the test is wrong: " << c.fen << ' ' << c.move;
  }
}

TEST(Legality, NoMoveIsNotLegal) {
  EXPECT_FALSE(Position::initial().is_legal(Move{}));
}

}  // namespace
}  // namespace oknos
