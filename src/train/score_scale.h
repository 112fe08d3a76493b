#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "engine/base/score.h"
#include "train/game_walk.h"

// Converts scores to expected points: sigmoid(score / K), with K in centipawns.
namespace oknos::train {

inline double sigmoid(double x) {
  return 1.0 / (1.0 + std::exp(-x));
}

// Bounds of K.
inline constexpr double kMinScale = 20.0;
inline constexpr double kMaxScale = 2000.0;

// How often each score, up to Filter::kMaxDecided, occurred with each result.
class ScoreHistogram {
 public:
  ScoreHistogram() : counts_(2 * Filter::kMaxDecided + 1) {}
  void add(Score white_view, int half_points) {
    ++counts_[static_cast<std::size_t>(white_view.value() + Filter::kMaxDecided)]
             [static_cast<std::size_t>(half_points)];
  }
  ScoreHistogram& operator+=(const ScoreHistogram& other);

  std::uint64_t count() const;
  // Mean squared difference of the points of a game and sigmoid(score / scale).
  double error(double scale) const;
  // The scale with the least error.
  double best_scale() const;
  // Pearson's correlation of score and points; 0 when one of them never varies.
  double correlation() const;

 private:
  std::vector<std::array<std::uint64_t, 3>> counts_;
};

}  // namespace oknos::train
