#include "lab/why/arithmetic.h"

#include <fmt/format.h>
#include <optional>
#include <string_view>

#include "eval/evaluation.h"
#include "lab/audit/margins.h"
#include "pruning/registry.h"

namespace oknos::lab {

namespace {

using pruning::Estimate;
using pruning::MarginInfo;
using pruning::RuleInfo;

// The numbers of one case, by the names of pruning::kArithmeticNames.
class Numbers {
 public:
  Numbers(const ShadowSample& sample, const pruning::Settings& settings)
      : s_(sample), estimate_(settings.conventions.estimate) {
    const RuleInfo& rule = pruning::kRuleInfos[s_.rule];
    if (!rule.margin) return;
    margin_info_ = *rule.margin;
    const auto& setting = settings.rules[s_.rule];
    margin_ = margin_at(s_.rule, setting, margin_facts(s_, setting));
    largest_ = largest_margin(s_, settings);
  }

  // Nothing: this case has no such number.
  std::optional<std::string> of(std::string_view name) const {
    if (name == "alpha") return fmt::format("{}", s_.alpha.value());
    if (name == "beta") return fmt::format("{}", s_.beta.value());
    if (name == "bound") return fmt::format("{}", s_.bound.value());
    if (name == "searched") return fmt::format("{}", s_.searched);
    if (name == "history") return fmt::format("{}", s_.history);
    if (name == "improving") return s_.improving ? " improving" : "";
    if (name == "depth") return s_.depth <= 0 ? "in quiescence" : fmt::format("at depth {}", s_.depth);
    if (name == "estimate") return estimate_ == Estimate::Material ? "material" : "static value";
    if (name == "margin") return in_margin(margin_);
    if (name == "static" && s_.static_value) return fmt::format("{}", s_.static_value->value());
    if (name == "gain" && s_.move) return fmt::format("{}", gain());
    if (name == "worth") return worth();
    if (!largest_) return std::nullopt;
    if (name == "largest") return in_margin(*largest_);
    if (name == "-largest") return in_margin(-*largest_);
    if (name == "largest + 1") return in_margin(*largest_ + 1);
    return std::nullopt;
  }

 private:
  int gain() const { return eval::gain(s_.position, s_.move).value(); }
  // The margin is part of the bound, or else says how far from alpha the worth is.
  std::optional<std::string> worth() const {
    if (!margin_info_.largest) return fmt::format("{}", s_.bound.value() - margin_ - (s_.move ? gain() : 0));
    if (!largest_) return std::nullopt;
    return fmt::format("{}", s_.alpha.value() - *largest_);
  }
  std::string in_margin(int value) const {
    if (margin_info_.scale == 1) return fmt::format("{}", value);
    return fmt::format("{:.2f}", static_cast<double>(value) / margin_info_.scale);
  }

  const ShadowSample& s_;
  Estimate estimate_;
  MarginInfo margin_info_;
  int margin_ = 0;
  std::optional<int> largest_;
};

// The template with the numbers in it; nothing where one is missing.
std::optional<std::string> filled(std::string_view text, const Numbers& numbers) {
  std::string out;
  while (!text.empty()) {
    const std::size_t open = std::min(text.find('{'), text.size());
    out += text.substr(0, open);
    text.remove_prefix(open);
    if (text.empty()) break;
    const std::size_t close = text.find('}');
    const auto number = numbers.of(text.substr(1, close - 1));
    if (!number) return std::nullopt;
    out += *number;
    text.remove_prefix(close + 1);
  }
  return out;
}

}  // namespace

std::string arithmetic(const ShadowSample& s, const pruning::Settings& settings) {
  const std::string_view text = pruning::kRuleInfos[s.rule].arithmetic;
  if (s.move && settings.conventions.estimate == pruning::Estimate::Bounds &&
      text.find("{estimate}") != std::string_view::npos)
    return fmt::format("at most {} <= {}, with every bound of the evaluation in it", s.bound.value(), s.alpha.value());
  if (!text.empty())
    if (const auto sum = filled(text, Numbers(s, settings))) return *sum;
  if (s.kind == ShadowSample::Kind::HoldsUp)
    return fmt::format("at least {} >= {} (beta)", s.bound.value(), s.beta.value());
  return fmt::format("at most {} <= {} (alpha)", s.bound.value(), s.alpha.value());
}

}  // namespace oknos::lab
