#include "lab/record/question.h"

#include <CLI/CLI.hpp>
#include <string_view>

#include "engine/base/text.h"
#include "lab/arguments/arguments.h"
#include "lab/store/run_store.h"

// The part that needs the library of the command line, whose header takes seconds to compile.
namespace oknos::lab::record {

CLI::Option* add_option(CLI::App& app, const char* name, std::string& to, std::string help,
                        const OptionTraits& traits) {
  if (!to.empty()) help += fmt::format(" (default: {})", to);
  if (*traits.choices) {
    std::vector<std::pair<std::string, std::string>> words;
    for (const std::string_view word : text::words(traits.choices)) words.emplace_back(word, word);
    return add_choice(app, name, to, words, help);
  }
  return app.add_option(name, to, help)->type_name(traits.value);
}

CLI::Option* add_option(CLI::App& app, const char* name, std::vector<std::string>& to, const std::string& help,
                        const OptionTraits& traits) {
  CLI::Option* option = app.add_option(name, to, traits.list ? help : help + " (repeatable)");
  if (traits.list) option->delimiter(',');
  return option->type_name(traits.value)->allow_extra_args(false);
}

CLI::Option* add_option(CLI::App& app, const char* name, bool& to, const std::string& help, const OptionTraits&) {
  return app.add_flag(name, to, help);
}

CLI::Option* add_option(CLI::App& app, const char* name, InputFile& to, const std::string& help, const OptionTraits&) {
  return app.add_option(name, to.path, help)->type_name("FILE");
}

CLI::Option* add_option(CLI::App& app, const char* name, Output& to, const std::string& help,
                        const OptionTraits& traits) {
  to.option = name;
  return app.add_option(name, to.path, help)->type_name(traits.value);
}

namespace {

template <class T>
CLI::Option* add_real(CLI::App& app, const char* name, T& to, const std::string& help, const OptionTraits& traits) {
  const bool whole = traits.from == traits.to;  // bounds that are whole numbers
  const double from = whole ? static_cast<double>(traits.least) : traits.from;
  const double most = whole ? static_cast<double>(traits.most) : traits.to;
  return app.add_option(name, to, help)
      ->type_name(std::string_view(traits.value) == OptionTraits{}.value ? "F" : traits.value)
      ->check(CLI::Range(from, most));
}

}  // namespace

CLI::Option* add_option(CLI::App& app, const char* name, double& to, const std::string& help,
                        const OptionTraits& traits) {
  return add_real(app, name, to, fmt::format("{} (default: {:g})", help, to), traits);
}

CLI::Option* add_option(CLI::App& app, const char* name, std::optional<double>& to, const std::string& help,
                        const OptionTraits& traits) {
  return add_real(app, name, to, help, traits);
}

CLI::Option* add_whole_number(CLI::App& app, const char* name, std::uint64_t otherwise,
                              std::function<void(std::uint64_t)> take, const std::string& help,
                              const OptionTraits& traits) {
  const auto parse = [name, traits](const std::string& value) -> Result<std::uint64_t> {
    std::uint64_t number = 0;
    try {
      whole_number(number, static_cast<std::uint64_t>(traits.least), static_cast<std::uint64_t>(traits.most),
                   traits.unit)(value);
    } catch (const CLI::ValidationError& e) {
      return Error{fmt::format("{}: {}", name, e.what())};
    }
    return number;
  };
  return add_read(app, name, std::move(take), parse, "N", fmt::format("{} (default: {})", help, grouped(otherwise)));
}

void demand(CLI::App& app, CLI::Option& option, const OptionTraits& traits) {
  if (traits.required) option.required();
  if (*traits.needs) option.needs(app.get_option(traits.needs));
}

std::optional<Refusal> check(InputFile& to) {
  if (to.path.empty()) return Refusal{"file: a file is expected, or --show RUN.db"};
  const auto hash = store::hash_of_file(to.path);
  if (!hash) return Refusal{hash.error(), kFailure};
  to.hash = *hash;
  return std::nullopt;
}

bool was_given(const CLI::App& app, const char* option) {
  return app.count(option) > 0;
}

}  // namespace oknos::lab::record
