#include "engine/chess/position.h"

#include "engine/chess/movegen.h"
#include "engine/chess/zobrist.h"

namespace oknos {

namespace {

constexpr CastlingSet kAllRights = 15;

}  // namespace

Position::Position(const Setup& setup) : chess960_(setup.chess960) {
  attacks::init();
  b_.board.fill(Piece::None);
  for (int i = 0; i < kSquares; ++i) {
    const Square s = square_at(i);
    if (setup.board[at(s)] != Piece::None) put(setup.board[at(s)], s);
  }
  b_.side = setup.side_to_move;
  if (b_.side == Color::Black) b_.key ^= zobrist::black_to_move();
  b_.halfmove_clock = static_cast<std::uint16_t>(setup.halfmove_clock);
  b_.plies_from_null = b_.halfmove_clock;
  b_.game_ply = static_cast<std::uint16_t>((setup.fullmove_number - 1) * 2 + index(b_.side));

  rights_kept_.fill(kAllRights);
  rook_from_.fill(Square::None);
  for (const Color c : {Color::White, Color::Black}) {
    for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
      const Square rook =
          setup.castling_rook[static_cast<std::size_t>(index(c))][static_cast<std::size_t>(index(side))];
      if (rook == Square::None) continue;
      const CastlingSet right = castling_bit(c, side);
      b_.rights |= right;
      rook_from_[static_cast<std::size_t>(index(c) * 2 + index(side))] = rook;
      rights_kept_[at(rook)] &= static_cast<CastlingSet>(~right);
      rights_kept_[at(king(c))] &= static_cast<CastlingSet>(~right);
    }
  }
  b_.key ^= zobrist::castling(b_.rights);
  b_.checkers = compute_checkers();
  if (setup.en_passant != Square::None) set_en_passant_after_push(offset(setup.en_passant, -pawn_push(b_.side)));
  constexpr std::size_t kUsualLine = 512;  // plies of game and search that need no further allocation
  keys_.reserve(kUsualLine);
}

Position Position::initial() {
  Setup setup;
  constexpr std::array<PieceType, kFiles> kBackRank = {PieceType::Rook,   PieceType::Knight, PieceType::Bishop,
                                                       PieceType::Queen,  PieceType::King,   PieceType::Bishop,
                                                       PieceType::Knight, PieceType::Rook};
  for (const Color c : {Color::White, Color::Black}) {
    for (int f = 0; f < kFiles; ++f) {
      const auto file = static_cast<File>(f);
      setup.board[at(relative_square(c, make_square(file, Rank::R1)))] =
          make_piece(c, kBackRank[static_cast<std::size_t>(f)]);
      setup.board[at(relative_square(c, make_square(file, Rank::R2)))] = make_piece(c, PieceType::Pawn);
    }
    setup.castling_rook[static_cast<std::size_t>(index(c))] = {relative_square(c, Square::H1),
                                                               relative_square(c, Square::A1)};
  }
  return Position(setup);
}

void Position::put(Piece p, Square s) {
  const Bitboard b = bit(s);
  b_.by_type[static_cast<std::size_t>(index(type_of(p)))] |= b;
  b_.by_color[static_cast<std::size_t>(index(color_of(p)))] |= b;
  b_.board[at(s)] = p;
  b_.key ^= zobrist::piece(p, s);
  if (type_of(p) == PieceType::Pawn) b_.pawn_key ^= zobrist::piece(p, s);
}

void Position::remove(Piece p, Square s) {
  const Bitboard b = bit(s);
  b_.by_type[static_cast<std::size_t>(index(type_of(p)))] ^= b;
  b_.by_color[static_cast<std::size_t>(index(color_of(p)))] ^= b;
  b_.board[at(s)] = Piece::None;
  b_.key ^= zobrist::piece(p, s);
  if (type_of(p) == PieceType::Pawn) b_.pawn_key ^= zobrist::piece(p, s);
}

void Position::move_piece(Piece p, Square from, Square to) {
  const Bitboard b = bit(from) | bit(to);
  b_.by_type[static_cast<std::size_t>(index(type_of(p)))] ^= b;
  b_.by_color[static_cast<std::size_t>(index(color_of(p)))] ^= b;
  b_.board[at(from)] = Piece::None;
  b_.board[at(to)] = p;
  const Key change = zobrist::piece(p, from) ^ zobrist::piece(p, to);
  b_.key ^= change;
  if (type_of(p) == PieceType::Pawn) b_.pawn_key ^= change;
}

