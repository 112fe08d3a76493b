#include "lab/shadow/margins.h"

#include "engine/pruning/registry/registry.h"

namespace oknos::lab {

using pruning::kRuleInfos;
using pruning::MarginInfo;
using pruning::RuleId;
using pruning::RuleSetting;

namespace {

// What the events have in common.
template <class Event>
pruning::MarginQuestion of_event(const Event& e, int bound, bool is_cut_node) {
  return {.position = *e.position,
          .move = Move::from_bits(e.move),
          .depth = e.depth,
          .reduced_depth = e.depth,
          .alpha = Score{e.alpha},
          .beta = Score{e.beta},
          .bound = Score{bound},
          .static_eval = e.has_static_eval ? std::optional<Score>(Score{e.static_eval}) : std::nullopt,
          .fail_high = false,
          .improving = e.improving,
          .cut_node = is_cut_node,
          .searched = 0,
          .history = 0};
}

}  // namespace

MarginQuestion::MarginQuestion(const ShadowSample& s)
    : pruning::MarginQuestion{.position = s.position,
                              .move = s.move,
                              .depth = s.depth,
                              .reduced_depth = s.reduced_depth,
                              .alpha = s.alpha,
                              .beta = s.beta,
                              .bound = s.bound,
                              .static_eval = s.static_eval,
                              .fail_high = s.kind == ShadowSample::Kind::FailHigh,
                              .improving = s.improving,
                              .cut_node = s.cut_node,
                              .searched = s.searched,
                              .history = s.history},
      rule(s.rule) {}

MarginQuestion::MarginQuestion(const MoveSkipped& e, bool is_cut_node)
    : pruning::MarginQuestion(of_event(e, e.bound, is_cut_node)), rule(static_cast<RuleId>(e.rule)) {
  reduced_depth = e.reduced_depth;
  searched = e.searched;
  history = e.history;
}

MarginQuestion::MarginQuestion(const NodeDecided& e, bool is_cut_node)
    : pruning::MarginQuestion(of_event(e, e.value, is_cut_node)), rule(static_cast<RuleId>(e.rule)) {
  fail_high = e.value >= e.beta && e.kind == NodeDecided::Kind::Cut;
}

bool has_margin(RuleId rule) {
  return kRuleInfos[rule].margin != nullptr;
}

std::string_view margin_unit(RuleId rule) {
  const MarginInfo* margin = kRuleInfos[rule].margin;
  return margin ? margin->unit : "";
}

int margin_step(RuleId rule) {
  return kRuleInfos[rule].margin->step;
}

RuleSetting with_least_margin(RuleId rule, RuleSetting setting) {
  const MarginInfo& margin = *kRuleInfos[rule].margin;
  setting.enabled = true;
  const auto& all = kRuleInfos[rule].parameters;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (margin.has(all[i].unit)) setting.values[i] = static_cast<std::int16_t>(all[i].min);
  if (margin.watched) margin.watched(setting);
  return setting;
}

MarginFacts margin_facts(const MarginQuestion& s, const RuleSetting& setting) {
  const MarginInfo& margin = *kRuleInfos[s.rule].margin;
  return margin.facts ? margin.facts(s, setting) : MarginFacts{.depth = s.depth};
}

int margin_at(RuleId rule, const RuleSetting& setting, const MarginFacts& facts) {
  const MarginInfo& margin = *kRuleInfos[rule].margin;
  return margin.at ? margin.at(setting, facts) : setting.values[0];
}

std::optional<int> largest_margin(const MarginQuestion& s, const pruning::Settings& settings) {
  const MarginInfo& margin = *kRuleInfos[s.rule].margin;
  if (!margin.largest) return s.slack().value();
  return margin.largest(s, settings.rules[s.rule], settings.conventions);
}

std::optional<int> spare_margin(const MarginQuestion& s, const pruning::Settings& settings) {
  if (!has_margin(s.rule)) return std::nullopt;
  const auto largest = largest_margin(s, settings);
  if (!largest || !kRuleInfos[s.rule].margin->largest) return largest;  // the bound holds the margin
  const RuleSetting& setting = settings.rules[s.rule];
  return *largest - margin_at(s.rule, setting, margin_facts(s, setting));
}

}  // namespace oknos::lab
