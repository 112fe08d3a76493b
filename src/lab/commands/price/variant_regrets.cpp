#include "lab/commands/price/variant_regrets.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "engine/base/text.h"
#include "engine/pruning/registry/registry.h"
#include "lab/commands/suite_regret.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

Error refusal(const store::StoreView& view, const std::string& what) {
  return Error{fmt::format("{}: {}", text::quoted(view.path(), view.path().size()), what)};
}

Result<std::vector<PlayerRegret>> regrets_in(const store::StoreView& view) {
  if (view.kind() != kRegretKind)
    return refusal(view, fmt::format("it holds a run of '{}'; one of 'oknos-lab suite --measure regret' is expected",
                                     view.kind()));
  auto read = player_regrets(view);
  if (!read) return refusal(view, read.error());
  return read;
}

VariantRegret regret_of(const PlayerRegret& regret) {
  return {regret.positions, regret.less_first};
}

std::string identity_of_player(const store::StoreView& view, std::size_t index) {
  return view.entry(fmt::format("player_{}", index + 1));
}

bool is_of_a_rule(const std::string& change) {
  constexpr std::string_view kExemptions = "exemptions";
  const std::string rule = change.substr(0, change.find_first_of(".="));
  return rule == kExemptions || pruning::find_rule(rule).has_value();
}

std::string limit_text(const std::string& unit, const std::string& limit) {
  if (unit == "nodes") {
    const auto number = text::parse_int<std::uint64_t>(limit);
    return fmt::format("{} nodes", number ? grouped(*number) : limit);
  }
  return unit == "time" ? limit + " ms" : unit + " " + limit;
}

}  // namespace

std::string described_regrets(const store::StoreView& view) {
  const std::string judge = view.entry("judge");
  return fmt::format(
      "{}, {}, judge {} with {}", view.entry("player_1"), limit_text(view.entry("unit"), view.entry("limits")),
      judge.starts_with("preset ") ? judge : view.entry("judge_name"), limit_text("nodes", view.entry("judge-nodes")));
}

std::string conditions_of(const std::string& described) {
  const std::size_t settings = described.find(", settings ");
  const std::size_t end = settings == std::string::npos ? settings : described.find(", ", settings + 1);
  constexpr std::size_t kComma = 2;
  return end == std::string::npos ? "" : described.substr(end + kComma);
}

std::optional<Error> add_regrets(PriceTable& to, const store::StoreView& view) {
  const auto read = regrets_in(view);
  if (!read) return Error{read.error()};
  const std::string base = read->front().player + " ";
  const std::string conditions = conditions_of(identity_of_player(view, 0));
  for (std::size_t i = 1; i < read->size(); ++i) {
    const PlayerRegret& regret = (*read)[i];
    const std::string change = regret.player.starts_with(base) ? regret.player.substr(base.size()) : "";
    if (change.find(' ') != std::string::npos || !is_of_a_rule(change) ||
        conditions_of(identity_of_player(view, i)) != conditions)
      return refusal(view, fmt::format("player \"{}\" is not \"{}\" with one change of a rule and the same hash; "
                                       "'oknos-lab suite --measure regret --variants' makes what is needed",
                                       regret.player, read->front().player));
    if (regret.positions > 0) to.add(change, regret_of(regret));
  }
  return std::nullopt;
}

Result<VariantRegret> regret_between(const store::StoreView& view, const std::string& base,
                                     const std::string& variant) {
  const auto read = regrets_in(view);
  if (!read) return Error{read.error()};
  const auto is = [&](std::size_t player, const std::string& identity) {
    return identity_of_player(view, player).starts_with(identity + ", ");
  };
  if (!is(0, base))
    return refusal(view, fmt::format("its first player is \"{}\"; \"{}\" is expected", view.entry("player_1"), base));
  for (std::size_t i = 1; i < read->size(); ++i) {
    if (!is(i, variant)) continue;
    if (conditions_of(identity_of_player(view, i)) != conditions_of(identity_of_player(view, 0)))
      return refusal(view, fmt::format("\"{}\" and \"{}\" differ in more than rules", identity_of_player(view, i),
                                       identity_of_player(view, 0)));
    if ((*read)[i].positions == 0) return refusal(view, "its players have no position in common");
    return regret_of((*read)[i]);
  }
  return refusal(view, fmt::format("none of its players is \"{}\"", variant));
}

}  // namespace oknos::lab
