#pragma once

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

#include "engine/base/piece_values.h"
#include "engine/eval/bounds/bounds.h"
#include "engine/eval/bounds/positional_bound.h"
#include "engine/eval/incremental/piece_square.h"
#include "support/positions.h"
#include "support/slow_attacks.h"

// One move's changes found slowly, and random setups, for the tests of eval/bounds.h.
namespace oknos::test {

using SlowBoard = std::array<Piece, kSquares>;

inline std::size_t place_of(Square s) {
  return static_cast<std::size_t>(index(s));
}

inline SlowBoard board_of(const Position& p) {
  SlowBoard board;
  for (int s = 0; s < kSquares; ++s) board[static_cast<std::size_t>(s)] = p.piece_on(square_at(s));
  return board;
}

struct SlowValue {
  int material = 0;
  int psqt = 0;
  int width = 0;
};

// Counted from scratch.
inline SlowValue value_of(const SlowBoard& board, Color view) {
  constexpr std::array<int, kPieceTypes> kWeight = {0, 1, 1, 2, 4, 0};
  SlowValue out;
  int middlegame = 0, ending = 0, phase = 0, pawns = 0;
  for (int s = 0; s < kSquares; ++s) {
    const Piece p = board[static_cast<std::size_t>(s)];
    if (p == Piece::None) continue;
    const int sign = color_of(p) == view ? 1 : -1;
    out.material += sign * piece_value(p).value();
    middlegame += sign * eval::psqt(p, square_at(s)).middlegame;
    ending += sign * eval::psqt(p, square_at(s)).ending;
    phase += kWeight[static_cast<std::size_t>(index(type_of(p)))];
    pawns += type_of(p) == PieceType::Pawn ? 1 : 0;
  }
  out.width = eval::positional_bound(phase, pawns);
  phase = std::min(phase, eval::kFullPhase);
  out.psqt = (middlegame * phase + ending * (eval::kFullPhase - phase)) / eval::kFullPhase;
  return out;
}

// What one move changes, in centipawns from the mover's view.
struct SlowMove {
  int material = 0;
  int psqt = 0;
  PieceType victim = PieceType::None;
  PieceType promoted = PieceType::None;
  bool en_passant = false;
  int width = 0;         // of the positional part, after the move
  int victim_alone = 0;  // material and psqt when only the victim disappears
  int total() const { return material + psqt; }
  bool tactical() const { return victim != PieceType::None || promoted != PieceType::None; }
};

// The moves of `side` on the board, king captures excepted, pins and checks aside. Nothing in common with what is
// tested but the piece values and piece-square tables.
class SlowMoves {
 public:
  SlowMoves(const Position& p, Color side) : p_(p), side_(side), board_(board_of(p)), before_(value_of(board_, side)) {
    for (int s = 0; s < kSquares; ++s)
      if (owns(side_, square_at(s))) moves_from(square_at(s));
    castling();
  }
  const std::vector<SlowMove>& all() const { return moves_; }

 private:
  bool owns(Color c, Square s) const {
    const Piece p = board_[place_of(s)];
    return p != Piece::None && color_of(p) == c;
  }
  bool may_take(Square s) const { return owns(~side_, s) && type_of(board_[place_of(s)]) != PieceType::King; }

  void add(const SlowBoard& after, SlowMove m) {
    const SlowValue v = value_of(after, side_);
    m.material = v.material - before_.material;
    m.psqt = v.psqt - before_.psqt;
    m.width = v.width;
    moves_.push_back(m);
  }

  int without(Square victim) const {
    SlowBoard after = board_;
    after[place_of(victim)] = Piece::None;
    const SlowValue v = value_of(after, side_);
    return v.material + v.psqt - before_.material - before_.psqt;
  }

  void add(Square from, Square to, PieceType promoted = PieceType::None) {
    SlowBoard after = board_;
    SlowMove m;
    m.victim = type_of(after[place_of(to)]);
    m.promoted = promoted;
    if (promoted != PieceType::None) m.victim_alone = m.victim == PieceType::None ? 0 : without(to);
    after[place_of(to)] = promoted == PieceType::None ? after[place_of(from)] : make_piece(side_, promoted);
    after[place_of(from)] = Piece::None;
    add(after, m);
  }

  void moves_from(Square s) {
    const PieceType t = type_of(board_[place_of(s)]);
    if (t == PieceType::Pawn) return pawn_moves_from(s);
    Bitboard occupied = 0;
    for (int i = 0; i < kSquares; ++i)
      if (board_[static_cast<std::size_t>(i)] != Piece::None) occupied |= bit(square_at(i));
    Bitboard targets = 0;
    if (t == PieceType::Knight) targets = slow_knight(s);
    if (t == PieceType::King) targets = slow_king(s);
    if (t == PieceType::Bishop || t == PieceType::Queen) targets |= slow_bishop(s, occupied);
    if (t == PieceType::Rook || t == PieceType::Queen) targets |= slow_rook(s, occupied);
    for_each_square(targets, [&](Square to) {
      if (board_[place_of(to)] == Piece::None || may_take(to)) add(s, to);
    });
  }