Bitboard Position::attackers_to(Square s, Bitboard occupied) const {
  return (attacks::pawn(Color::Black, s) & pieces(Color::White, PieceType::Pawn)) |
         (attacks::pawn(Color::White, s) & pieces(Color::Black, PieceType::Pawn)) |
         (attacks::knight(s) & pieces(PieceType::Knight)) |
         (attacks::bishop(s, occupied) & pieces(PieceType::Bishop, PieceType::Queen)) |
         (attacks::rook(s, occupied) & pieces(PieceType::Rook, PieceType::Queen)) |
         (attacks::king(s) & pieces(PieceType::King));
}

bool Position::is_attacked(Square s, Color by, Bitboard occupied) const {
  return (attacks::pawn(~by, s) & pieces(by, PieceType::Pawn)) ||
         (attacks::knight(s) & pieces(by, PieceType::Knight)) || (attacks::king(s) & pieces(by, PieceType::King)) ||
         (attacks::bishop(s, occupied) & pieces(by, PieceType::Bishop, PieceType::Queen)) ||
         (attacks::rook(s, occupied) & pieces(by, PieceType::Rook, PieceType::Queen));
}

Bitboard Position::attacked_squares(Color by, Bitboard occupied) const {
  Bitboard out = attacks::pawns(by, pieces(by, PieceType::Pawn)) | attacks::knights(pieces(by, PieceType::Knight)) |
                 attacks::king(king(by));
  for_each_square(pieces(by, PieceType::Bishop, PieceType::Queen),
                  [&](Square s) { out |= attacks::bishop(s, occupied); });
  for_each_square(pieces(by, PieceType::Rook, PieceType::Queen), [&](Square s) { out |= attacks::rook(s, occupied); });
  return out;
}

Bitboard Position::blockers(Color king_color) const {
  const Square k = king(king_color);
  const Bitboard snipers =
      pieces(~king_color) & ((attacks::rook_lines(k) & pieces(PieceType::Rook, PieceType::Queen)) |
                             (attacks::bishop_lines(k) & pieces(PieceType::Bishop, PieceType::Queen)));
  Bitboard out = 0;
  for_each_square(snipers, [&](Square s) {
    const Bitboard between = attacks::between(k, s) & pieces();
    if (!more_than_one(between)) out |= between;
  });
  return out;
}

bool Position::has_mobility(Color c, int squares) const {
  Bitboard rest = pieces(c) & ~pieces(PieceType::Pawn, PieceType::King) & ~blockers(c);
  while (rest && squares > 0) {
    const Square s = pop_lowest(rest);
    squares -= popcount(attacks::piece(type_of(piece_on(s)), s, pieces()) & ~pieces(c));
  }
  return squares <= 0;
}

Bitboard Position::compute_checkers() const {
  const Color us = b_.side;
  const Square k = king(us);
  return pieces(~us) &
         ((attacks::pawn(us, k) & pieces(PieceType::Pawn)) | (attacks::knight(k) & pieces(PieceType::Knight)) |
          (attacks::bishop(k, pieces()) & pieces(PieceType::Bishop, PieceType::Queen)) |
          (attacks::rook(k, pieces()) & pieces(PieceType::Rook, PieceType::Queen)));
}

bool Position::en_passant_is_legal(Square from, Square target) const {
  const Color us = b_.side;
  const Square victim = offset(target, -pawn_push(us));
  const Bitboard occupied = (pieces() ^ bit(from) ^ bit(victim)) | bit(target);
  const Square k = king(us);
  const Bitboard them = pieces(~us) ^ bit(victim);
  return !(them & ((attacks::pawn(us, k) & pieces(PieceType::Pawn)) | (attacks::knight(k) & pieces(PieceType::Knight)) |
                   (attacks::bishop(k, occupied) & pieces(PieceType::Bishop, PieceType::Queen)) |
                   (attacks::rook(k, occupied) & pieces(PieceType::Rook, PieceType::Queen))));
}

// Called with the capturing side to move: `to` is where the pushed pawn stands.
void Position::set_en_passant_after_push(Square to) {
  const Color us = b_.side;
  const Square target = offset(to, pawn_push(us));
  Bitboard candidates = attacks::pawn(~us, target) & pieces(us, PieceType::Pawn);
  while (candidates) {
    if (!en_passant_is_legal(pop_lowest(candidates), target)) continue;
    b_.en_passant = target;
    b_.key ^= zobrist::en_passant(file_of(target));
    return;
  }
}

