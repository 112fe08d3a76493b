#include "lab/commands/claims/own_judge.h"

#include <algorithm>
#include <fmt/format.h>

#include "engine/chess/fen.h"
#include "lab/shadow/margins.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

using Kind = ShadowSample::Kind;

namespace {

std::string fen_after_null(Position position) {
  const NullMove passed(position);
  return fen::to_text(position);
}

// FEN and UCI know no null move: the line begins after the last one, which no repetition reaches across either.
GameLine line_of(const ShadowSample& sample, const Position& root) {
  GameLine line(root);
  for (const Move m : sample.line) {
    if (m) {
      line.play(m);
      continue;
    }
    line = GameLine(*fen::parse(fen_after_null(line.current), fen::Origin::Composed));
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
  if (claim.action == Claim::Action::Reduce) {
    out = judge_reduction(claim);
  } else {
    const ShadowVerdict verdict = check_sample(sample_of(claim), settings_, search_);
    out.value = verdict.value.value();
    out.error = verdict.error;
    out.found_at_reduced_depth = verdict.found_at_reduced_depth;
    out.regret = verdict.excess.value();
    out.nodes = verdict.nodes;
  }
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
  out.value = score_of(said->result).value();
  out.half_points = said->half_points;
  out.error = said->half_points > 0;
  return out;
}

}  // namespace oknos::lab
