#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "base/score.h"
#include "chess/position.h"

// What the search remembers of moves that did well or badly, to order and to reduce them elsewhere. One set per thread.
// All values stay within +-kHistoryMax and move towards it the slower the nearer they are ("gravity": the programs
// since about 2015).
namespace oknos {

inline constexpr int kHistoryMax = 16384;

namespace detail {

inline constexpr std::size_t kPieceKinds = 2 * kPieceTypes;  // of both colours

// 0 to 11, without the holes that Piece has.
constexpr std::size_t dense(Piece p) {
  return static_cast<std::size_t>(index(color_of(p)) * kPieceTypes + index(type_of(p)));
}
constexpr std::size_t at(Square s) {
  return static_cast<std::size_t>(index(s));
}
inline void move_towards(std::int16_t& value, int bonus) {
  value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / kHistoryMax);
}

}  // namespace detail

// Of quiet moves, by colour and by where they go from and to.
class QuietHistory {
 public:
  int operator()(Color c, Move m) const { return table_[slot(c, m)]; }
  void update(Color c, Move m, int bonus) { detail::move_towards(table_[slot(c, m)], bonus); }
  void clear() { table_ = {}; }

 private:
  static std::size_t slot(Color c, Move m) {
    constexpr unsigned kFromTo = 0xfff;
    return static_cast<std::size_t>(index(c)) << 12 | (m.bits() & kFromTo);
  }
  std::array<std::int16_t, std::size_t{2} << 12> table_{};
};

// Of moves by the piece and where it goes.
class PieceToHistory {
 public:
  int operator()(Piece p, Square to) const { return table_[detail::dense(p)][detail::at(to)]; }
  void update(Piece p, Square to, int bonus) { detail::move_towards(table_[detail::dense(p)][detail::at(to)], bonus); }

 private:
  std::array<std::array<std::int16_t, kSquares>, detail::kPieceKinds> table_{};
};

// Of quiet moves as answers: to the move one ply before, or two or four plies before as its continuation. One
// PieceToHistory for each such move.
class ContinuationHistory {
 public:
  PieceToHistory& after(Piece p, Square to) { return tables_[detail::dense(p) * kSquares + detail::at(to)]; }
  // What stands for a move that was none: before the root, or passed. Read and written like any other.
  PieceToHistory& after_nothing() { return tables_[kNothing]; }
  void clear() { tables_.assign(kNothing + 1, PieceToHistory{}); }

 private:
  static constexpr std::size_t kNothing = detail::kPieceKinds * kSquares;
  std::vector<PieceToHistory> tables_ = std::vector<PieceToHistory>(kNothing + 1);
};

// The tables of the moves one, two and four plies before.
using Continuations = std::array<PieceToHistory*, 3>;

// Of captures and promotions, by the piece, where it goes, and what it takes.
class CaptureHistory {
 public:
  int operator()(Piece p, Square to, PieceType captured) const { return table_[slot(p, to, captured)]; }
  void update(Piece p, Square to, PieceType captured, int bonus) {
    detail::move_towards(table_[slot(p, to, captured)], bonus);
  }
  void clear() { table_ = {}; }

 private:
  static constexpr std::size_t kVictims = kPieceTypes + 1;  // none, for a promotion on an empty square, among them
  static std::size_t slot(Piece p, Square to, PieceType captured) {
    return (detail::dense(p) * kSquares + detail::at(to)) * kVictims + static_cast<std::size_t>(index(captured));
  }
  std::array<std::int16_t, detail::kPieceKinds * kSquares * kVictims> table_{};
};

// Of quiet moves by the pawn structure they are played in, the piece and where it goes.
class PawnHistory {
 public:
  PieceToHistory& of(Key pawn_key) { return tables_[pawn_key & (kSize - 1)]; }
  const PieceToHistory& of(Key pawn_key) const { return tables_[pawn_key & (kSize - 1)]; }
  void clear() { tables_.assign(kSize, PieceToHistory{}); }

