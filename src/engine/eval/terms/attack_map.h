#pragma once

#include <array>

#include "engine/eval/terms/geometry.h"
#include "engine/eval/terms/pawns.h"

// Who attacks what: filled once, in the pass over the pieces, and used by all terms after it.
namespace oknos::eval {

constexpr std::size_t at(PieceType t) {
  return static_cast<std::size_t>(index(t));
}

struct AttackMap {
  static constexpr int kAttackers = 4;  // knight, bishop, rook, queen
  using ByColor = std::array<Bitboard, kColors>;

  std::array<std::array<Bitboard, kPieceTypes>, kColors> by{};  // [colour][type]
  ByColor all{};
  ByColor twice{};          // by two men or more
  ByColor pinned{};         // men of either colour that alone shield the king of that colour
  ByColor mobility_area{};  // where a piece of that colour may usefully go
  ByColor ring{};           // the squares round the king of that colour
  std::array<Square, kColors> king{};
  // Pieces of the other colour that attack the ring, by type from the knight; their attacks on the king's neighbours.
  std::array<std::array<int, kAttackers>, kColors> attackers{};
  std::array<int, kColors> ring_attacks{};

  explicit AttackMap(const Position& position) {
    start<Color::White>(position);
    start<Color::Black>(position);
    set_area<Color::White>(position);
    set_area<Color::Black>(position);
  }

  template <Color us>
  void add(PieceType t, Bitboard attacks) {
    twice[at(us)] |= all[at(us)] & attacks;
    all[at(us)] |= attacks;
    by[at(us)][at(t)] |= attacks;
  }
  Bitboard of(Color c, PieceType t) const { return by[at(c)][at(t)]; }

 private:
  template <Color us>
  void start(const Position& position) {
    const Square k = king[at(us)] = position.king(us);
    const Bitboard pawns = position.pieces(us, PieceType::Pawn);
    const Bitboard ahead = shift_forward(us, pawns);
    const Bitboard west = shift_west(ahead);
    const Bitboard east = shift_east(ahead);
    const Bitboard kings = attacks::king(k);
    by[at(us)][at(PieceType::Pawn)] = west | east;
    by[at(us)][at(PieceType::King)] = kings;
    all[at(us)] = west | east | kings;
    twice[at(us)] = (west & east) | ((west | east) & kings);
    pinned[at(us)] = position.blockers(us);
    // Off the edge, so that the ring is always three by three; what two pawns hold needs no other defence.
    const auto file = static_cast<File>(std::clamp(index(file_of(k)), index(File::B), index(File::G)));
    const auto rank = static_cast<Rank>(std::clamp(index(rank_of(k)), index(Rank::R2), index(Rank::R7)));
    const Square middle = make_square(file, rank);
    ring[at(us)] = (attacks::king(middle) | bit(middle)) & ~(west & east);
  }

  template <Color us>
  void set_area(const Position& position) {
    const Bitboard pawns = position.pieces(us, PieceType::Pawn);
    const Bitboard low = relative_rank_mask(us, Rank::R2) | relative_rank_mask(us, Rank::R3);
    const Bitboard stuck = pawns & (shift_backward(us, position.pieces()) | low);
    mobility_area[at(us)] =
        ~(stuck | position.pieces(us, PieceType::King, PieceType::Queen) | of(~us, PieceType::Pawn));
  }
};

// What a term gets to see.
struct View {
  const Position& position;
  AttackMap& map;
  const PawnSets& pawns;
  int weight;  // of all pieces, see kPhaseWeight
};

}  // namespace oknos::eval
