#include "train/quiet.h"

#include <algorithm>
#include <vector>

#include "engine/chess/movegen.h"
#include "engine/chess/see.h"
#include "engine/eval/evaluator.h"
#include "engine/eval/incremental/evaluation.h"

namespace oknos::train {

namespace {

constexpr int kDeepest = 12;  // plies; exchanges are over long before

// The best value and the line that leads to it. Moves that lose material by exchange are not looked at, so in check too
// standing still is allowed.
Score search(Position& position, Score alpha, Score beta, int ply, std::vector<Move>& line) {
  line.clear();
  Score best = eval::evaluate(position).total();
  if (best >= beta || ply == kDeepest) return best;
  alpha = std::max(alpha, best);
  MoveList moves;
  generate<MoveGen::Captures>(position, moves);
  std::stable_sort(moves.begin(), moves.end(),
                   [&](Move a, Move b) { return eval::gain(position, a) > eval::gain(position, b); });
  std::vector<Move> below;
  for (const Move m : moves) {
    if (!see_at_least(position, m, Score{0})) continue;
    Score value;
    {
      const MadeMove made(position, m);
      value = -search(position, -beta, -alpha, ply + 1, below);
    }
    if (value <= best) continue;
    best = value;
    if (value <= alpha) continue;
    alpha = value;
    line.assign(1, m);
    line.insert(line.end(), below.begin(), below.end());
    if (value >= beta) break;
  }
  return best;
}

}  // namespace

Position resolved(const Position& position) {
  Position out = position;
  std::vector<Move> line;
  search(out, -kInfinite, kInfinite, 0, line);
  for (const Move m : line) out.play(m);
  return out;
}

}  // namespace oknos::train
