// `oknos-lab completions`, the completion scripts of shells, and `oknos-lab complete`, which they ask at every
// completion.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/text.h"
#include "engine/pruning/parts/guards.h"
#include "engine/pruning/presets/preset.h"
#include "engine/pruning/registry/registry.h"
#include "engine/uci/tools.h"
#include "lab/arguments/help_format.h"
#include "lab/commands/commands.h"

namespace oknos::lab {

namespace {

// --- The laboratory's scripts ---------------------------------------------------------------------------------------

// They call the program itself, so what they offer always matches its version.
constexpr std::string_view kBash = R"script(# Completion of oknos-lab for bash, written by 'oknos-lab completions bash'.
_oknos_lab() {
  local cur=${COMP_WORDS[COMP_CWORD]} line IFS=$'\n'
  [[ $cur == = ]] && cur=''
  COMPREPLY=()
  while read -r line; do
    if [[ $line == :files ]]; then
      compopt -o filenames 2> /dev/null
      COMPREPLY+=($(compgen -f -- "$cur"))
    else
      COMPREPLY+=("${line%%$'\t'*}")
    fi
  done < <("${COMP_WORDS[0]}" complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null)
}
complete -F _oknos_lab oknos-lab
)script";

constexpr std::string_view kZsh = R"script(#compdef oknos-lab
# Completion of oknos-lab for zsh, written by 'oknos-lab completions zsh'.
_oknos_lab() {
  local line files tab=$'\t'
  local -a offers lines=("${(@f)$("${(@)words[1,1]}" complete "${(@)words[2,CURRENT]}" 2> /dev/null)}")
  for line in $lines; do
    if [[ $line == :files ]]; then
      files=yes
    else
      [[ $line == *$tab* ]] || line+=$tab
      offers+=("${${line%%$tab*}//:/\\:}:${line#*$tab}")
    fi
  done
  [[ $words[CURRENT] == *=* ]] && compset -P '*='
  (( $#offers )) && _describe argument offers
  [[ -n $files ]] && _files
}
_oknos_lab "$@"
)script";

constexpr std::string_view kFish = R"script(# Completion of oknos-lab for fish, written by 'oknos-lab completions fish'.
function __oknos_lab_offers
  set -l words (commandline -opc)
  set -l cur (commandline -ct)
  set -l before (string match -r -- '^.*=' $cur)
  for line in ($words[1] complete $words[2..-1] "$cur" 2> /dev/null)
    if test "$line" = ':files'
      __fish_complete_path (string replace -- "$before" '' $cur)
    else
      echo "$before$line"
    end
  end
end
complete -c oknos-lab -f -a '(__oknos_lab_offers)'
)script";

// --- The engine's scripts -------------------------------------------------------------------------------------------

// The engine cannot be asked for completions and has few: its scripts contain them.
struct EngineOption {
  const char* name;
  const char* letter;  // may be empty
  bool takes_value;
  const char* description;
};
constexpr EngineOption kEngineOptions[] = {
    {"expert", "", false, "Declare all UCI options to the GUI, not only the usual ones"},
    {"cpu", "", true, "Use x86-64-v2, x86-64-v3 or x86-64-v4 instead of the best that this processor runs"},
    {"version", "", false, "Print the version, the processor level, the commit and the network, and exit"},
    {"help", "h", false, "Print a summary of the command line, and exit"}};

// A line of the engine's help begins with words that are commands, "compiler, version", or with a blank.
std::vector<std::string> engine_commands() {
  std::vector<std::string> out;
  std::istringstream help(uci::help_text());
  for (std::string line; std::getline(help, line);) {
    if (line.empty() || text::is_space(line.front()) || line.starts_with("UCI:")) continue;
    std::string_view rest = line;
    for (bool more = true; more;) {
      std::string_view name = text::next_word(rest);
      more = name.ends_with(',');
      if (more) name.remove_suffix(1);
      if (out.empty() || out.back() != name) out.emplace_back(name);
    }
  }
  return out;
}

std::string engine_script(const std::string& shell) {
  std::vector<std::string> words = engine_commands();
  if (shell == "fish") {
    std::string out =
        "# Completion of oknos for fish, written by 'oknos-lab completions fish oknos'.\ncomplete -c oknos -f\n";
    for (const std::string& word : words) out += "complete -c oknos -a " + word + "\n";
    for (const auto& [name, letter, takes_value, description] : kEngineOptions)
      out += fmt::format("complete -c oknos{}{} -l {}{} -d '{}'\n", *letter ? " -s " : "", letter, name,
                         takes_value ? " -x" : "", description);
    return out;
  }
  for (const EngineOption& option : kEngineOptions) {
    if (*option.letter) words.push_back(std::string("-") + option.letter);
    words.push_back(std::string("--") + option.name);
  }
  if (shell == "zsh")
    return fmt::format(
        "#compdef oknos\n# Completion of oknos for zsh, written by 'oknos-lab completions zsh oknos'.\n"
        "_arguments '1:argument:({})' '*:file:_files'\n",
        fmt::join(words, " "));
  return fmt::format(
      "# Completion of oknos for bash, written by 'oknos-lab completions bash oknos'.\n"
      "complete -o default -W '{}' oknos\n",
      fmt::join(words, " "));
}

// --- What can stand at a place of the laboratory's command line -----------------------------------------------------

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> out;
  for (const std::string& name : option.get_snames()) out.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) out.push_back("--" + name);
  return out;
}

// As the help has it: "N", "FILE.epd"; empty: a switch.
std::string value_of(const CLI::Option& option) {
  return std::string(text::trim(HelpFormat().make_option_opts(&option)));
}

bool takes_presets(const std::string& value) {
  return value.find("NAME|FILE") != std::string::npos || value == "PLAYER";
}

