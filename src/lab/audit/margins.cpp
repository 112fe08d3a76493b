#include "lab/audit/margins.h"

#include <algorithm>

#include "chess/see.h"
#include "eval/evaluation.h"
#include "pruning/registry.h"

namespace oknos::lab {

namespace {

using namespace pruning;  // NOLINT: the rules' names, and nothing else

constexpr std::string_view kCentipawns = "centipawns";

bool is(RuleId rule, RuleId other) {
  return rule == other;
}

// Where no plain "margin" is added or taken away once, or where nothing is left out that could be searched after all.
bool is_exception(RuleId rule) {
  return is(rule, kId<LimitedRazoring>) || is(rule, kId<WeakGeneralFutility>) || is(rule, kId<GeneralDeepFutility>) ||
         is(rule, kId<OverKill>) || is(rule, kId<ProbCut>) || is(rule, kId<SingularExtensions>);
}

bool has_parameter(RuleId rule, std::string_view name) {
  const auto& all = kRuleInfos[rule].parameters;
  return std::any_of(all.begin(), all.end(), [&](const ParameterInfo& p) { return p.name == name; });
}

FittedFutility::Facts odds_facts(const MarginQuestion& s) {
  return {.depth = s.depth,
          .searched = s.searched,
          .history = s.history,
          .static_value = s.static_value.value_or(s.alpha).value(),
          .alpha = s.alpha.value(),
          .improving = s.improving,
          .cut_node = s.cut_node};
}

// What a move that loses by exchange loses, centipawns.
int exchange_loss(const Position& position, Move m) {
  int less = 0;  // than it loses
  int enough = piece_value(PieceType::Queen).value() * 2;
  while (enough - less > 1) {
    const int middle = (less + enough) / 2;
    (see_at_least(position, m, Score{-middle}) ? enough : less) = middle;
  }
  return enough;
}

}  // namespace

MarginQuestion::MarginQuestion(const ShadowSample& s)
    : rule(s.rule),
      position(s.position),
      move(s.move),
      depth(s.depth),
      reduced_depth(s.reduced_depth),
      alpha(s.alpha),
      beta(s.beta),
      bound(s.bound),
      static_value(s.static_value),
      holds_up(s.kind == ShadowSample::Kind::HoldsUp),
      improving(s.improving),
      cut_node(s.cut_node),
      searched(s.searched),
      history(s.history) {}

MarginQuestion::MarginQuestion(const MoveSkipped& e, bool is_cut_node)
    : rule(static_cast<RuleId>(e.rule)),
      position(*e.position),
      move(Move::from_bits(e.move)),
      depth(e.depth),
      reduced_depth(e.reduced_depth),
      alpha(e.alpha),
      beta(e.beta),
      bound(e.bound),
      holds_up(false),
      improving(e.improving),
      cut_node(is_cut_node),
      searched(e.searched),
      history(e.history) {
  if (e.has_static_value) static_value = Score{e.static_value};
}

MarginQuestion::MarginQuestion(const NodeDecided& e, bool is_cut_node)
    : rule(static_cast<RuleId>(e.rule)),
      position(*e.position),
      move(Move::from_bits(e.move)),
      depth(e.depth),
      reduced_depth(e.depth),
      alpha(e.alpha),
      beta(e.beta),
      bound(e.value),
      holds_up(e.value >= e.beta && e.kind == NodeDecided::Kind::Cut),
      improving(e.improving),
      cut_node(is_cut_node) {
  if (e.has_static_value) static_value = Score{e.static_value};
}

bool has_margin(RuleId rule) {
  if (is_exception(rule)) return false;
  return has_parameter(rule, "margin") || is(rule, kId<MoveCount>) || is(rule, kId<HistoryPruning>) ||
         is(rule, kId<SeePruning>);
}

std::string_view margin_unit(RuleId rule) {
  if (is(rule, kId<MoveCount>)) return "moves";
  if (is(rule, kId<FittedFutility>)) return "1/100 log odds";
  return is(rule, kId<HistoryPruning>) ? "1/16384" : kCentipawns;
}

int margin_step(RuleId rule) {
  if (is(rule, kId<MoveCount>)) return 1;
  return is(rule, kId<HistoryPruning>) ? 256 : 10;
}

RuleSetting with_least_margin(RuleId rule, RuleSetting setting) {
  setting.enabled = true;
  const auto& all = kRuleInfos[rule].parameters;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].unit == margin_unit(rule) || all[i].name == "scale")
      setting.values[i] = static_cast<std::int16_t>(all[i].min);
  // So that the verdict holds the static value itself.
  constexpr int kWhole = 100;
  if (is(rule, kId<ReverseFutility>))
    setting.values[static_cast<std::size_t>(ReverseFutility::P::BlendPercent)] = kWhole;
  return setting;
}

