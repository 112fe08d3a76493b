#include "train/network/packed_position.h"

#include "engine/eval/network/network.h"

namespace oknos::train::network {

namespace {

constexpr int kNibble = 4;  // bits
constexpr int kNibbleMask = 15;

Piece man_at(const PackedPosition& p, int number) {
  const int pair = p.men[static_cast<std::size_t>(number / 2)];
  return static_cast<Piece>(number % 2 == 0 ? pair & kNibbleMask : pair >> kNibble);
}

}  // namespace

PackedPosition pack(const Position& position, Score score, int half_points) {
  PackedPosition out;
  out.occupied = position.pieces();
  out.score = static_cast<std::int16_t>(score.value());
  out.half_points = static_cast<std::uint8_t>(half_points);
  out.black_to_move = position.side_to_move() == Color::Black ? 1 : 0;
  out.material = static_cast<std::int16_t>(eval::network::material_of(position).value());
  int number = 0;
  for (Bitboard left = out.occupied; left; ++number) {
    const int man = index(position.piece_on(pop_lowest(left)));
    std::uint8_t& pair = out.men[static_cast<std::size_t>(number / 2)];
    pair = static_cast<std::uint8_t>(pair | (number % 2 == 0 ? man : man << kNibble));
  }
  return out;
}

Inputs inputs_of(const PackedPosition& position, int king_buckets) {
  using namespace eval::network;
  std::array<KingView, kColors> views;
  int number = 0;
  for (Bitboard left = position.occupied; left; ++number) {
    const Square s = pop_lowest(left);
    const Piece man = man_at(position, number);
    if (type_of(man) == PieceType::King)
      views[static_cast<std::size_t>(index(color_of(man)))] = king_view(color_of(man), s, king_buckets);
  }
  const Color us = position.black_to_move ? Color::Black : Color::White;
  const auto input = [&](Color side, Piece man, Square s) {
    return static_cast<std::uint16_t>(input_of(side, views[static_cast<std::size_t>(index(side))], man, s));
  };
  Inputs out;
  for (Bitboard left = position.occupied; left; ++out.men) {
    const Square s = pop_lowest(left);
    const Piece man = man_at(position, out.men);
    out.own[static_cast<std::size_t>(out.men)] = input(us, man, s);
    out.other[static_cast<std::size_t>(out.men)] = input(~us, man, s);
  }
  return out;
}

}  // namespace oknos::train::network
