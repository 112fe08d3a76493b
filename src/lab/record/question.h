#pragma once

#include <CLI/CLI.hpp>
#include <concepts>
#include <cstdint>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lab/arguments/arguments.h"
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
  const char* value = "TEXT";        // of a text: what the help calls it
  bool list = false;                 // of texts: one option may have several, with commas between
  const char* needs = "";            // an option without which this one has no effect
  bool identifies = true;            // false: the rows do not depend on it
};

// Why a command does not begin, and the program's exit code.
struct Refusal {
  std::string message;
  int exit_code = kUsage;
};

// --- The command line
// -------------------------------------------------------------------------------------------------

inline CLI::Option* add_option(CLI::App& app, const char* name, std::string& to, std::string help,
                               const OptionTraits& traits) {
  if (!to.empty()) help += fmt::format(" (default: {})", to);
  return app.add_option(name, to, help)->type_name(traits.value);
}

inline CLI::Option* add_option(CLI::App& app, const char* name, std::vector<std::string>& to, const std::string& help,
                               const OptionTraits& traits) {
  CLI::Option* option = app.add_option(name, to, traits.list ? help : help + " (repeatable)");
  if (traits.list) option->delimiter(',');
  return option->type_name(traits.value)->allow_extra_args(false);
}

inline CLI::Option* add_option(CLI::App& app, const char* name, bool& to, const std::string& help,
                               const OptionTraits&) {
  return app.add_flag(name, to, help);
}

template <std::integral T>
CLI::Option* add_option(CLI::App& app, const char* name, T& to, const std::string& help, const OptionTraits& traits) {
  return add_number(app, name, to, static_cast<T>(traits.least), static_cast<T>(traits.most), traits.unit,
                    fmt::format("{} (default: {})", help, grouped(static_cast<std::uint64_t>(to))));
}

struct AddOptions {
  CLI::App& app;

  template <class T>
  void operator()(const char* name, T& member, const char* meaning, const OptionTraits& traits = {}) {
    CLI::Option* option = add_option(app, name, member, meaning, traits);
    if (*traits.needs) option->needs(app.get_option(traits.needs));
  }
};

// --- The checks
// -------------------------------------------------------------------------------------------------------

// To be called when the command line has been read. The first refusal counts, and names its option.
struct Check {
  std::optional<Refusal> refusal;

  template <class T>
  void operator()(const char* name, T& member, const char*, const OptionTraits& = {}) {
    if constexpr (requires { check(member); }) {
      if (refusal) return;
      refusal = check(member);
      const bool is_option = *name == '-';
      if (refusal && is_option) refusal->message = fmt::format("{}: {}", name, refusal->message);
    }
  }
};

// --- The identity of the run
// ------------------------------------------------------------------------------------------

inline void identify(store::RunSpec& spec, const std::string& name, const std::string& value) {
  spec.identity.emplace_back(name, value);
}
inline void identify(store::RunSpec& spec, const std::string& name, const std::vector<std::string>& values) {
  spec.identity.emplace_back(name, listed(values));
}
template <std::integral T>
void identify(store::RunSpec& spec, const std::string& name, T value) {
  spec.identity.emplace_back(name, std::to_string(value));
}

struct Identify {
  store::RunSpec& spec;

  template <class T>
  void operator()(const char* name, const T& member, const char*, const OptionTraits& traits = {}) {
    const std::string option(name);
    if (traits.identifies) identify(spec, option.substr(option.find_first_not_of('-')), member);
  }
};

}  // namespace oknos::lab::record
