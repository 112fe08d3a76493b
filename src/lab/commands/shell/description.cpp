#include "lab/commands/shell/description.h"

#include "engine/base/text.h"
#include "engine/pruning/parts/guards.h"
#include "engine/pruning/presets/preset.h"
#include "engine/pruning/registry/registry.h"
#include "engine/uci/command_line.h"
#include "engine/uci/tools.h"

namespace oknos::lab {

namespace {

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

void add_commands(const CommandText& command, const std::string& path,
                  std::vector<std::pair<std::string, const CommandText*>>& out) {
  out.emplace_back(path, &command);
  for (const CommandText& c : command.commands) add_commands(c, path.empty() ? c.name : path + " " + c.name, out);
}

}  // namespace

Values values_of(const OptionText& option) {
  const std::string& v = option.value;
  if (v.empty()) return Values::None;
  if (v == "WHEN") return Values::Colours;
  if (v == "RULE") return Values::Rules;
  if (v == "GUARD") return Values::Guards;
  if (has(v, "NAME|FILE") || v == "PLAYER") return Values::Presets;
  for (const char* part : {"FILE", "RUN.db", "TRACE", "GAMES", "FOLDER"})
    if (has(v, part)) return Values::Files;
  return Values::Unknown;
}

std::vector<std::string> words_for(Values values) {
  std::vector<std::string> out;
  if (values == Values::Colours) out = {"auto", "always", "never"};
  if (values == Values::Presets)
    for (const std::string_view name : pruning::preset_names()) out.emplace_back(name);
  if (values == Values::Rules)
    for (const auto& rule : pruning::kRuleInfos) out.emplace_back(rule.name);
  if (values == Values::Guards)
    for (int i = 1; i < pruning::kGuards; ++i) out.emplace_back(pruning::name_of(static_cast<pruning::Guard>(i)));
  return out;
}

std::vector<std::pair<std::string, const CommandText*>> all_commands(const CommandText& program) {
  std::vector<std::pair<std::string, const CommandText*>> out;
  add_commands(program, "", out);
  return out;
}

CommandText engine_description() {
  CommandText out;
  out.name = "oknos";
  out.description = "A UCI chess engine that reports which moves it skips, and why";
  out.footer = uci::usage_text();
  out.options = {
      {{"--cpu"}, "LEVEL", "Use x86-64-v2, x86-64-v3 or x86-64-v4 instead of the best that this processor runs"},
      {{"--version"}, "", "Print the version, the processor level, the commit and the network, and exit"},
      {{"-h", "--help"}, "", "Print a summary of the command line, and exit"}};
  // A line of the engine's help begins with a word that is a command, or with a blank.
  const std::string help = uci::help_text();
  std::string_view rest = help;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.empty() || text::is_space(line.front()) || line.starts_with("UCI:")) continue;
    for (bool more = true; more;) {  // "compiler, version": two of them
      std::string_view name = text::next_word(line);
      more = name.ends_with(',');
      if (more) name.remove_suffix(1);
      if (out.commands.empty() || out.commands.back().name != name) out.commands.push_back({.name = std::string(name)});
    }
  }
  return out;
}

}  // namespace oknos::lab
