#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "engine/base/score.h"
#include "engine/base/static_vector.h"
#include "engine/chess/position.h"
#include "engine/pruning/parts/search_features.h"

// History tables for move ordering and reductions: statistics of moves that caused cutoffs or failed to. One set per
// thread. Values stay within +-kHistoryMax; the nearer they are to it, the smaller the update ("gravity").
namespace oknos {

inline constexpr int kHistoryMax = 16384;

namespace detail {

inline constexpr std::size_t kPieceKinds = 2 * kPieceTypes;  // both colours

// 0 to 11; the values of Piece have gaps.
constexpr std::size_t dense(Piece p) {
  return static_cast<std::size_t>(index(color_of(p)) * kPieceTypes + index(type_of(p)));
}
constexpr std::size_t at(Square s) {
  return static_cast<std::size_t>(index(s));
}
inline void gravity_update(std::int16_t& value, int bonus) {
  value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / kHistoryMax);
}

}  // namespace detail

// Butterfly history: quiet moves by colour, source and target square, and by whether the opponent attacks these two
// squares (`threatened`: all attacked squares).
class ButterflyHistory {
 public:
  int operator()(Color c, Move m, Bitboard threatened) const { return table_[slot(c, m, threatened)]; }
  void update(Color c, Move m, Bitboard threatened, int bonus) {
    detail::gravity_update(table_[slot(c, m, threatened)], bonus);
  }
  void clear() { table_ = {}; }

 private:
  static std::size_t slot(Color c, Move m, Bitboard threatened) {
    constexpr unsigned kFromTo = 0xfff;
    const auto from = static_cast<std::size_t>(contains(threatened, m.from()));
    const auto to = static_cast<std::size_t>(contains(threatened, m.to()));
    return (static_cast<std::size_t>(index(c)) << 2 | from << 1 | to) << 12 | (m.bits() & kFromTo);
  }
  std::array<std::int16_t, std::size_t{8} << 12> table_{};
};

// Move scores by piece and target square.
class PieceToHistory {
 public:
  int operator()(Piece p, Square to) const { return table_[detail::dense(p)][detail::at(to)]; }
  void update(Piece p, Square to, int bonus) {
    detail::gravity_update(table_[detail::dense(p)][detail::at(to)], bonus);
  }

 private:
  std::array<std::array<std::int16_t, kSquares>, detail::kPieceKinds> table_{};
};

// Continuation history: quiet moves as replies to the move one ply earlier, or as continuations of the moves two, four
// and six plies earlier. One PieceToHistory per earlier move, or one for each kind of it.
class ContinuationHistory {
 public:
  // What may set earlier moves with the same piece and target square apart; a bit mask.
  static constexpr unsigned kCapture = 1, kEvasion = 2, kKinds = 4;
  // Index of a move, below kNoMove.
  static constexpr std::uint16_t number(Piece p, Square to) {
    return static_cast<std::uint16_t>(detail::dense(p) * kSquares + detail::at(to));
  }
  static constexpr std::uint16_t kNoMove = detail::kPieceKinds * kSquares;
  PieceToHistory& after(Piece p, Square to) { return after(number(p, to)); }
  PieceToHistory& after(std::uint16_t move_number, unsigned kind = 0) {
    return table(std::size_t{kNoMove} * kind + move_number + 1);
  }
  // Used before the root and after a null move; read and updated like any other.
  PieceToHistory& after_no_move() { return table(0); }
  // Only of what has been handed out: a short search uses few of several megabytes.
  void clear() {
    for (std::size_t i = 0; i < tables_.size(); ++i)
      if (std::exchange(is_used_[i], false)) tables_[i] = PieceToHistory{};
  }
  // How many kinds are told apart. Invalidates all references; keeps the values of the kinds that stay.
  void set_kinds(unsigned kinds) {
    tables_.resize(std::size_t{kNoMove} * kinds + 1);
    is_used_.resize(tables_.size());
  }

