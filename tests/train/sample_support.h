#pragma once

#include <fmt/format.h>
#include <string>
#include <vector>

#include "engine/base/random_numbers.h"
#include "engine/chess/movegen.h"
#include "engine/eval/evaluator.h"
#include "engine/eval/incremental/evaluation.h"
#include "engine/eval/weights/weight_values.h"
#include "lab/formats/pgn.h"
#include "train/model.h"

// Games and positions to train with.
namespace oknos::test {

// Calls visit(position) for positions of random games that are not in check; rank and file are seen alike in each run.
template <class Visit>
void random_positions(std::uint64_t seed, int games, Visit visit) {
  constexpr int kPlies = 120;
  for (int game = 0; game < games; ++game) {
    RandomNumbers random(seed, static_cast<std::uint64_t>(game));
    Position position = Position::initial();
    for (int ply = 0; ply < kPlies; ++ply) {
      const MoveList moves = legal_moves(position);
      if (moves.empty()) break;
      position.play(moves[random.below(moves.size())]);
      if (!position.in_check()) visit(position);
    }
  }
}

// The weights as they are, each moved by up to `by`; what is no weight stays.
inline train::Vector moved_weights(std::uint64_t seed, double by) {
  RandomNumbers random(seed);
  train::Vector out = train::vector_of(eval::kWeights);
  const auto in_use = train::numbers_in_use();
  for (std::size_t i = 0; i < out.size(); ++i)
    if (in_use[i]) out[i] += by * (2.0 * random.unit() - 1.0);
  return out;
}

// Games of random moves as datagen writes them: each move with the static value as its score, and a result that goes
// with the material at the end, more or less.
inline std::string self_play_text(int games, int plies = 60) {
  std::string out = "% made for a test\n";
  for (int number = 0; number < games; ++number) {
    RandomNumbers random(1, static_cast<std::uint64_t>(number));
    pgn::Game game;
    game.set_tag("Event", "test");
    game.set_tag("OpeningPlies", "8");
    Position position = game.start;
    pgn::NodeIndex node = pgn::kRoot;
    for (int ply = 0; ply < plies; ++ply) {
      const MoveList moves = legal_moves(position);
      if (moves.empty()) break;
      const Move m = moves[random.below(moves.size())];
      node = game.add_move(node, m);
      const int score = eval::evaluate(position).total().value();
      if (ply >= 8)
        game.nodes[node].comment =
            fmt::format("{}{}.{:02}/5, n=100", score < 0 ? '-' : '+', std::abs(score) / 100, std::abs(score) % 100);
      position.play(m);
    }
    const int end =
        eval::Incremental::of(position).material(Color::White).value() + static_cast<int>(random.below(1200)) - 600;
    game.result = end > 200    ? pgn::GameResult::WhiteWins
                  : end < -200 ? pgn::GameResult::BlackWins
                               : pgn::GameResult::Draw;
    out += pgn::to_text(game);
  }
  return out;
}

}  // namespace oknos::test
