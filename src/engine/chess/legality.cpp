// Questions about single moves: is it legal, does it give check.
#include "engine/chess/movegen.h"
#include "engine/chess/position.h"

namespace oknos {

CheckInfo Position::check_info() const {
  const Color us = b_.side;
  CheckInfo info;
  info.king = king(~us);
  const Bitboard bishop = attacks::bishop(info.king, pieces());
  const Bitboard rook = attacks::rook(info.king, pieces());
  info.direct = {attacks::pawn(~us, info.king), attacks::knight(info.king), bishop, rook, bishop | rook, 0};
  info.discoverers = blockers(~us) & pieces(us);
  return info;
}

// Castling, promotions and en passant.
bool Position::special_move_gives_check(Move m, const CheckInfo& info) const {
  const Color us = b_.side;
  const Square from = m.from();
  const Square to = m.to();
  if (m.is_castling()) {
    const CastlingSide side = castling_side(m);
    const Square rook = oknos::castled_rook(us, side);
    const Bitboard occupied = (pieces() ^ bit(from) ^ bit(to)) | bit(oknos::castled_king(us, side)) | bit(rook);
    return contains(attacks::rook(rook, occupied), info.king);
  }
  if (uncovers_check(m, info)) return true;
  if (m.is_promotion()) return contains(attacks::piece(m.promoted(), to, pieces() ^ bit(from)), info.king);
  if (contains(info.direct[static_cast<std::size_t>(index(PieceType::Pawn))], to)) return true;
  // The captured pawn may have been what stood between.
  const Bitboard occupied = (pieces() ^ bit(from) ^ bit(offset(to, -pawn_push(us)))) | bit(to);
  return (attacks::rook(info.king, occupied) & pieces(us, PieceType::Rook, PieceType::Queen)) ||
         (attacks::bishop(info.king, occupied) & pieces(us, PieceType::Bishop, PieceType::Queen));
}

// Does the piece move like that, on this board, check aside?
bool Position::reaches(Move m, Piece mover) const {
  const Color us = b_.side;
  const Square from = m.from();
  const Square to = m.to();
  if (type_of(mover) != PieceType::Pawn)
    return m.kind() == MoveKind::Normal && contains(attacks::piece(type_of(mover), from, pieces()), to);

  if (m.is_promotion() != (relative_rank(us, to) == Rank::R8)) return false;
  if (contains(attacks::pawn(us, from), to)) return contains(pieces(~us), to);
  if (!is_empty(to)) return false;
  if (to == offset(from, pawn_push(us))) return true;
  return relative_rank(us, from) == Rank::R2 && to == offset(from, 2 * pawn_push(us)) &&
         is_empty(offset(from, pawn_push(us)));
}

bool Position::is_legal_castling(Move m) const {
  MoveList quiets;
  generate<MoveGen::Quiets>(*this, quiets);
  return quiets.contains(m);
}

bool Position::is_legal(Move m) const {
  if (!m) return false;
  const Color us = b_.side;
  const Square from = m.from();
  const Square to = m.to();
  const Piece mover = piece_on(from);
  if (mover == Piece::None || color_of(mover) != us) return false;
  if (!m.is_promotion() && m != Move{from, to, m.kind()}) return false;  // names a piece without promoting to it
  if (m.is_castling()) return type_of(mover) == PieceType::King && is_legal_castling(m);
  if (m.is_en_passant())
    return to == b_.en_passant && type_of(mover) == PieceType::Pawn && contains(attacks::pawn(us, from), to) &&
           en_passant_is_legal(from, to);
  if (contains(pieces(us), to) || !reaches(m, mover)) return false;

  const Square k = king(us);
  if (from == k) return !is_attacked(to, ~us, pieces() ^ bit(from));
  if (more_than_one(checkers())) return false;
  if (checkers() && !contains(attacks::between(k, lowest(checkers())) | checkers(), to)) return false;
  return !contains(blockers(us), from) || contains(attacks::line(k, from), to);
}

}  // namespace oknos
