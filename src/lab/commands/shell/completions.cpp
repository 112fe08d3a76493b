#include "lab/commands/shell/completions.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace oknos::lab {

namespace {

using Strings = std::vector<std::string>;

std::string joined(const Strings& words, std::string_view between = " ") {
  return fmt::format("{}", fmt::join(words, between));
}

Strings option_names(const CommandText& command) {
  Strings out;
  for (const OptionText& o : command.options) out.insert(out.end(), o.names.begin(), o.names.end());
  return out;
}

Strings command_names(const CommandText& command) {
  Strings out;
  for (const CommandText& c : command.commands) out.push_back(c.name);
  return out;
}

bool takes_files(Values values) {
  return values == Values::Files || values == Values::Presets;
}

// What the first positional argument can be: most commands have one kind.
Values positional_values(const CommandText& command) {
  return command.positionals.empty() ? Values::None : values_of(command.positionals.front());
}

// The name of a shell function: "_oknos_lab_preset_show".
std::string function_name(const std::string& program, const std::string& path) {
  std::string out = "_" + program + (path.empty() ? "" : "_" + path);
  std::replace_if(
      out.begin(), out.end(), [](char c) { return c == '-' || c == ' '; }, '_');
  return out;
}

// In quotation marks that a shell leaves alone.
std::string quoted(const std::string& text, std::string_view quote_inside) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'')
      out += quote_inside;
    else
      out += c;
  }
  return out + "'";
}

}  // namespace

std::string bash_completions(const CommandText& program) {
  const std::string function = function_name(program.name, "");
  const auto commands = all_commands(program);

  Strings paths, rows, places;
  std::map<Values, Strings> with_value;  // "audit --depth", by what can stand behind it
  for (const auto& [path, command] : commands) {
    if (!path.empty()) paths.push_back(quoted(path, ""));
    Strings words = command_names(*command);
    const Values here = positional_values(*command);
    for (const std::string& word : words_for(here)) words.push_back(word);
    rows.push_back(fmt::format("    {}) options={} words={} files={} ;;", quoted(path, ""),
                               quoted(joined(option_names(*command)), ""), quoted(joined(words), ""),
                               takes_files(here) ? "yes" : ""));
    for (const OptionText& o : command->options)
      for (const std::string& name : o.names)
        if (const Values v = values_of(o); v != Values::None) with_value[v].push_back(quoted(path + " " + name, ""));
  }
  for (const auto& [values, names] : with_value)
    places.push_back(fmt::format("    {})\n      options= words={} files={} ;;", joined(names, " | "),
                                 quoted(joined(words_for(values)), ""), takes_files(values) ? "yes" : ""));

  return fmt::format(R"script(# Completion of {name} for bash, written by 'oknos-lab completions bash'.
{function}() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD - 1]}}
  local command='' options='' words='' files='' i IFS=$' \t\n'
  if [[ $cur == = ]]; then
    cur=''
  elif [[ $prev == = && COMP_CWORD -gt 1 ]]; then # --option=value is three words
    prev=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case "${{command:+$command }}${{COMP_WORDS[i]}}" in
      {paths}) command="${{command:+$command }}${{COMP_WORDS[i]}}" ;;
    esac
  done
  case "$command" in
{rows}
  esac
  case "$command $prev" in
{places}
  esac
  [[ $cur == -* ]] && words=$options
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  if [[ -n $files && $cur != -* ]]; then
    compopt -o filenames 2> /dev/null
    IFS=$'\n'
    COMPREPLY+=($(compgen -f -- "$cur"))
  fi
}}
complete -F {function} {name}
)script",
                     fmt::arg("name", program.name), fmt::arg("function", function),
                     fmt::arg("paths", joined(paths, " | ")), fmt::arg("rows", joined(rows, "\n")),
                     fmt::arg("places", joined(places, "\n")));
}