  void pawn_moves_from(Square s) {
    const Square once = offset(s, pawn_push(side_));
    if (board_[place_of(once)] == Piece::None) {
      pawn_move(s, once);
      if (relative_rank(side_, s) == Rank::R2) {
        const Square twice = offset(once, pawn_push(side_));
        if (board_[place_of(twice)] == Piece::None) pawn_move(s, twice);
      }
    }
    for_each_square(slow_pawn(side_, s), [&](Square to) {
      if (may_take(to)) pawn_move(s, to);
      if (p_.side_to_move() == side_ && p_.en_passant() == to) en_passant(s, to);
    });
  }

  void pawn_move(Square from, Square to) {
    if (relative_rank(side_, to) != Rank::R8) return add(from, to);
    for (const PieceType t : {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen})
      add(from, to, t);
  }

  void en_passant(Square from, Square to) {
    SlowBoard after = board_;
    after[place_of(to)] = after[place_of(from)];
    after[place_of(from)] = Piece::None;
    after[place_of(offset(to, -pawn_push(side_)))] = Piece::None;
    SlowMove m;
    m.victim = PieceType::Pawn;
    m.en_passant = true;
    add(after, m);
  }

  void castling() {
    for (const CastlingSide where : {CastlingSide::King, CastlingSide::Queen}) {
      if (!p_.may_castle(side_, where)) continue;
      const Square king = p_.king(side_), rook = p_.castling_rook(side_, where);
      SlowBoard after = board_;
      after[place_of(king)] = after[place_of(rook)] = Piece::None;
      const Square king_to = castled_king(side_, where), rook_to = castled_rook(side_, where);
      const auto [first, last] = std::minmax({index(king), index(king_to)});
      const auto [rook_first, rook_last] = std::minmax({index(rook), index(rook_to)});
      bool free = true;
      for (int s = 0; s < kSquares; ++s)
        if ((s >= first && s <= last) || (s >= rook_first && s <= rook_last))
          free &= after[static_cast<std::size_t>(s)] == Piece::None;
      if (!free) continue;
      after[place_of(king_to)] = make_piece(side_, PieceType::King);
      after[place_of(rook_to)] = make_piece(side_, PieceType::Rook);
      add(after, SlowMove{});
    }
  }

  const Position& p_;
  Color side_;
  SlowBoard board_;
  SlowValue before_;
  std::vector<SlowMove> moves_;
};

inline std::vector<SlowMove> slow_moves(const Position& p, Color side) {
  return SlowMoves(p, side).all();
}

// A number below `n`.
inline int draw(std::mt19937& random, int n) {
  return static_cast<int>(random() % static_cast<unsigned>(n));
}

// What random setups are to have: at most so many men of a side beside the king, pawns on their 6th and 7th only, one
// piece in two a queen, and kings that may castle (as in Chess960).
struct SetupTaste {
  int most_men = 15;
  bool pawns_far = false;
  bool queens = false;
  bool castling = false;
};

inline Square random_square(std::mt19937& random, Piece p, const SetupTaste& taste) {
  const auto file = static_cast<File>(draw(random, kFiles));
  int rank = draw(random, kRanks);
  if (type_of(p) == PieceType::Pawn)
    rank = taste.pawns_far ? index(Rank::R6) + draw(random, 2) : index(Rank::R2) + draw(random, 6);
  if (type_of(p) == PieceType::King && taste.castling) rank = index(Rank::R1);
  return relative_square(color_of(p), make_square(file, static_cast<Rank>(rank)));
}

// A rook on the back rank, with the right to castle, on that side of the king if there is room.
inline void put_castling_rook(std::mt19937& random, Setup& setup, Square king, CastlingSide where) {
  const Color c = color_of(setup.board[place_of(king)]);
  const Square rook = relative_square(c, square_at(draw(random, kFiles)));
  if (rook == king || (rook > king) != (where == CastlingSide::King)) return;
  setup.chess960 = true;
  setup.board[place_of(rook)] = make_piece(c, PieceType::Rook);
  setup.castling_rook[static_cast<std::size_t>(index(c))][static_cast<std::size_t>(index(where))] = rook;
}

// Pieces and pawns thrown on the board, legal by fen::check.
inline Setup random_setup(std::mt19937& random, const SetupTaste& taste = {}) {
  constexpr int kTries = 100'000;
  for (int i = 0; i < kTries; ++i) {
    Setup setup;
    setup.side_to_move = static_cast<Color>(draw(random, 2));
    const auto put = [&](Piece p) {
      const Square s = random_square(random, p, taste);
      if (setup.board[place_of(s)] == Piece::None) setup.board[place_of(s)] = p;
      return s;
    };
    for (const Color c : {Color::White, Color::Black}) {
      const Square king = put(make_piece(c, PieceType::King));
      if (taste.castling && setup.board[place_of(king)] == make_piece(c, PieceType::King))
        for (const CastlingSide where : {CastlingSide::King, CastlingSide::Queen})
          put_castling_rook(random, setup, king, where);
      for (int men = draw(random, taste.most_men + 1); men > 0; --men) {
        const bool queen = taste.queens && draw(random, 2) == 0;
        put(make_piece(c, queen ? PieceType::Queen : static_cast<PieceType>(draw(random, index(PieceType::King)))));
      }
    }
    if (!fen::check(setup)) return setup;
  }
  ADD_FAILURE() << "in a test: no legal setup found";
  std::abort();
}

}  // namespace oknos::test
