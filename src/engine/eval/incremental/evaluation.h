#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "engine/base/score.h"
#include "engine/chess/position.h"

// What a position is worth: E = material + psqt + positional, in centipawns.
//   material   a plain sum of fixed piece values, so a move's gain is exact
//   psqt       piece-square terms, tapered between middlegame and ending: known exactly after a move without making it
//   positional everything else: pawn structure, mobility, king safety, threats, ... (terms/), at most
//              positional_bound() either way
namespace oknos::eval {

// The sum of the pieces' weights (knight and bishop 1, rook 2, queen 4) at the start of a game. From there on up the
// middlegame values count alone, at 0 those of the ending, between them a mixture.
inline constexpr int kFullPhase = 24;
inline constexpr std::array<int, kPieceTypes> kPhaseWeight = {0, 1, 1, 2, 4, 0};

// The incremental part of the evaluation. The search keeps one for each ply; nothing in it depends on the path.
class Incremental {
 public:
  Incremental() = default;  // of an empty board
  static Incremental of(const Position& position);

  // The same for the position after `m`, which is legal in `position` and need not be made.
  Incremental after(const Position& position, Move m) const;

  Score material(Color view) const { return seen_by(view, material_sum()); }
  Score psqt(Color view) const {
    const int phase = this->phase();
    return seen_by(view, (middlegame_sum() * phase + ending_sum() * (kFullPhase - phase)) / kFullPhase);
  }
  Score value(Color view) const { return material(view) + psqt(view); }

  // The parts of psqt(), before they are mixed.
  Score middlegame(Color view) const { return seen_by(view, middlegame_sum()); }
  Score ending(Color view) const { return seen_by(view, ending_sum()); }
  int phase() const {  // 0 to kFullPhase
    const int sum = weight();
    return sum < kFullPhase ? sum : kFullPhase;
  }
  int weight() const { return static_cast<int>(sums_ & kField); }  // of all pieces; may be above kFullPhase

  bool operator==(const Incremental&) const = default;

 private:
  // Four sums in one word, so that a piece comes and goes with one addition: from the low end 16 bits each of phase,
  // middlegame, ending and material (White's less Black's). Middlegame and ending are kept kBias too high; so they are
  // never negative and never borrow from the field above.
  static constexpr int kFieldBits = 16;
  static constexpr std::uint64_t kField = 0xffff;
  static constexpr int kBias = 0x8000;
  static constexpr std::uint64_t kNothing =
      static_cast<std::uint64_t>(kBias) << kFieldBits | static_cast<std::uint64_t>(kBias) << 2 * kFieldBits;

  static constexpr Score seen_by(Color view, int sum) { return Score{view == Color::White ? sum : -sum}; }
  int middlegame_sum() const { return static_cast<int>(sums_ >> kFieldBits & kField) - kBias; }
  int ending_sum() const { return static_cast<int>(sums_ >> 2 * kFieldBits & kField) - kBias; }
  int material_sum() const { return static_cast<std::int16_t>(sums_ >> 3 * kFieldBits); }

  std::uint64_t sums_ = kNothing;
};

// From the view of the side to move.
struct Evaluation {
  Score material;
  Score psqt;
  Score positional;
  Score total() const { return clamp_to_evaluation(material + psqt + positional); }
};

// What a move wins at once, exactly: the victim (a pawn for en passant) and, for a promotion, the new piece less the
// pawn.
Score gain(const Position& position, Move m);

}  // namespace oknos::eval
