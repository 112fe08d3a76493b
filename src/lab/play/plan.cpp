#include "lab/play/plan.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>

#include "engine/base/bytes.h"
#include "engine/base/text.h"
#include "engine/eval/network/embedded.h"
#include "engine/pruning/presets/options.h"
#include "lab/store/run_store.h"
#include "lab/terminal/suggestion.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

using pruning::Settings;

std::vector<Change> changes_between(const Settings& a, const Settings& b) {
  std::vector<Change> out;
  const auto from = pruning::named_values(a), to = pruning::named_values(b);
  for (std::size_t i = 0; i < from.size(); ++i)
    if (from[i].second != to[i].second) out.push_back({from[i].first, from[i].second, to[i].second});
  return out;
}

std::optional<Error> apply(pruning::Overrides& overrides, const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0)
    return Error{fmt::format("--set {}: NAME=VALUE is expected, for example frontier_futility.margin=80",
                             text::quoted(assignment))};
  const std::string_view name = text::trim(std::string_view(assignment).substr(0, equals));
  const std::string_view value = text::trim(std::string_view(assignment).substr(equals + 1));
  for (const std::string_view preset : {"preset", "preset file", "preset_file"})
    if (text::equal_ignoring_case(name, preset))
      return Error{fmt::format("--set {}: a preset is chosen with --preset NAME or --preset FILE.toml",
                               text::quoted(assignment))};
  const auto done = overrides.set(name, value);
  if (!done) return Error{"--set " + done.error()};
  if (!*done) return Error{"--set " + no_such_setting(name)};
  return std::nullopt;
}

}  // namespace

std::string no_such_setting(std::string_view name) {
  std::vector<std::string> known;
  for (const auto& [setting, value] : pruning::named_values(Settings{})) known.push_back(setting);
  const std::string meant = did_you_mean(name, known);
  return fmt::format("{}: there is no switch and no parameter of that name{}", text::quoted(name),
                     meant.empty()
                         ? fmt::format("; 'oknos-lab preset show {}' lists them (frontier_futility.margin=80, "
                                       "null_move=off, exemptions.recapture=on)",
                                       pruning::kDefaultPreset)
                         : meant);
}

Result<pruning::Settings> with_changes(const pruning::Settings& base, const ValueChanges& changes) {
  pruning::Overrides overrides;
  for (const auto& [name, value] : changes) {
    const auto set = overrides.set(name, value);
    if (!set) return Error{set.error()};
    if (!*set) return Error{no_such_setting(name)};
  }
  pruning::Preset preset;
  preset.settings = base;
  return overrides.resolve(preset);
}

namespace {

// Without a name: the embedded network, if there is one.
Result<std::shared_ptr<const eval::network::Network>> network_of(const std::string& name) {
  return name.empty() ? eval::network::embedded_if_any() : eval::network::network_named(name);
}

// The file's name without its folders, and what it holds: "first.oknn:0123456789abcdef".
std::string name_of_network(const std::string& file, const eval::network::Network* network) {
  if (!network) return std::string(eval::network::kClassical);
  return fmt::format("{}:{:016x}", std::filesystem::path(file).filename().string(),
                     bytes::checksum(network->to_bytes()));
}

}  // namespace

Result<Plan> make_plan(const SearchOptions& options, const Limits& otherwise) {
  auto preset = pruning::find_or_load_preset(options.preset);
  if (!preset) return Error{"--preset " + preset.error()};
  pruning::Overrides overrides;
  for (const std::string& assignment : options.set)
    if (auto error = apply(overrides, assignment)) return *std::move(error);
  Plan plan;
  plan.settings = overrides.resolve(*preset);
  plan.changes = changes_between(preset->settings, plan.settings);
  plan.preset = std::move(*preset);
  plan.limits = otherwise;
  if (options.limited()) {
    plan.limits = Limits{};
    plan.limits.depth = options.depth;
    plan.limits.nodes = options.nodes;
    plan.limits.move_time = options.time;
  }
  plan.multi_pv = options.multi_pv;
  plan.threads = options.threads;
  plan.hash = options.hash;
  auto network = network_of(options.evalfile);
  if (!network) return Error{"--evalfile " + network.error()};
  plan.network = std::move(*network);
  if (!options.evalfile.empty())
    plan.changes.push_back({std::string(Plan::kEvalFile), "", name_of_network(options.evalfile, plan.network.get())});
  return plan;
}

std::string exact_text(const Limits& limits) {
  std::string out;
  const auto add = [&out](const std::string& word) { out += (out.empty() ? "" : ", ") + word; };
  if (limits.depth) add(fmt::format("depth {}", *limits.depth));
  if (limits.nodes) add(fmt::format("nodes {}", *limits.nodes));
  if (limits.soft_nodes) add(fmt::format("soft nodes {}", *limits.soft_nodes));
  if (limits.move_time) add(fmt::format("time {} ms", *limits.move_time));
  return out;
}

