#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/types.h"
#include "engine/chess/attacks.h"
#include "engine/chess/bitboard.h"
#include "engine/chess/move.h"

namespace oknos {

// The four castling rights as a set: bit = colour * 2 + side.
using CastlingSet = std::uint8_t;
constexpr CastlingSet castling_bit(Color c, CastlingSide s) {
  return static_cast<CastlingSet>(1 << (index(c) * 2 + index(s)));
}

inline constexpr int kFiftyMoves = 100;  // plies without a capture or pawn move after which the game is drawn

// What a FEN says, before anyone has asked whether it makes sense.
struct Setup {
  std::array<Piece, kSquares> board;
  Color side_to_move = Color::White;
  // Where the rook of each right stands; None: no such right. [colour][side]
  std::array<std::array<Square, 2>, 2> castling_rook = {{{Square::None, Square::None}, {Square::None, Square::None}}};
  Square en_passant = Square::None;
  int halfmove_clock = 0;  // plies since the last capture or pawn move
  int fullmove_number = 1;
  bool chess960 = false;

  Setup() { board.fill(Piece::None); }
};

// Squares from which a piece of the side to move gives check, and our pieces that uncover one by moving: made once for
// a position, used for many moves.
struct CheckInfo {
  std::array<Bitboard, kPieceTypes> direct{};  // by piece type
  Bitboard discoverers = 0;
  Square king = Square::None;  // the king to be checked
};

// A legal chess position with the history that repetition needs. Moves are made by MadeMove and NullMove below, which
// take them back when they go out of scope.
class Position {
 public:
  // Precondition: the setup is legal (fen::check finds nothing). Fills the attack tables first where that was not done.
  explicit Position(const Setup& setup);
  static Position initial();

  Color side_to_move() const { return b_.side; }
  Piece piece_on(Square s) const { return b_.board[at(s)]; }
  bool is_empty(Square s) const { return piece_on(s) == Piece::None; }
  Bitboard pieces() const { return b_.by_color[0] | b_.by_color[1]; }
  Bitboard pieces(Color c) const { return b_.by_color[static_cast<std::size_t>(index(c))]; }
  Bitboard pieces(PieceType t) const { return b_.by_type[static_cast<std::size_t>(index(t))]; }
  Bitboard pieces(PieceType a, PieceType b) const { return pieces(a) | pieces(b); }
  Bitboard pieces(Color c, PieceType t) const { return pieces(c) & pieces(t); }
  Bitboard pieces(Color c, PieceType a, PieceType b) const { return pieces(c) & pieces(a, b); }
  Square king(Color c) const { return lowest(pieces(c, PieceType::King)); }
  bool has_pieces(Color c) const {  // anything but king and pawns
    return pieces(c) & ~pieces(PieceType::Pawn, PieceType::King);
  }
  // Can the pieces of this side that are not pinned, king and pawns excluded, go to so many squares? Where each of two
  // can go to the same square, it counts twice.
  bool has_mobility(Color c, int squares) const;

  Square en_passant() const { return b_.en_passant; }  // set only when a legal en passant capture exists
  CastlingSet castling_rights() const { return b_.rights; }
  bool may_castle(Color c, CastlingSide s) const { return b_.rights & castling_bit(c, s); }
  Square castling_rook(Color c, CastlingSide s) const {
    return rook_from_[static_cast<std::size_t>(index(c) * 2 + index(s))];
  }
  int halfmove_clock() const { return b_.halfmove_clock; }
  int game_ply() const { return b_.game_ply; }  // 0: White's first move
  int fullmove_number() const { return b_.game_ply / 2 + 1; }
  bool chess960() const { return chess960_; }
  void set_chess960(bool on) { chess960_ = on; }
  Key key() const { return b_.key; }
  Key pawn_key() const { return b_.pawn_key; }
  Key key_after(Move m) const;  // exact but for castling, en passant and rights: good enough to prefetch
  // The key of the transposition table: a value found with the fifty-move draw near does not hold where it is far, so
  // a high clock makes another position (zobrist::clock says where the steps are).
  Key table_key() const;
  Key table_key_after(Move m) const;  // exact where key_after() is
  Key table_key_after_null() const;

  Bitboard checkers() const { return b_.checkers; }
  bool in_check() const { return b_.checkers != 0; }
  Bitboard attackers_to(Square s, Bitboard occupied) const;
  bool is_attacked(Square s, Color by, Bitboard occupied) const;
  Bitboard attacked_squares(Color by, Bitboard occupied) const;
  // Pieces of either colour that alone stand between the king of that colour and a slider of the other.
  Bitboard blockers(Color king_color) const;

