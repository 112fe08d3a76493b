#include "engine/eval/endings/kpk.h"

#include <gtest/gtest.h>
#include <vector>

#include "engine/eval/incremental/evaluation.h"
#include "support/positions.h"

namespace oknos::eval {
namespace {

using namespace test;

// The same ending solved position by position, over the whole board, with no bitboard trick.
class SlowKpk {
 public:
  SlowKpk() : won_(kSize) {
    for (bool changed = true; changed;) {
      changed = false;
      for (int n = 0; n < kSize; ++n) {
        const Place k = place(n);
        if (won_[static_cast<std::size_t>(n)] || !is_legal(k)) continue;
        if (k.white_moves ? white_wins(k) : black_loses(k)) changed = won_[static_cast<std::size_t>(n)] = true;
      }
    }
  }

  struct Place {
    int king, pawn, other;
    bool white_moves;
  };
  static constexpr int kSize = 64 * 64 * 64 * 2;

  static Place place(int n) { return {n & 63, n >> 6 & 63, n >> 12 & 63, (n >> 18) == 0}; }
  bool won(const Place& k) const {
    return won_[static_cast<std::size_t>(k.king | k.pawn << 6 | k.other << 12 | (k.white_moves ? 0 : 1 << 18))];
  }
  static bool is_legal(const Place& k) {
    if (k.king == k.pawn || k.king == k.other || k.pawn == k.other || near(k.king, k.other)) return false;
    if (k.pawn < 8 || k.pawn >= 56) return false;
    return !k.white_moves || !pawn_attacks(k.pawn, k.other);
  }

 private:
  static bool near(int a, int b) { return a != b && std::abs(a % 8 - b % 8) <= 1 && std::abs(a / 8 - b / 8) <= 1; }
  static bool pawn_attacks(int pawn, int s) { return s / 8 == pawn / 8 + 1 && std::abs(s % 8 - pawn % 8) == 1; }

  bool white_wins(const Place& k) const {
    for (int to = 0; to < 64; ++to) {
      const Place next{to, k.pawn, k.other, false};
      if (near(k.king, to) && is_legal(next) && won(next)) return true;
    }
    const int ahead = k.pawn + 8;
    if (ahead == k.king || ahead == k.other) return false;
    if (ahead >= 56) return promotes_well(k, ahead);
    if (won({k.king, ahead, k.other, false})) return true;
    const int twice = ahead + 8;
    return k.pawn < 16 && twice != k.king && twice != k.other && won({k.king, twice, k.other, false});
  }

  // By the real move generator: the position after the promotion is not stalemate, and the piece is not lost.
  static bool promotes_well(const Place& k, int to) {
    for (const Piece piece : {Piece::WhiteQueen, Piece::WhiteRook}) {
      Setup setup;
      setup.board[static_cast<std::size_t>(k.king)] = Piece::WhiteKing;
      setup.board[static_cast<std::size_t>(k.other)] = Piece::BlackKing;
      setup.board[static_cast<std::size_t>(to)] = piece;
      setup.side_to_move = Color::Black;
      const Position p(setup);
      const MoveList moves = legal_moves(p);
      bool lost = false;
      for (const Move m : moves) lost = lost || p.is_capture(m);
      if (!lost && (!moves.empty() || p.in_check())) return true;
    }
    return false;
  }

  bool black_loses(const Place& k) const {
    bool any = false;
    for (int to = 0; to < 64; ++to) {
      if (!near(k.other, to) || near(k.king, to) || to == k.king || pawn_attacks(k.pawn, to)) continue;
      if (to == k.pawn || !won({k.king, k.pawn, to, true})) return false;
      any = true;
    }
    return any;
  }

  std::vector<bool> won_;
};

TEST(Kpk, AgreesWithASlowSolverEverywhere) {
  const SlowKpk slow;
  std::array<int, 2> legal{}, wins{};
  for (int n = 0; n < SlowKpk::kSize; ++n) {
    const SlowKpk::Place k = SlowKpk::place(n);
    if (!SlowKpk::is_legal(k)) continue;
    const Color side = k.white_moves ? Color::White : Color::Black;
    const bool won = white_wins_kpk(square_at(k.king), square_at(k.pawn), square_at(k.other), side);
    ASSERT_EQ(won, slow.won(k)) << k.king << ' ' << k.pawn << ' ' << k.other << ' ' << k.white_moves;
    ++legal[k.white_moves ? 0 : 1];
    wins[k.white_moves ? 0 : 1] += won ? 1 : 0;
  }
  EXPECT_EQ(legal[0], 163328);
  EXPECT_EQ(wins[0], 124960);
  EXPECT_EQ(legal[1], 168024);
  EXPECT_EQ(wins[1], 97604);
}

struct KnownCase {
  const char* fen;
  bool won;
};

TEST(Kpk, KnowsWhatBooksTell) {
  for (const KnownCase& c : {
           KnownCase{"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", true},   // before its pawn on the sixth
           KnownCase{"4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", true},   // ... whoever moves
           KnownCase{"4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", false},  // stalemate or the pawn
           KnownCase{"3k4/8/4K3/4P3/8/8/8/8 b - - 0 1", true},
           KnownCase{"8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", false},  // the opposition is Black's
           KnownCase{"8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", true},   // ... or White's
           KnownCase{"k7/8/K7/P7/8/8/8/8 w - - 0 1", false},     // a rook pawn
           KnownCase{"8/8/8/8/8/6k1/P7/7K w - - 0 1", true},     // out of the square
           KnownCase{"8/8/8/8/8/3k4/P7/7K b - - 0 1", false},    // in it
       }) {
    const Position p = position_from(c.fen);
    const Score value = evaluate(p).total();
    const Score white = p.side_to_move() == Color::White ? value : -value;
    if (c.won)
      EXPECT_GT(white, Score{300}) << c.fen;
    else
      EXPECT_EQ(white, Score{0}) << c.fen;
    EXPECT_EQ(evaluate(mirrored(p)).total(), value) << c.fen;
  }
}

}  // namespace
}  // namespace oknos::eval
