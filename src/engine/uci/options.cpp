#include "engine/uci/options.h"

#include <algorithm>

#include "engine/base/text.h"
#include "engine/eval/network/embedded.h"
#include "engine/pruning/registry/names.h"
#include "engine/search/engine.h"

namespace oknos::uci {

namespace {

constexpr std::string_view kHash = "Hash";
constexpr std::string_view kClearHash = "Clear Hash";
constexpr std::string_view kThreads = "Threads";
constexpr std::string_view kMultiPv = "MultiPV";
constexpr std::string_view kPonder = "Ponder";
constexpr std::string_view kMoveOverhead = "Move Overhead";
constexpr std::string_view kChess960 = "UCI_Chess960";
constexpr std::string_view kAnalyseMode = "UCI_AnalyseMode";
constexpr std::string_view kShowWdl = "UCI_ShowWDL";
constexpr std::string_view kLimitStrength = "UCI_LimitStrength";
constexpr std::string_view kElo = "UCI_Elo";
constexpr std::string_view kExpert = "Expert";
constexpr std::string_view kLogFile = "Debug Log File";
constexpr std::string_view kEvalFile = "EvalFile";
constexpr std::string_view kSyzygyPath = "SyzygyPath";
constexpr std::string_view kSyzygyProbeDepth = "SyzygyProbeDepth";
constexpr std::string_view kSyzygy50MoveRule = "Syzygy50MoveRule";
constexpr std::string_view kSyzygyProbeLimit = "SyzygyProbeLimit";

constexpr int kMaxMultiPv = 256;
constexpr std::int64_t kDefaultOverhead = 20;  // milliseconds
constexpr std::int64_t kMaxOverhead = 5000;
constexpr int kMaxProbeDepth = 100;  // plies
constexpr int kMaxTableMen = 7;

bool has_embedded_network() {
  return eval::network::embedded_if_any() != nullptr;
}

Option spin(std::string_view name, std::int64_t value, std::int64_t min, std::int64_t max) {
  return {std::string(name), OptionKind::Spin, std::to_string(value), min, max, {}, false};
}
Option check(std::string_view name, bool on = false) {
  return {std::string(name), OptionKind::Check, on ? "true" : "false", 0, 0, {}, false};
}

std::vector<Option> own_options() {
  return {spin(kHash, static_cast<std::int64_t>(Engine::kDefaultHash), static_cast<std::int64_t>(Engine::kMinHash),
               static_cast<std::int64_t>(Engine::kMaxHash)),
          {std::string(kClearHash), OptionKind::Button, "", 0, 0, {}, false},
          spin(kThreads, 1, 1, Engine::kMaxThreads),
          spin(kMultiPv, 1, 1, kMaxMultiPv),
          check(kPonder),
          spin(kMoveOverhead, kDefaultOverhead, 0, kMaxOverhead),
          check(kChess960),
          check(kAnalyseMode),
          check(kShowWdl),
          check(kLimitStrength),
          spin(kElo, kDefaultElo, kMinElo, kMaxElo),
          {std::string(kEvalFile),
           OptionKind::String,
           std::string(has_embedded_network() ? eval::network::kEmbedded : eval::network::kClassical),
           0,
           0,
           {},
           false},
          {std::string(kSyzygyPath), OptionKind::String, "<empty>", 0, 0, {}, false},
          spin(kSyzygyProbeDepth, 1, 1, kMaxProbeDepth),
          check(kSyzygy50MoveRule, true),
          spin(kSyzygyProbeLimit, kMaxTableMen, 0, kMaxTableMen),
          {std::string(kLogFile), OptionKind::String, "<empty>", 0, 0, {}, false},
          check(kExpert, kExpertBuild)};
}

Option of_rules(const pruning::OptionInfo& info) {
  OptionKind kind = OptionKind::Combo;
  if (info.type == pruning::OptionType::Spin) kind = OptionKind::Spin;
  if (info.type == pruning::OptionType::String) kind = OptionKind::String;
  return {info.name, kind, info.default_value, info.min, info.max, info.values, info.expert};
}

std::string with_underscores(std::string name) {
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

// The values that are allowed, for messages.
std::string allowed(const Option& option) {
  switch (option.kind) {
    case OptionKind::Check:
      return "true or false";
    case OptionKind::Spin:
      return std::to_string(option.min) + ".." + std::to_string(option.max);
    case OptionKind::Combo: {
      std::string out;
      for (const std::string& value : option.values) out += (out.empty() ? "" : ", ") + value;
      return out;
    }
    case OptionKind::Button:
    case OptionKind::String:
      break;
  }
  return "TEXT";
}

Error missing_value(const Option& option) {
  return {option.name + " needs a value: setoption name " + option.name + " value V, with V " + allowed(option)};
}

Error wrong_value(const Option& option, std::string_view value) {
  return {option.name + ": " + text::quoted(value) + " is not allowed; allowed " + allowed(option)};
}

}  // namespace

std::string to_text(const Option& option) {
  std::string out = "option name " + option.name + " type ";
  switch (option.kind) {
    case OptionKind::Check:
      return out + "check default " + option.default_value;
    case OptionKind::Spin:
      return out + "spin default " + option.default_value + " min " + std::to_string(option.min) + " max " +
             std::to_string(option.max);
    case OptionKind::Combo:
      out += "combo default " + option.default_value;
      for (const std::string& value : option.values) out += " var " + value;
      return out;
    case OptionKind::Button:
      return out + "button";
    case OptionKind::String:
      break;
  }
  return out + "string default " + option.default_value;
}

std::vector<Option> Options::all() {
  std::vector<Option> out = own_options();
  for (const pruning::OptionInfo& info : pruning::options()) out.push_back(of_rules(info));
  return out;
}

std::vector<Option> Options::declared() const {
  std::vector<Option> out = all();
  if (!expert_) std::erase_if(out, [](const Option& option) { return option.expert; });
  if (kExpertBuild)
    for (Option& option : out) option.name = with_underscores(option.name);
  return out;
}

Result<Options::Change> Options::set(const SetOption& command) {
  for (const Option& option : own_options()) {
    if (!text::equal_ignoring_case(with_underscores(option.name), with_underscores(command.name))) continue;
    if (option.kind == OptionKind::Button) return Change{Effect::ClearHash, 0, {}};
    if (!command.value) return missing_value(option);
    return set_own(option, *command.value);
  }
  return set_rule(command);
}

Result<Options::Change> Options::set_own(const Option& option, const std::string& value) {
  if (option.kind == OptionKind::Check) return set_check(option, value);
  if (option.kind == OptionKind::Spin) return set_spin(option, value);
  if (option.name == kEvalFile) return Change{Effect::EvalFile, 0, value};
  return Change{option.name == kSyzygyPath ? Effect::SyzygyPath : Effect::LogFile, 0, value};
}

Result<Options::Change> Options::set_check(const Option& option, const std::string& value) {
  const bool on = text::equal_ignoring_case(value, "true");
  if (!on && !text::equal_ignoring_case(value, "false")) return wrong_value(option, value);
  // Ponder only announces that the GUI may send `go ponder`.
  if (option.name == kChess960) chess960_ = on;
  if (option.name == kAnalyseMode) {
    analyse_mode_ = on;
    if (limit_strength_) return Change{Effect::Strength, 0, {}};  // analysis is at full strength
  }
  if (option.name == kShowWdl) show_wdl_ = on;
  if (option.name == kExpert) expert_ = on;
  if (option.name == kLimitStrength) {
    limit_strength_ = on;
    return Change{Effect::Strength, 0, {}};
  }
  if (option.name == kSyzygy50MoveRule) tablebases_.fifty_move_rule = on;
  return Change{};
}

Result<Options::Change> Options::set_spin(const Option& option, const std::string& value) {
  const auto number = text::parse_int<std::int64_t>(value);
  if (!number || *number < option.min || *number > option.max) return wrong_value(option, value);
  if (option.name == kHash) return Change{Effect::Hash, *number, {}};
  if (option.name == kThreads) return Change{Effect::Threads, *number, {}};
  if (option.name == kMultiPv) multi_pv_ = static_cast<int>(*number);
  if (option.name == kMoveOverhead) move_overhead_ = *number;
  if (option.name == kElo) {
    elo_ = static_cast<int>(*number);
    return Change{Effect::Strength, 0, {}};
  }
  if (option.name == kSyzygyProbeDepth) tablebases_.least_depth = static_cast<int>(*number);
  if (option.name == kSyzygyProbeLimit) tablebases_.most_men = static_cast<int>(*number);
  return Change{};
}

Result<Options::Change> Options::set_rule(const SetOption& command) {
  if (!command.value) {
    for (const pruning::OptionInfo& info : pruning::options())
      if (pruning::canonical(info.name) == pruning::canonical(command.name)) return missing_value(of_rules(info));
  }
  const Result<bool> known = rules_.set(command.name, command.value.value_or(""));
  if (!known) return Error{known.error()};
  if (!*known) return Error{"unknown option " + text::quoted(command.name) + "; \"options\" lists them all"};
  return Change{};
}

}  // namespace oknos::uci
