#include "lab/play/scoreboard.h"

namespace oknos::lab {

namespace {

constexpr int kWin = 2;  // half points
constexpr int kDraw = 1;

void count(GameCounts& tally, int half_points) {
  if (half_points == kWin)
    ++tally.wins;
  else if (half_points == kDraw)
    ++tally.draws;
  else
    ++tally.losses;
}

}  // namespace

double Scoreboard::points() const {
  return static_cast<double>(all.wins) + static_cast<double>(all.draws) / 2;
}

void Scoreboard::add(const PairSummary& pair) {
  int sum = 0;
  for (const GameSummary& game : pair) {
    const int half_points = game.first_half_points();
    sum += half_points;
    count(all, half_points);
    if (game.first_is_white) count(as_white, half_points);
    ++endings[game.ending];
    if (game.first_at_fault) ++faults[*game.first_at_fault ? 0 : 1][game.ending];
    for (std::size_t i = 0; i < totals.size(); ++i) totals[i] += game.totals[i];
    plies += static_cast<std::uint64_t>(game.plies());
  }
  pairs.add(static_cast<std::size_t>(sum));
}

}  // namespace oknos::lab
