#include "lab/commands/tune/tuned_parameter.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/base/text.h"
#include "engine/pruning/registry/names.h"
#include "lab/play/uci_messages.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/key_values.h"
#include "lab/terminal/suggestion.h"

namespace oknos::lab {

namespace {

using Json = nlohmann::ordered_json;
using pruning::ParameterInfo;
using pruning::RuleInfo;
using pruning::Settings;

constexpr std::string_view kAll = "all";
constexpr int kShareOfRange = 50;       // a usual range is at least so much of the registry's to either side
constexpr double kStepsInRange = 20.0;  // as fishtest advises
constexpr double kMinStep = 0.5;        // OpenBench refuses less

struct Seat {
  std::size_t rule = 0;
  std::size_t parameter = 0;
};

const RuleInfo& rule_of(const Seat& p) {
  return pruning::kRuleInfos[p.rule];
}
const ParameterInfo& info_of(const Seat& p) {
  return rule_of(p).parameters[p.parameter];
}
std::string name_of(const Seat& p) {
  return fmt::format("{}.{}", rule_of(p).name, info_of(p).name);
}

std::vector<Seat> all_places() {
  std::vector<Seat> out;
  for (std::size_t rule = 0; rule < pruning::kRules; ++rule)
    for (std::size_t i = 0; i < pruning::kRuleInfos[rule].parameters.size(); ++i) out.push_back({rule, i});
  return out;
}

// Those that a name stands for; none: it is unknown.
std::vector<Seat> places_named(const std::string& name, const Settings& settings) {
  const std::string wanted = pruning::canonical(name);
  std::vector<Seat> out;
  for (const Seat& p : all_places()) {
    if (pruning::canonical(name_of(p)) == wanted) return {p};
    if (info_of(p).is_switch()) continue;
    if (wanted == pruning::canonical(rule_of(p).name) || (wanted == kAll && settings.rules[p.rule].enabled))
      out.push_back(p);
  }
  return out;
}

Error unknown(const std::string& name) {
  std::vector<std::string> known;
  for (const Seat& p : all_places()) known.push_back(name_of(p));
  const std::string meant = did_you_mean(name, known);
  return {fmt::format("--parameter {}: there is no parameter of that name{}", text::quoted(name),
                      meant.empty() ? "; 'oknos-lab preset show modern' lists them (reverse_futility.margin), and a "
                                      "rule's name stands for all of its parameters"
                                    : meant)};
}

// What values a parameter may have.
struct Allowed {
  int min = 0;
  int max = 0;
};

TunedParameter usual(const std::string& name, int start, const Allowed& allowed, double r_end) {
  TunedParameter out;
  out.name = name;
  out.start = start;
  const int reach = std::max({std::abs(start), (allowed.max - allowed.min) / kShareOfRange, 2});
  out.min = std::max(allowed.min, start - reach);
  out.max = std::min(allowed.max, start + reach);
  out.r_end = r_end;
  return out;
}

void set_usual_step(TunedParameter& p) {
  p.c_end = std::max((p.max - p.min) / kStepsInRange, kMinStep);
}

// "20..120"
std::optional<Error> read_range(TunedParameter& to, const std::string& range, const Allowed& allowed) {
  constexpr std::string_view kTo = "..";
  const std::size_t dots = range.find(kTo);
  const auto from = dots == std::string::npos ? std::nullopt : text::parse_int<int>(range.substr(0, dots));
  const auto until = dots == std::string::npos ? std::nullopt : text::parse_int<int>(range.substr(dots + kTo.size()));
  if (!from || !until) return Error{fmt::format("{}: a range FROM..TO is expected", text::quoted(range))};
  if (*from < allowed.min || *until > allowed.max || *from >= *until)
    return Error{fmt::format("{} is not allowed; allowed is a range within {}..{}", range, allowed.min, allowed.max)};
  if (to.start < *from || to.start > *until)
    return Error{fmt::format("{} does not hold the value to begin with, {}", range, to.start)};
  to.min = *from;
  to.max = *until;
  return std::nullopt;
}

// What follows the name: "20..120", "20..120,step=6", "step=6".
std::optional<Error> read_rest(TunedParameter& to, const std::string& rest, const Allowed& allowed) {
  constexpr std::string_view kStep = "step=";
  std::size_t begin = 0;
  std::optional<double> step;
  while (begin <= rest.size()) {
    const std::size_t comma = std::min(rest.find(',', begin), rest.size());
    const std::string word(text::trim(std::string_view(rest).substr(begin, comma - begin)));
    begin = comma + 1;
    if (!word.starts_with(kStep)) {
      if (auto error = read_range(to, word, allowed)) return error;
      continue;
    }
    step = parse_number(std::string_view(word).substr(kStep.size()));
    if (!step || *step < kMinStep || *step > to.max - to.min)
      return Error{fmt::format("{}: allowed {}..{}", word, kMinStep, to.max - to.min)};
  }
  set_usual_step(to);
  if (step) to.c_end = *step;
  return std::nullopt;
}

// Adds a parameter with what is said behind its name.
std::optional<Error> add(std::vector<TunedParameter>& to, TunedParameter parameter, const std::string& text,
                         const Allowed& allowed) {
  set_usual_step(parameter);
  const std::size_t equals = text.find('=');
  if (equals != std::string::npos)
    if (const auto error = read_rest(parameter, text.substr(equals + 1), allowed))
      return Error{fmt::format("--parameter {}: {}", parameter.name, error->message)};
  if (std::any_of(to.begin(), to.end(), [&](const TunedParameter& p) { return p.name == parameter.name; }))
    return Error{fmt::format("--parameter {} is given twice", parameter.name)};
  to.push_back(std::move(parameter));
  return std::nullopt;
}

// What a number among a UCI engine's options may be; the engine's own bounds may be wider than ours.
Allowed allowed_of(const uci::Option& option) {
  constexpr std::int64_t kFarthest = 1'000'000'000;
  return {static_cast<int>(std::clamp(option.min, -kFarthest, kFarthest)),
          static_cast<int>(std::clamp(option.max, -kFarthest, kFarthest))};
}

bool set_by_user(const ValueChanges& base, const uci::Option& option) {
  return std::any_of(base.begin(), base.end(), [&](const auto& set) { return is_named(option, set.first); });
}

std::string begins_by_itself(const uci::Option& option) {
  return fmt::format(" (the engine's own; {}{}=VALUE behind cmd= sets another)", kOptionPrefix, option.name);
}

Error not_a_number(const std::string& name, const std::vector<uci::Option>& options) {
  std::vector<uci::Option> numbers;
  for (const uci::Option& o : options)
    if (o.kind == uci::OptionKind::Spin) numbers.push_back(o);
  return {fmt::format("--parameter {}: the engine has no option of that name that is a number{}", text::quoted(name),
                      options_in_words(numbers, name.substr(std::min(kOptionPrefix.size(), name.size()))))};
}

}  // namespace

SpsaParameter TunedParameter::spsa() const {
  return {static_cast<double>(start), static_cast<double>(min), static_cast<double>(max), c_end, r_end};
}

Result<std::vector<TunedParameter>> read_parameters(const std::vector<std::string>& texts, const Settings& settings,
                                                    double r_end) {
  std::vector<TunedParameter> out;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    const std::string name(text::trim(std::string_view(text).substr(0, equals)));
    const std::vector<Seat> places = places_named(name, settings);
    if (places.empty()) return unknown(name);
    if (places.size() > 1 && equals != std::string::npos)
      return Error{fmt::format("--parameter {}: {} has {} parameters: a range is for one of them", text::quoted(text),
                               name, places.size())};
    for (const Seat& place : places) {
      if (!settings.rules[place.rule].enabled)
        return Error{fmt::format("--parameter {}: {} is off, and its parameters change nothing; --set {}=on", name,
                                 rule_of(place).name, rule_of(place).name)};
      const Allowed allowed{info_of(place).min, info_of(place).max};
      const int start = settings.rules[place.rule].values[place.parameter];
      if (const auto error = add(out, usual(name_of(place), start, allowed, r_end), text, allowed)) return *error;
    }
  }
  return out;
}

