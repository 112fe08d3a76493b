#include "lab/commands/grid.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <utility>

#include "engine/base/text.h"
#include "engine/pruning/registry/registry.h"
#include "lab/play/preset_variants.h"
#include "lab/terminal/rule_name.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

using RuleIds = std::vector<pruning::RuleId>;

std::string name_of(pruning::RuleId rule) {
  return std::string(pruning::kRuleInfos[rule].name);
}

// The rules of the family that the settings have on, without those that every preset needs; or those that are named.
Result<RuleIds> rules_to_leave_out(const pruning::Settings& settings, const std::vector<std::string>& named) {
  RuleIds out;
  for (const std::string& name : named) {
    const auto rule = rule_named(name);
    if (!rule) return Error{"--rule: " + rule.error()};
    if (!pruning::kRuleInfos[*rule].may_be_off) return Error{"--rule: " + text::quoted(name) + " is never off"};
    if (!settings.rules[*rule].enabled)
      return Error{fmt::format("--rule: the player has {} off: write --player PLAYER,{}=on", text::quoted(name), name)};
    out.push_back(*rule);
  }
  for (std::size_t id = 0; named.empty() && id < pruning::kRules; ++id) {
    const pruning::RuleInfo& info = pruning::kRuleInfos[id];
    // Lazy evaluation changes no value and no node.
    const bool counts =
        info.kind == pruning::RuleKind::Family && info.may_be_off && id != pruning::kId<pruning::LazyEvaluation>;
    if (counts && settings.rules[id].enabled) out.push_back(static_cast<pruning::RuleId>(id));
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  if (out.empty()) return Error{"the player has no rule of the family on: name rules with --rule"};
  return out;
}

// Rules that do their work at the same place: at least two of them, and less than all.
std::vector<std::pair<std::string, RuleIds>> groups_of(const RuleIds& rules) {
  std::array<std::pair<std::string, RuleIds>, 3> groups = {
      {{"[node rules]", {}}, {"[move rules]", {}}, {"[quiescence rules]", {}}}};
  for (const pruning::RuleId rule : rules) {
    const pruning::RuleInfo& info = pruning::kRuleInfos[rule];
    if (info.kind != pruning::RuleKind::Family) continue;
    const bool node = info.place == pruning::Place::Node;
    groups[node ? 0 : info.place == pruning::Place::Move ? 1 : 2].second.push_back(rule);
  }
  std::vector<std::pair<std::string, RuleIds>> out;
  for (auto& group : groups)
    if (group.second.size() > 1 && group.second.size() < rules.size()) out.push_back(std::move(group));
  return out;
}

// The player with some rules off. Names say which are on: "whole", "none", "+RULE" (it alone), "-RULE" (the whole
// without it), "+[GROUP]", "-[GROUP]", "-RULE -RULE" (in the registry's order).
std::vector<record::PlayerField> without_rules(const std::string& player, const RuleIds& rules, bool pairs) {
  std::vector<record::PlayerField> out;
  const auto add = [&](const std::string& name, const RuleIds& off) {
    std::string text = player;
    for (const pruning::RuleId rule : off) text += "," + name_of(rule) + "=off";
    out.push_back({text, name});
  };
  const auto add_both = [&](const std::string& name, const RuleIds& of) {
    RuleIds others;
    std::set_difference(rules.begin(), rules.end(), of.begin(), of.end(), std::back_inserter(others));
    add("+" + name, others);
    add("-" + name, of);
  };
  add("whole", {});
  add("none", rules);
  for (const pruning::RuleId rule : rules) add_both(name_of(rule), {rule});
  for (const auto& [name, of] : groups_of(rules)) add_both(name, of);
  for (std::size_t i = 0; pairs && i < rules.size(); ++i)
    for (std::size_t j = i + 1; j < rules.size(); ++j)
      add("-" + name_of(rules[i]) + " -" + name_of(rules[j]), {rules[i], rules[j]});
  return out;
}

// A tree is that of one thread.
bool has_threads(const Participant& player) {
  const auto is_threads = [](const auto& option) {
    return text::equal_ignoring_case(option.first, "Threads") && option.second != "1";
  };
  return player.threads.value_or(1) != 1 ||
         std::any_of(player.uci_options.begin(), player.uci_options.end(), is_threads);
}

}  // namespace

