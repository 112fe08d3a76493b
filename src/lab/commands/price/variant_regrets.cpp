#include "lab/commands/price/variant_regrets.h"

#include <fmt/format.h>

#include "engine/base/text.h"
#include "lab/commands/regret/regret_result.h"

namespace oknos::lab {

namespace {

Error refusal(const store::StoreView& view, const std::string& what) {
  return Error{fmt::format("{}: {}", text::quoted(view.path(), view.path().size()), what)};
}

// A run with moves to one limit; nothing: it has no moves yet.
Result<std::optional<RegretResult>> regrets_in(const store::StoreView& view) {
  if (view.kind() != RegretResult::kKind)
    return refusal(view, fmt::format("it holds a run of '{}'; one of 'oknos-lab regret' is expected", view.kind()));
  auto read = read_result<RegretResult>(view);
  if (!read) return Error{read.error()};
  if (read->sums().size() > 1)
    return refusal(view, fmt::format("moves to one limit are expected, not to {}", read->sums().size()));
  if (read->sums().empty()) return std::optional<RegretResult>();
  return std::optional(*std::move(read));
}

VariantRegret regret_of(const RegretSum& sum) {
  return {sum.difference.count(), sum.difference.estimate()};
}

}  // namespace

std::string described_regrets(const store::StoreView& view) {
  return fmt::format("{}, {} {}, judge {}", view.entry("player_1"), view.entry("limits"), view.entry("unit"),
                     view.entry("judge_name"));
}

std::optional<Error> add_regrets(PriceTable& to, const store::StoreView& view) {
  const auto read = regrets_in(view);
  if (!read) return Error{read.error()};
  if (!*read) return std::nullopt;
  const std::vector<std::string>& players = (*read)->players();
  const std::vector<RegretSum>& sums = (*read)->sums().begin()->second;
  const std::string base = players.front() + " ";
  for (std::size_t i = 1; i < sums.size(); ++i) {
    const std::string change = players[i].starts_with(base) ? players[i].substr(base.size()) : "";
    if (change.empty() || change.find(' ') != std::string::npos)
      return refusal(view,
                     fmt::format("player \"{}\" is not \"{}\" with one change; 'oknos-lab regret --variants' makes "
                                 "what is needed",
                                 players[i], players.front()));
    if (sums[i].difference.count() > 0) to.add(change, regret_of(sums[i]));
  }
  return std::nullopt;
}

Result<VariantRegret> regret_between(const store::StoreView& view, const std::string& base,
                                     const std::string& variant) {
  const auto read = regrets_in(view);
  if (!read) return Error{read.error()};
  const auto is = [&](std::size_t player, const std::string& identity) {
    return view.entry(fmt::format("player_{}", player + 1)).starts_with(identity + ", ");
  };
  if (!is(0, base))
    return refusal(view, fmt::format("its first player is \"{}\"; \"{}\" is expected", view.entry("player_1"), base));
  if (!*read) return refusal(view, "it has no moves yet");
  const std::vector<RegretSum>& sums = (*read)->sums().begin()->second;
  for (std::size_t i = 1; i < sums.size(); ++i)
    if (is(i, variant) && sums[i].difference.count() > 0) return regret_of(sums[i]);
  return refusal(view, fmt::format("none of its players is \"{}\"", variant));
}

}  // namespace oknos::lab