Result<std::vector<TunedParameter>> read_parameters(const std::vector<std::string>& texts, const ValueChanges& base,
                                                    const std::vector<uci::Option>& options, double r_end) {
  std::vector<TunedParameter> out;
  for (const std::string& text : texts) {
    const std::string key(text::trim(std::string_view(text).substr(0, text.find('='))));
    const bool prefixed = key.starts_with(kOptionPrefix);
    const uci::Option* option = prefixed ? find_option(options, key.substr(kOptionPrefix.size())) : nullptr;
    if (!prefixed)
      return Error{fmt::format("--parameter {}: an option of a UCI engine is written {}NAME", text::quoted(text),
                               kOptionPrefix)};
    if (!option || option->kind != uci::OptionKind::Spin) return not_a_number(key, options);
    if (may_be_unset(base, *option))
      return Error{fmt::format("--parameter {}: {}", text::quoted(text), unset_in_words(*option))};
    const std::string value = value_in(base, *option);
    const Allowed allowed = allowed_of(*option);
    const auto start = text::parse_int<int>(value);
    if (!start || *start < allowed.min || *start > allowed.max)
      return Error{fmt::format("--parameter {}: the engine begins with {}, which is no number within {}..{}", key,
                               text::quoted(value), allowed.min, allowed.max)};
    const std::string name = std::string(kOptionPrefix) + option->name;
    if (const auto error = add(out, usual(name, *start, allowed, r_end), text, allowed))
      return Error{error->message + (set_by_user(base, *option) ? "" : begins_by_itself(*option))};
  }
  return out;
}

ValueChanges changes_of(const std::vector<TunedParameter>& parameters, const std::vector<int>& values) {
  ValueChanges out;
  for (std::size_t i = 0; i < parameters.size(); ++i) out.emplace_back(parameters[i].name, std::to_string(values[i]));
  return out;
}

Settings with_values(const Settings& settings, const std::vector<TunedParameter>& parameters,
                     const std::vector<int>& values) {
  Settings out = settings;
  for (const Seat& place : all_places()) {
    const std::string name = name_of(place);
    for (std::size_t i = 0; i < parameters.size(); ++i)
      if (parameters[i].name == name)
        out.rules[place.rule].values[place.parameter] = static_cast<std::int16_t>(values[i]);
  }
  return out;
}

std::string to_text(const std::vector<TunedParameter>& parameters) {
  Json out = Json::array();
  for (const TunedParameter& p : parameters)
    out.push_back(
        {{"name", p.name}, {"start", p.start}, {"min", p.min}, {"max", p.max}, {"c_end", p.c_end}, {"r_end", p.r_end}});
  return json_text(out);
}

Result<std::vector<TunedParameter>> parameters_from_text(const std::string& text) {
  std::vector<TunedParameter> out;
  try {
    for (const Json& p : Json::parse(text))
      out.push_back({p.at("name").get<std::string>(), p.at("start").get<int>(), p.at("min").get<int>(),
                     p.at("max").get<int>(), p.at("c_end").get<double>(), p.at("r_end").get<double>()});
  } catch (const Json::exception&) {
    return Error{"parameters that cannot be read: " + text::quoted(text)};
  }
  return out;
}

}  // namespace oknos::lab
