#include "lab/why/arithmetic.h"

#include <fmt/format.h>

#include "eval/evaluation.h"
#include "lab/audit/margins.h"
#include "pruning/registry.h"

namespace oknos::lab {

namespace {

using namespace pruning;  // NOLINT: the rules' names

std::string depth_text(int depth) {
  return depth <= 0 ? "in quiescence" : fmt::format("at depth {}", depth);
}

int margin_of(const ShadowSample& s, const RuleSetting& setting) {
  return margin_at(s.rule, setting, margin_facts(s, setting));
}

// A move that is said to be worth the static value (or the material), its gain and a margin at most.
std::string move_sum(const ShadowSample& s, int margin, const Conventions& conventions) {
  const int alpha = s.alpha.value();
  const int gain = eval::gain(s.position, s.move).value();
  const int worth = s.bound.value() - gain - margin;
  if (conventions.estimate == Estimate::Bounds)
    return fmt::format("at most {} <= {}, with every bound of the evaluation in it", s.bound.value(), alpha);
  const char* what = conventions.estimate == Estimate::Material ? "material" : "static value";
  return fmt::format("{} + {} + {} <= {} ({}, gain, margin, alpha)", worth, gain, margin, alpha, what);
}

}  // namespace

std::string arithmetic(const ShadowSample& s, const Settings& settings) {
  const RuleSetting& setting = settings.rules[s.rule];
  const RuleId rule = s.rule;
  if (s.move && (rule == kId<FrontierFutility> || rule == kId<ExtendedFutility> || rule == kId<CaptureFutility> ||
                 rule == kId<DeltaPruning>))
    return move_sum(s, margin_of(s, setting), settings.conventions);
  if (rule == kId<ReverseFutility> && s.static_value) {
    const int margin = margin_of(s, setting);
    return fmt::format("{} - {} >= {} (static value, margin {}{}, beta)", s.static_value->value(), margin,
                       s.beta.value(), depth_text(s.depth), s.improving ? " improving" : "");
  }
  if (rule == kId<Razoring>) {
    const int margin = margin_of(s, setting);
    const int worth = s.alpha.value() - largest_margin(s, settings);
    return fmt::format("{} + {} <= {} (worth, margin {}, alpha), and quiescence agrees", worth, margin, s.alpha.value(),
                       depth_text(s.depth));
  }
  if (rule == kId<MoveCount>)
    return fmt::format("{} moves searched, {} are enough {}{}", s.searched, margin_of(s, setting), depth_text(s.depth),
                       s.improving ? " improving" : "");
  if (rule == kId<HistoryPruning>)
    return fmt::format("history {} < -{} {}", s.history, margin_of(s, setting), depth_text(s.depth));
  if (rule == kId<FittedFutility>) {
    constexpr double kUnit = FittedFutility::kUnit;
    return fmt::format("log odds {:.2f} + {:.2f} <= 0 (margin)", -largest_margin(s, settings) / kUnit,
                       margin_of(s, setting) / kUnit);
  }
  if (rule == kId<SeePruning>)
    return fmt::format("loses {} by exchange, more than {} {}", largest_margin(s, settings) + 1, margin_of(s, setting),
                       depth_text(s.depth));
  if (rule == kId<QuiescenceSee>) return "loses by exchange";
  if (s.kind == ShadowSample::Kind::HoldsUp)
    return fmt::format("at least {} >= {} (beta)", s.bound.value(), s.beta.value());
  return fmt::format("at most {} <= {} (alpha)", s.bound.value(), s.alpha.value());
}

}  // namespace oknos::lab
