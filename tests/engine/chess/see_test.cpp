#include "engine/chess/see.h"

#include <gtest/gtest.h>
#include <optional>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "engine/base/piece_values.h"
#include "support/random_games.h"

namespace oknos {
namespace {

using namespace test;

// The exact value, by asking for every threshold around it.
bool value_is(const Position& p, Move m, int centipawns) {
  return see_at_least(p, m, Score{centipawns}) && !see_at_least(p, m, Score{centipawns + 1});
}

constexpr int P = piece_value(PieceType::Pawn).value();
constexpr int N = piece_value(PieceType::Knight).value();
constexpr int R = piece_value(PieceType::Rook).value();
constexpr int Q = piece_value(PieceType::Queen).value();

struct Case {
  const char* fen;
  const char* move;
  int value;
};

TEST(See, CasesCountedByHand) {
  for (const Case& c : {
           Case{"4k3/8/8/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", P},              // nobody takes back
           Case{"4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", P - R},        // a pawn does
           Case{"4k3/8/3p4/4p3/8/5N2/8/4RK2 w - - 0 1", "f3e5", P - N + P},  // knight, pawn, rook
           Case{"4k3/8/3p4/4n3/8/5N2/8/4RK2 w - - 0 1", "f3e5", P},          // the knights go, then the pawn
           Case{"3k4/8/8/8/8/8/8/4RK2 w - - 0 1", "e1e5", 0},                // a quiet move onto a safe square
           Case{"3k4/8/3p4/8/8/8/8/4RK2 w - - 0 1", "e1e5", -R},             // ... and onto one that is not
           Case{"4k3/8/5n2/3p4/8/2N5/8/4K3 w - - 0 1", "c3d5", P - N},
           Case{"4r1k1/8/8/4p3/8/8/4R3/4RK2 w - - 0 1", "e2e5", P},                // the rook behind comes into play
           Case{"4r1k1/4q3/8/4p3/8/8/4R3/4RK2 w - - 0 1", "e2e5", P - R + Q - R},  // all go
           Case{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", P},                   // en passant
           Case{"4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0},                 // ... taken back
           Case{"7k/8/8/3pP3/8/8/7K/3r4 w - d6 0 1", "e5d6", 0},    // ... and so along the file that it opens
           Case{"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", Q - P},  // a promotion
           Case{"1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -P},   // ... taken back
           Case{"1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", R + Q - P},
           Case{"1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", R + N - P},
           Case{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0},     // castling
           Case{"4k3/8/3p4/4p3/3K4/8/8/8 w - - 0 1", "d4d3", 0},  // a king is never at risk
       }) {
    const Position p = position_from(c.fen);
    const Move m = move_in(p, c.move);
    int found = -3000;
    while (found < 3000 && see_at_least(p, m, Score{found + 1})) ++found;
    EXPECT_EQ(found, c.value) << c.fen << ' ' << c.move;
  }
}

TEST(See, KingsTakeOnlyWhatIsNotDefended) {
  const Position alone = position_from("8/8/8/3kp3/8/8/8/4RK2 w - - 0 1");
  EXPECT_TRUE(value_is(alone, move_in(alone, "e1e5"), P - R));
  const Position defended = position_from("8/8/8/3kp3/8/8/4R3/4RK2 w - - 0 1");
  EXPECT_TRUE(value_is(defended, move_in(defended, "e2e5"), P));
}

TEST(See, PinnedPiecesStayOut) {
  const Position pinned = position_from("4k3/4n3/8/3p4/2P5/8/8/4RK2 w - - 0 1");
  EXPECT_TRUE(value_is(pinned, move_in(pinned, "c4d5"), P));
  const Position free = position_from("3k4/4n3/8/3p4/2P5/8/8/4RK2 w - - 0 1");
  EXPECT_TRUE(value_is(free, move_in(free, "c4d5"), 0));
  // The rook on e7 is pinned but may take along the pin.
  const Position along = position_from("4k3/4r3/8/4p3/8/8/8/4RK2 w - - 0 1");
  EXPECT_TRUE(value_is(along, move_in(along, "e1e5"), P - R));
}

// The exchange played out with the rules of chess: captures on one square, the least valuable piece first, each side
// free to stop. Nothing when the two may differ by design: where a check from another square forbids a capture, or a
// pawn would promote.
std::optional<int> played_out(Position& p, Square square) {
  if (p.checkers() & ~bit(square)) return std::nullopt;
  Move best;
  for (const Move m : legal_moves(p)) {
    if (m.to() != square || m.is_castling()) continue;
    if (m.is_promotion()) return std::nullopt;
    if (!best) best = m;
    const PieceType type = type_of(p.piece_on(m.from()));
    const PieceType best_type = type_of(p.piece_on(best.from()));
    if (type < best_type || (type == best_type && m.from() < best.from())) best = m;
  }
  if (!best) return 0;
  const int victim = piece_value(p.piece_on(square)).value();
  const MadeMove made(p, best);
  const std::optional<int> reply = played_out(p, square);
  if (!reply) return std::nullopt;
  return std::max(0, victim - *reply);
}

RC_GTEST_PROP(SeeProperty, KnowsSooner, (const RandomGame& game)) {
  replay(game, [](Position& p, Move) {
    const Bitboard threatened = p.attacked_squares(~p.side_to_move(), p.pieces());
    for (const Move m : legal_moves(p)) {
      bool less = true;  // gained at least
      for (int v = -Q; v <= 2 * Q; v += 50) {
        const bool gained = see_at_least(p, m, Score{v});
        RC_ASSERT(gained == see_at_least(p, m, Score{v}, threatened));
        RC_ASSERT(less || !gained);
        less = gained;
      }
    }
  });
}

RC_GTEST_PROP(SeeProperty, IsTheExchangePlayedOut, (const RandomGame& game)) {
  replay(game, [](Position& p, Move) {
    for (const Move m : legal_moves(p)) {
      if (m.is_castling()) continue;
      int value = piece_value(p.captured_type(m)).value();
      if (m.is_promotion()) value += piece_value(m.promoted()).value() - P;
      const auto answers = [&](int v) {
        return see_at_least(p, m, Score{v}) && !see_at_least(p, m, Score{v + 1}) &&
               see_at_least(p, m, Score{v - 150}) && !see_at_least(p, m, Score{v + 150});
      };
      std::optional<int> reply;
      {
        const MadeMove made(p, m);
        reply = played_out(p, m.to());
      }
      if (!reply) continue;
      if (!answers(value - *reply))
        RC_FAIL(fen::to_text(p) + ' ' + text_of(p, m) + ": played out " + std::to_string(value - *reply));
    }
  });
}

}  // namespace
}  // namespace oknos
