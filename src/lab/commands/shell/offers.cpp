#include "lab/commands/shell/offers.h"

#include <algorithm>

namespace oknos::lab {

namespace {

// "--preset", "=", "heinz" -> "--preset=heinz"
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

const OptionText* option_named(const CommandText& command, const std::string& name) {
  for (const OptionText& option : command.options)
    if (std::find(option.names.begin(), option.names.end(), name) != option.names.end()) return &option;
  return nullptr;
}

// The command that the words lead to.
const CommandText& command_of(const CommandText& program, const std::vector<std::string>& words) {
  const CommandText* at = &program;
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    for (const CommandText& command : at->commands)
      if (command.name == words[i]) {
        at = &command;
        break;
      }
  return *at;
}

class Collector {
 public:
  explicit Collector(std::string beginning) : beginning_(std::move(beginning)) {}

  void add(const std::string& word, const std::string& description) {
    if (word.starts_with(beginning_)) offers_.words.push_back({word, description});
  }
  void add_values(const OptionText& option) {
    for (const std::string& word : words_for(option)) add(word, "");
    if (takes_files(option)) offers_.files = true;
  }
  Offers take() { return std::move(offers_); }

 private:
  std::string beginning_;
  Offers offers_;
};

}  // namespace

Offers offers_for(const CommandText& program, const std::vector<std::string>& given) {
  const std::vector<std::string> words = whole_words(given);
  const CommandText& command = command_of(program, words);
  const std::string& last = words.back();
  const std::size_t equals = last.rfind('=');
  const bool is_value = equals != std::string::npos;
  Collector out(is_value ? last.substr(equals + 1) : last);

  if (is_value) {
    const OptionText* option = option_named(command, last.substr(0, equals));
    if (option) out.add_values(*option);
    return out.take();
  }
  const OptionText* before = words.size() > 1 ? option_named(command, words[words.size() - 2]) : nullptr;
  if (before && !before->value.empty()) {
    out.add_values(*before);
    return out.take();
  }
  if (last.starts_with('-')) {
    for (const OptionText& option : command.options)
      for (const std::string& name : option.names) out.add(name, option.description);
    return out.take();
  }
  for (const CommandText& c : command.commands) out.add(c.name, c.description);
  if (!command.positionals.empty()) out.add_values(command.positionals.front());
  return out.take();
}

std::string to_lines(const Offers& offers) {
  std::string out;
  for (const Offer& offer : offers.words)
    out += offer.word + (offer.description.empty() ? "" : "\t" + offer.description) + "\n";
  return out + (offers.files ? ":files\n" : "");
}

}  // namespace oknos::lab
