#include "engine/pruning/presets/options.h"

#include "engine/base/text.h"
#include "engine/platform/file_name.h"
#include "engine/pruning/registry/names.h"

namespace oknos::pruning {

namespace {

constexpr std::string_view kPreset = "Preset";
constexpr std::string_view kPresetFile = "Preset File";
constexpr std::string_view kExempt = "Exempt ";
constexpr std::string_view kEmpty = "<empty>";  // UCI's way of writing an empty string
constexpr std::string_view kAsPreset = "preset";

std::string exemption_option(const ExemptionInfo& e) {
  return std::string(kExempt) + title_of(e.key);
}
std::string parameter_option(const RuleInfo& rule, const ParameterInfo& p) {
  return title_of(rule.name) + " " + title_of(p.name);
}

OptionInfo combo(std::string name, std::vector<std::string> values, std::string_view default_value) {
  return {std::move(name), OptionType::Combo, std::string(default_value), 0, 0, std::move(values), true};
}
OptionInfo for_everyone(OptionInfo option) {
  option.expert = false;
  return option;
}
OptionInfo a_switch(std::string name) {
  return combo(std::move(name), {std::string(kAsPreset), "on", "off"}, kAsPreset);
}
OptionInfo spin(const RuleInfo& rule, const ParameterInfo& p) {
  return {parameter_option(rule, p), OptionType::Spin, std::to_string(p.min - 1), p.min - 1, p.max, {}, true};
}

Error wrong_value(std::string_view name, std::string_view value, const std::string& allowed) {
  return {std::string(name) + ": " + text::quoted(value) + " is not allowed; allowed " + allowed};
}

// A switch's three positions; "as the preset says" is nothing.
Result<bool> set_switch(std::string_view name, std::string_view value, std::optional<bool>& to) {
  const auto is = [&](std::string_view word) { return text::equal_ignoring_case(value, word); };
  if (is("on") || is("true")) {
    to = true;
  } else if (is("off") || is("false")) {
    to = false;
  } else if (is(kAsPreset)) {
    to.reset();
  } else {
    return wrong_value(name, value, "preset, on, off");
  }
  return true;
}

Result<bool> set_convention(std::string_view value, const ConventionKey& key, std::optional<std::size_t>& to) {
  if (text::equal_ignoring_case(value, kAsPreset)) {
    to.reset();
    return true;
  }
  const auto found = key.find(value);
  if (!found) {
    std::string allowed(kAsPreset);
    for (const ConventionValue& v : key.values) allowed += ", " + std::string(v.name);
    return wrong_value(title_of(key.name), value, allowed);
  }
  to = found;
  return true;
}

Result<bool> set_parameter(std::string_view name, std::string_view value, const ParameterInfo& p,
                           std::optional<std::int16_t>& to) {
  const auto number = text::parse_int<int>(value);
  if (text::equal_ignoring_case(value, kAsPreset) || number == p.min - 1) {
    to.reset();
    return true;
  }
  if (!number || *number < p.min || *number > p.max)
    return wrong_value(name, value,
                       std::to_string(p.min) + ".." + std::to_string(p.max) + " " + std::string(p.unit) + ", or " +
                           std::to_string(p.min - 1) + " for the preset's own");
  to = static_cast<std::int16_t>(*number);
  return true;
}

}  // namespace

std::vector<OptionInfo> options() {
  std::vector<OptionInfo> out;
  std::vector<std::string> names;
  for (const std::string_view name : preset_names()) names.emplace_back(name);
  out.push_back(for_everyone(combo(std::string(kPreset), names, kDefaultPreset)));
  out.push_back({std::string(kPresetFile), OptionType::String, std::string(kEmpty), 0, 0, {}, false});
  for (const RuleFamilyInfo& family : kRuleFamilies)
    if (!family.option.empty())
      out.push_back(for_everyone(combo(std::string(family.option), {std::string(kAsPreset), "off"}, kAsPreset)));
  for (const ConventionKey& key : kConventionKeys) {
    std::vector<std::string> values{std::string(kAsPreset)};
    for (const ConventionValue& v : key.values) values.emplace_back(v.name);
    out.push_back(combo(title_of(key.name), values, kAsPreset));
  }
  for (const RuleInfo& rule : kRuleInfos) {
    if (rule.may_be_off) out.push_back(a_switch(title_of(rule.name)));
    for (const ParameterInfo& p : rule.parameters) out.push_back(spin(rule, p));
  }
  for (const ExemptionInfo& e : kExemptions) out.push_back(a_switch(exemption_option(e)));
  return out;
}

Result<bool> Overrides::set(std::string_view name, std::string_view value) {
  const std::string wanted = canonical(name);
  const auto is = [&](std::string_view option) { return canonical(option) == wanted; };
  value = text::trim(value);
  if (is(kPreset)) return set_preset(value);
  if (is(kPresetFile)) return set_preset_file(value);
  for (std::size_t i = 0; i < kRuleFamilies.size(); ++i)
    if (!kRuleFamilies[i].option.empty() && is(kRuleFamilies[i].option))
      return set_family(kRuleFamilies[i], value, families_off_[i]);
  for (std::size_t i = 0; i < kConventionKeys.size(); ++i)
    if (is(kConventionKeys[i].name)) return set_convention(value, kConventionKeys[i], conventions_[i]);
  for (std::size_t i = 0; i < kExemptions.size(); ++i) {
    const std::string option = exemption_option(kExemptions[i]);
    if (is(option) || is("exemptions." + std::string(kExemptions[i].key)))
      return set_switch(option, value, exemptions_[i]);
  }
  for (std::size_t id = 0; id < kRules; ++id) {
    const RuleInfo& rule = kRuleInfos[id];
    if (rule.may_be_off && (is(rule.name) || is(std::string(rule.name) + ".enabled")))
      return set_switch(title_of(rule.name), value, rules_[id].enabled);
    for (std::size_t i = 0; i < rule.parameters.size(); ++i) {
      const std::string option = parameter_option(rule, rule.parameters[i]);
      if (is(option)) return set_parameter(option, value, rule.parameters[i], rules_[id].values[i]);
    }
  }
  return false;
}

Result<bool> Overrides::set_preset(std::string_view value) {
  auto found = find_preset(value);
  if (!found) return Error{found.error()};
  preset_ = std::move(*found);
  return true;
}

Result<bool> Overrides::set_family(const RuleFamilyInfo& family, std::string_view value, bool& off) {
  const bool wants_off = text::equal_ignoring_case(value, "off");
  if (!wants_off && !text::equal_ignoring_case(value, kAsPreset))
    return wrong_value(family.option, value, std::string(kAsPreset) + ", off");
  off = wants_off;
  return true;
}

Result<bool> Overrides::set_preset_file(std::string_view value) {
  if (value.empty() || value == kEmpty) {
    file_.reset();
    return true;
  }
  if (platform::file_kind(std::string(value)) == platform::FileKind::Pipe)
    return Error{"preset file " + text::quoted(value, value.size()) + " is a pipe; a regular file is expected"};
  auto loaded = load_preset_file(std::string(value));
  if (!loaded) return Error{loaded.error()};
  file_ = std::move(*loaded);
  return true;
}

Settings Overrides::settings() const {
  return resolve(preset());
}

Settings Overrides::resolve(const Preset& base) const {
  Settings out = base.settings;
  for (std::size_t i = 0; i < kConventionKeys.size(); ++i)
    if (conventions_[i]) kConventionKeys[i].set(out.conventions, *conventions_[i]);
  for (std::size_t i = 0; i < kExemptions.size(); ++i)
    if (exemptions_[i]) out.conventions.exemptions.set(kExemptions[i].guard, *exemptions_[i]);
  for (std::size_t id = 0; id < kRules; ++id) {
    const RuleOverride& own = rules_[id];
    const RuleInfo& rule = kRuleInfos[id];
    RuleSetting& setting = out.rules[id];
    if (rule.may_be_off && families_off_[static_cast<std::size_t>(rule.family)]) setting.enabled = false;
    if (own.enabled) setting.enabled = *own.enabled;
    for (std::size_t i = 0; i < own.values.size(); ++i)
      if (own.values[i]) setting.values[i] = *own.values[i];
  }
  return out;
}

std::vector<std::string> to_uci(const Settings& settings) {
  std::vector<std::string> lines;
  const auto add = [&](const std::string& name, const std::string& value) {
    lines.push_back("setoption name " + name + " value " + value);
  };
  const auto on_or_off = [](bool on) { return std::string(on ? "on" : "off"); };
  for (const ConventionKey& key : kConventionKeys)
    add(title_of(key.name), std::string(key.value_of(settings.conventions)));
  for (std::size_t id = 0; id < kRules; ++id) {
    const RuleInfo& rule = kRuleInfos[id];
    const RuleSetting& setting = settings.rules[id];
    if (rule.may_be_off) add(title_of(rule.name), on_or_off(setting.enabled));
    for (std::size_t i = 0; i < rule.parameters.size(); ++i)
      add(parameter_option(rule, rule.parameters[i]), std::to_string(setting.values[i]));
  }
  for (const ExemptionInfo& e : kExemptions)
    add(exemption_option(e), on_or_off(settings.conventions.exemptions.contains(e.guard)));
  return lines;
}

std::vector<std::pair<std::string, std::string>> named_values(const Settings& settings) {
  std::vector<std::pair<std::string, std::string>> out;
  const auto on_or_off = [](bool on) { return std::string(on ? "on" : "off"); };
  for (const ConventionKey& key : kConventionKeys) out.emplace_back(key.name, key.value_of(settings.conventions));
  for (const ExemptionInfo& e : kExemptions)
    out.emplace_back("exemptions." + std::string(e.key), on_or_off(settings.conventions.exemptions.contains(e.guard)));
  for (std::size_t id = 0; id < kRules; ++id) {
    const RuleInfo& rule = kRuleInfos[id];
    const std::string name(rule.name);
    if (rule.may_be_off) out.emplace_back(name, on_or_off(settings.rules[id].enabled));
    for (std::size_t i = 0; i < rule.parameters.size(); ++i)
      out.emplace_back(name + "." + std::string(rule.parameters[i].name), std::to_string(settings.rules[id].values[i]));
  }
  return out;
}

}  // namespace oknos::pruning
