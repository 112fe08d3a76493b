#include "pruning/exemptions.h"

#include "chess/bitboard.h"

namespace oknos::pruning {

namespace {

bool takes_bishop_of_pair(const MoveContext& c) {
  if (c.captured() != PieceType::Bishop) return false;
  const Bitboard bishops = c.node.position.pieces(~c.node.us(), PieceType::Bishop);
  return (bishops & kLightSquares) != 0 && (bishops & ~kLightSquares) != 0;
}

// "2nd or 3rd rank": a pawn that has hardly moved, most often one that shelters its king.
bool takes_pawn_on_second_or_third(const MoveContext& c) {
  if (c.captured() != PieceType::Pawn || c.move.is_en_passant()) return false;
  const Rank rank = relative_rank(~c.node.us(), c.move.to());
  return rank == Rank::R2 || rank == Rank::R3;
}

bool to_seventh(const MoveContext& c) {
  return relative_rank(c.node.us(), c.move.to()) == Rank::R7;
}

bool is_heavy(PieceType t) {
  return t == PieceType::Rook || t == PieceType::Queen;
}

bool applies(Guard exemption, const MoveContext& c) {
  switch (exemption) {
    case Guard::GivesCheck:
      return c.gives_check();
    case Guard::PreviousCapture:
      return c.node.previous_captured != PieceType::None;
    case Guard::PawnToSeventh:
      return to_seventh(c) && c.mover() == PieceType::Pawn;
    case Guard::HeavyToSeventh:
      return to_seventh(c) && is_heavy(c.mover());
    case Guard::BishopPair:
      return takes_bishop_of_pair(c);
    case Guard::PawnOnSecondOrThird:
      return takes_pawn_on_second_or_third(c);
    case Guard::TakesQueen:
      return c.captured() == PieceType::Queen;
    case Guard::Promotion:
      return c.move.is_promotion();
    case Guard::Recapture:
      return c.node.previous_captured != PieceType::None && c.capture() && c.move.to() == c.node.previous.to();
    default:
      return false;
  }
}

}  // namespace

Guard exemption_of(const MoveContext& c, ExemptionSet set) {
  if (set.empty()) return Guard::None;
  for (const ExemptionInfo& e : kExemptions)
    if (set.contains(e.guard) && applies(e.guard, c)) return e.guard;
  return Guard::None;
}

}  // namespace oknos::pruning
