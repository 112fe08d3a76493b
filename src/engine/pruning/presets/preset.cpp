#include "engine/pruning/presets/preset.h"

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <memory>
#include <utility>

#include "engine/base/text.h"
#include "engine/platform/file_name.h"
#include "engine/pruning/presets/embedded_presets.h"
#include "engine/pruning/presets/toml.h"

namespace oknos::pruning {

namespace {

using toml::Entry;
using toml::Table;

constexpr std::string_view kExemptionsTable = "exemptions";
constexpr std::string_view kEnabled = "enabled";

std::string joined(const std::vector<std::string_view>& words) {
  std::string out;
  for (const std::string_view w : words) out += (out.empty() ? "" : ", ") + std::string(w);
  return out;
}

Settings default_settings() {
  Settings out;
  for (std::size_t id = 0; id < kRules; ++id) out.rules[id] = RuleSetting::of(kRuleInfos[id]);
  return out;
}

// Turns a document into a preset. Every step answers with an error or nothing.
class Builder {
 public:
  // `generation`: 0 for what was asked for, 1 for what that extends, ...
  Builder(const toml::Document& document, std::string_view file_name, int generation)
      : document_(document), file_name_(file_name), generation_(generation) {}

  Result<Preset> build() {
    preset_.settings = default_settings();
    const Table& top = document_.tables.front();
    if (const Entry* extends = top.find("extends"))
      if (auto error = start_from(*extends)) return *std::move(error);
    for (const Entry& entry : top.entries)
      if (auto error = read_top_level(entry)) return *std::move(error);
    for (const Table& table : document_.tables)
      if (!table.name.empty())
        if (auto error = read_table(table)) return *std::move(error);
    if (preset_.extends.empty())
      if (auto error = check_complete()) return *std::move(error);
    if (preset_.name.empty()) preset_.name = stem_of(file_name_);
    return std::move(preset_);
  }

 private:
  using Problem = std::optional<Error>;

  Error fail(int line, const std::string& what) const {
    return {std::string(file_name_) + (line > 0 ? ":" + std::to_string(line) : "") + ": " + what};
  }
  static std::string stem_of(std::string_view path) {
    constexpr std::string_view kExtension = ".toml";
    path.remove_prefix(std::min(path.find_last_of("/\\") + 1, path.size()));
    if (path.ends_with(kExtension)) path.remove_suffix(kExtension.size());
    return std::string(path);
  }
  static std::string place(const Table& table, std::string_view key) {
    const std::string where = table.name.empty() ? " before the first table" : " in [" + table.name + "]";
    return "key '" + std::string(key) + "'" + where;
  }
  Error wrong_value(const Table& table, const Entry& entry, const std::string& wanted) const {
    return fail(entry.line, place(table, entry.key) + ": " + shown(entry.value) + " is not allowed; allowed " + wanted);
  }
  static std::string shown(const toml::Value& value) {
    if (const int* number = std::get_if<int>(&value)) return std::to_string(*number);
    if (const bool* on = std::get_if<bool>(&value)) return *on ? "true" : "false";
    return text::quoted(std::get<std::string>(value));
  }

  Problem read_string(const Entry& entry, std::string& to) const {
    const std::string* value = std::get_if<std::string>(&entry.value);
    if (!value) return wrong_value(document_.tables.front(), entry, "a \"string\"");
    to = *value;
    return std::nullopt;
  }

  Problem read_boolean(const Table& table, const Entry& entry, bool& to) const {
    const bool* value = std::get_if<bool>(&entry.value);
    if (!value) return wrong_value(table, entry, "true, false");
    to = *value;
    return std::nullopt;
  }