  CheckInfo check_info() const;
  bool gives_check(Move m, const CheckInfo& info) const {
    if (m.kind() != MoveKind::Normal) return special_move_gives_check(m, info);
    const PieceType mover = type_of(piece_on(m.from()));
    return contains(info.direct[static_cast<std::size_t>(index(mover))], m.to()) || uncovers_check(m, info);
  }
  // For moves from elsewhere (table, killers): legal here or not, without generating.
  bool is_legal(Move m) const;
  bool is_capture(Move m) const { return !m.is_castling() && (!is_empty(m.to()) || m.is_en_passant()); }
  bool is_tactical(Move m) const { return is_capture(m) || m.is_promotion(); }
  PieceType captured_type(Move m) const {
    if (m.is_en_passant()) return PieceType::Pawn;
    return m.is_castling() ? PieceType::None : type_of(piece_on(m.to()));
  }

  // How often this position stood on the board before, within reach of the fifty-move clock; null moves cut the
  // history.
  int repetitions() const;
  // What the search calls a repetition: one earlier occurrence after the root (less than `ply` plies ago), or two
  // before.
  bool is_repetition(int ply) const;
  // Has the side to move a legal move after which is_repetition(ply + 1) holds? Then it has at least a draw.
  bool has_upcoming_repetition(int ply) const;
  bool is_dead()
      const;  // no sequence of moves can mate: kings with at most one minor piece, or bishops of one colour only
  bool is_fifty_move_draw() const;  // 100 plies, and not mate

  // Plays a move for good (a game's, before the search); Move{} passes. Precondition: legal; to pass: not in check.
  void play(Move m);

 private:
  friend class MadeMove;
  friend class NullMove;

  // All that a move changes, in one block that is copied away and back.
  struct Board {
    std::array<Bitboard, kPieceTypes> by_type{};
    std::array<Bitboard, kColors> by_color{};
    std::array<Piece, kSquares> board{};
    Key key = 0;
    Key pawn_key = 0;
    Bitboard checkers = 0;
    std::uint16_t halfmove_clock = 0;
    std::uint16_t plies_from_null = 0;
    std::uint16_t game_ply = 0;
    Square en_passant = Square::None;
    CastlingSet rights = 0;
    Color side = Color::White;
  };

  static constexpr std::size_t at(Square s) { return static_cast<std::size_t>(index(s)); }
  void put(Piece p, Square s);
  void remove(Piece p, Square s);
  void move_piece(Piece p, Square from, Square to);
  void make(Move m, bool may_give_check);
  void make_castling(Move m);
  void make_null();
  void set_en_passant_after_push(Square to);
  bool en_passant_is_legal(Square from, Square target) const;
  bool is_legal_castling(Move m) const;
  bool uncovers_check(Move m, const CheckInfo& info) const {
    return contains(info.discoverers, m.from()) && !contains(attacks::line(info.king, m.from()), m.to());
  }
  bool special_move_gives_check(Move m, const CheckInfo& info) const;
  bool reaches(Move m, Piece mover) const;
  Bitboard compute_checkers() const;
  int plies_to_look_back() const;  // how far the history reaches that a repetition may lie in
  Key key_before(int plies) const { return keys_[keys_.size() - static_cast<std::size_t>(plies)]; }

  Board b_;
  std::array<CastlingSet, kSquares> rights_kept_{};  // rights that survive when something moves from or to a square
  std::array<Square, 4> rook_from_{};
  bool chess960_ = false;
  std::vector<Key> keys_;  // of the positions before this one
};

// Where king and rook land, whatever their files were.
constexpr Square castled_king(Color c, CastlingSide s) {
  return relative_square(c, s == CastlingSide::King ? Square::G1 : Square::C1);
}
constexpr Square castled_rook(Color c, CastlingSide s) {
  return relative_square(c, s == CastlingSide::King ? Square::F1 : Square::D1);
}
constexpr CastlingSide castling_side(Move m) {
  return file_of(m.to()) > file_of(m.from()) ? CastlingSide::King : CastlingSide::Queen;
}

// Makes a legal move and takes it back at the end of its life.
class MadeMove {
 public:
  MadeMove(Position& position, Move m) : MadeMove(position, m, true) {}
  // For those who know whether it gives check: they may say false, and checkers are not looked for.
  MadeMove(Position& position, Move m, bool may_give_check) : position_(position), saved_(position.b_) {
    position.make(m, may_give_check);
  }
  ~MadeMove() {
    position_.b_ = saved_;
    position_.keys_.pop_back();
  }
  MadeMove(const MadeMove&) = delete;
  MadeMove& operator=(const MadeMove&) = delete;

 private:
  Position& position_;
  Position::Board saved_;
};

// Passes the move, and takes that back. It ticks no clock and cuts the history of repetitions. Precondition: not in
// check.
class NullMove {
 public:
  explicit NullMove(Position& position) : position_(position), saved_(position.b_) { position.make_null(); }
  ~NullMove() {
    position_.b_ = saved_;
    position_.keys_.pop_back();
  }
  NullMove(const NullMove&) = delete;
  NullMove& operator=(const NullMove&) = delete;

 private:
  Position& position_;
  Position::Board saved_;
};

}  // namespace oknos
