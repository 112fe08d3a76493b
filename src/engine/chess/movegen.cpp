#include "engine/chess/movegen.h"

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

// This one only wants to know whether there are any.
class AnySink {
 public:
  void piece(Square, Bitboard targets) { add(targets); }
  void pawns(Bitboard targets, int) { add(targets); }
  void promotions(Bitboard targets, int) { add(targets); }
  void single(Move) { found_ = true; }
  bool found() const { return found_; }

 private:
  void add(Bitboard targets) { found_ |= targets != 0; }
  bool found_ = false;
};

// Which victims count: all of them ...
struct EveryVictim {
  static constexpr bool limited = false;
  static constexpr bool promotions = true;
};
// ... or some, and perhaps all promotions.
struct SomeVictims {
  static constexpr bool limited = true;
  Bitboard squares;
  bool promotions;
};

constexpr bool wants_captures(MoveGen kind) {
  return kind != MoveGen::Quiets && kind != MoveGen::Checks;
}
constexpr bool wants_quiets(MoveGen kind) {
  return kind != MoveGen::Captures;
}
constexpr bool wants_checks_only(MoveGen kind) {
  return kind == MoveGen::Checks || kind == MoveGen::AllChecks;
}

template <Color us, MoveGen kind, class Sink, class Victims>
class Generator {
 public:
  Generator(const Position& position, Sink& sink, Victims victims)
      : p_(position), sink_(sink), selection_(victims), king_(position.king(us)), occupied_(position.pieces()) {}

  void run() {
    if constexpr (wants_checks_only(kind)) checks_ = p_.check_info();
    king_moves();
    if (more_than_one(p_.checkers())) return;
    prepare();
    pawn_moves();
    piece_moves();
  }

  // Stops when the sink has seen a move. What costs least comes first; the king last, for his steps need all attacks.
  void run_until_found() {
    if (!more_than_one(p_.checkers())) {
      prepare();
      pawn_moves();
      if (sink_.found()) return;
      piece_moves();
      if (sink_.found()) return;
    }
    king_moves();
  }

 private:
  static constexpr Color them = ~us;
  static constexpr int push = pawn_push(us);

  void prepare() {
    if (p_.checkers()) evasion_ = attacks::between(king_, lowest(p_.checkers())) | p_.checkers();
    if constexpr (wants_captures(kind)) targets_ |= victims();
    if constexpr (wants_quiets(kind)) targets_ |= ~occupied_;
    targets_ &= evasion_;
    pinned_ = p_.blockers(us) & p_.pieces(us);
  }

  Bitboard victims() const {
    if constexpr (Victims::limited)
      return p_.pieces(them) & selection_.squares;
    else
      return p_.pieces(them);
  }
  Bitboard promotion_victims() const { return selection_.promotions ? p_.pieces(them) : victims(); }

  // For checks only: the squares from which a piece of that type, standing there now, would give check by moving.
  Bitboard checking(PieceType t, Square from) const {
    if constexpr (!wants_checks_only(kind)) return kAllSquares;
    const Bitboard direct = checks_.direct[static_cast<std::size_t>(index(t))];
    return contains(checks_.discoverers, from) ? direct | ~attacks::line(checks_.king, from) : direct;
  }

  void king_moves() {
    Bitboard targets = attacks::king(king_) & ~p_.pieces(us);
    if constexpr (!wants_captures(kind)) targets &= ~occupied_;
    if constexpr (!wants_quiets(kind)) targets &= victims();
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
    single(m);
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
    Bitboard wanted = evasion_ & ~last_rank;
    if constexpr (wants_checks_only(kind))
      wanted &= check_squares == kAllSquares ? checks_.direct[static_cast<std::size_t>(index(PieceType::Pawn))]
                                             : check_squares;
    if constexpr (wants_captures(kind)) {
      const Bitboard ahead = shift_forward(us, pawns);
      const Bitboard east = shift_east(ahead) & p_.pieces(them) & line;
      const Bitboard west = shift_west(ahead) & p_.pieces(them) & line;
      sink_.pawns(east & wanted & victims(), push + 1);
      sink_.pawns(west & wanted & victims(), push - 1);
      if ((east | west | once) & last_rank & evasion_) {
        const Bitboard captures = last_rank & evasion_ & promotion_victims();
        promotions(east & captures, push + 1);
        promotions(west & captures, push - 1);
        if (selection_.promotions) promotions(once & last_rank & evasion_, push);
      }
    }
    if constexpr (wants_quiets(kind)) {
      const Bitboard twice = shift_forward(us, once & relative_rank_mask(us, Rank::R3)) & empty;
      sink_.pawns(once & wanted, push);
      sink_.pawns(twice & wanted, 2 * push);
    }
  }

  // Which promotions give check depends on the new piece, and on the pawn no longer standing between: one by one.
  void promotions(Bitboard targets, int delta) {
    if constexpr (!wants_checks_only(kind)) return sink_.promotions(targets, delta);
    for_each_square(targets, [&](Square to) {
      for (const PieceType t : kPromotions) single(Move::promotion(offset(to, -delta), to, t));
    });
  }

  // A legal move.
  void single(Move m) {
    if constexpr (wants_checks_only(kind))
      if (!p_.gives_check(m, checks_)) return;
    sink_.single(m);
  }

  void en_passant() {
    if (p_.en_passant() == Square::None) return;
    if constexpr (Victims::limited)
      if (!contains(selection_.squares, offset(p_.en_passant(), -push))) return;
    for_each_square(attacks::pawn(them, p_.en_passant()) & p_.pieces(us, PieceType::Pawn), [&](Square from) {
      const Move m{from, p_.en_passant(), MoveKind::EnPassant};
      if (p_.is_legal(m)) single(m);
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
  [[no_unique_address]] const Victims selection_;
  const Square king_;
  const Bitboard occupied_;
  Bitboard evasion_ = kAllSquares;  // where a move may end when in check
  Bitboard targets_ = 0;            // where a piece may go
  Bitboard pinned_ = 0;
  CheckInfo checks_;  // for checks only; otherwise empty
};

template <MoveGen kind, class Sink, class Victims = EveryVictim>
void run(const Position& position, Sink& sink, Victims victims = {}) {
  if (position.side_to_move() == Color::White)
    Generator<Color::White, kind, Sink, Victims>(position, sink, victims).run();
  else
    Generator<Color::Black, kind, Sink, Victims>(position, sink, victims).run();
}

template <Color us>
bool has_move_of(const Position& position) {
  AnySink sink;
  Generator<us, MoveGen::All, AnySink, EveryVictim>(position, sink, {}).run_until_found();
  return sink.found();
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
template void generate<MoveGen::AllChecks>(const Position&, MoveList&);

void generate_captures_of(const Position& position, Bitboard victims, bool promotions, MoveList& list) {
  ListSink sink(list);
  run<MoveGen::Captures>(position, sink, SomeVictims{victims, promotions});
}

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
  return position.side_to_move() == Color::White ? has_move_of<Color::White>(position)
                                                 : has_move_of<Color::Black>(position);
}

}  // namespace oknos
