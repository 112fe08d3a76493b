#pragma once

#include <string>
#include <utility>
#include <vector>

// A program's command line as data: what completions are made from.
namespace oknos::lab {

struct OptionText {
  std::vector<std::string> names;  // "-h", "--help"; of a positional argument one name without hyphens
  std::string value;               // as the help has it: "N", "FILE.epd"; empty: a switch
  std::string description;         // one paragraph, the default included
};

struct CommandText {
  std::string name;
  std::string description = {};  // one sentence
  std::string footer = {};       // explanations and examples, in lines
  std::vector<OptionText> positionals = {};
  std::vector<OptionText> options = {};
  std::vector<CommandText> commands = {};
};

// The words that can stand as a value of the option; files are not among them.
std::vector<std::string> words_for(const OptionText& option);
bool takes_files(const OptionText& option);

// The engine oknos: its arguments, and the words that it takes as commands.
CommandText engine_description();

}  // namespace oknos::lab
