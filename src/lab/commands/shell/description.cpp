#include "lab/commands/shell/description.h"

#include <algorithm>
#include <sstream>

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

bool has_name(const OptionText& option, std::string_view name) {
  return std::find(option.names.begin(), option.names.end(), name) != option.names.end();
}

bool takes_presets(const OptionText& option) {
  return has(option.value, "NAME|FILE") || option.value == "PLAYER";
}

// Of "pgn|compact" both; of "NAME|FILE" none: capital letters stand for something.
std::vector<std::string> literal_words(const std::string& value) {
  std::vector<std::string> out;
  if (!has(value, "|")) return out;
  std::istringstream in(value);
  for (std::string word; std::getline(in, word, '|');)
    if (!word.empty() && std::none_of(word.begin(), word.end(), [](char c) { return c >= 'A' && c <= 'Z'; }))
      out.push_back(word);
  return out;
}

template <class Names>
void append(std::vector<std::string>& out, const Names& names) {
  for (const auto& name : names) out.emplace_back(name);
}

std::vector<std::string> names_of_rules() {
  std::vector<std::string> out;
  for (const auto& rule : pruning::kRuleInfos) out.emplace_back(rule.name);
  return out;
}

}  // namespace

std::vector<std::string> words_for(const OptionText& option) {
  const std::string& v = option.value;
  if (has_name(option, "--color")) return {"auto", "always", "never"};
  std::vector<std::string> out = literal_words(v);
  if (takes_presets(option)) append(out, pruning::preset_names());
  if (v == "RULE") append(out, names_of_rules());
  if (v == "GUARD")
    for (int i = 1; i < pruning::kGuards; ++i) out.emplace_back(pruning::name_of(static_cast<pruning::Guard>(i)));
  return out;
}

bool takes_files(const OptionText& option) {
  if (takes_presets(option)) return true;
  for (const char* part : {"FILE", "RUN.db", "IN.db", "OUT.db", "TRACE", "GAMES", "FOLDER"})
    if (has(option.value, part)) return true;
  return false;
}

CommandText engine_description() {
  CommandText out;
  out.name = "oknos";
  out.description = "A UCI chess engine that reports which moves it skips, and why";
  out.footer = uci::usage_text();
  out.options = {
      {{"--expert"}, "", "Declare all UCI options to the GUI, not only the usual ones"},
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
