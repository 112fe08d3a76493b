#include "lab/commands/claims/claim_judge.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"
#include "lab/play/participant.h"
#include "lab/shadow/margins.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

using Kind = ShadowSample::Kind;

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
  const bool reduced = claim.action == Claim::Action::Reduce && first_value;
  int error_size = contradiction(claim, value);
  if (reduced && !claim.move && side_of(claim, value) != side_of(claim, *first_value))
    error_size = std::abs(value - *first_value);
  // A reduced move that raises alpha is searched again: nothing is lost but the nodes.
  if (reduced && claim.move && *first_value > claim.alpha) error_size = 0;
  ClaimVerdict out;
  out.value = Score{value};
  out.first_value = first_value;
  out.nodes_searched = nodes + nodes_first;
  out.error_size = Score{error_size};
  out.error = error_size > 0;
  // Where no reduced depth is named, the first search would have been the full one.
  out.found_at_reduced_depth = out.error && !reduced && contradiction(claim, first_value.value_or(value)) > 0;
  if (reduced)
    out.nodes = nodes > nodes_first ? nodes - nodes_first : 0;
  else
    out.nodes = 1 + (first_value ? nodes_first : nodes);  // and the node itself
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
  // Nothing more is searched where both depths are as shallow as UCI has them. The depth of quiescence remains one.
  Searched first = found;
  const bool twice =
      claim.reduced_depth && searched_depth(*claim.reduced_depth) != searched_depth(claim.judged_depth());
  if (twice) {
    const auto outcome = search(judge, line, *claim.reduced_depth, patience, unwanted);
    if (const auto* failure = std::get_if<Failure>(&outcome)) return *failure;
    first = std::get<Searched>(outcome);
  }
  const auto first_value = claim.reduced_depth ? std::optional(sign * first.value) : std::nullopt;
  ClaimVerdict out = verdict_of(claim, sign * found.value, found.cost, first_value, first.cost);
  out.nodes_searched = found.nodes + (twice ? first.nodes : 0);
  return out;
}

// --- Our own judges

namespace {

// FEN and UCI know no null move: the line begins after the last one, which no repetition reaches across either.
GameLine line_of(const ShadowSample& sample, const Position& root) {
  GameLine line(root);
  for (const Move m : sample.line) {
    if (m) {
      line.play(m);
      continue;
    }
    Position after = line.current;
    const NullMove passed(after);
    line = GameLine(*fen::parse(fen::to_text(after), fen::Origin::Composed));
  }
  return line;
}

}  // namespace

Kind kind_of(const Claim& claim) {
  if (claim.move && claim.action != Claim::Action::Cut) return Kind::Skip;
  return claim.bound && *claim.bound <= claim.alpha ? Kind::FailLow : Kind::FailHigh;
}

ShadowSample sample_of(const Claim& claim) {
  ShadowSample s(claim.line.current);
  s.kind = kind_of(claim);
  s.depth = claim.depth;
  s.alpha = Score{claim.alpha};
  s.beta = Score{claim.beta};
  s.ply = std::max(claim.ply.value_or(0), 1);
  if (!claim.line.moves.empty()) s.previous = claim.line.moves.back();
  s.move = claim.move;
  s.rule = pruning::find_rule(claim.rule).value_or(pruning::kId<pruning::TranspositionTable>);  // which never judges
  s.full = Depth{std::max(claim.judged_depth(), 0)};
  s.first = claim.reduced_depth ? Depth{*claim.reduced_depth} : s.full;
  s.bound = Score{claim.bound.value_or(claim.alpha)};
  if (claim.static_eval) s.static_eval = Score{*claim.static_eval};
  s.pv = claim.beta - claim.alpha > 1;
  s.cut_node = claim.action == Claim::Action::Cut && claim.fails_high();
  return s;
}

Claim claim_of(const ShadowSample& s, const Position& root, std::uint64_t search, std::uint64_t every,
               const pruning::Settings& playing) {
  Claim out;
  out.search = search;
  out.every = every;
  out.rule = pruning::kRuleInfos[s.rule].name;
  out.action = s.kind == Kind::Skip ? Claim::Action::Skip : Claim::Action::Cut;
  out.line = line_of(s, root);
  out.move = s.move;
  out.depth = std::max(s.depth, 0);
  if (s.move && s.full.plies() != out.depth - 1) out.full_depth = s.full.plies();
  out.reduced_depth = s.first.plies();
  out.ply = s.ply;
  out.alpha = s.alpha.value();
  out.beta = s.beta.value();
  if (s.static_eval) out.static_eval = s.static_eval->value();
  out.bound = s.bound.value();
  // Other margins are numbers of moves, histories or odds.
  if (margin_unit(s.rule) == pruning::kPlainMargin.unit) out.slack = spare_margin(s, playing);
  return out;
}

