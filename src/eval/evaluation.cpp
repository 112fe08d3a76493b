#include "eval/evaluation.h"

#include <cstdio>

#include "base/piece_values.h"
#include "eval/piece_square.h"

namespace oknos::eval {

namespace {

using PackedTable = std::array<std::array<std::uint64_t, kSquares>, kPieces>;

// The four fields of Incremental for one piece on one square. Negative numbers borrow from the field above, which the
// sum gives back.
constexpr std::uint64_t pack(int phase, int middlegame, int ending, int material) {
  const auto field = [](int value, int position) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) << (position * 16);
  };
  return field(phase, 0) + field(middlegame, 1) + field(ending, 2) + field(material, 3);
}

constexpr PackedTable make_packed() {
  PackedTable table{};
  for (const Color c : {Color::White, Color::Black}) {
    for (int t = 0; t < kPieceTypes; ++t) {
      const Piece p = make_piece(c, static_cast<PieceType>(t));
      const int sign = c == Color::White ? 1 : -1;
      for (int s = 0; s < kSquares; ++s) {
        const Placement place = placement(p, square_at(s));
        table[static_cast<std::size_t>(index(p))][static_cast<std::size_t>(s)] =
            pack(kPhaseWeight[static_cast<std::size_t>(t)], sign * place.middlegame, sign * place.ending,
                 sign * piece_value(p).value());
      }
    }
  }
  return table;
}

constexpr PackedTable kPacked = make_packed();

std::uint64_t packed(Piece p, Square s) {
  return kPacked[static_cast<std::size_t>(index(p))][static_cast<std::size_t>(index(s))];
}

}  // namespace

Incremental Incremental::of(const Position& position) {
  Incremental out;
  for_each_square(position.pieces(), [&](Square s) { out.sums_ += packed(position.piece_on(s), s); });
  return out;
}

Incremental Incremental::after(const Position& position, Move m) const {
  const Color us = position.side_to_move();
  const Square from = m.from();
  const Square to = m.to();
  const Piece mover = position.piece_on(from);
  Incremental out = *this;
  out.sums_ -= packed(mover, from);
  if (m.is_castling()) {
    const CastlingSide side = castling_side(m);
    const Piece rook = make_piece(us, PieceType::Rook);
    out.sums_ -= packed(rook, to);
    out.sums_ += packed(mover, castled_king(us, side)) + packed(rook, castled_rook(us, side));
    return out;
  }
  const Square victim_square = m.is_en_passant() ? offset(to, -pawn_push(us)) : to;
  out.sums_ -= packed(position.piece_on(victim_square), victim_square);  // nothing for an empty square
  out.sums_ += packed(m.is_promotion() ? make_piece(us, m.promoted()) : mover, to);
  return out;
}

Evaluation evaluate(const Position& position, const Incremental& incremental) {
  const Color us = position.side_to_move();
  return {incremental.material(us), incremental.placement(us), Score{0}};
}

Evaluation evaluate(const Position& position) {
  return evaluate(position, Incremental::of(position));
}

Score rest_bound(const Position&) {
  return Score{0};
}

Score gain(const Position& position, Move m) {
  const Score victim = piece_value(position.captured_type(m));
  if (!m.is_promotion()) return victim;
  return victim + piece_value(m.promoted()) - piece_value(PieceType::Pawn);
}

namespace {

// The evaluation of one side's pieces.
struct Side {
  Score material;
  Placement placement;
};

Side side_of(const Position& position, Color c) {
  Side out;
  for_each_square(position.pieces(c), [&](Square s) {
    const Piece p = position.piece_on(s);
    const Placement place = placement(p, s);
    out.material += piece_value(p);
    out.placement.middlegame += place.middlegame;
    out.placement.ending += place.ending;
  });
  return out;
}

constexpr std::size_t kLineSize = 96;

std::string row(const char* name, int white, int black) {
  std::array<char, kLineSize> line{};
  std::snprintf(line.data(), line.size(), "%-22s %8d %8d %8d\n", name, white, black, white - black);
  return line.data();
}

std::string row(const char* name, int value, const char* remark) {
  std::array<char, kLineSize> line{};
  std::snprintf(line.data(), line.size(), "%-22s %26d%s\n", name, value, remark);
  return line.data();
}

}  // namespace

std::string explain(const Position& position) {
  const Incremental incremental = Incremental::of(position);
  const Evaluation e = evaluate(position, incremental);
  const Side white = side_of(position, Color::White);
  const Side black = side_of(position, Color::Black);
  const bool white_moves = position.side_to_move() == Color::White;
  const Score total = white_moves ? e.total() : -e.total();
  const Score rest = white_moves ? e.rest : -e.rest;

  std::string out = "centipawns                White    Black     both\n";
  out += row("material", white.material.value(), black.material.value());
  out += row("placement, middlegame", white.placement.middlegame, black.placement.middlegame);
  out += row("placement, ending", white.placement.ending, black.placement.ending);
  out += row("phase", incremental.phase(), " of 24");
  out += row("placement, mixed", incremental.placement(Color::White).value(), "");
  out += row("rest", rest.value(), "");
  out += row("bound on rest", rest_bound(position).value(), "");
  out += row("total", total.value(), " for White");
  out +=
      row("total", e.total().value(), white_moves ? " for the side to move (White)" : " for the side to move (Black)");
  return out;
}

}  // namespace oknos::eval
