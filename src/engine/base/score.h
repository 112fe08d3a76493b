#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>

// Score (centipawns, from the view of the side to move unless said) and Depth (plies): two numbers that must never be
// mixed.
namespace oknos {

class Score {
 public:
  constexpr Score() = default;
  constexpr explicit Score(int centipawns) : value_(centipawns) {}
  constexpr int value() const { return value_; }

  constexpr auto operator<=>(const Score&) const = default;
  constexpr Score operator-() const { return Score{-value_}; }
  constexpr Score operator+(Score o) const { return Score{value_ + o.value_}; }
  constexpr Score operator-(Score o) const { return Score{value_ - o.value_}; }
  constexpr Score operator*(int k) const { return Score{value_ * k}; }
  constexpr Score operator/(int k) const { return Score{value_ / k}; }
  constexpr Score& operator+=(Score o) { return value_ += o.value_, *this; }
  constexpr Score& operator-=(Score o) { return value_ -= o.value_, *this; }

 private:
  std::int32_t value_ = 0;
};

class Depth {
 public:
  constexpr Depth() = default;
  constexpr explicit Depth(int plies) : plies_(plies) {}
  constexpr int plies() const { return plies_; }

  constexpr auto operator<=>(const Depth&) const = default;
  constexpr Depth operator+(Depth o) const { return Depth{plies_ + o.plies_}; }
  constexpr Depth operator-(Depth o) const { return Depth{plies_ - o.plies_}; }
  constexpr Depth operator+(int k) const { return Depth{plies_ + k}; }
  constexpr Depth operator-(int k) const { return Depth{plies_ - k}; }

 private:
  std::int32_t plies_ = 0;
};

inline constexpr int kMaxPly = 246;             // longest line the search follows, in plies
inline constexpr Depth kMaxDepth{kMaxPly - 1};  // deepest iteration
inline constexpr Score kDraw{0};
inline constexpr Score kMate{32000};  // mate on the board; mate in n plies is kMate - n
inline constexpr Score kInfinite{32001};
inline constexpr Score kNoScore{32002};                           // "not known": compare with == only
inline constexpr Score kMateBound{kMate.value() - kMaxPly};       // at or above: a forced mate was found
inline constexpr Score kTbWin{kMateBound.value() - 1};            // a tablebase win n plies away is kTbWin - n
inline constexpr Score kDecisiveBound{kTbWin.value() - kMaxPly};  // at or above: mate or a tablebase win
inline constexpr Score kMaxEvaluation{kDecisiveBound.value() - 1};

constexpr Score mate_in(int ply) {
  return Score{kMate.value() - ply};
}
constexpr Score mated_in(int ply) {
  return Score{ply - kMate.value()};
}
constexpr bool is_win(Score s) {
  return s >= kMateBound;
}
constexpr bool is_loss(Score s) {
  return s <= -kMateBound;
}
constexpr bool is_mate(Score s) {
  return is_win(s) || is_loss(s);
}

constexpr Score tb_win_in(int ply) {
  return Score{kTbWin.value() - ply};
}
// Known to be won or lost, by a mate that was found or from a tablebase.
constexpr bool is_decisive(Score s) {
  return s >= kDecisiveBound || s <= -kDecisiveBound;
}

// A static value may never claim a mate or a tablebase result.
constexpr Score clamp_to_evaluation(Score s) {
  return std::clamp(s, -kMaxEvaluation, kMaxEvaluation);
}

}  // namespace oknos
