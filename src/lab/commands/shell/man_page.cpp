#include "lab/commands/shell/man_page.h"

#include <fmt/format.h>

#include "engine/base/text.h"
#include "engine/uci/identity.h"
#include "engine/uci/options.h"
#include "engine/uci/tools.h"

namespace oknos::lab {

namespace {

// Text that roff prints as it is, one line of it or several.
std::string escaped(std::string_view text) {
  std::string out;
  bool at_start = true;
  for (const char c : text) {
    if (at_start && (c == '.' || c == '\'')) out += "\\&";  // would be a request
    at_start = c == '\n';
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if (c == '\'')
      out += "\\(aq";
    else if (c == '`')
      out += "\\(ga";
    else if (c == '^')
      out += "\\(ha";
    else if (c == '~')
      out += "\\(ti";
    else
      out += c;
  }
  return out;
}

std::string upper(std::string text) {
  for (char& c : text) c = text::upper(c);
  return text;
}

std::string heading(const std::string& name, int section, const std::string& what) {
  return fmt::format(".\\\" Written by 'oknos-lab man'.\n.TH {} {} \"\" \"{} {}\" \"{}\"\n.SH NAME\n{} \\- {}\n",
                     escaped(upper(name)), section, uci::kName, uci::kVersion, section == 1 ? "User Commands" : "Games",
                     escaped(name), escaped(what));
}

// Lines whose layout is kept.
std::string verbatim(std::string_view lines) {
  return ".nf\n" + escaped(text::trim(lines)) + "\n.fi\n";
}

std::string option_entry(const OptionText& option) {
  std::string names;
  for (const std::string& name : option.names) names += (names.empty() ? "\\fB" : ", \\fB") + escaped(name) + "\\fR";
  if (!option.value.empty()) names += " \\fI" + escaped(option.value) + "\\fR";
  return ".TP\n" + names + "\n" + escaped(option.description) + "\n";
}

std::string options_of(const CommandText& command) {
  std::string out;
  for (const OptionText& o : command.positionals) out += option_entry(o);
  for (const OptionText& o : command.options)
    if (!command.commands.empty() || o.names.back() != "--help") out += option_entry(o);  // the program's says enough
  return out;
}

// "Hash (spin, 1 to 1048576, default 16)"
std::string uci_option_entry(const uci::Option& option) {
  std::string out = ".TP\n\\fB" + escaped(option.name) + "\\fR\n";
  switch (option.kind) {
    case uci::OptionKind::Button:
      return out + "button\n";
    case uci::OptionKind::Spin:
      out += fmt::format("{} to {}", escaped(std::to_string(option.min)), option.max);
      break;
    case uci::OptionKind::Check:
      out += "true or false";
      break;
    case uci::OptionKind::String:
      out += "text";
      break;
    case uci::OptionKind::Combo:
      for (std::size_t i = 0; i < option.values.size(); ++i) out += (i == 0 ? "" : ", ") + escaped(option.values[i]);
      break;
  }
  if (!option.default_value.empty()) out += "; default " + escaped(option.default_value);
  return out + "\n";
}

}  // namespace

std::string laboratory_man_page(const CommandText& program) {
  std::string out = heading(program.name, 1, "pruning laboratory of the chess engine Oknos");
  out += ".SH SYNOPSIS\n.B " + escaped(program.name) + "\n\\fICOMMAND\\fR [\\fIOPTIONS\\fR] [\\fIARGUMENTS\\fR]\n";
  out += ".SH DESCRIPTION\n" + escaped(program.description) + ".\n.PP\n" + verbatim(program.footer);
  out += ".SH OPTIONS\n" + options_of(program) + ".SH COMMANDS\n";
  for (const auto& [path, command] : all_commands(program)) {
    if (path.empty()) continue;
    out += ".SS \"" + escaped(program.name + " " + path) + "\"\n" + escaped(command->description) + ".\n";
    out += options_of(*command);
    if (!command->footer.empty()) out += ".PP\n" + verbatim(command->footer);
  }
  return out +
         ".SH \"EXIT STATUS\"\n0 if all went well; 1 if something failed or, where a command checks something, the "
         "check "
         "failed; 2 if the command line or the input is wrong.\n.SH \"SEE ALSO\"\n.BR oknos (6)\n";
}

std::string engine_man_page() {
  const CommandText engine = engine_description();
  std::string out = heading(engine.name, 6, "chess engine that reports which moves it skips, and why");
  out += ".SH SYNOPSIS\n.B oknos\n[\\fB\\-\\-cpu\\fR \\fILEVEL\\fR] [\\fIWORDS\\fR | \\(dq\\fILINE\\fR\\(dq ...]\n";
  out += ".SH DESCRIPTION\n" + verbatim(engine.footer) + ".SH OPTIONS\n" + options_of(engine);
  out += ".SH COMMANDS\n" + verbatim(uci::help_text());
  out +=
      ".SH \"UCI OPTIONS\"\nFor rules, \\fIpreset\\fR, or a number one below the range, means: as the preset says.\n";
  for (const uci::Option& option : uci::Options::all()) out += uci_option_entry(option);
  return out +
         ".SH \"EXIT STATUS\"\n0 if all went well; 2 if the command line or a command on it is wrong.\n"
         ".SH \"SEE ALSO\"\n.BR oknos\\-lab (1)\n";
}

}  // namespace oknos::lab