bool takes_files(const std::string& value) {
  constexpr std::string_view kFiles[] = {"FILE", "RUN.db", "IN.db", "OUT.db", "TRACE", "GAMES", "FOLDER"};
  return takes_presets(value) || std::any_of(std::begin(kFiles), std::end(kFiles), [&](std::string_view part) {
           return value.find(part) != std::string::npos;
         });
}

// The words that can stand as a value of the option; files are not among them.
std::vector<std::string> words_for(const CLI::Option& option) {
  if (option.check_lname("color")) return {"auto", "always", "never"};
  std::vector<std::string> out;
  const std::string value = value_of(option);
  // Of "pgn|compact" both; of "NAME|FILE" none: capital letters stand for something.
  if (value.find('|') != std::string::npos) {
    std::istringstream in(value);
    for (std::string word; std::getline(in, word, '|');)
      if (!word.empty() && text::to_lower(word) == word) out.push_back(word);
  }
  if (takes_presets(value))
    for (const auto& name : pruning::preset_names()) out.emplace_back(name);
  if (value == "RULE")
    for (const auto& rule : pruning::kRuleInfos) out.emplace_back(rule.name);
  if (value == "GUARD")
    for (int i = 1; i < pruning::kGuards; ++i) out.emplace_back(pruning::name_of(static_cast<pruning::Guard>(i)));
  return out;
}

// bash makes three words of "--preset=heinz"; here they are one.
std::vector<std::string> whole_words(const std::vector<std::string>& words) {
  std::vector<std::string> out;
  bool joins = false;
  for (const std::string& word : words) {
    if (!out.empty() && (joins || word == "="))
      out.back() += word;
    else
      out.push_back(word);
    joins = word == "=";
  }
  if (out.empty()) out.emplace_back();
  return out;
}

const CLI::Option* option_named(const CLI::App& command, const std::string& name) {
  return name.starts_with('-') ? command.get_option_no_throw(name) : nullptr;
}

// The command that the words lead to.
const CLI::App& command_of(const CLI::App& program, const std::vector<std::string>& words) {
  const CLI::App* at = &program;
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    for (const CLI::App* c : at->get_subcommands([&](const CLI::App* a) { return a->get_name() == words[i]; })) at = c;
  return *at;
}

// One line for each, "WORD\tDESCRIPTION"; ":files" if names of files can stand there.
class Offers {
 public:
  explicit Offers(std::string beginning) : beginning_(std::move(beginning)) {}

  void add(const std::string& word, const std::string& description) {
    if (word.starts_with(beginning_)) lines_ += word + (description.empty() ? "" : "\t" + description) + "\n";
  }
  void add_values(const CLI::Option& option) {
    for (const std::string& word : words_for(option)) add(word, "");
    if (takes_files(value_of(option))) files_ = true;
  }
  void print() const { std::printf("%s%s", lines_.c_str(), files_ ? ":files\n" : ""); }

 private:
  std::string beginning_, lines_;
  bool files_ = false;
};

Offers offers_for(const CLI::App& program, std::vector<std::string> words) {
  const bool explains = words.size() > 1 && words.front() == "help";  // "help audit"
  if (explains) words.erase(words.begin());
  const CLI::App& command = command_of(program, words);
  const std::string& last = words.back();
  const std::size_t equals = last.rfind('=');
  if (equals != std::string::npos) {
    Offers out(last.substr(equals + 1));
    if (const CLI::Option* option = option_named(command, last.substr(0, equals))) out.add_values(*option);
    return out;
  }
  Offers out(last);
  const CLI::Option* before = words.size() > 1 ? option_named(command, words[words.size() - 2]) : nullptr;
  if (before && !value_of(*before).empty()) {
    out.add_values(*before);
    return out;
  }
  if (last.starts_with('-')) {
    for (const CLI::Option* option : command.get_options())
      for (const std::string& name : names_of(*option)) out.add(name, HelpFormat().make_option_desc(option));
    return out;
  }
  for (const CLI::App* c : command.get_subcommands([](const CLI::App*) { return true; }))
    out.add(c->get_name(), c->get_description());
  if (&command == &program && !explains) out.add("help", "Explain a command, as COMMAND --help does");
  for (const CLI::Option* option : command.get_options())
    if (option->get_positional()) {
      out.add_values(*option);
      break;
    }
  return out;
}

}  // namespace

int print_offers(const CLI::App& app, const std::vector<std::string>& words) {
  offers_for(app, whole_words(words)).print();
  return 0;
}

void add_completions(CLI::App& app, int& exit_code) {
  struct Question {
    std::string shell;
    std::string program = "oknos-lab";
  };
  const auto q = std::make_shared<Question>();
  CLI::App* completions = app.add_subcommand("completions", "Print the completion script of a shell");
  completions->footer(
      "'cmake --install' installs these scripts. Without it:\n"
      "  source <(oknos-lab completions bash)      (in ~/.bashrc)\n"
      "  oknos-lab completions zsh > _oknos-lab    (into a folder of $fpath)\n"
      "  oknos-lab completions fish | source       (in config.fish)");
  completions->add_option("shell", q->shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}))
      ->type_name("SHELL");
  completions->add_option("program", q->program, "oknos-lab (the default) or the engine, oknos")
      ->check(CLI::IsMember({"oknos-lab", "oknos"}))
      ->type_name("PROGRAM");
  completions->callback([q, &exit_code] {
    const std::string script = q->program == "oknos" ? engine_script(q->shell)
                               : q->shell == "bash"  ? std::string(kBash)
                               : q->shell == "zsh"   ? std::string(kZsh)
                                                     : std::string(kFish);
    std::printf("%s", script.c_str());
    exit_code = 0;
  });
}

}  // namespace oknos::lab