 private:
  PieceToHistory& table(std::size_t i) {
    is_used_[i] = true;
    return tables_[i];
  }
  std::vector<PieceToHistory> tables_ = std::vector<PieceToHistory>(kNoMove + 1);
  std::vector<char> is_used_ = std::vector<char>(kNoMove + 1);  // not bool: a bit each would be slow to set
};

// The continuation histories of some earlier moves, the last one first.
using Continuations = StaticVector<PieceToHistory*, 4>;

// Capture history: captures and promotions by piece, target square and captured piece.
class CaptureHistory {
 public:
  int operator()(Piece p, Square to, PieceType captured) const { return table_[slot(p, to, captured)]; }
  void update(Piece p, Square to, PieceType captured, int bonus) {
    detail::gravity_update(table_[slot(p, to, captured)], bonus);
  }
  void clear() { table_ = {}; }

 private:
  static constexpr std::size_t kVictims = kPieceTypes + 1;  // includes none, for a promotion without capture
  static std::size_t slot(Piece p, Square to, PieceType captured) {
    return (detail::dense(p) * kSquares + detail::at(to)) * kVictims + static_cast<std::size_t>(index(captured));
  }
  std::array<std::int16_t, detail::kPieceKinds * kSquares * kVictims> table_{};
};

// Pawn history: quiet moves by pawn structure, piece and target square.
class PawnHistory {
 public:
  PieceToHistory& of(Key pawn_key) { return tables_[pawn_key & (kSize - 1)]; }
  const PieceToHistory& of(Key pawn_key) const { return tables_[pawn_key & (kSize - 1)]; }
  void clear() { tables_.assign(kSize, PieceToHistory{}); }

 private:
  static constexpr std::size_t kSize = 512;  // indexed by the low bits of the pawn key
  std::vector<PieceToHistory> tables_ = std::vector<PieceToHistory>(kSize);
};

// Correction history: what to add to the static evaluation, indexed by a feature of the position such as its pawn
// structure. The entries of several tables are added up, so each is updated by the error that remains in their sum
// (least mean squares, B. Widrow and M. Hoff, 1960); with the whole error each, the sum would be several times too
// large.
class CorrectionTable {
 public:
  static constexpr int kUnit = 256;  // fixed point: units per centipawn
  static constexpr int kMax = 64;    // centipawns
  static constexpr std::size_t kSize = 1U << 14;

  int operator()(Color c, Key key) const { return table_[slot(c, key)]; }
  // `error`: search value minus corrected static evaluation, centipawns; the entry changes by error * weight /
  // kWeights.
  void update(Color c, Key key, int error, int weight) {
    std::int16_t& value = table_[slot(c, key)];
    const int sum = value + error * kUnit * weight / kWeights;
    value = static_cast<std::int16_t>(std::clamp(sum, -kMax * kUnit, kMax * kUnit));
  }
  void clear() { table_.assign(kColors * kSize, 0); }
  static constexpr int kWeights = 256;

 private:
  static std::size_t slot(Color c, Key key) {
    return static_cast<std::size_t>(index(c)) * kSize + static_cast<std::size_t>(key & (kSize - 1));
  }
  std::vector<std::int16_t> table_ = std::vector<std::int16_t>(kColors * kSize);
};

// Countermoves: the quiet move that last refuted a move, indexed by piece and target square of that move.
class CounterMoves {
 public:
  Move operator()(Piece p, Square to) const { return table_[slot(p, to)]; }
  void set(Piece p, Square to, Move m) { table_[slot(p, to)] = m; }
  void clear() { table_ = {}; }

 private:
  static std::size_t slot(Piece p, Square to) { return detail::dense(p) * kSquares + detail::at(to); }
  std::array<Move, detail::kPieceKinds * kSquares> table_{};
};

// Killer moves: the last two quiet moves that were best at this ply, mostly by a cutoff.
struct Killers {
  Move first, second;
  bool contains(Move m) const { return m == first || m == second; }
  void add(Move m) {
    if (m == first) return;
    second = first;
    first = m;
  }
};

inline constexpr pruning::RuleSetting kDefaultHistories = pruning::RuleSetting::of(pruning::MoveHistories::kInfo);