  Problem start_from(const Entry& entry) {
    constexpr int kMaxGenerations = 8;  // more than that is a circle
    std::string name;
    if (auto error = read_string(entry, name)) return error;
    if (text::equal_ignoring_case(name, kDefaults)) {
      preset_.extends = kDefaults;
      return std::nullopt;
    }
    for (const EmbeddedPreset& e : embedded_presets()) {
      if (generation_ == kMaxGenerations || !text::equal_ignoring_case(e.name, name)) continue;
      const auto document = toml::parse(e.text, e.name);
      if (!document) return Error{document.error()};
      auto base = Builder(*document, e.name, generation_ + 1).build();
      if (!base) return Error{base.error()};
      preset_.settings = base->settings;
      preset_.extends = e.name;
      return std::nullopt;
    }
    return wrong_value(document_.tables.front(), entry, std::string(kDefaults) + ", " + joined(preset_names()));
  }

  Problem read_top_level(const Entry& entry) {
    if (entry.key == "extends") return std::nullopt;
    if (entry.key == "name") return read_string(entry, preset_.name);
    if (entry.key == "description") return read_string(entry, preset_.description);
    if (entry.key == "source") return read_string(entry, preset_.source);
    std::vector<std::string_view> known{"name", "description", "source", "extends"};
    for (const ConventionKey& key : kConventionKeys) {
      if (key.name == entry.key) return read_convention(entry, key);
      known.push_back(key.name);
    }
    return fail(entry.line, place(document_.tables.front(), entry.key) + " is not known; known: " + joined(known));
  }

  Problem read_convention(const Entry& entry, const ConventionKey& key) {
    const std::string* name = std::get_if<std::string>(&entry.value);
    const auto value = name ? key.find(*name) : std::nullopt;
    if (!value) return wrong_value(document_.tables.front(), entry, values_of(key));
    key.set(preset_.settings.conventions, *value);
    return std::nullopt;
  }

  static std::string values_of(const ConventionKey& key) {
    std::string out;
    for (const ConventionValue& v : key.values) out += (out.empty() ? "" : ", ") + toml::quote(v.name);
    return out;
  }

  Problem read_table(const Table& table) {
    if (table.name == kExemptionsTable) return read_exemptions(table);
    if (const auto id = find_rule(table.name)) return read_rule(table, *id);
    std::vector<std::string_view> known{kExemptionsTable};
    for (const RuleInfo& rule : kRuleInfos) known.push_back(rule.name);
    return fail(table.line, "table [" + table.name + "] is not known; known: " + joined(known));
  }

  Problem read_exemptions(const Table& table) {
    for (const Entry& entry : table.entries) {
      const auto* e =
          std::find_if(kExemptions.begin(), kExemptions.end(), [&](const auto& x) { return x.key == entry.key; });
      if (e == kExemptions.end()) {
        std::vector<std::string_view> known;
        for (const ExemptionInfo& x : kExemptions) known.push_back(x.key);
        return fail(entry.line, place(table, entry.key) + " is not known; known: " + joined(known));
      }
      bool on = false;
      if (auto error = read_boolean(table, entry, on)) return error;
      preset_.settings.conventions.exemptions.set(e->guard, on);
    }
    return std::nullopt;
  }

  Problem read_rule(const Table& table, RuleId id) {
    const RuleInfo& rule = kRuleInfos[id];
    RuleSetting& setting = preset_.settings.rules[id];
    for (const Entry& entry : table.entries) {
      if (entry.key == kEnabled) {
        if (auto error = read_boolean(table, entry, setting.enabled)) return error;
        if (!setting.enabled && !rule.may_be_off) return wrong_value(table, entry, "true: this rule is never off");
        continue;
      }
      if (auto error = read_parameter(table, entry, rule, setting)) return error;
    }
    return std::nullopt;
  }

