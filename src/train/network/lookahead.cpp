#include "train/network/lookahead.h"

#include <algorithm>
#include <cmath>

#include "train/score_scale.h"

namespace oknos::train::network {

namespace {

Score score_of(double points, double scale) {
  const double least = sigmoid(-Filter::kMaxDecided / scale);
  const double inside = std::clamp(points, least, 1.0 - least);
  return Score{static_cast<int>(std::lround(scale * std::log(inside / (1.0 - inside))))};
}

}  // namespace

std::vector<Score> scores_ahead(const GameRecord& game, const Lookahead& lookahead) {
  constexpr double kPoint = 2.0;  // half points
  const std::size_t plies = game.moves.size();
  const bool white_starts = game.start.side_to_move() == Color::White;
  std::vector<Score> out(plies);
  double ahead = game.half_points / kPoint;
  for (std::size_t ply = plies; ply-- > 0;) {
    const auto& own = game.moves[ply].score;
    const bool white = (ply % 2 == 0) == white_starts;
    if (own) {
      const double points = sigmoid((white ? *own : -*own) / lookahead.scale);
      ahead = lookahead.weight * ahead + (1.0 - lookahead.weight) * points;
    }
    out[ply] = score_of(ahead, lookahead.scale);
  }
  return out;
}

}  // namespace oknos::train::network