namespace {

constexpr std::string_view kZshQuote = R"('\'')";

constexpr std::string_view kZshPresets = "_oknos_presets_or_files";

// For what _arguments reads: colons and brackets have a meaning there.
std::string zsh_escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == ':' || c == '[' || c == ']' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

// "FILE:_files", "NAME:(a b)".
std::string zsh_action(const std::string& value, Values values) {
  const Strings words = words_for(values);
  std::string action = values == Values::Files ? "_files" : words.empty() ? "" : "(" + joined(words) + ")";
  if (values == Values::Presets) action = kZshPresets;
  return zsh_escaped(value) + ":" + action;
}

std::string zsh_arguments(const CommandText& command) {
  Strings specs;
  for (const OptionText& o : command.options)
    for (const std::string& name : o.names) {
      const Values values = values_of(o);
      const std::string value = values == Values::None ? "" : ":" + zsh_action(o.value, values);
      // A star: it may be given more than once; which ones may not, the program says.
      const bool assigned = values != Values::None && name.starts_with("--");  // also as --name=value
      specs.push_back(
          quoted("*" + name + (assigned ? "=" : "") + "[" + zsh_escaped(o.description) + "]" + value, kZshQuote));
    }
  if (!command.positionals.empty()) {
    const OptionText& p = command.positionals.front();
    specs.push_back(quoted("*:" + zsh_action(p.names.front(), values_of(p)), kZshQuote));
  }
  return "  _arguments -s " + joined(specs, " \\\n    ");
}

// One function for each command that has commands, and one for each that has none.
std::string zsh_function(const std::string& program, const std::string& path, const CommandText& command) {
  const std::string name = function_name(program, path);
  if (command.commands.empty()) return fmt::format("{}() {{\n{}\n}}\n", name, zsh_arguments(command));
  Strings described, cases;
  for (const CommandText& c : command.commands) {
    described.push_back("    " + quoted(c.name + ":" + c.description, kZshQuote));
    cases.push_back(
        fmt::format("        {}) {} ;;", c.name, function_name(program, path.empty() ? c.name : path + " " + c.name)));
  }
  return fmt::format(
      R"script({name}() {{
  local curcontext=$curcontext state line
  local -a commands=(
{described}
  )
{arguments} \
    '1:command:->command' '*::argument:->argument'
  case $state in
    command) _describe command commands ;;
    argument)
      case $line[1] in
{cases}
      esac
      ;;
  esac
}}
)script",
      fmt::arg("name", name), fmt::arg("described", joined(described, "\n")),
      fmt::arg("arguments", zsh_arguments(command).replace(0, sizeof "  _arguments -s" - 1, "  _arguments -s -C")),
      fmt::arg("cases", joined(cases, "\n")));
}

}  // namespace

std::string zsh_completions(const CommandText& program) {
  std::string out =
      fmt::format("#compdef {0}\n# Completion of {0} for zsh, written by 'oknos-lab completions zsh'.\n", program.name);
  out += fmt::format("{}() {{ _alternative 'presets:preset:({})' 'files:file:_files'; }}\n", kZshPresets,
                     joined(words_for(Values::Presets)));
  for (const auto& [path, command] : all_commands(program)) out += zsh_function(program.name, path, *command);
  return out + fmt::format("{} \"$@\"\n", function_name(program.name, ""));
}

namespace {

constexpr std::string_view kFishQuote = R"(\')";

std::string fish_quoted(const std::string& text) {
  std::string escaped;
  for (const char c : text) escaped += c == '\\' ? "\\\\" : std::string(1, c);
  return quoted(escaped, kFishQuote);
}

// One line: "complete -c oknos-lab -n '__oknos_lab_at audit' ..."
std::string fish_option(const std::string& beginning, const OptionText& option) {
  std::string out = beginning;
  for (const std::string& name : option.names)
    out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  const Values values = values_of(option);
  const Strings words = words_for(values);
  if (values != Values::None) out += takes_files(values) ? " -r -F" : " -x";
  if (!words.empty()) out += " -a " + quoted(joined(words), kFishQuote);
  return out + " -d " + fish_quoted(option.description) + "\n";
}

}  // namespace

std::string fish_completions(const CommandText& program) {
  const std::string at = "_" + function_name(program.name, "") + "_at";
  const auto commands = all_commands(program);
  Strings paths;
  for (const auto& [path, command] : commands)
    if (!path.empty()) paths.push_back(quoted(path, ""));
  std::string out = fmt::format(R"script(# Completion of {name} for fish, written by 'oknos-lab completions fish'.
# Whether the words so far are this command.
function {at}
  set -l path
  for word in (commandline -opc)[2..-1]
    contains -- "$(string join -- ' ' $path $word)" {paths}; and set -a path $word
  end
  test "$path" = "$argv"
end
complete -c {name} -f
)script",
                                fmt::arg("name", program.name), fmt::arg("at", at), fmt::arg("paths", joined(paths)));
  for (const auto& [path, command] : commands) {
    const std::string beginning =
        fmt::format("complete -c {} -n {}", program.name, quoted(path.empty() ? at : at + " " + path, ""));
    for (const CommandText& c : command->commands)
      out += beginning + " -a " + c.name + " -d " + fish_quoted(c.description) + "\n";
    for (const OptionText& o : command->options) out += fish_option(beginning, o);
    const Values here = positional_values(*command);
    if (takes_files(here)) out += beginning + " -F\n";
    if (const Strings words = words_for(here); !words.empty())
      out += beginning + " -a " + quoted(joined(words), "") + "\n";
  }
  return out;
}

}  // namespace oknos::lab
