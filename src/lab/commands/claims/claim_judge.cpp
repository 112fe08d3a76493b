#include "lab/commands/claims/claim_judge.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "engine/chess/movegen.h"

namespace oknos::lab {

namespace {

struct Searched {
  int value = 0;            // centipawns, from the point of view of the side to move
  std::uint64_t nodes = 0;  // of the whole search
  std::uint64_t cost = 0;   // of that alone which an engine would search in the same node of its tree
};
using SearchOutcome = std::variant<Searched, Failure>;

int clamped(int value) {
  return std::clamp(value, -Claim::kScoreMost, Claim::kScoreMost);
}

// UCI has no search of depth 0.
int searched_depth(int depth) {
  return std::max(depth, 1);
}

// How many nodes a search had visited at the end of each iteration.
class Iterations : public SearchListener {
 public:
  void on_info(const Info& info) override {
    if (info.depth < 0 || info.depth > Claim::kDepthMost) return;
    const auto depth = static_cast<std::size_t>(info.depth);
    nodes_[depth] = std::max(nodes_[depth], info.nodes);
  }
  // Of the iterations that are shallower than this.
  std::uint64_t before(int depth) const {
    return *std::max_element(nodes_.begin(), nodes_.begin() + std::clamp(depth, 1, Claim::kDepthMost));
  }

 private:
  std::array<std::uint64_t, Claim::kDepthMost + 1> nodes_{};
};

// In the tree of a search, a node is not searched by iterative deepening, so only the last
// iteration counts. It has a null window there, and one good move ends it, or quiescence does; an iteration of the root
// searches every move. So of that iteration, one move's share counts.
std::uint64_t cost_of(std::uint64_t nodes, const Iterations& iterations, int depth, std::size_t moves) {
  const std::uint64_t before = iterations.before(depth);
  const std::uint64_t last = nodes > before ? nodes - before : 0;
  return (last + moves / 2) / moves;
}

// Why an answer cannot be what was asked for; empty: it can. A search may end early where nothing is left to find out.
std::string objection(const PlayedMove& answer, int depth, std::size_t moves) {
  if (!answer.info) return "no score for its move";
  if (answer.score_clipped) return "a score beyond what an evaluation may be; mates are written \"score mate N\"";
  if (answer.info->depth >= depth || moves == 1 || is_mate(answer.info->score)) return "";
  return fmt::format("depth {} where {} was asked for", answer.info->depth, depth);
}

SearchOutcome search(Player& judge, const GameLine& line, int depth, std::optional<std::int64_t> patience,
                     const std::atomic<bool>* unwanted) {
  const std::size_t moves = legal_moves(line.current).size();
  if (moves == 0) return Searched{line.current.in_check() ? -Claim::kScoreMost : 0};
  if (auto failure = judge.new_game(line.start.chess960(), unwanted)) return *std::move(failure);
  Limits limits;
  limits.depth = searched_depth(depth);
  Iterations iterations;
  auto outcome = judge.move({line, limits, patience, unwanted}, &iterations);
  if (auto* failure = std::get_if<Failure>(&outcome)) return std::move(*failure);
  const auto& answer = std::get<PlayedMove>(outcome);
  if (const std::string why = objection(answer, *limits.depth, moves); !why.empty())
    return Failure{FailureKind::Silent, fmt::format("{}: {}", judge.name(), why)};
  const std::uint64_t nodes = answer.info->nodes;
  return Searched{clamped(answer.info->score.value()), nodes, cost_of(nodes, iterations, *limits.depth, moves)};
}

// 1: at least beta; -1: at most alpha; 0: between them.
int side_of(const Claim& claim, int value) {
  return value >= claim.beta ? 1 : value <= claim.alpha ? -1 : 0;
}

// By how much the value contradicts the claim; 0: it does not.
int contradiction(const Claim& claim, int value) {
  if (claim.action == Claim::Action::Cut && claim.fails_high()) return std::max(claim.beta - value, 0);
  if (claim.action == Claim::Action::Reduce && !claim.move) return 0;  // it depends on the reduced search
  return std::max(value - claim.alpha, 0);
}

}  // namespace

ClaimVerdict verdict_of(const Claim& claim, int value, std::uint64_t nodes, std::optional<int> first_value,
                        std::uint64_t nodes_first) {
  ClaimVerdict out;
  out.value = value;
  out.first_value = first_value;
  out.nodes_searched = nodes + nodes_first;
  out.regret = contradiction(claim, value);
  const bool reduced = claim.action == Claim::Action::Reduce && first_value;
  if (reduced && !claim.move && side_of(claim, value) != side_of(claim, *first_value))
    out.regret = std::abs(value - *first_value);
  // A reduced move that raises alpha is searched again: nothing is lost but the nodes.
  if (reduced && claim.move && *first_value > claim.alpha) out.regret = 0;
  out.error = out.regret > 0;
  // Where no reduced depth is named, the first search would have been the full one.
  out.found_at_reduced_depth = out.error && !reduced && contradiction(claim, first_value.value_or(value)) > 0;
  if (reduced) {
    out.nodes = nodes > nodes_first ? nodes - nodes_first : 0;
  } else {
    out.nodes = 1 + (first_value ? nodes_first : nodes);  // and the node itself
  }
  return out;
}

ClaimOutcome PlayingJudge::judge(const Claim& claim) {
  return judge_claim(*player_, claim, patience_);
}

ClaimOutcome judge_claim(Player& judge, const Claim& claim, std::optional<std::int64_t> patience,
                         const std::atomic<bool>* unwanted) {
  GameLine line = claim.line;
  if (claim.move) line.play(claim.move);
  const int sign = claim.move ? -1 : 1;
  const auto at_full_depth = search(judge, line, claim.judged_depth(), patience, unwanted);
  if (const auto* failure = std::get_if<Failure>(&at_full_depth)) return *failure;
  const auto& found = std::get<Searched>(at_full_depth);
  if (!claim.reduced_depth) {
    ClaimVerdict out = verdict_of(claim, sign * found.value, found.cost, std::nullopt, 0);
    out.nodes_searched = found.nodes;
    return out;
  }
  // The searches are the same where both are as shallow as UCI has them. The depth of quiescence remains one.
  if (searched_depth(*claim.reduced_depth) == searched_depth(claim.judged_depth())) {
    ClaimVerdict out = verdict_of(claim, sign * found.value, found.cost, sign * found.value, found.cost);
    out.nodes_searched = found.nodes;
    return out;
  }
  const auto at_reduced_depth = search(judge, line, *claim.reduced_depth, patience, unwanted);
  if (const auto* failure = std::get_if<Failure>(&at_reduced_depth)) return *failure;
  const auto& first = std::get<Searched>(at_reduced_depth);
  ClaimVerdict out = verdict_of(claim, sign * found.value, found.cost, sign * first.value, first.cost);
  out.nodes_searched = found.nodes + first.nodes;
  return out;
}

}  // namespace oknos::lab
