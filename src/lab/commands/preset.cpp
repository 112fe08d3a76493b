#include "engine/pruning/presets/preset.h"

#include <cstdio>
#include <memory>

#include "engine/base/text.h"
#include "engine/pruning/presets/options.h"
#include "lab/arguments/arguments.h"
#include "lab/commands/commands.h"
#include "lab/terminal/exit_code.h"

namespace oknos::lab {

namespace {

std::string rules_on(const pruning::Settings& settings) {
  std::vector<std::string> out;
  for (std::size_t id = 0; id < pruning::kRules; ++id) {
    const pruning::RuleInfo& rule = pruning::kRuleInfos[id];
    if (rule.kind == pruning::RuleKind::Family && rule.may_be_off && settings.rules[id].enabled)
      out.push_back(plain_name(rule.name));
  }
  return out.empty() ? "no rule of the family" : listed(out);
}

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

int show_preset(const std::string& name_or_file, bool differences) {
  const auto preset = pruning::find_or_load_preset(name_or_file);
  if (!preset) return complain(kUsage, preset.error());
  std::fputs((differences ? to_toml(*preset, base_of(*preset)) : to_toml(*preset)).c_str(), stdout);
  return 0;
}

int check_preset(const std::string& file) {
  const auto preset = pruning::load_preset_file(file);
  if (!preset) return complain(kFailure, preset.error());
  std::printf("%s: preset %s is good\n", file.c_str(), text::quoted(preset->name).c_str());
  return 0;
}

int preset_as_uci(const std::string& name_or_file) {
  const auto preset = pruning::find_or_load_preset(name_or_file);
  if (!preset) return complain(kUsage, preset.error());
  for (const std::string& line : pruning::to_uci(preset->settings)) std::printf("%s\n", line.c_str());
  return 0;
}

}  // namespace

void add_preset(CLI::App& app, int& exit_code) {
  constexpr const char* kNameOrFile = "A built-in preset, or a file (.toml)";
  CLI::App* preset = app.add_subcommand("preset", "List, show, check and convert pruning presets");
  preset->require_subcommand(1);
  preset->footer("Example: oknos-lab preset show heinz > mine.toml");
  preset->add_subcommand("list", "List the built-in presets")
      ->footer("Example: oknos-lab preset list")
      ->callback([&exit_code] { exit_code = list_presets(); });
  const auto add = [&](const std::string& name, const std::string& what, const std::string& value,
                       const std::string& of, const std::string& example, int (*run)(const std::string&)) {
    const auto argument = std::make_shared<std::string>();
    CLI::App* command = preset->add_subcommand(name, what)->footer("Example: oknos-lab preset " + example);
    command->add_option("preset", *argument, of)->required()->type_name(value);
    command->callback([argument, run, &exit_code] { exit_code = run(*argument); });
  };
  struct Shown {
    std::string preset;
    bool differences = false;
  };
  const auto q = std::make_shared<Shown>();
  CLI::App* show = preset->add_subcommand("show", "Print a preset as a complete file, or only what it changes");
  show->footer("Examples:\n  oknos-lab preset show heinz\n  oknos-lab preset show mine.toml --differences");
  show->add_option("preset", q->preset, kNameOrFile)->required()->type_name("NAME|FILE");
  show->add_flag("--differences", q->differences,
                 "Print only what differs from the preset that it extends (from modern if it extends none)");
  show->callback([q, &exit_code] { exit_code = show_preset(q->preset, q->differences); });
  add("check", "Check a preset file for errors", "FILE.toml", "Preset file", "check mine.toml", check_preset);
  add("uci", "Print a preset as UCI setoption commands", "NAME|FILE", kNameOrFile, "uci heinz", preset_as_uci);
}

}  // namespace oknos::lab
