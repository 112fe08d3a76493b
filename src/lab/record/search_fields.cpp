#include "lab/record/search_fields.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/ranges.h>
#include <map>
#include <tuple>

#include "engine/search/engine.h"
#include "lab/arguments/arguments.h"

namespace oknos::lab::record {

CLI::Option* add_option(CLI::App& app, const char* name, Positions& to, const std::string& help, const OptionTraits&) {
  return app.add_option(name, to.files, help + ": FILE.epd, FILE.fen, or - for standard input")->type_name("FILE...");
}

std::optional<Refusal> check(Positions& to) {
  if (to.files.empty()) return Refusal{"files: a file of positions is expected"};
  auto input = read_suite(to.files);
  if (!input) return Refusal{input.error(), kFailure};
  to.input = std::move(*input);
  return std::nullopt;
}

void identify(store::RunSpec& spec, const std::string&, const Positions& positions) {
  spec.identity.emplace_back("input", positions.input.hash);
}

Result<std::unique_ptr<Player>> PlayerField::start() const {
  auto player = make_player(participant);
  if (player && identity.empty()) {
    own_name = name.empty() ? (*player)->name() : name;
    identity = identity_of(participant, **player);
  }
  return player;
}

CLI::Option* add_option(CLI::App& app, const char* name, PlayerField& to, const std::string& help,
                        const OptionTraits&) {
  return app.add_option(name, to.text, fmt::format("{} (default: {})", help, to.text))->type_name("PLAYER");
}

std::optional<Refusal> check(PlayerField& to) {
  auto player = parse_participant(to.text);
  if (!player) return Refusal{player.error()};
  if (player->control.given()) return Refusal{"the limits are options of the command, not of a player"};
  to.participant = std::move(*player);
  return std::nullopt;
}

void identify(store::RunSpec& spec, const std::string& name, const PlayerField& player) {
  spec.identity.emplace_back(name, player.identity);
  spec.notes.emplace_back(name + "_name", player.own_name);
}

Result<Players::Started> Players::start() const {
  Started out;
  for (const PlayerField& p : all) {
    auto player = p.start();
    if (!player) return Error{player.error()};
    out.push_back(std::move(*player));
  }
  return out;
}

CLI::Option* add_option(CLI::App& app, const char* name, Players& to, const std::string& help, const OptionTraits&) {
  return app.add_option(name, to.texts, help + " (repeatable)")->type_name("PLAYER")->allow_extra_args(false);
}

std::optional<Refusal> check(Players& to) {
  for (const std::string& text : to.texts) to.all.push_back({text, ""});
  if (to.all.empty()) return Refusal{"a player is expected at least: --player modern"};
  for (PlayerField& player : to.all)
    if (auto refusal = check(player)) return refusal;
  return std::nullopt;
}

void identify(store::RunSpec& spec, const std::string&, const Players& players) {
  std::map<std::string, int> uses, given;
  for (const PlayerField& p : players.all) ++uses[p.own_name];
  for (std::size_t i = 0; i < players.all.size(); ++i) {
    const PlayerField& p = players.all[i];
    const bool shared = uses[p.own_name] > 1;
    spec.identity.emplace_back(fmt::format("player_{}", i + 1), p.identity);
    spec.identity.emplace_back(fmt::format("name_{}", i + 1),
                               shared ? fmt::format("{} ({})", p.own_name, ++given[p.own_name]) : p.own_name);
  }
}

std::vector<std::string> player_names(const RunHeader& header) {
  std::vector<std::string> out;
  for (int i = 1;; ++i) {
    std::string name = header.entry(fmt::format("name_{}", i));
    if (name.empty()) return out;
    out.push_back(std::move(name));
  }
}

CLI::Option* add_option(CLI::App& app, const char* name, TableSize& to, const std::string& help, const OptionTraits&) {
  CLI::Option* option = add_number(app, name, to.mib, Engine::kMinHash, Engine::kMaxHash, "MiB",
                                   fmt::format("{}, MiB (default: {})", help, to.mib));
  return option->each([&to](const std::string&) { to.given = true; });
}

CLI::Option* add_option(CLI::App& app, const char*, RuleOptions& to, const std::string&, const OptionTraits&) {
  add_rule_options(app, to.options);
  return app.get_option("--preset");
}

std::optional<Refusal> check(RuleOptions& to) {
  auto plan = make_plan(to.options, Limits{});
  if (!plan) return Refusal{plan.error()};
  to.made = std::move(*plan);
  return std::nullopt;
}

void identify(store::RunSpec& spec, const std::string&, const RuleOptions& rules) {
  spec.identity.emplace_back("rules", identity_of(rules.made.preset, rules.made.settings, rules.made.changes));
  spec.notes.emplace_back("preset", rules.options.preset);
}

void Search::take(const CLI::App& command) {
  take_limits(command, raw, *this);
}

CLI::Option* add_option(CLI::App& app, const char*, Search& to, const std::string&, const OptionTraits&) {
  add_rule_options(app, to);
  add_evalfile(app, to);
  add_limit_options(app, to, to.raw);
  return app.get_option("--preset");
}

namespace {

std::string default_text(const LimitLadder& ladder, const char* unit) {
  const auto text = [](std::int64_t value) { return grouped(static_cast<std::uint64_t>(value)); };
  return ladder.unit == unit ? fmt::format(" (default: {})", listed(ladder.values, text)) : "";
}

}  // namespace

CLI::Option* add_option(CLI::App& app, const char*, LimitLadder& to, const std::string&, const OptionTraits&) {
  add_limit_lists(app, to.given);
  app.get_option("--depth")->description("Search to these depths, in plies, such as 6,8" + default_text(to, "depth"));
  app.get_option("--nodes")->description("Search these numbers of nodes, such as 10k,100k" + default_text(to, "nodes"));
  return app.get_option("--time");
}

std::optional<Refusal> check(LimitLadder& to) {
  std::vector<std::pair<std::string, std::vector<std::int64_t>>> lists;
  if (!to.given.depths.empty()) lists.emplace_back("depth", to.given.depths);
  if (!to.given.nodes.empty()) lists.emplace_back("nodes", to.given.nodes);
  std::vector<std::int64_t> times;
  for (const std::string& text : to.given.times) {
    const auto time = parse_duration(text);
    if (!time) return Refusal{"--time: " + time.error()};
    times.push_back(*time);
  }
  if (!times.empty()) lists.emplace_back("time", times);
  if (lists.size() > 1) return Refusal{"one of --depth, --nodes and --time is expected"};
  if (!lists.empty()) std::tie(to.unit, to.values) = lists.front();
  std::sort(to.values.begin(), to.values.end());
  to.values.erase(std::unique(to.values.begin(), to.values.end()), to.values.end());
  return std::nullopt;
}

void identify(store::RunSpec& spec, const std::string&, const LimitLadder& limits) {
  spec.identity.emplace_back("unit", limits.unit);
  spec.identity.emplace_back("limits", fmt::format("{}", fmt::join(limits.values, ",")));
}

Limits LimitLadder::limits(std::int64_t value) const {
  Limits out;
  if (unit == "depth") out.depth = static_cast<int>(value);
  if (unit == "nodes") out.nodes = static_cast<std::uint64_t>(value);
  if (unit == "time") out.move_time = value;
  return out;
}

std::optional<std::int64_t> LimitLadder::patience(std::int64_t value, const Participant& player) const {
  return unit == "time" ? std::optional(value + player.time_margin.value_or(kPatienceBeyondMoveTime)) : std::nullopt;
}

std::vector<std::string> cells(const Limit& limit, const ColumnTraits&) {
  const std::string value = grouped(static_cast<std::uint64_t>(limit.value));
  if (limit.unit == "depth") return {"Depth " + value};
  return {(limit.unit == "time" ? seconds(limit.value) : value + " " + limit.unit) + " a position"};
}

}  // namespace oknos::lab::record
