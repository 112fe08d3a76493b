#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/chess/position.h"
#include "engine/eval/weights/counters.h"

// Pawn structure, and a table that remembers it: most positions of a search share their pawns with many others.
namespace oknos::eval {

constexpr std::size_t at(Color c) {
  return static_cast<std::size_t>(index(c));
}

// What the other terms want to know about the pawns. By colour.
struct PawnSets {
  std::array<Bitboard, kColors> passed{};
  std::array<Bitboard, kColors> attack_span{};  // squares that the pawns attack or may attack later
};

// The terms of `us`, and its sets.
template <Color us, class Counter>
void count_pawns(const Position& position, PawnSets& sets, Counter& own);

// What a pawn structure is worth.
struct PawnEntry {
  struct Shelter {
    Square king = Square::None;  // for which the sums were made
    Sum sum;                     // without the danger, ...
    int danger = 0;              // ... which counts only when the king is attacked
  };

  Key key = 1;       // no structure has this one: that without pawns has 0, all others are random
  Packed value = 0;  // White's less Black's
  PawnSets sets;
  std::array<Shelter, kColors> shelter;

  void fill(const Position& position);
};

class PawnTable {
 public:
  PawnTable() : entries_(kSize) {}

  PawnEntry& probe(const Position& position) {
    const Key key = position.pawn_key();
    PawnEntry& entry = entries_[key & (kSize - 1)];
    if (entry.key != key) entry.fill(position);
    return entry;
  }

 private:
  static constexpr std::size_t kSize = 1 << 13;
  std::vector<PawnEntry> entries_;
};

}  // namespace oknos::eval
