#include "engine/search/vote.h"

#include <algorithm>
#include <cstdint>

namespace oknos {

namespace {

constexpr Score kDecided{1000};  // scores beyond it count alike
constexpr Score kBase{20};       // weight per ply of the vote with the worst score

Score clamped(Score s) {
  return std::clamp(s, -kDecided, kDecided);
}

std::int64_t votes_for(Move m, std::span<const Ballot> ballots, Score worst) {
  std::int64_t sum = 0;
  for (const Ballot& b : ballots)
    if (b.move == m) sum += std::int64_t{(clamped(b.score) - worst + kBase).value()} * b.depth;
  return sum;
}

// Is `b` the better representative of their common move?
bool represents_better(const Ballot& b, const Ballot& a) {
  return b.depth != a.depth ? b.depth > a.depth : b.score > a.score;
}

}  // namespace

std::size_t best_thread(std::span<const Ballot> ballots) {
  Score worst = kDecided;
  for (const Ballot& b : ballots)
    if (b.depth > 0) worst = std::min(worst, clamped(b.score));

  std::size_t winner = 0;
  std::int64_t most = votes_for(ballots[0].move, ballots, worst);
  for (std::size_t i = 1; i < ballots.size(); ++i) {
    const Ballot& b = ballots[i];
    const Ballot& best = ballots[winner];
    if (b.depth == 0) continue;
    if (best.score >= kDecisiveBound || b.score >= kDecisiveBound) {
      if (b.score > best.score) winner = i;
      continue;
    }
    const std::int64_t votes = b.move == best.move ? most : votes_for(b.move, ballots, worst);
    if (votes < most || (votes == most && (b.move != best.move || !represents_better(b, best)))) continue;
    winner = i;
    most = votes;
  }
  return winner;
}

}  // namespace oknos
