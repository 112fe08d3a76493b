#include "lab/commands/screen/factors.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <sstream>

#include "engine/base/text.h"
#include "engine/pruning/presets/options.h"
#include "lab/play/plan.h"
#include "lab/play/uci_messages.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

using pruning::Settings;

constexpr std::string_view kBlank = "%20";  // within a word of a run store

std::string with_replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

// Adds a change that makes a difference.
std::optional<Error> add(Factors& to, Factor factor) {
  for (const Factor& other : to) {
    if (other.change == factor.change) return Error{fmt::format("--factor {}: named twice", factor.change)};
    if (other.key == factor.key) ++factor.level;
  }
  to.push_back(std::move(factor));
  return std::nullopt;
}

// Empty: no such name.
std::string value_of(const Settings& settings, const std::string& key) {
  for (const auto& [name, value] : pruning::named_values(settings))
    if (name == key) return value;
  return "";
}

// The same once it has been checked against the rules.
std::optional<Error> add(Factors& to, const Settings& base, const std::string& key, const std::string& value) {
  Factor factor{key + "=" + value, key};
  pruning::Overrides overrides;
  const auto known = overrides.set(key, value);
  if (!known) return Error{"--factor " + known.error()};
  if (!*known) return Error{"--factor " + no_such_setting(key)};
  pruning::Preset preset;
  preset.settings = base;
  const Settings changed = overrides.resolve(preset);
  if (changed == base) return Error{fmt::format("--factor {}: the preset already has this value", factor.change)};
  const auto before = pruning::named_values(base), after = pruning::named_values(changed);
  std::vector<std::size_t> different;
  for (std::size_t i = 0; i < before.size(); ++i)
    if (before[i] != after[i]) different.push_back(i);
  // Names and numbers can be written in several ways; a family of rules changes more than one value.
  if (different.size() == 1) {
    const auto& [name, now] = after[different.front()];
    factor = {name + "=" + now, name, 0, before[different.front()].second};
  }
  return add(to, std::move(factor));
}

// ... or against the options of a UCI engine.
std::optional<Error> add(Factors& to, const ValueChanges& base, const uci::Option& option, const std::string& value) {
  const std::string now = may_be_unset(base, option) ? "" : value_in(base, option);  // no value is no point of a curve
  Factor factor{fmt::format("{}{}={}", kOptionPrefix, option.name, value), std::string(kOptionPrefix) + option.name, 0,
                now};
  if (const auto line = set_option_line({option}, option.name, value); !line)
    return Error{fmt::format("--factor {}: {}", factor.change, line.error())};
  const auto number = text::parse_int<std::int64_t>(value);
  if (now == value || (number && text::parse_int<std::int64_t>(now) == number))
    return Error{fmt::format("--factor {}: the engine already has this value", factor.change)};
  return add(to, std::move(factor));
}

// The option that a factor names. The error says what there is.
Result<const uci::Option*> option_named(const std::string& text, const std::vector<uci::Option>& options) {
  const std::string key = text.substr(0, text.find('='));
  if (!key.starts_with(kOptionPrefix))
    return Error{fmt::format("--factor {}: an option of a UCI engine is written {}NAME=VALUE", text::quoted(text),
                             kOptionPrefix)};
  const std::string name = key.substr(kOptionPrefix.size());
  const uci::Option* option = find_option(options, name);
  if (option) return option;
  return Error{fmt::format("--factor {}: {}", text::quoted(text), set_option_line(options, name, "").error())};
}

// "on" or "off", whichever the rule is not; nothing: not a rule that can be switched.
std::optional<std::string> other_state(const Settings& base, const std::string& rule) {
  const std::string value = value_of(base, rule);
  if (value == "on") return "off";
  if (value == "off") return "on";
  return std::nullopt;
}

// A value of a rule that is off in the base changes games only if the rule is switched on as well.
std::optional<Error> objection_to_rules_off(const Factors& factors, const Settings& base) {
  for (const Factor& f : factors) {
    const std::size_t dot = f.key.find('.');
    if (dot == std::string::npos || value_of(base, f.key.substr(0, dot)) != "off") continue;
    const std::string rule = f.key.substr(0, dot);
    const auto is_switch = [&](const Factor& other) { return other.change == rule + "=on"; };
    if (std::none_of(factors.begin(), factors.end(), is_switch))
      return Error{fmt::format("--factor {}: {} is off in the base; add --factor {}", f.change, rule, rule)};
  }
  return std::nullopt;
}

// "60,90" -> "60", "90"
std::vector<std::string> values_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text + ",");
  for (std::string value; std::getline(in, value, ',');) out.push_back(value);
  return out;
}

std::optional<std::size_t> index_of(const Factors& factors, std::string_view change) {
  const auto found = std::find_if(factors.begin(), factors.end(), [&](const Factor& f) { return f.change == change; });
  if (found == factors.end()) return std::nullopt;
  return static_cast<std::size_t>(found - factors.begin());
}

}  // namespace

Result<Factors> read_factors(const std::vector<std::string>& texts, const Settings& base) {
  Factors out;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    const std::string key = text.substr(0, equals);
    const auto switched = equals == std::string::npos ? other_state(base, key) : std::optional(text.substr(equals + 1));
    if (!switched)
      return Error{fmt::format("--factor {}: NAME=VALUE is expected, or the name of a rule, which is then switched",
                               text::quoted(text))};
    for (const std::string& value : values_of(*switched))
      if (const auto error = add(out, base, key, value)) return *error;
  }
  if (const auto error = objection_to_rules_off(out, base)) return *error;
  return out;
}