 private:
  static constexpr std::size_t kSize = 512;  // structures, told apart by the low bits of their key
  std::vector<PieceToHistory> tables_ = std::vector<PieceToHistory>(kSize);
};

// How far the search's value lay from the static one before, by something that both positions share: the running mean
// of the difference, to correct the static value by.
class CorrectionTable {
 public:
  static constexpr int kUnit = 256;  // steps of a centipawn
  static constexpr int kMost = 64;   // centipawns, either way
  static constexpr std::size_t kSize = 1U << 14;

  int operator()(Color c, Key key) const { return table_[slot(c, key)]; }
  // `difference` in centipawns; `weight` of kWeights is its share of the new mean.
  void update(Color c, Key key, int difference, int weight) {
    std::int16_t& value = table_[slot(c, key)];
    const int mean = (value * (kWeights - weight) + difference * kUnit * weight) / kWeights;
    value = static_cast<std::int16_t>(std::clamp(mean, -kMost * kUnit, kMost * kUnit));
  }
  void clear() { table_.assign(kColors * kSize, 0); }
  static constexpr int kWeights = 256;

 private:
  static std::size_t slot(Color c, Key key) {
    return static_cast<std::size_t>(index(c)) * kSize + static_cast<std::size_t>(key & (kSize - 1));
  }
  std::vector<std::int16_t> table_ = std::vector<std::int16_t>(kColors * kSize);
};

// The quiet move that last refuted a move, by the piece that moved and where it went.
class CounterMoves {
 public:
  Move operator()(Piece p, Square to) const { return table_[slot(p, to)]; }
  void set(Piece p, Square to, Move m) { table_[slot(p, to)] = m; }
  void clear() { table_ = {}; }

 private:
  static std::size_t slot(Piece p, Square to) { return detail::dense(p) * kSquares + detail::at(to); }
  std::array<Move, detail::kPieceKinds * kSquares> table_{};
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
  CaptureHistory capture;
  ContinuationHistory continuation;
  PawnHistory pawn;
  CounterMoves counter;
  CorrectionTable pawn_correction;   // by pawn structure
  CorrectionTable reply_correction;  // by the last two moves

  // What the tables say of a quiet move together: twice the plain one, the three continuations and the pawns'. Within
  // +-kQuietMost.
  // `before` may be null: nothing is known of the moves before.
  int of_quiet(const Position& position, const Continuations* before, Move m) const {
    const Piece p = position.piece_on(m.from());
    int sum = 2 * quiet(position.side_to_move(), m) + pawn.of(position.pawn_key())(p, m.to());
    if (before)
      for (const PieceToHistory* h : *before) sum += (*h)(p, m.to());
    return sum;
  }
  static constexpr int kQuietMost = 6 * kHistoryMax;

  void update_quiet(const Position& position, const Continuations& before, Move m, int bonus) {
    const Piece p = position.piece_on(m.from());
    changed_ = true;
    quiet.update(position.side_to_move(), m, bonus);
    pawn.of(position.pawn_key()).update(p, m.to(), bonus);
    for (PieceToHistory* h : before) h->update(p, m.to(), bonus);
  }
  int of_capture(const Position& position, Move m) const {
    return capture(position.piece_on(m.from()), m.to(), position.captured_type(m));
  }
  void update_capture(const Position& position, Move m, int bonus) {
    changed_ = true;
    capture.update(position.piece_on(m.from()), m.to(), position.captured_type(m), bonus);
  }
  void touch() { changed_ = true; }  // for what is changed by other ways than these

  // Forgets everything; free when nothing was learnt since the last time.
  void clear() {
    if (!changed_) return;
    quiet.clear();
    capture.clear();
    continuation.clear();
    pawn.clear();
    counter.clear();
    pawn_correction.clear();
    reply_correction.clear();
    changed_ = false;
  }

 private:
  bool changed_ = false;
};

}  // namespace oknos
