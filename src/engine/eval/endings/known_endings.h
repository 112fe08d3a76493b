#pragma once

#include <optional>

#include "engine/base/score.h"
#include "engine/chess/position.h"
#include "engine/eval/terms/pawns.h"

// Endings of which more is known than the terms can say.
namespace oknos::eval {

inline bool is_bare_king(const Position& position, Color c) {
  return !more_than_one(position.pieces(c));
}
inline bool has_bare_king(const Position& position) {
  return is_bare_king(position, Color::White) || is_bare_king(position, Color::Black);
}

// Whether known_positional() could have an answer: a quick look.
inline bool may_be_known(const Position& position, int weight) {
  constexpr int kMaxMen = 4;
  constexpr int kMaxWeight = 6;              // queen against rook
  constexpr int kMaxWeightWithoutPawns = 9;  // queen and minor piece against queen; with more, kings are attacked
  if (has_bare_king(position)) return true;
  if (!position.pieces(PieceType::Pawn)) return weight <= kMaxWeightWithoutPawns;
  return weight <= kMaxWeight && popcount(position.pieces()) <= kMaxMen;
}

// The positional part that makes the value right where material and psqt are worth `known`; both from White's view.
//   a bare king      against a pawn (exact), bishop and knight, two knights, rook pawns alone or with a bishop that do
//                    not win, or anything else that mates
//   rook             against pawn, bishop, knight
//   queen            against pawn, rook
//   no pawns         and not enough more to win: rook against rook, rook and minor piece against rook, ...
std::optional<Score> known_positional(const Position& position, Score known);

// How much of its ending value the better side `strong` keeps, in 64ths: what is drawish keeps little.
inline constexpr int kFullScale = 64;
int ending_scale(const Position& position, const PawnSets& pawns, Color strong, int weight);

}  // namespace oknos::eval
