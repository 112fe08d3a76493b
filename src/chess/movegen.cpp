#include "chess/movegen.h"

namespace oknos {

namespace {

constexpr std::array<PieceType, 4> kPromotions = {PieceType::Queen, PieceType::Rook, PieceType::Bishop,
                                                  PieceType::Knight};

// A sink takes the moves as sets of targets. This one writes them down ...
class ListSink {
 public:
  explicit ListSink(MoveList& list) : list_(list) {}
  void piece(Square from, Bitboard targets) {
    while (targets) list_.push_back(Move{from, pop_lowest(targets)});
  }
  void pawns(Bitboard targets, int delta) {
    while (targets) {
      const Square to = pop_lowest(targets);
      list_.push_back(Move{offset(to, -delta), to});
    }
  }
  void promotions(Bitboard targets, int delta) {
    while (targets) {
      const Square to = pop_lowest(targets);
      for (const PieceType t : kPromotions) list_.push_back(Move::promotion(offset(to, -delta), to, t));
    }
  }
  void single(Move m) { list_.push_back(m); }

 private:
  MoveList& list_;
};

// ... and this one counts them.
class CountSink {
 public:
  void piece(Square, Bitboard targets) { count_ += popcount(targets); }
  void pawns(Bitboard targets, int) { count_ += popcount(targets); }
  void promotions(Bitboard targets, int) { count_ += popcount(targets) * static_cast<int>(kPromotions.size()); }
  void single(Move) { ++count_; }
  int count() const { return count_; }

 private:
  int count_ = 0;
};

constexpr bool wants_captures(MoveGen kind) {
  return kind != MoveGen::Quiets && kind != MoveGen::Checks;
}
constexpr bool wants_quiets(MoveGen kind) {
  return kind != MoveGen::Captures;
}

template <Color us, MoveGen kind, class Sink>
class Generator {
 public:
  Generator(const Position& position, Sink& sink)
      : p_(position), sink_(sink), king_(position.king(us)), occupied_(position.pieces()) {}

  void run() {
    if constexpr (kind == MoveGen::Checks) checks_ = p_.check_info();
    king_moves();
    if (more_than_one(p_.checkers())) return;
    if (p_.checkers()) evasion_ = attacks::between(king_, lowest(p_.checkers())) | p_.checkers();
    if constexpr (wants_captures(kind)) targets_ |= p_.pieces(them);
    if constexpr (wants_quiets(kind)) targets_ |= ~occupied_;
    targets_ &= evasion_;
    pinned_ = p_.blockers(us) & p_.pieces(us);
    pawn_moves();
    piece_moves();
  }

 private:
  static constexpr Color them = ~us;
  static constexpr int push = pawn_push(us);

  // For Checks: the squares from which a piece of that type, standing there now, would give check by moving.
  Bitboard checking(PieceType t, Square from) const {
    if constexpr (kind != MoveGen::Checks) return kAllSquares;
    const Bitboard direct = checks_.direct[static_cast<std::size_t>(index(t))];
    return contains(checks_.discoverers, from) ? direct | ~attacks::line(checks_.king, from) : direct;
  }

  void king_moves() {
    Bitboard targets = attacks::king(king_) & ~p_.pieces(us);
    if constexpr (!wants_captures(kind)) targets &= ~occupied_;
    if constexpr (!wants_quiets(kind)) targets &= p_.pieces(them);
    targets &= checking(PieceType::King, king_);
    const bool castle = wants_quiets(kind) && !p_.in_check() &&
                        (p_.may_castle(us, CastlingSide::King) || p_.may_castle(us, CastlingSide::Queen));
    if (!targets && !castle) return;
    const Bitboard danger = p_.attacked_squares(them, occupied_ ^ bit(king_));
    sink_.piece(king_, targets & ~danger);
    if (!castle) return;
    castling(CastlingSide::King, danger);
    castling(CastlingSide::Queen, danger);
  }

  void castling(CastlingSide side, Bitboard danger) {
    if (!p_.may_castle(us, side)) return;
    const Square rook = p_.castling_rook(us, side);
    const Square king_to = castled_king(us, side);
    const Square rook_to = castled_rook(us, side);
    const Bitboard others = occupied_ ^ bit(king_) ^ bit(rook);
    const Bitboard king_path = attacks::between(king_, king_to) | bit(king_to);
    const Bitboard rook_path = attacks::between(rook, rook_to) | bit(rook_to);
    if ((king_path | rook_path) & others) return;
    if (king_path & danger) return;
    // In Chess960 the rook itself may have shielded the king from a piece on the back rank.
    if (p_.chess960() && p_.is_attacked(king_to, them, others | bit(king_to) | bit(rook_to))) return;
    const Move m{king_, rook, MoveKind::Castling};
    if (kind == MoveGen::Checks && !p_.gives_check(m, checks_)) return;
    sink_.single(m);
  }

