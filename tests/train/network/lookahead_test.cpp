#include "train/network/lookahead.h"

#include <gtest/gtest.h>

#include "engine/chess/movegen.h"
#include "train/score_scale.h"

namespace oknos::train::network {
namespace {

// A game with these scores, each from the mover's view.
GameRecord game_with(const std::vector<std::optional<int>>& scores, int half_points) {
  GameRecord game;
  game.start = Position::initial();
  game.half_points = half_points;
  Position position = game.start;
  for (const auto& score : scores) {
    const Move m = legal_moves(position)[0];
    game.moves.push_back({m, score});
    position.play(m);
  }
  return game;
}

double points(int white_view) {
  return sigmoid(white_view / 200.0);
}

TEST(Lookahead, LaterScoresWeighLessAndTheResultHasTheRest) {
  EXPECT_EQ(scores_ahead(game_with({10, -20, 30}, 2), {.weight = 0.0, .scale = 200.0}),
            (std::vector<Score>{Score{10}, Score{20}, Score{30}}))
      << "without weight each ply keeps its score";
  const auto scores = scores_ahead(game_with({100, 50, -80}, 2), {.weight = 0.5, .scale = 200.0});
  // From White's view: 100, -50, -80, then a win.
  const double last = 0.5 * points(-80) + 0.5 * 1.0;
  const double middle = 0.5 * points(-50) + 0.5 * last;
  const double first = 0.5 * points(100) + 0.5 * middle;
  EXPECT_NEAR(points(scores[2].value()), last, 0.002);
  EXPECT_NEAR(points(scores[1].value()), middle, 0.002);
  EXPECT_NEAR(points(scores[0].value()), first, 0.002);
  // Plies without a score pass on what follows; a won game that nobody scored has the largest score.
  const auto passed = scores_ahead(game_with({std::nullopt, std::nullopt, 60}, 1), {.weight = 0.8, .scale = 200.0});
  EXPECT_EQ(passed, std::vector<Score>(3, passed[2]));
  EXPECT_EQ(scores_ahead(game_with({std::nullopt}, 2), {.weight = 0.8, .scale = 200.0})[0], Score{Filter::kMaxDecided});
}

}  // namespace
}  // namespace oknos::train::network
