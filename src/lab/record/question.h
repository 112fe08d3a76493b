#pragma once

#include <concepts>
#include <cstdint>
#include <fmt/format.h>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lab/arguments/command.h"
#include "lab/store/run_store.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/words.h"

// What a command is asked. Each option is described once:
//
//   static constexpr auto kQuestion = [](auto& f, auto& q) {
//     f("--judge-nodes", q.judge_nodes, "Nodes of the judge for each move", {.least = 1, .most = kMaxNodes});
//   };
//
// The visitors below make of that description the command line with its help and defaults, the checks, and the identity
// of the run. A type of its own for an option (search_fields.h) has the functions add_option(), check() and identify()
// in namespace record.
namespace oknos::lab::record {

struct OptionTraits {
  std::int64_t least = 0, most = 0;  // of a number
  const char* unit = "";             // of a number, for messages
  double from = 0, to = 0;           // of a real number
  const char* value = "TEXT";        // of a text: what the help calls it
  const char* choices = "";          // of a text: "this that"
  bool list = false;                 // of texts: one option may have several, with commas between
  const char* needs = "";            // an option without which this one has no effect
  bool required = false;
  bool identifies = true;  // false: the rows do not depend on it
  // Other options without which this one has no effect, while they are missing: "--measure regret". To be derived from
  // the question, which the description has at hand.
  const char* only_with = "";
};

// A file that is read; runs of other contents are other runs.
struct InputFile {
  std::string path;
  std::string hash;  // of the contents, since check()
};

// Why a command does not begin, and the program's exit code.
struct Refusal {
  std::string message;
  int exit_code = kUsage;
};

// A file that a command writes beside its run store. A resumed run replaces the file that it wrote before, which has
// `mention` at its head; empty: none.
struct Output {
  std::string path{}, mention{}, option{};
};

// --- The command line ----------------------------------------------------------------------------------------------

CLI::Option* add_option(CLI::App& app, const char* name, std::string& to, std::string help, const OptionTraits& traits);
CLI::Option* add_option(CLI::App& app, const char* name, std::vector<std::string>& to, const std::string& help,
                        const OptionTraits& traits);
CLI::Option* add_option(CLI::App& app, const char* name, bool& to, const std::string& help, const OptionTraits&);
CLI::Option* add_option(CLI::App& app, const char* name, InputFile& to, const std::string& help, const OptionTraits&);
CLI::Option* add_option(CLI::App& app, const char* name, Output& to, const std::string& help,
                        const OptionTraits& traits);
CLI::Option* add_option(CLI::App& app, const char* name, double& to, const std::string& help,
                        const OptionTraits& traits);
CLI::Option* add_option(CLI::App& app, const char* name, std::optional<double>& to, const std::string& help,
                        const OptionTraits& traits);

// A whole number from traits.least to traits.most, handed to `take`.
CLI::Option* add_whole_number(CLI::App& app, const char* name, std::uint64_t otherwise,
                              std::function<void(std::uint64_t)> take, const std::string& help,
                              const OptionTraits& traits);
template <std::integral T>
CLI::Option* add_option(CLI::App& app, const char* name, T& to, const std::string& help, const OptionTraits& traits) {
  const auto take = [&to](std::uint64_t value) { to = static_cast<T>(value); };
  return add_whole_number(app, name, static_cast<std::uint64_t>(to), take, help, traits);
}

// Makes it required, and lets it need another, as the traits say.
void demand(CLI::App& app, CLI::Option& option, const OptionTraits& traits);

struct AddOptions {
  CLI::App& app;

  template <class T>
  void operator()(const char* name, T& member, const char* meaning, const OptionTraits& traits = {}) {
    demand(app, *add_option(app, name, member, meaning, traits), traits);
  }
};

// --- The checks ----------------------------------------------------------------------------------------------------

std::optional<Refusal> check(InputFile& to);

bool was_given(const CLI::App& app, const char* option);

// To be called when the command line has been read. The first refusal counts, and names its option.
struct Check {
  const CLI::App* app = nullptr;  // that has read it; nullptr: the question was made by a command
  std::optional<Refusal> refusal{};

  template <class T>
  void operator()(const char* name, T& member, const char*, const OptionTraits& traits = {}) {
    if (refusal) return;
    if (*traits.only_with) {
      if (app && was_given(*app, name)) refusal = Refusal{fmt::format("{}: only with {}", name, traits.only_with)};
      return;
    }
    if constexpr (requires { check(member); }) {
      refusal = check(member);
      const bool is_option = *name == '-';
      if (refusal && is_option) refusal->message = fmt::format("{}: {}", name, refusal->message);
    }
  }
};

// --- The identity of the run ---------------------------------------------------------------------------------------

inline void identify(store::RunSpec& spec, const std::string& name, const std::string& value) {
  spec.identity.emplace_back(name, value);
}
inline void identify(store::RunSpec& spec, const std::string& name, const std::vector<std::string>& values) {
  spec.identity.emplace_back(name, listed(values));
}
inline void identify(store::RunSpec& spec, const std::string& name, double value) {
  spec.identity.emplace_back(name, fmt::format("{}", value));
}
inline void identify(store::RunSpec& spec, const std::string& name, const std::optional<double>& value) {
  if (value) identify(spec, name, *value);
}
inline void identify(store::RunSpec&, const std::string&, const Output&) {}
template <std::integral T>
void identify(store::RunSpec& spec, const std::string& name, T value) {
  spec.identity.emplace_back(name, std::to_string(value));
}

inline void identify(store::RunSpec& spec, const std::string& name, const InputFile& file) {
  spec.identity.emplace_back(name, file.hash);
}

struct Identify {
  store::RunSpec& spec;

  template <class T>
  void operator()(const char* name, const T& member, const char*, const OptionTraits& traits = {}) {
    const std::string option(name);
    if (traits.identifies && !*traits.only_with) identify(spec, option.substr(option.find_first_not_of('-')), member);
  }
};

// --- The files that the run writes ---------------------------------------------------------------------------------

struct FindOutputs {
  std::vector<const Output*> all{};

  template <class T>
  void operator()(const char*, const T&, const char*, const OptionTraits& = {}) {}
  void operator()(const char*, const Output& output, const char*, const OptionTraits& = {}) { all.push_back(&output); }
};

}  // namespace oknos::lab::record