// Inputs of the history of a quiet move besides the move and the position.
struct HistoryContext {
  const Continuations* before = nullptr;  // null: no continuation histories
  Bitboard threatened = 0;                // squares that the other side attacks; 0: none is told apart
  const pruning::RuleSetting& setting = kDefaultHistories;  // how captures and quiet moves are ordered
  const CheckInfo* checks = nullptr;                        // null: the order does not depend on checks
  Bitboard maybe_threatened() const { return threatened ? threatened : kAllSquares; }
};

struct Histories {
  ButterflyHistory quiet;
  CaptureHistory capture;
  ContinuationHistory continuation;
  PawnHistory pawn;
  CounterMoves counter;
  CorrectionTable pawn_correction;                        // by pawn structure
  CorrectionTable continuation_correction;                // by the last two moves
  CorrectionTable minor_correction;                       // by kings, knights and bishops
  std::array<CorrectionTable, kColors> piece_correction;  // by one side's pieces, pawns excepted

  static constexpr int kQuietMax = 6 * kHistoryMax;

  void update_quiet(const Position& position, const HistoryContext& situation, Move m, int bonus) {
    const Piece p = position.piece_on(m.from());
    changed_ = true;
    quiet.update(position.side_to_move(), m, situation.threatened, bonus);
    pawn.of(position.pawn_key()).update(p, m.to(), bonus);
    if (situation.before) update_continuations(*situation.before, p, m.to(), bonus);
  }
  void update_continuations(const Continuations& before, Piece p, Square to, int bonus) {
    changed_ = true;
    for (PieceToHistory* h : before) h->update(p, to, bonus);
  }
  int of_capture(const Position& position, Move m) const {
    return capture(position.piece_on(m.from()), m.to(), position.captured_type(m));
  }
  void update_capture(const Position& position, Move m, int bonus) {
    changed_ = true;
    capture.update(position.piece_on(m.from()), m.to(), position.captured_type(m), bonus);
  }
  void mark_changed() { changed_ = true; }  // after a table was updated directly

  // Clears all tables, unless nothing has changed since the last time.
  void clear() {
    if (!changed_) return;
    quiet.clear();
    capture.clear();
    continuation.clear();
    pawn.clear();
    counter.clear();
    pawn_correction.clear();
    continuation_correction.clear();
    minor_correction.clear();
    for (CorrectionTable& table : piece_correction) table.clear();
    changed_ = false;
  }

 private:
  bool changed_ = false;
};

// History scores of the quiet moves of a position: the weighted sum of butterfly and continuation histories, plus the
// pawn history. Within +-Histories::kQuietMax with the default weights and three continuation histories; else it may
// exceed that. What the moves have in common is looked up once: ordering asks for all of them.
class QuietScorer {
 public:
  QuietScorer(const Histories& histories, const Position& position, const HistoryContext& situation)
      : position_(position),
        butterfly_(histories.quiet),
        pawn_(histories.pawn.of(position.pawn_key())),
        us_(position.side_to_move()),
        threatened_(situation.threatened),
        of_butterfly_(situation.setting[P::Butterfly]),
        of_previous_(situation.setting[P::Previous]),
        of_earlier_(situation.setting[P::Earlier]) {
    if (situation.before) before_ = *situation.before;
  }

  int operator()(Move m) const {
    constexpr int kHundred = 100;
    const Piece p = position_.piece_on(m.from());
    int earlier = 0;
    for (std::size_t i = 1; i < before_.size(); ++i) earlier += (*before_[i])(p, m.to());
    const int previous = before_.empty() ? 0 : (*before_[0])(p, m.to());
    const int sum = butterfly_(us_, m, threatened_) * of_butterfly_ + previous * of_previous_ + earlier * of_earlier_;
    return sum / kHundred + pawn_(p, m.to());
  }

 private:
  using P = pruning::MoveHistories::P;
  const Position& position_;
  const ButterflyHistory& butterfly_;
  const PieceToHistory& pawn_;
  const Color us_;
  const Bitboard threatened_;
  const int of_butterfly_, of_previous_, of_earlier_;
  Continuations before_;
};

}  // namespace oknos
