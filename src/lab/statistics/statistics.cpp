#include "lab/statistics/statistics.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace oknos::lab {

namespace {

constexpr double kEven = 0.5;
constexpr double kLogisticScale = 400.0;
constexpr double kNormalizedScale = 800.0;
constexpr double kDoubt = 0.05;

double held(double elo) {
  return std::clamp(elo, -kEloLimit, kEloLimit);
}

double normal_below(double z) {
  return std::erfc(-z / std::sqrt(2.0)) / 2.0;
}

// Results spread evenly from 0 to 1: three for games, five for pairs.
template <std::size_t N>
struct Sample {
  std::array<std::uint64_t, N> counts;
  double games_each;  // 1, or 2 for pairs

  static constexpr double value(std::size_t i) { return static_cast<double>(i) / (N - 1); }
  double size() const { return static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0})); }
  template <class F>
  double mean(F&& f) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < N; ++i) sum += static_cast<double>(counts[i]) * f(value(i));
    return sum / size();
  }
  bool all_the_same() const {
    return std::count(counts.begin(), counts.end(), std::uint64_t{0}) >= static_cast<std::ptrdiff_t>(N - 1);
  }
};

// t of one game, where a result is the mean of `games_each` games.
double normalized(double score, double variance, double games_each) {
  if (variance <= 0.0) return score == kEven ? 0.0 : std::copysign(kEloLimit, score - kEven);
  return normalized_elo_of_t((score - kEven) / std::sqrt(games_each * variance));
}

Estimate elo_of(const Estimate& score) {
  return {elo_of_score(score.value), elo_of_score(score.low), elo_of_score(score.high)};
}

// See the header: a share q of other results, all at one end.
template <std::size_t N>
Figures of_equal_results(const Sample<N>& sample) {
  Figures out;
  const double n = sample.size();
  out.count = static_cast<std::uint64_t>(n);
  const double score = n > 0.0 ? sample.mean([](double x) { return x; }) : kEven;
  const double others = n > 0.0 ? 1.0 - std::pow(kDoubt, 1.0 / n) : 1.0;
  out.score = {score, score * (1.0 - others), score + (1.0 - score) * others};
  out.elo = elo_of(out.score);
  const double spread = others * (1.0 - others);
  out.normalized.value = normalized(score, 0.0, sample.games_each);
  out.normalized.low =
      score < kEven ? -kEloLimit : normalized(out.score.low, score * score * spread, sample.games_each);
  out.normalized.high =
      score > kEven ? kEloLimit : normalized(out.score.high, (1.0 - score) * (1.0 - score) * spread, sample.games_each);
  const double error = std::max(out.score.high - score, score - out.score.low) / kDeviationsOf95Percent;
  out.superiority = normal_below((score - kEven) / error);
  return out;
}

// How much t = (mean - 1/2) / sigma of the results varies from sample to sample, times their number: the mean square of
// what a single result adds to it.
template <std::size_t N>
double variance_of_t(const Sample<N>& sample, double mean, double sigma) {
  const double t = (mean - kEven) / sigma;
  return sample.mean([&](double x) {
    const double z = (x - mean) / sigma;
    const double influence = z - t / 2.0 * (z * z - 1.0);
    return influence * influence;
  });
}

template <std::size_t N>
Figures figures_of(const Sample<N>& sample) {
  if (sample.all_the_same()) return of_equal_results(sample);
  Figures out;
  const double n = sample.size();
  out.count = static_cast<std::uint64_t>(n);
  const double score = sample.mean([](double x) { return x; });
  const double variance = sample.mean([&](double x) { return (x - score) * (x - score); });
  const double error = std::sqrt(variance / n);
  out.score = {score, std::max(0.0, score - kDeviationsOf95Percent * error),
               std::min(1.0, score + kDeviationsOf95Percent * error)};
  out.elo = elo_of(out.score);
  const double sigma = std::sqrt(variance);
  const double game = std::sqrt(sample.games_each);
  const double t = (score - kEven) / sigma;
  const double t_error = kDeviationsOf95Percent * std::sqrt(variance_of_t(sample, score, sigma) / n);
  out.normalized = {normalized_elo_of_t(t / game), normalized_elo_of_t((t - t_error) / game),
                    normalized_elo_of_t((t + t_error) / game)};
  out.superiority = normal_below((score - kEven) / error);
  return out;
}

std::string signed_text(double elo) {
  if (std::abs(elo) >= kEloLimit) return elo < 0.0 ? "-inf" : "+inf";
  const std::string text = fmt::format("{:+.1f}", elo);
  return text == "-0.0" ? "+0.0" : text;
}

}  // namespace

std::uint64_t Pentanomial::count() const {
  return std::accumulate(pairs.begin(), pairs.end(), std::uint64_t{0});
}

Pentanomial& Pentanomial::operator+=(const Pentanomial& other) {
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] += other.pairs[i];
  return *this;
}

Estimate combined(const Estimate& a, const Estimate& b) {
  const double wide_a = a.high - a.low, wide_b = b.high - b.low;
  if (wide_a == 0) return a;
  if (wide_b == 0) return b;
  const double of_a = 1 / (wide_a * wide_a), of_b = 1 / (wide_b * wide_b);
  const double value = (a.value * of_a + b.value * of_b) / (of_a + of_b), margin = std::sqrt(1 / (of_a + of_b)) / 2;
  return {value, value - margin, value + margin};
}

double elo_of_score(double score) {
  if (score <= 0.0) return -kEloLimit;
  if (score >= 1.0) return kEloLimit;
  return held(kLogisticScale * std::log10(score / (1.0 - score)));
}

double score_of_elo(double elo) {
  return 1.0 / (1.0 + std::pow(10.0, -elo / kLogisticScale));
}

double normalized_elo_of_t(double t) {
  return held(t * kNormalizedScale / std::log(10.0));
}

double t_of_normalized_elo(double elo) {
  return elo * std::log(10.0) / kNormalizedScale;
}

Figures figures(const Pentanomial& pairs) {
  return figures_of(Sample<5>{pairs.pairs, 2.0});
}

Figures figures(const GameCounts& games) {
  return figures_of(Sample<3>{{games.losses, games.draws, games.wins}, 1.0});
}

double draw_ratio(const GameCounts& games) {
  return games.games() == 0 ? 0.0 : static_cast<double>(games.draws) / static_cast<double>(games.games());
}

std::string to_text(const Estimate& elo) {
  return fmt::format("{} ({} to {})", signed_text(elo.value), signed_text(elo.low), signed_text(elo.high));
}

}  // namespace oknos::lab