  Problem read_parameter(const Table& table, const Entry& entry, const RuleInfo& rule, RuleSetting& setting) const {
    std::vector<std::string_view> known{kEnabled};
    for (std::size_t i = 0; i < rule.parameters.size(); ++i) {
      const ParameterInfo& p = rule.parameters[i];
      known.push_back(p.name);
      if (p.name != entry.key) continue;
      const int* value = std::get_if<int>(&entry.value);
      if (!value || *value < p.min || *value > p.max)
        return wrong_value(table, entry, range_of(p) + " " + std::string(p.unit));
      setting.values[i] = static_cast<std::int16_t>(*value);
      return std::nullopt;
    }
    return fail(entry.line, place(table, entry.key) + " is not known; known: " + joined(known));
  }

  static std::string range_of(const ParameterInfo& p) { return std::to_string(p.min) + ".." + std::to_string(p.max); }

  Problem check_complete() const {
    const Table& top = document_.tables.front();
    if (!top.find("name")) return missing(top, "name", "");
    for (const ConventionKey& key : kConventionKeys)
      if (!top.find(key.name)) return missing(top, key.name, " (" + values_of(key) + ")");
    for (const RuleInfo& rule : kRuleInfos) {
      if (!rule.may_be_off && rule.parameters.empty()) continue;
      const Table* table = document_.find(rule.name);
      if (!table) return fail(0, "table [" + std::string(rule.name) + "] is missing" + std::string(kAdvice));
      if (rule.may_be_off && !table->find(kEnabled)) return missing(*table, kEnabled, " (true, false)");
      for (const ParameterInfo& p : rule.parameters)
        if (!table->find(p.name)) return missing(*table, p.name, " (" + range_of(p) + " " + std::string(p.unit) + ")");
    }
    const Table* exemptions = document_.find(kExemptionsTable);
    if (!exemptions) return fail(0, "table [exemptions] is missing" + std::string(kAdvice));
    for (const ExemptionInfo& e : kExemptions)
      if (!exemptions->find(e.key)) return missing(*exemptions, e.key, " (true, false)");
    return std::nullopt;
  }

  Error missing(const Table& table, std::string_view key, const std::string& allowed) const {
    return fail(table.line, place(table, key) + allowed + " is missing" + std::string(kAdvice));
  }

  static constexpr std::string_view kAdvice = "; a file without 'extends' must give every value";

  const toml::Document& document_;
  std::string_view file_name_;
  int generation_;
  Preset preset_;
};

Result<Preset> parse(std::string_view text, std::string_view file_name) {
  const auto document = toml::parse(text, file_name);
  if (!document) return Error{document.error()};
  return Builder(*document, file_name, 0).build();
}

// A copy of a built-in preset that was changed must not go by the same name: it gets that of its file.
std::string distinct_name(const Preset& preset, const std::string& path) {
  const auto built_in = find_preset(preset.name);
  if (!built_in || built_in->settings == preset.settings) return preset.name;
  const std::size_t slash = path.rfind('/');
  std::string stem = path.substr(slash == std::string::npos ? 0 : slash + 1);
  stem = stem.substr(0, stem.rfind('.'));
  const bool is_distinct = !stem.empty() && !find_preset(stem);
  return is_distinct ? stem : preset.name + " (changed)";
}

}  // namespace

Result<Preset> parse_preset(std::string_view text, std::string_view file_name) {
  return parse(text, file_name);
}

Result<Preset> load_preset_file(const std::string& path) {
  constexpr std::size_t kMaxSize = std::size_t{1} << 20;  // bytes; what is larger is no preset
  const platform::File file = platform::open_file(path, "rb");
  if (!file) return Error{"preset file " + text::quoted(path, path.size()) + " cannot be opened"};
  std::string content(kMaxSize + 1, '\0');
  content.resize(std::fread(content.data(), 1, content.size(), file.get()));
  if (std::ferror(file.get()) != 0) return Error{"preset file " + text::quoted(path, path.size()) + " cannot be read"};
  if (content.size() > kMaxSize)
    return Error{"preset file " + text::quoted(path, path.size()) + " is larger than 1 MiB"};
  auto preset = parse_preset(content, path);
  if (preset) preset->name = distinct_name(*preset, path);
  return preset;
}

std::vector<std::string_view> preset_names() {
  std::vector<std::string_view> names;
  for (const EmbeddedPreset& e : embedded_presets()) names.push_back(e.name);
  return names;
}

Result<Preset> find_preset(std::string_view name) {
  for (const EmbeddedPreset& e : embedded_presets())
    if (text::equal_ignoring_case(e.name, name)) return parse(e.text, "built-in preset " + std::string(e.name));
  return Error{"there is no preset " + text::quoted(name) + "; there are " + joined(preset_names())};
}

Preset default_preset() {
  auto preset = find_preset(kDefaultPreset);
  assert(preset.ok());  // a test reads every built-in preset
  return preset.ok() ? *preset : Preset{};
}

Result<Preset> find_or_load_preset(const std::string& name_or_path) {
  for (const std::string_view name : preset_names())
    if (text::equal_ignoring_case(name, name_or_path)) return find_preset(name);
  auto preset = load_preset_file(name_or_path);
  if (!preset && preset.error().ends_with("cannot be opened"))
    return Error{text::quoted(name_or_path, name_or_path.size()) +
                 " is neither a file that can be opened nor a preset (" + joined(preset_names()) + ")"};
  return preset;
}

namespace {

// Writes what differs from the base; everything where there is none.
class Writer {
 public:
  Writer(const Preset& preset, const Preset* base) : preset_(preset), base_(base) {}