std::vector<std::string> GridQuestion::inputs() const {
  std::vector<std::string> out = positions.files;
  for (const record::PlayerField& player : players.all) out.push_back(player.text.substr(0, player.text.find(',')));
  return out;
}

std::optional<record::Refusal> GridQuestion::complete() {
  if (measure.empty()) measure = players.texts.size() > 1 || each_rule ? kNodes : kSolved;
  if (players.texts.empty()) players.texts = {std::string(pruning::kDefaultPreset)};
  const std::map<std::string, std::pair<const char*, std::int64_t>> limits_unless_given = {
      {kSolved, {"nodes", 100'000}}, {kNodes, {"depth", 8}}, {kRegret, {"nodes", 5000}}, {kTree, {"depth", 12}}};
  limits.unit = limits_unless_given.at(measure).first;
  limits.values = {limits_unless_given.at(measure).second};
  if (measure == kSolved && !hash.given) hash.mib = SearchOptions::kDefaultHash;
  const bool varies = (measure == kNodes && each_rule) || (measure == kRegret && variants);
  return varies ? vary() : std::nullopt;
}

// Puts in the place of the only player what it is without some of its rules, or all its variants.
std::optional<record::Refusal> GridQuestion::vary() {
  const bool without = measure == kNodes;
  const std::string option = without ? "--each-rule" : "--variants", text = players.texts.front();
  if (players.texts.size() > 1) return record::Refusal{option + ": at most one --player is expected, the one to vary"};
  const auto base = parse_participant(text);
  if (!base) return record::Refusal{"--player: " + base.error()};
  if (base->foreign())
    return record::Refusal{option +
                           ": a UCI engine has no rules that are known here; name each player with its options"};
  players.texts.clear();
  if (without) {
    const auto off = rules_to_leave_out(base->settings, rules);
    if (!off) return record::Refusal{off.error()};
    players.all = without_rules(text, *off, pairs);
    return std::nullopt;
  }
  const auto made = make_variants(base->settings, rules);
  if (!made) return record::Refusal{made.error()};
  players.all.push_back({text, base->name});
  for (const PresetVariant& v : *made) players.all.push_back({text + "," + v.change, base->name + " " + v.change});
  return std::nullopt;
}

std::optional<record::Refusal> GridQuestion::check() {
  for (record::PlayerField& player : players.all) {
    hash.apply(player.participant);
    if (measure == kTree && has_threads(player.participant))
      return record::Refusal{"--player: the search of one thread is counted; leave out threads= and option.Threads="};
  }
  hash.apply(judge.participant);
  if (measure == kSolved && players.all.size() > 1)
    return record::Refusal{"--measure solved: one player is expected; for several there is --measure nodes"};
  if (measure == kSolved && limits.values.size() > 1)
    return record::Refusal{"--measure solved: one limit is expected; for several there is --measure nodes"};
  return std::nullopt;
}

Result<std::unique_ptr<GridMeasure::Worker>> GridMeasure::Worker::make(const Question& q) {
  auto players = q.players.start();
  if (!players) return Error{players.error()};
  return std::make_unique<Worker>(Worker{std::move(*players)});
}

Outcome<std::vector<GridCell>> search_grid(const GridQuestion& q, const record::Players::Started& players,
                                           const SuitePosition& position) {
  std::vector<GridCell> out;
  for (std::size_t i = 0; i < players.size(); ++i)
    for (const std::int64_t limit : q.limits.values) {
      PositionResult r = unsearched(position, 0);
      const auto patience = q.limits.patience(limit, q.players.all[i].participant);
      const auto failure = solve(*players[i], position, q.limits.limits(limit), patience, r);
      if (failure && failure->kind == FailureKind::Interrupted) return std::nullopt;
      if (failure) return Error{failure->text};
      GridCell cell{static_cast<int>(i), limit, r.outcome, r.uci, {}, r.end.depth, r.end.nodes, r.end.time};
      if (r.score) cell.value = white_view(*r.score, position.record.position.side_to_move()).value();
      out.push_back(std::move(cell));
    }
  return out;
}

}  // namespace oknos::lab
