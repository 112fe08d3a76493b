#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/random_numbers.h"
#include "lab/statistics/sprt.h"
#include "lab/statistics/statistics.h"

// Matches without chess: the results of pairs are drawn by lot from a known distribution.
namespace oknos::lab {

// From the other player's view.
inline Pentanomial swapped(Pentanomial pairs) {
  std::reverse(pairs.pairs.begin(), pairs.pairs.end());
  return pairs;
}

}  // namespace oknos::lab

namespace oknos::test {

// A player who is stronger by `advantage` Elo, with a share of draws that `draw_elo` sets, over openings that favour
// White by different amounts. The bias of an opening helps each player once, so the games of a pair hang together.
class PairModel {
 public:
  PairModel(double advantage, double draw_elo, const std::array<double, 4>& biases) {
    for (const double bias : biases) {
      const auto white = results(advantage + bias, draw_elo);
      const auto black = results(advantage - bias, draw_elo);
      for (std::size_t i = 0; i < white.size(); ++i)
        for (std::size_t j = 0; j < black.size(); ++j)
          shares_[i + j] += white[i] * black[j] / static_cast<double>(biases.size());
    }
  }

  const std::array<double, 5>& shares() const { return shares_; }
  double score() const {
    double sum = 0.0;
    for (std::size_t i = 0; i < shares_.size(); ++i) sum += shares_[i] * value(i);
    return sum;
  }
  double sigma() const {  // of the mean pair score
    double sum = 0.0;
    for (std::size_t i = 0; i < shares_.size(); ++i) sum += shares_[i] * std::pow(value(i) - score(), 2);
    return std::sqrt(sum);
  }
  double elo() const { return lab::elo_of_score(score()); }
  double normalized_elo() const { return lab::normalized_elo_of_t((score() - 0.5) / (std::sqrt(2.0) * sigma())); }

  std::size_t draw(RandomNumbers& numbers) const {
    double rest = numbers.unit();
    std::size_t cell = 0;
    while (cell + 1 < shares_.size() && rest >= shares_[cell]) rest -= shares_[cell++];
    return cell;
  }
  lab::Pentanomial match(int pairs, RandomNumbers& numbers) const {
    lab::Pentanomial out;
    for (int i = 0; i < pairs; ++i) out.add(draw(numbers));
    return out;
  }

 private:
  static double value(std::size_t i) { return static_cast<double>(i) / 4.0; }
  // Loss, draw, win.
  static std::array<double, 3> results(double elo, double draw_elo) {
    const double win = lab::score_of_elo(elo - draw_elo);
    const double loss = lab::score_of_elo(-elo - draw_elo);
    return {loss, 1.0 - win - loss, win};
  }

  std::array<double, 5> shares_{};
};

inline constexpr std::array<double, 4> kBiases = {-120.0, 20.0, 60.0, 200.0};
inline constexpr double kDrawElo = 180.0;

// The model whose (normalized) Elo is the one wanted.
inline PairModel model_with(lab::SprtModel kind, double elo, double draw_elo = kDrawElo,
                            const std::array<double, 4>& biases = kBiases) {
  double low = -1000.0;
  double high = 1000.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2.0;
    const PairModel model(middle, draw_elo, biases);
    (kind == lab::SprtModel::Normalized ? model.normalized_elo() : model.elo()) < elo ? low = middle : high = middle;
  }
  return {low, draw_elo, biases};
}

struct TestRun {
  lab::SprtState state = lab::SprtState::Running;
  int pairs = 0;
};

// Plays until the test ends; it is asked after every `step` pairs.
inline TestRun run_test(const PairModel& model, const lab::SprtSettings& settings, int step, RandomNumbers& numbers) {
  constexpr int kMaxPairs = 10'000'000;
  lab::Pentanomial pairs;
  for (int n = step; n < kMaxPairs; n += step) {
    pairs += model.match(step, numbers);
    if (const auto status = lab::sprt_status(pairs, settings); status.state != lab::SprtState::Running)
      return {status.state, n};
  }
  return {};
}

}  // namespace oknos::test