std::string identity_of(const pruning::Preset& preset, const pruning::Settings& settings,
                        const std::vector<Change>& changes) {
  constexpr std::size_t kEnough = 16;  // digits of a hash
  pruning::Preset effective = preset;
  effective.settings = settings;
  std::string out = fmt::format("preset {}", preset.name);
  for (const Change& c : changes) out += fmt::format(", {}={}", c.name, c.to);
  if (settings.conventions.wants_network())
    if (const auto network = eval::network::embedded_if_any())
      out += fmt::format(", network {:016x}", bytes::checksum(network->to_bytes()));
  return out + ", settings " + store::hash_of_text(pruning::to_toml(effective)).substr(0, kEnough);
}

std::string limits_in_words(const Limits& limits) {
  std::string out;
  const auto add = [&](const std::string& text) { out += (out.empty() ? "" : ", ") + text; };
  if (limits.depth) add(fmt::format("depth {}", *limits.depth));
  if (limits.nodes) add(grouped(*limits.nodes) + " nodes");
  if (limits.soft_nodes) add(grouped(*limits.soft_nodes) + " soft nodes");
  if (limits.move_time) add(seconds(*limits.move_time));
  return out.empty() ? "none" : out;
}

Result<std::int64_t> parse_duration(const std::string& text) {
  struct Unit {
    std::string_view name;
    double milliseconds;
  };
  constexpr Unit kUnits[] = {{"ms", 1.0},    {"s", 1000.0},    {"", 1000.0},
                             {"m", 60000.0}, {"min", 60000.0}, {"h", 3600000.0}};
  constexpr double kLongest = 1e12;  // milliseconds, some thirty years
  const Error error{text::quoted(text) + " is not a time; write seconds (5, 0.5), 500ms, 2m or 1h, more than 0"};
  double number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc{}) return error;
  const std::string_view unit =
      text::trim(std::string_view(end, static_cast<std::size_t>(text.data() + text.size() - end)));
  for (const Unit& u : kUnits) {
    if (u.name != unit) continue;
    const double milliseconds = number * u.milliseconds;
    if (!(milliseconds >= 1.0) || milliseconds > kLongest) return error;
    return static_cast<std::int64_t>(std::llround(milliseconds));
  }
  return error;
}

namespace {

constexpr std::int64_t kShortestClock = 10;  // milliseconds

// "1", "0.01": seconds without a unit, 0 allowed.
std::optional<std::int64_t> milliseconds(const std::string& text) {
  if (text.find_first_not_of("0.") == std::string::npos && text.find('0') != std::string::npos) return 0;
  const auto time = parse_duration(text);
  return time ? std::optional(*time) : std::nullopt;
}

std::string short_seconds(std::int64_t milliseconds) {
  constexpr double kSecond = 1000.0;
  return fmt::format("{:g} s", static_cast<double>(milliseconds) / kSecond);
}

}  // namespace

Limits TimeControl::limits() const {
  Limits out;
  out.nodes = nodes;
  out.depth = depth;
  out.move_time = move_time;
  return out;
}

Result<TimeControl::Clock> parse_clock(const std::string& text) {
  const Error error{text::quoted(text) + " is not a time control; write seconds + increment (10+0.1), or with moves " +
                    "for a time (40/60+0.6); at least 10 ms"};
  TimeControl::Clock clock;
  std::string rest = text;
  if (const std::size_t stroke = rest.find('/'); stroke != std::string::npos) {
    const auto moves = text::parse_int<int>(rest.substr(0, stroke));
    if (!moves || *moves < 1) return error;
    clock.moves = moves;
    rest = rest.substr(stroke + 1);
  }
  const std::size_t plus = rest.find('+');
  const auto base = milliseconds(rest.substr(0, plus));
  const auto increment =
      plus == std::string::npos ? std::optional<std::int64_t>(0) : milliseconds(rest.substr(plus + 1));
  if (!base || !increment || *base < kShortestClock) return error;
  clock.base = *base;
  clock.increment = *increment;
  return clock;
}

std::string in_words(const TimeControl& control) {
  std::string out;
  const auto add = [&](const std::string& text) { out += (out.empty() ? "" : ", ") + text; };
  if (control.clock) {
    std::string clock = control.clock->moves ? fmt::format("{} moves in ", *control.clock->moves) : "";
    clock += short_seconds(control.clock->base);
    if (control.clock->increment > 0) clock += " + " + short_seconds(control.clock->increment);
    add(clock);
  }
  if (control.nodes) add(grouped(*control.nodes) + " nodes");
  if (control.depth) add(fmt::format("depth {}", *control.depth));
  if (control.move_time) add(short_seconds(*control.move_time) + " a move");
  return out.empty() ? "no limit" : out;
}

}  // namespace oknos::lab