void Position::make_castling(Move m) {
  const Color us = b_.side;
  const CastlingSide side = castling_side(m);
  const Piece k = make_piece(us, PieceType::King);
  const Piece r = make_piece(us, PieceType::Rook);
  remove(k, m.from());
  remove(r, m.to());
  put(k, castled_king(us, side));
  put(r, castled_rook(us, side));
}

void Position::make(Move m, bool may_give_check) {
  const Color us = b_.side;
  const Square from = m.from();
  const Square to = m.to();
  const Piece mover = piece_on(from);
  keys_.push_back(b_.key);

  if (b_.en_passant != Square::None) {
    b_.key ^= zobrist::en_passant(file_of(b_.en_passant));
    b_.en_passant = Square::None;
  }
  ++b_.halfmove_clock;
  ++b_.plies_from_null;
  ++b_.game_ply;
  const CastlingSet kept = rights_kept_[at(from)] & rights_kept_[at(to)];
  if (b_.rights & ~kept) {
    b_.key ^= zobrist::castling(b_.rights & static_cast<CastlingSet>(~kept));
    b_.rights &= kept;
  }

  bool double_push = false;
  if (m.is_castling()) {
    make_castling(m);
  } else {
    const Square victim_square = m.is_en_passant() ? offset(to, -pawn_push(us)) : to;
    if (const Piece victim = piece_on(victim_square); victim != Piece::None) {
      remove(victim, victim_square);
      b_.halfmove_clock = 0;
    }
    move_piece(mover, from, to);
    if (type_of(mover) == PieceType::Pawn) {
      b_.halfmove_clock = 0;
      double_push = (index(from) ^ index(to)) == 2 * kFiles;
      if (m.is_promotion()) {
        remove(mover, to);
        put(make_piece(us, m.promoted()), to);
      }
    }
  }

  b_.side = ~us;
  b_.key ^= zobrist::black_to_move();
  b_.checkers = may_give_check ? compute_checkers() : 0;
  if (double_push) set_en_passant_after_push(to);
}

void Position::make_null() {
  keys_.push_back(b_.key);
  if (b_.en_passant != Square::None) {
    b_.key ^= zobrist::en_passant(file_of(b_.en_passant));
    b_.en_passant = Square::None;
  }
  b_.plies_from_null = 0;
  b_.side = ~b_.side;
  b_.key ^= zobrist::black_to_move();
  b_.checkers = 0;  // nobody was in check, and the mover's pieces have not moved
}

void Position::play(Move m) {
  if (m) return make(m, true);
  make_null();
  ++b_.halfmove_clock;
  ++b_.game_ply;
}

Key Position::key_after(Move m) const {
  const Piece mover = piece_on(m.from());
  Key key = b_.key ^ zobrist::black_to_move() ^ zobrist::piece(mover, m.from()) ^ zobrist::piece(mover, m.to());
  if (!is_empty(m.to())) key ^= zobrist::piece(piece_on(m.to()), m.to());
  return key;
}

Key Position::table_key() const {
  return b_.key ^ zobrist::clock(b_.halfmove_clock);
}

Key Position::table_key_after(Move m) const {
  const bool resets = !is_empty(m.to()) || type_of(piece_on(m.from())) == PieceType::Pawn;
  return key_after(m) ^ zobrist::clock(resets ? 0 : b_.halfmove_clock + 1);
}

Key Position::table_key_after_null() const {
  Key key = table_key() ^ zobrist::black_to_move();
  if (b_.en_passant != Square::None) key ^= zobrist::en_passant(file_of(b_.en_passant));
  return key;
}

bool Position::is_dead() const {
  if (pieces(PieceType::Pawn) | pieces(PieceType::Rook, PieceType::Queen)) return false;
  const Bitboard bishops = pieces(PieceType::Bishop);
  const Bitboard knights = pieces(PieceType::Knight);
  if (knights) return !bishops && !more_than_one(knights);
  return !(bishops & kLightSquares) || !(bishops & ~kLightSquares);
}

bool Position::is_fifty_move_draw() const {
  return b_.halfmove_clock >= kFiftyMoves && (!in_check() || has_legal_move(*this));
}

}  // namespace oknos