  std::string text() {
    for (const auto& [key, value] : {std::pair{"name", &preset_.name}, std::pair{"description", &preset_.description},
                                     std::pair{"source", &preset_.source}})
      out_ += key + (" = " + toml::quote(*value)) + "\n";
    if (base_) out_ += "extends = " + toml::quote(base_->name) + "\n";
    for (const ConventionKey& key : kConventionKeys)
      add(key.name, [&](const Settings& s) { return toml::quote(key.value_of(s.conventions)); });
    begin_table(kExemptionsTable);
    for (const ExemptionInfo& e : kExemptions)
      add(e.key, [&](const Settings& s) { return boolean(s.conventions.exemptions.contains(e.guard)); });
    for (std::size_t id = 0; id < kRules; ++id) {
      const RuleInfo& rule = kRuleInfos[id];
      begin_table(rule.name);
      if (rule.may_be_off) add(kEnabled, [&](const Settings& s) { return boolean(s.rules[id].enabled); });
      for (std::size_t i = 0; i < rule.parameters.size(); ++i)
        add(rule.parameters[i].name, [&](const Settings& s) { return std::to_string(s.rules[id].values[i]); });
    }
    return std::move(out_);
  }

 private:
  static std::string boolean(bool on) { return on ? "true" : "false"; }

  void begin_table(std::string_view name) { heading_ = "\n[" + std::string(name) + "]\n"; }

  template <class Value>
  void add(std::string_view key, Value&& value) {
    const std::string own = value(preset_.settings);
    if (base_ && value(base_->settings) == own) return;
    out_ += std::exchange(heading_, {}) + std::string(key) + " = " + own + "\n";
  }

  const Preset& preset_;
  const Preset* base_;
  std::string heading_;  // of a table of which nothing is written yet
  std::string out_;
};

}  // namespace

std::string to_toml(const Preset& preset) {
  return Writer(preset, nullptr).text();
}

std::string to_toml(const Preset& preset, const Preset& base) {
  return Writer(preset, &base).text();
}

Preset base_of(const Preset& preset) {
  if (preset.extends == kDefaults) {
    Preset defaults;
    defaults.name = kDefaults;
    defaults.settings = default_settings();
    return defaults;
  }
  const auto base = find_preset(preset.extends);
  return base ? *base : default_preset();
}

Preset base_of_changes(const Preset& preset) {
  auto built_in = find_preset(preset.name);
  return built_in && built_in->settings == preset.settings ? *std::move(built_in) : base_of(preset);
}

}  // namespace oknos::pruning
