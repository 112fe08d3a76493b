#include "train/network/stray.h"

#include <cstdlib>

#include "engine/chess/movegen.h"
#include "engine/eval/evaluator.h"
#include "engine/eval/incremental/evaluation.h"

namespace oknos::train::network {

std::optional<PackedPosition> stray_from(const Position& position, RandomNumbers& random) {
  constexpr std::uint64_t kMaxMoves = 2;
  constexpr int kLargest = 3000;  // centipawns
  Position stray = position;
  const std::uint64_t moves = 1 + random.below(kMaxMoves);
  for (std::uint64_t i = 0; i < moves; ++i) {
    const MoveList legal = legal_moves(stray);
    if (legal.empty()) return std::nullopt;
    stray.play(legal[random.below(legal.size())]);
  }
  if (stray.in_check() || popcount(stray.pieces()) > eval::network::kMaxMen) return std::nullopt;
  const int score = eval::evaluate(stray).total().value();
  if (std::abs(score) > kLargest) return std::nullopt;
  return pack(stray, Score{score}, kNoResult);
}

}  // namespace oknos::train::network
