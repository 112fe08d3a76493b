#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

// What the results of a match say about the strength of two players. Everything is from the view of the first one.
//
// Games come in pairs: one opening, each player once with each colour. An opening that favours a side then favours each
// player once, so the two results hang together, and the unit of the statistics is the pair and not the game.
// docs/statistics.md explains the figures.
namespace oknos::lab {

// Single games.
struct GameCounts {
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;

  std::uint64_t games() const { return wins + draws + losses; }
  bool operator==(const GameCounts&) const = default;
};

// Pairs of games by what the first player got from both: 0, 1/2, 1, 3/2, 2 points.
struct Pentanomial {
  static constexpr std::size_t kEven = 2;

  std::array<std::uint64_t, 5> pairs{};

  std::uint64_t count() const;
  // `half_points`: from both games, 0 to 4.
  void add(std::size_t half_points) { ++pairs[half_points]; }
  Pentanomial& operator+=(const Pentanomial& other);
  bool operator==(const Pentanomial&) const = default;
};

// Elo figures, normalized ones too, are kept within -kEloLimit to kEloLimit (a score of 0.999999). A figure at the
// limit means: no end can be given.
inline constexpr double kEloLimit = 2400.0;

// Standard errors to either side of a 95 % interval, of a normal distribution.
inline constexpr double kDeviationsOf95Percent = 1.959963984540054;

// A figure with its 95 % interval: low <= value <= high.
struct Estimate {
  double value = 0.0;
  double low = 0.0;
  double high = 0.0;
};

// The mean of two independent estimates, each weighted by the inverse of its variance. Their intervals are taken to be
// symmetric; an estimate with an interval of width 0 is certain, and taken as it is.
Estimate combined(const Estimate& a, const Estimate& b);

// The logistic curve: score = 1 / (1 + 10^(-elo / 400)).
double elo_of_score(double score);  // within the limits
double score_of_elo(double elo);

// Normalized Elo of t = (mean - 1/2) / (standard deviation of one game), and back: a factor of 800 / ln 10.
// M. Van den Bergh, "Normalized Elo".
double normalized_elo_of_t(double t);  // within the limits
double t_of_normalized_elo(double elo);

struct Figures {
  std::uint64_t count = 0;  // pairs, or games for GameCounts
  Estimate score;           // points a game, 0 to 1
  Estimate elo;
  Estimate normalized;  // Elo
  // How likely it is that the first player is the stronger one, 0 to 1.
  double superiority = 0.5;
};

// Score: the mean, with 1.96 standard errors to either side (kept within 0 to 1); the standard error is the root of the
// sample's variance over its size. Elo: these three scores through the logistic curve, so the interval is not
// symmetric. Normalized Elo: (score - 1/2) / sigma * 800 / ln 10 with the standard deviation sigma of one game, which
// for pairs is the root of twice the variance of the mean pair score; its interval counts sigma's own error too
// (delta method). Superiority: the normal distribution of (score - 1/2) / standard error.
//
// When all n results are the same there is no variance to go by. Then another result turns up, with 95 % confidence, in
// no more than a share q = 1 - 0.05^(1/n) of the games to come, and the interval is what is left if those are all lost,
// or all won. So
//   no results        score 1/2 (0 to 1), all Elo figures 0 (-kEloLimit to kEloLimit), superiority 1/2
//   all pairs even    score 1/2 (1/2 - q/2 to 1/2 + q/2), Elo 0, superiority 1/2
//   all pairs won     score 1 (1 - q to 1), Elo and normalized Elo kEloLimit, their low ends finite
Figures figures(const Pentanomial& pairs);
// The same for games that have no partner.
Figures figures(const GameCounts& games);

double draw_ratio(const GameCounts& games);  // share of drawn games; 0 without games

// "+12.3 (+4.5 to +20.1)"; "inf" stands for a figure at the limit.
std::string to_text(const Estimate& elo);

}  // namespace oknos::lab
