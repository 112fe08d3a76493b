#pragma once

#include <cstdint>
#include <ostream>
#include <rapidcheck.h>
#include <vector>

#include "support/positions.h"

// Random games as the source of positions for properties. rapidcheck prints its seed and, when a property fails, the
// shortest game that it found.
namespace oknos::test {

constexpr int kChess960Starts = 960;

// A start and a choice for each move.
struct RandomGame {
  int start = -1;  // number of a Chess960 position; -1 for standard chess
  std::vector<std::uint16_t> choices;
};

// Plays the game as far as it goes and calls visit(Position&, Move) before each move. One choice in four is spent on
// what is rare among random moves: castling, en passant, promotions and the pushes that may lead to them.
template <class Visit>
Position replay(const RandomGame& game, Visit&& visit) {
  Position position = game.start < 0 ? Position::initial() : chess960_start(game.start);
  for (const std::uint16_t choice : game.choices) {
    const MoveList moves = legal_moves(position);
    if (moves.empty()) break;
    MoveList rare;
    if (choice % 4 == 0)
      for (const Move m : moves)
        if (m.kind() != MoveKind::Normal || type_of(position.piece_on(m.from())) == PieceType::Pawn) rare.push_back(m);
    MoveList rarest;
    for (const Move m : rare)
      if (m.kind() != MoveKind::Normal) rarest.push_back(m);
    const MoveList& pool = !rarest.empty() ? rarest : !rare.empty() ? rare : moves;
    const Move m = pool[choice / 4 % pool.size()];
    visit(position, m);
    position.play(m);
  }
  return position;
}

inline Position end_of(const RandomGame& game) {
  return replay(game, [](Position&, Move) {});
}

inline std::ostream& operator<<(std::ostream& out, const RandomGame& game) {
  out << (game.start < 0 ? "standard" : "Chess960 number " + std::to_string(game.start)) << ':';
  const Position end = replay(game, [&](Position& p, Move m) { out << ' ' << to_text(m, p.chess960()); });
  return out << " -> " << fen::to_text(end, fen::CastlingStyle::Shredder);
}

}  // namespace oknos::test

namespace rc {

template <>
struct Arbitrary<oknos::test::RandomGame> {
  static Gen<oknos::test::RandomGame> arbitrary() {
    using oknos::test::RandomGame;
    constexpr double kPliesPerSize = 2.0;  // rapidcheck's size goes to 100
    return gen::build<RandomGame>(
        gen::set(&RandomGame::start, gen::oneOf(gen::just(-1), gen::inRange(0, oknos::test::kChess960Starts))),
        gen::set(&RandomGame::choices, gen::scale(kPliesPerSize, gen::container<std::vector<std::uint16_t>>(
                                                                     gen::inRange<std::uint16_t>(0, 65535)))));
  }
};

}  // namespace rc
