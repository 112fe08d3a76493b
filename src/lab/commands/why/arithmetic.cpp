#include "lab/commands/why/arithmetic.h"

#include <fmt/format.h>
#include <optional>
#include <string_view>

#include "engine/eval/bounds/positional_bound.h"
#include "engine/eval/incremental/evaluation.h"
#include "engine/pruning/registry/registry.h"
#include "lab/commands/why/stakes.h"
#include "lab/shadow/margins.h"

namespace oknos::lab {

namespace {

using pruning::Estimate;
using pruning::MarginInfo;
using pruning::RuleInfo;

// The numbers of one case, by the names of pruning::kArithmeticNames.
class Numbers {
 public:
  Numbers(const ShadowSample& sample, const pruning::Settings& settings)
      : s_(sample), settings_(settings), estimate_(settings.conventions.estimate) {
    const RuleInfo& rule = pruning::kRuleInfos[s_.rule];
    const auto& setting = settings.rules[s_.rule];
    if (!rule.margin) {
      margin_ = setting.values[0];  // Muller's rules that no audit varies
      return;
    }
    margin_info_ = *rule.margin;
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
    if (name == "estimate") return estimate_name();
    if (name == "margin") return in_margin(margin_);
    if (name == "static" && s_.static_eval) return fmt::format("{}", s_.static_eval->value());
    if (name == "gain" && s_.move) return fmt::format("{}", gain());
    if (name == "worth") return worth();
    if (name == "E") return in_centipawns(worth_of_node());
    constexpr std::string_view kNamesOf = "names of ";
    if (name.starts_with(kNamesOf)) {
      const auto stake = stake_named(name.substr(kNamesOf.size()));
      return stake ? std::optional(stake->names) : std::nullopt;
    }
    if (const auto stake = stake_named(name)) return stake->numbers;
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
  std::optional<int> worth_of_node() const {
    if (estimate_ != Estimate::Material && !s_.static_eval) {
      const auto lazy = lazy_bound();
      return lazy ? std::optional(lazy->value()) : std::nullopt;
    }
    return pruning::worth_of(MarginQuestion(s_), settings_.conventions).value();
  }
  // What lazy evaluation took for the static evaluation: the end of its interval that makes the rule's answer a bound.
  // Nothing: this rule is not asked that way.
  std::optional<Score> lazy_bound() const {
    if (!pruning::kRuleInfos[s_.rule].lazily || !settings_.enabled<pruning::LazyEvaluation>()) return std::nullopt;
    const Score clamp =
        settings_.conventions.wants_network() ? pruning::clamp_width(settings_.conventions.network_clamp) : Score{0};
    const Score known = eval::Incremental::of(s_.position).value(s_.position.side_to_move()) + s_.correction;
    const Score width = std::max(eval::positional_bound(s_.position, 0), clamp);
    return s_.kind == ShadowSample::Kind::FailHigh ? known - width : known + width;
  }
  std::string estimate_name() const {
    if (estimate_ == Estimate::Material) return "material";
    const auto lazy = lazy_bound();
    return lazy && s_.static_eval.value_or(*lazy) == *lazy ? "bound on the static evaluation" : "static evaluation";
  }
  static std::optional<std::string> in_centipawns(std::optional<int> value) {
    return value ? std::optional(fmt::format("{}", *value)) : std::nullopt;
  }
  // An exact reply is what the bound holds besides the other terms: it would take the rule's own search of the moves.
  std::optional<Stake> stake_named(std::string_view name) const {
    if (!name.starts_with("reply(") || settings_.conventions.reply != pruning::Reply::Exact)
      return stake_of(name, s_, settings_);
    const auto worth = worth_of_node();
    if (!worth) return std::nullopt;
    const int after = *worth + (s_.move ? gain() : 0);
    const bool up = s_.kind == ShadowSample::Kind::FailHigh;
    const int win = up ? after - margin_ - s_.bound.value() : s_.bound.value() - after - margin_;
    return Stake{fmt::format("{}", win), "best move"};
  }
  std::string in_margin(int value) const {
    if (margin_info_.scale == 1) return fmt::format("{}", value);
    return fmt::format("{:.2f}", static_cast<double>(value) / margin_info_.scale);
  }

  const ShadowSample& s_;
  const pruning::Settings& settings_;
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
    const bool subtracts_sum = out.ends_with("- ") && number->find(" + ") != std::string::npos;
    out += subtracts_sum ? "(" + *number + ")" : *number;
    text.remove_prefix(close + 1);
  }
  return out;
}

}  // namespace

std::string arithmetic(const ShadowSample& s, const pruning::Settings& settings) {
  const RuleInfo& rule = pruning::kRuleInfos[s.rule];
  const bool rest = s.bulk_skipped && !rule.arithmetic_of_rest.empty();
  const std::string_view text = rest ? rule.arithmetic_of_rest : rule.arithmetic;
  const std::string bound = s.kind == ShadowSample::Kind::FailHigh
                                ? fmt::format("at least {} >= {}", s.bound.value(), s.beta.value())
                                : fmt::format("at most {} <= {}", s.bound.value(), s.alpha.value());
  if (settings.conventions.estimate == Estimate::Bounds && text.find("{estimate}") != text.npos &&
      (s.move || text.find("{E}") != text.npos))
    return bound + ", with every bound of the evaluation in it";
  if (!text.empty())
    if (const auto sum = filled(text, Numbers(s, settings))) return *sum;
  return bound + (s.kind == ShadowSample::Kind::FailHigh ? " (beta)" : " (alpha)");
}

}  // namespace oknos::lab
