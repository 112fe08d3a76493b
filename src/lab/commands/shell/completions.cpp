#include "lab/commands/shell/completions.h"

#include <fmt/format.h>

#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

// These scripts call the program itself, so what they offer always matches its version.
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

// In quotation marks that fish leaves alone.
std::string fish_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

// The engine cannot be asked for completions and has few: its scripts contain them.
std::string words_of_engine(const CommandText& engine) {
  std::vector<std::string> out;
  for (const CommandText& command : engine.commands) out.push_back(command.name);
  for (const OptionText& option : engine.options) out.insert(out.end(), option.names.begin(), option.names.end());
  return listed(out, {}, " ");
}

std::string fish_of_engine(const CommandText& engine) {
  std::string out =
      "# Completion of oknos for fish, written by 'oknos-lab completions fish oknos'.\ncomplete -c oknos -f\n";
  for (const CommandText& command : engine.commands) out += "complete -c oknos -a " + command.name + "\n";
  for (const OptionText& option : engine.options) {
    out += "complete -c oknos";
    for (const std::string& name : option.names)
      out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    out += (option.value.empty() ? "" : " -x") + std::string(" -d ") + fish_quoted(option.description) + "\n";
  }
  return out;
}

}  // namespace

std::string completions_of_laboratory(const std::string& shell) {
  return std::string(shell == "bash" ? kBash : shell == "zsh" ? kZsh : kFish);
}

std::string completions_of_engine(const std::string& shell, const CommandText& engine) {
  if (shell == "fish") return fish_of_engine(engine);
  const std::string words = words_of_engine(engine);
  if (shell == "zsh")
    return fmt::format(
        "#compdef oknos\n# Completion of oknos for zsh, written by 'oknos-lab completions zsh oknos'.\n"
        "_arguments '1:argument:({})' '*:file:_files'\n",
        words);
  return fmt::format(
      "# Completion of oknos for bash, written by 'oknos-lab completions bash oknos'.\n"
      "complete -o default -W '{}' oknos\n",
      words);
}

}  // namespace oknos::lab
