#include "lab/commands/preset/preset_command.h"

#include <cstdio>

#include "engine/base/text.h"
#include "engine/pruning/presets/options.h"
#include "engine/pruning/presets/preset.h"
#include "lab/play/preset_variants.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/style.h"
#include "lab/terminal/text_table.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

std::string rules_on(const pruning::Settings& settings) {
  std::string out;
  for (std::size_t id = 0; id < pruning::kRules; ++id) {
    const pruning::RuleInfo& rule = pruning::kRuleInfos[id];
    if (rule.kind == pruning::RuleKind::Family && rule.may_be_off && settings.rules[id].enabled)
      out += (out.empty() ? "" : ", ") + plain_name(rule.name);
  }
  return out.empty() ? "no rule of the family" : out;
}

}  // namespace

int list_presets() {
  const Style style = style_of(stdout, ColorChoice::Auto);
  const auto width = static_cast<std::size_t>(style.width);
  constexpr std::size_t kIndent = 4;
  for (const std::string_view name : pruning::preset_names()) {
    const auto preset = pruning::find_preset(name);
    if (!preset) return complain(kFailure, preset.error());
    const std::string note = name == pruning::kDefaultPreset ? " (the default)" : "";
    std::printf("%s%s\n", style.paint(Tone::Strong, name).c_str(), note.c_str());
    // A source may be a command, which begins as it is typed.
    const bool is_command = preset->source.starts_with("oknos-lab");
    for (const std::string& text :
         {capitalised(preset->description + "."), capitalised(rules_on(preset->settings) + "."),
          is_command ? preset->source + "." : capitalised(preset->source + ".")})
      if (text.size() > 1) std::printf("    %s", wrapped(text, width - kIndent, kIndent).c_str());
  }
  return 0;
}

int show_preset(const std::string& name_or_file, PresetForm form) {
  const auto preset = pruning::find_or_load_preset(name_or_file);
  if (!preset) return complain(kUsage, preset.error());
  const bool complete = form == PresetForm::Complete;
  std::fputs((complete ? to_toml(*preset) : to_toml(*preset, base_of(*preset))).c_str(), stdout);
  return 0;
}

int check_preset(const std::string& file) {
  const auto preset = pruning::load_preset_file(file);
  if (!preset) return complain(kFailure, preset.error());
  std::printf("%s: preset %s is good\n", file.c_str(), text::quoted(preset->name).c_str());
  return 0;
}

int list_variants(const std::string& name_or_file, const std::vector<std::string>& rules) {
  const auto preset = pruning::find_or_load_preset(name_or_file);
  if (!preset) return complain(kUsage, preset.error());
  const auto variants = make_variants(preset->settings, rules);
  if (!variants) return complain(kUsage, variants.error());
  for (const PresetVariant& v : *variants) std::printf("%s\n", v.change.c_str());
  return 0;
}

int preset_as_uci(const std::string& name_or_file) {
  const auto preset = pruning::find_or_load_preset(name_or_file);
  if (!preset) return complain(kUsage, preset.error());
  for (const std::string& line : pruning::to_uci(preset->settings)) std::printf("%s\n", line.c_str());
  return 0;
}

}  // namespace oknos::lab