Result<Factors> read_factors(const std::vector<std::string>& texts, const ValueChanges& base,
                             const std::vector<uci::Option>& options) {
  Factors out;
  for (const std::string& text : texts) {
    const auto option = option_named(text, options);
    if (!option) return Error{option.error()};
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos && (*option)->kind != uci::OptionKind::Check)
      return Error{
          fmt::format("--factor {}: {}NAME=VALUE is expected; only an option that is true or false needs no value",
                      text::quoted(text), kOptionPrefix)};
    const std::string values = equals != std::string::npos          ? text.substr(equals + 1)
                               : value_in(base, **option) == "true" ? "false"
                                                                    : "true";
    for (const std::string& value : values_of(values))
      if (const auto error = add(out, base, **option, value)) return *error;
  }
  return out;
}

Result<std::vector<Interaction>> read_interactions(const std::vector<std::string>& texts, const Factors& factors) {
  std::vector<Interaction> out;
  for (const std::string& text : texts) {
    const std::size_t star = text.find('*');
    if (star == std::string::npos)
      return Error{fmt::format("--interaction {}: FACTOR*FACTOR is expected, for example \"null_move=off*razoring=on\"",
                               text::quoted(text))};
    std::vector<std::size_t> parts;
    for (const std::string& part : {text.substr(0, star), text.substr(star + 1)}) {
      const auto found = index_of(factors, part);
      if (!found)
        return Error{
            fmt::format("--interaction {}: {} is not one of the factors", text::quoted(text), text::quoted(part))};
      parts.push_back(*found);
    }
    const Factor &a = factors[parts[0]], &b = factors[parts[1]];
    if (a.key == b.key) return Error{fmt::format("--interaction {}: no player has both values", text::quoted(text))};
    const auto is_switched_off_by = [](const Factor& parameter, const Factor& rule) {
      return parameter.key.starts_with(rule.key + ".") && rule.change == rule.key + "=off";
    };
    if (is_switched_off_by(a, b) || is_switched_off_by(b, a))
      return Error{fmt::format("--interaction {}: without the rule its value means nothing", text::quoted(text))};
    const auto is_same = [&](const Interaction& i) {
      return std::minmax(i.first, i.second) == std::minmax(parts[0], parts[1]);
    };
    if (std::any_of(out.begin(), out.end(), is_same))
      return Error{fmt::format("--interaction {}: named twice", text::quoted(text))};
    out.push_back({parts[0], parts[1]});
  }
  return out;
}

FactorSet draw_factors(const Factors& factors, double probability, RandomNumbers& random) {
  FactorSet out;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    if (factors[i].level != 0) continue;  // drawn with the first value of its key
    FactorSet values;
    for (std::size_t k = i; k < factors.size(); ++k)
      if (factors[k].key == factors[i].key) values.push_back(k);
    if (random.unit() < probability) out.push_back(values[random.below(values.size())]);
  }
  std::sort(out.begin(), out.end());
  return out;
}

ValueChanges changes_of(const Factors& factors, const FactorSet& chosen) {
  ValueChanges out;
  for (const std::size_t i : chosen)
    out.emplace_back(factors[i].key, factors[i].change.substr(factors[i].key.size() + 1));
  return out;
}

Settings with_factors(const Settings& base, const Factors& factors, const FactorSet& chosen) {
  return *with_changes(base, changes_of(factors, chosen));
}

std::string to_text(const Factors& factors) {
  return listed(
      factors, [](const Factor& f) { return with_replaced(f.change, " ", kBlank); }, " ");
}

Result<Factors> factors_from_text(const std::string& text) {
  Factors out;
  for (const std::string_view change : text::words(text)) {
    const std::size_t equals = change.find('=');
    if (equals == std::string_view::npos) return Error{fmt::format("no change: {}", text::quoted(change))};
    Factor factor{with_replaced(std::string(change), kBlank, " "), ""};
    factor.key = factor.change.substr(0, factor.change.find('='));
    for (const Factor& other : out)
      if (other.key == factor.key) ++factor.level;
    out.push_back(std::move(factor));
  }
  return out;
}

std::string base_values_text(const Factors& factors) {
  const auto text_of = [](const Factor& f) {
    return f.level > 0 || f.base.empty() ? "" : with_replaced(f.key + "=" + f.base, " ", kBlank);
  };
  return listed(factors, text_of, " ");
}

void read_base_values(Factors& factors, const std::string& text) {
  for (const std::string_view word : text::words(text)) {
    const std::string value = with_replaced(std::string(word), kBlank, " ");
    const std::size_t equals = value.find('=');
    if (equals == std::string::npos) continue;
    for (Factor& f : factors)
      if (f.key == value.substr(0, equals)) f.base = value.substr(equals + 1);
  }
}

std::string to_text(const FactorSet& set) {
  return listed(
      set, [](std::size_t i) { return i + 1; }, " ");
}

std::string to_text(const std::vector<Interaction>& interactions, const Factors& factors) {
  const auto text_of = [&](const Interaction& i) {
    return with_replaced(factors[i.first].change + "*" + factors[i.second].change, " ", kBlank);
  };
  return listed(interactions, text_of, " ");
}

std::vector<std::string> interactions_of_text(const std::string& text) {
  std::vector<std::string> out;
  for (const std::string_view word : text::words(text)) out.push_back(with_replaced(std::string(word), kBlank, " "));
  return out;
}

Result<FactorSet> factor_set_from_text(const std::string& text, std::size_t factors) {
  FactorSet out;
  if (text.empty()) return out;
  for (const std::string_view word : text::words(text)) {
    const auto number = text::parse_int<std::size_t>(word);
    if (!number || *number < 1 || *number > factors || (!out.empty() && *number - 1 <= out.back()))
      return Error{fmt::format("{} is no list of factors, 1 to {}", text::quoted(text), factors)};
    out.push_back(*number - 1);
  }
  return out;
}

}  // namespace oknos::lab
