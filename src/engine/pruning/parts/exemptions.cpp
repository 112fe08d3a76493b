#include "engine/pruning/parts/exemptions.h"

#include <cstddef>
#include <utility>

#include "engine/chess/bitboard.h"

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

template <Guard exemption>
bool applies(const MoveContext& c) {
  if constexpr (exemption == Guard::GivesCheck) return c.gives_check();
  if constexpr (exemption == Guard::PreviousCapture) return c.node.previous_captured != PieceType::None;
  if constexpr (exemption == Guard::PawnToSeventh) return to_seventh(c) && c.mover() == PieceType::Pawn;
  if constexpr (exemption == Guard::HeavyToSeventh) return to_seventh(c) && is_heavy(c.mover());
  if constexpr (exemption == Guard::BishopPair) return takes_bishop_of_pair(c);
  if constexpr (exemption == Guard::PawnOnSecondOrThird) return takes_pawn_on_second_or_third(c);
  if constexpr (exemption == Guard::TakesQueen) return c.captured() == PieceType::Queen;
  if constexpr (exemption == Guard::Promotion) return c.move.is_promotion();
  if constexpr (exemption == Guard::Captures) return c.capture();
  if constexpr (exemption == Guard::Recapture)
    return c.node.previous_captured != PieceType::None && c.capture() && c.move.to() == c.node.previous.to();
}

// Written out for each exemption: a loop that chooses by the guard's name would mispredict its way through them.
template <std::size_t... i>
Guard first_that_applies(const MoveContext& c, ExemptionSet set, std::index_sequence<i...>) {
  Guard found = Guard::None;
  (void)((set.contains(kExemptions[i].guard) && applies<kExemptions[i].guard>(c) ? (found = kExemptions[i].guard, true)
                                                                                 : false) ||
         ...);
  return found;
}

template <std::size_t... i>
ExemptionSet all_that_apply(const MoveContext& c, std::index_sequence<i...>) {
  ExemptionSet found;
  (found.set(kExemptions[i].guard, applies<kExemptions[i].guard>(c)), ...);
  return found;
}

}  // namespace

Guard exemption_of(const MoveContext& c, ExemptionSet set) {
  if (set.empty()) return Guard::None;
  return first_that_applies(c, set, std::make_index_sequence<kExemptions.size()>{});
}

ExemptionSet exemptions_of(const MoveContext& c) {
  return all_that_apply(c, std::make_index_sequence<kExemptions.size()>{});
}

}  // namespace oknos::pruning
