#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>

#include "base/score.h"
#include "chess/position.h"

// What the search remembers of moves that did well, to try them earlier elsewhere. One per thread.
namespace oknos {

class QuietHistory {
 public:
  static constexpr int kMax = 16384;  // values stay within +-kMax

  int operator()(Color c, Move m) const { return entry(c, m); }

  // Moves the value towards +-kMax, less the nearer it is already.
  void update(Color c, Move m, int bonus) {
    std::int16_t& h = entry(c, m);
    h = static_cast<std::int16_t>(h + bonus - h * std::abs(bonus) / kMax);
  }
  void clear() { table_ = {}; }

  // Bonus for a move that caused a cut-off at that depth.
  static int bonus(Depth d) {
    constexpr int kPerPly = 180;
    constexpr int kOffset = 90;
    constexpr int kMost = 1800;
    const int b = kPerPly * d.plies() - kOffset;
    return b > kMost ? kMost : b;
  }

 private:
  static std::size_t slot(Color c, Move m) {
    constexpr unsigned kFromTo = 0xfff;
    return static_cast<std::size_t>(index(c)) << 12 | (m.bits() & kFromTo);
  }
  const std::int16_t& entry(Color c, Move m) const { return table_[slot(c, m)]; }
  std::int16_t& entry(Color c, Move m) { return table_[slot(c, m)]; }

  std::array<std::int16_t, std::size_t{2} << 12> table_{};
};

// The quiet move that last refuted a move, by the piece that moved and where it went.
class CounterMoves {
 public:
  Move operator()(Piece p, Square to) const { return table_[slot(p, to)]; }
  void set(Piece p, Square to, Move m) { table_[slot(p, to)] = m; }
  void clear() { table_ = {}; }

 private:
  static std::size_t slot(Piece p, Square to) {
    return static_cast<std::size_t>(index(p)) * kSquares + static_cast<std::size_t>(index(to));
  }
  std::array<Move, static_cast<std::size_t>(kPieces) * kSquares> table_{};
};

// Two quiet moves that caused a cut-off at this distance from the root.
struct Killers {
  Move first, second;
  void add(Move m) {
    if (m == first) return;
    second = first;
    first = m;
  }
};

struct Histories {
  QuietHistory quiet;
  CounterMoves counter;

  void clear() {
    quiet.clear();
    counter.clear();
  }
};

}  // namespace oknos
