#include <memory>

#include "engine/pruning/presets/preset.h"
#include "lab/commands/preset/preset_command.h"

namespace oknos::lab {

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
  const auto shown = std::make_shared<std::string>();
  CLI::App* show = preset->add_subcommand("show", "Print a preset as a complete file, or only what it changes");
  show->footer("Examples:\n  oknos-lab preset show heinz\n  oknos-lab preset show mine.toml --differences");
  show->add_option("preset", *shown, kNameOrFile)->required()->type_name("NAME|FILE");
  const auto differences = std::make_shared<bool>(false);
  show->add_flag("--differences", *differences,
                 "Print only what differs from the preset that it extends (from modern if it extends none)");
  show->callback([shown, differences, &exit_code] {
    exit_code = show_preset(*shown, *differences ? PresetForm::Differences : PresetForm::Complete);
  });
  add("check", "Check a preset file for errors", "FILE.toml", "Preset file", "check mine.toml", check_preset);
  struct Variants {
    std::string preset{pruning::kDefaultPreset};
    std::vector<std::string> rules;
  };
  const auto varied = std::make_shared<Variants>();
  CLI::App* variants = preset->add_subcommand(
      "variants", "List every change of one value that 'predict --rank' and 'screen --variants' measure");
  variants->footer("Example: oknos-lab preset variants modern --rule reverse_futility");
  variants->add_option("preset", varied->preset, "A built-in preset, or a file (.toml) (default: modern)")
      ->type_name("NAME|FILE");
  variants->add_option("--rule", varied->rules, "Only changes of this rule, or of the exemptions (repeatable)")
      ->type_name("RULE")
      ->allow_extra_args(false);
  variants->callback([varied, &exit_code] { exit_code = list_variants(varied->preset, varied->rules); });
  add("uci", "Print a preset as UCI setoption commands", "NAME|FILE", kNameOrFile, "uci heinz", preset_as_uci);
}

}  // namespace oknos::lab