OwnJudge::OwnJudge(const Participant& settings)
    : name_("Oknos, preset " + settings.name), settings_(ShadowSettings::of(settings.settings)) {
  search_.limit_nodes(kMaxNodes);
}

ClaimOutcome OwnJudge::judge(const Claim& claim) {
  const std::uint64_t before = search_.nodes();
  ClaimVerdict out;
  if (claim.action == Claim::Action::Reduce)
    out = judge_reduction(claim);
  else
    out = {check_sample(sample_of(claim), settings_, search_), std::nullopt, 0};
  if (interrupted()) return Failure{FailureKind::Interrupted, name_ + " was interrupted"};
  if (search_.cut_short())
    return Failure{FailureKind::Silent, fmt::format("{}: no verdict within {} nodes", name_, grouped(kMaxNodes))};
  out.nodes_searched = search_.nodes() - before;
  return out;
}

// Nothing was left out, so both values are needed, whatever the window.
ClaimVerdict OwnJudge::judge_reduction(const Claim& claim) {
  const ShadowSample sample = sample_of(claim);
  const auto value_at = [&](Depth depth) {
    return value_after_all(sample, depth, -kInfinite, kInfinite, settings_.judging, search_).value();
  };
  const std::uint64_t start = search_.nodes();
  const int full = value_at(sample.full);
  const std::uint64_t middle = search_.nodes();
  const int reduced = value_at(sample.first);
  return verdict_of(claim, full, middle - start, reduced, search_.nodes() - middle);
}

bool TableClaimJudge::can_judge(const Claim& claim) {
  return claim.action != Claim::Action::Reduce && table_verdict(sample_of(claim), *tables_).has_value();
}

ClaimOutcome TableClaimJudge::judge(const Claim& claim) {
  const auto said = table_verdict(sample_of(claim), *tables_);
  if (!said) return Failure{FailureKind::Silent, name_ + ": a position is missing"};
  ClaimVerdict out;
  out.value = score_of(said->result);
  out.half_points = said->half_points;
  out.error = said->half_points > 0;
  return out;
}

// --- Asked again

namespace {

std::string example_of(const JudgeAnswer& first, const std::string& then) {
  return fmt::format("line {}: {}, then {}", first.work_unit + 1, score_text(Score{first.value}), then);
}

}  // namespace

std::vector<JudgeAnswer> answers_to_repeat(const std::vector<JudgeAnswer>& all) {
  const std::size_t count = std::min(all.size(), kMaxRepeated);
  std::vector<JudgeAnswer> out;
  for (std::size_t i = count; i-- > 0;) out.push_back(all[i * all.size() / count]);
  return out;
}

void Repetition::compare(const JudgeAnswer& first, const ClaimOutcome& again) {
  ++repeated;
  const auto* verdict = std::get_if<ClaimVerdict>(&again);
  if (!verdict || verdict->value != Score{first.value}) {
    ++other_value;
    if (example.empty())
      example = example_of(first, verdict ? score_text(verdict->value) : std::get<Failure>(again).text);
    return;
  }
  other_nodes += verdict->nodes_searched != first.nodes ? 1 : 0;
}

Repetition& Repetition::operator+=(const Repetition& other) {
  repeated += other.repeated;
  other_value += other.other_value;
  other_nodes += other.other_nodes;
  if (example.empty()) example = other.example;
  return *this;
}

std::string Repetition::warning() const {
  if (other_value + other_nodes == 0) return "";
  std::string out = fmt::format(
      "the judge is not deterministic: of {} judged again in another order, {} got another value and {} another number "
      "of nodes",
      counted(repeated, "claim"), other_value, other_nodes);
  if (!example.empty()) out += fmt::format(" ({})", example);
  return out + "; give it one thread, and make sure that ucinewgame clears all that it has learnt";
}

}  // namespace oknos::lab