  void pawn_moves() {
    const Bitboard pawns = p_.pieces(us, PieceType::Pawn);
    pawn_group(pawns & ~pinned_ & ~checks_.discoverers, kAllSquares, kAllSquares);
    // Pinned pawns keep to the line of the pin; pawns that uncover a check give it wherever they leave the line.
    for_each_square(pawns & (pinned_ | checks_.discoverers), [&](Square s) {
      const Bitboard line = contains(pinned_, s) ? attacks::line(king_, s) : kAllSquares;
      pawn_group(bit(s), line, checking(PieceType::Pawn, s));
    });
    if constexpr (wants_captures(kind)) en_passant();
  }

  void pawn_group(Bitboard pawns, Bitboard line, Bitboard check_squares) {
    constexpr Bitboard last_rank = relative_rank_mask(us, Rank::R8);
    const Bitboard empty = ~occupied_;
    const Bitboard once = shift_forward(us, pawns) & empty & line;
    if constexpr (wants_captures(kind)) {
      const Bitboard victims = p_.pieces(them) & evasion_ & line;
      const Bitboard ahead = shift_forward(us, pawns);
      const Bitboard east = shift_east(ahead) & victims;
      const Bitboard west = shift_west(ahead) & victims;
      sink_.pawns(east & ~last_rank, push + 1);
      sink_.pawns(west & ~last_rank, push - 1);
      if ((east | west | once) & last_rank) {
        sink_.promotions(east & last_rank, push + 1);
        sink_.promotions(west & last_rank, push - 1);
        sink_.promotions(once & last_rank & evasion_, push);
      }
    }
    if constexpr (wants_quiets(kind)) {
      const Bitboard twice = shift_forward(us, once & relative_rank_mask(us, Rank::R3)) & empty;
      Bitboard wanted = evasion_ & ~last_rank;
      if constexpr (kind == MoveGen::Checks)
        wanted &= check_squares == kAllSquares ? checks_.direct[static_cast<std::size_t>(index(PieceType::Pawn))]
                                               : check_squares;
      sink_.pawns(once & wanted, push);
      sink_.pawns(twice & wanted, 2 * push);
    }
  }

  void en_passant() {
    if (p_.en_passant() == Square::None) return;
    for_each_square(attacks::pawn(them, p_.en_passant()) & p_.pieces(us, PieceType::Pawn), [&](Square from) {
      const Move m{from, p_.en_passant(), MoveKind::EnPassant};
      if (p_.is_legal(m)) sink_.single(m);
    });
  }

  template <PieceType type>
  void piece_moves_of(Bitboard pieces) {
    for_each_square(pieces, [&](Square s) {
      Bitboard to = attacks::piece(type, s, occupied_) & targets_ & checking(type, s);
      if (contains(pinned_, s)) to &= attacks::line(king_, s);
      sink_.piece(s, to);
    });
  }

  void piece_moves() {
    piece_moves_of<PieceType::Knight>(p_.pieces(us, PieceType::Knight) & ~pinned_);
    piece_moves_of<PieceType::Bishop>(p_.pieces(us, PieceType::Bishop));
    piece_moves_of<PieceType::Rook>(p_.pieces(us, PieceType::Rook));
    piece_moves_of<PieceType::Queen>(p_.pieces(us, PieceType::Queen));
  }

  const Position& p_;
  Sink& sink_;
  const Square king_;
  const Bitboard occupied_;
  Bitboard evasion_ = kAllSquares;  // where a move may end when in check
  Bitboard targets_ = 0;            // where a piece may go
  Bitboard pinned_ = 0;
  CheckInfo checks_;  // for Checks only; otherwise empty
};

template <MoveGen kind, class Sink>
void run(const Position& position, Sink& sink) {
  if (position.side_to_move() == Color::White)
    Generator<Color::White, kind, Sink>(position, sink).run();
  else
    Generator<Color::Black, kind, Sink>(position, sink).run();
}

}  // namespace

template <MoveGen kind>
void generate(const Position& position, MoveList& list) {
  ListSink sink(list);
  run<kind>(position, sink);
}

template void generate<MoveGen::All>(const Position&, MoveList&);
template void generate<MoveGen::Captures>(const Position&, MoveList&);
template void generate<MoveGen::Quiets>(const Position&, MoveList&);
template void generate<MoveGen::Evasions>(const Position&, MoveList&);
template void generate<MoveGen::Checks>(const Position&, MoveList&);

MoveList legal_moves(const Position& position) {
  MoveList list;
  generate<MoveGen::All>(position, list);
  return list;
}

int count_legal_moves(const Position& position) {
  CountSink sink;
  run<MoveGen::All>(position, sink);
  return sink.count();
}

bool has_legal_move(const Position& position) {
  return count_legal_moves(position) > 0;
}

}  // namespace oknos