MarginFacts margin_facts(const MarginQuestion& s, const RuleSetting& setting) {
  const bool reduced = is(s.rule, kId<ExtendedFutility>) && setting[ExtendedFutility::P::AfterReduction] != 0;
  MarginFacts out;
  out.depth = reduced ? s.reduced_depth : s.depth;
  out.improving = (is(s.rule, kId<MoveCount>) || is(s.rule, kId<ReverseFutility>)) && s.improving;
  out.tactical = is(s.rule, kId<SeePruning>) && s.position.is_tactical(s.move);
  return out;
}

int margin_at(RuleId rule, const RuleSetting& setting, const MarginFacts& facts) {
  const int depth = facts.depth;
  if (is(rule, kId<ExtendedFutility>)) return ExtendedFutility::margin(setting, depth);
  if (is(rule, kId<CaptureFutility>)) return CaptureFutility::margin(setting, depth);
  if (is(rule, kId<Razoring>)) return Razoring::margin(setting, depth);
  if (is(rule, kId<ReverseFutility>)) return ReverseFutility::margin(setting, depth, facts.improving);
  if (is(rule, kId<MoveCount>)) return MoveCount::limit(setting, Depth{depth}, facts.improving);
  if (is(rule, kId<HistoryPruning>)) return HistoryPruning::limit(setting, depth);
  if (is(rule, kId<SeePruning>)) return SeePruning::margin(setting, depth, facts.tactical);
  return setting.values[0];  // "margin" is their first parameter
}

int largest_margin(const MarginQuestion& s, const Settings& settings) {
  if (is(s.rule, kId<MoveCount>)) return s.searched;
  if (is(s.rule, kId<HistoryPruning>)) return -s.history - 1;  // it must be worse than the margin
  if (is(s.rule, kId<SeePruning>)) return exchange_loss(s.position, s.move) - 1;
  if (is(s.rule, kId<FittedFutility>)) return -FittedFutility::log_odds(settings.of<FittedFutility>(), odds_facts(s));
  if (is(s.rule, kId<Razoring>)) {
    const bool material = settings.conventions.estimate == Estimate::Material || !s.static_value;
    const Score worth =
        material ? eval::Incremental::of(s.position).material(s.position.side_to_move()) : *s.static_value;
    return (s.alpha - worth).value();
  }
  return s.slack().value();
}

std::optional<int> spare_margin(const MarginQuestion& s, const Settings& settings) {
  if (!has_margin(s.rule)) return std::nullopt;
  const RuleSetting& setting = settings.rules[s.rule];
  const int margin = margin_at(s.rule, setting, margin_facts(s, setting));
  if (is(s.rule, kId<ReverseFutility>)) {  // its bound is a blend of beta and the static value
    if (!s.static_value) return std::nullopt;
    return (*s.static_value - s.beta).value() - margin;
  }
  for (const RuleId other : {kId<MoveCount>, kId<HistoryPruning>, kId<SeePruning>, kId<FittedFutility>, kId<Razoring>})
    if (is(s.rule, other)) return largest_margin(s, settings) - margin;  // the margin is no part of the bound
  return s.slack().value();
}

}  // namespace oknos::lab
