#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/text.h"
#include "lab/experiment/run_arguments.h"
#include "lab/play/plan.h"
#include "lab/terminal/count.h"
#include "lab/terminal/style.h"
#include "lab/terminal/words.h"

// What the commands' arguments have in common.
namespace oknos::lab {

// Reads a whole number (1000, 50k, 1e6) between two bounds; the message names the value and what is allowed.
template <class T>
std::function<void(const std::string&)> whole_number(T& to, T min, T max, std::string unit) {
  return [&to, min, max, unit = std::move(unit)](const std::string& value) {
    const auto number = parse_count<T>(value);
    if (!number || *number < min || *number > max)
      throw CLI::ValidationError(text::quoted(value) + " is not allowed; allowed " + std::to_string(min) + ".." +
                                 std::to_string(max) + (unit.empty() ? "" : " " + unit));
    to = *number;
  };
}

// `name`: "--nodes"; or "--workers,--threads", of which messages name the first.
template <class T>
CLI::Option* add_number(CLI::App& app, const std::string& name, T& to, T min, T max, const std::string& unit,
                        const std::string& help) {
  const auto read = whole_number(to, min, max, unit);
  return app
      .add_option_function<std::string>(
          name,
          [first = name.substr(0, name.find(',')), read](const std::string& value) {
            try {
              read(value);
            } catch (const CLI::ValidationError& e) {
              throw CLI::ValidationError(first, e.what());
            }
          },
          help)
      ->type_name("N");
}

// A number that may be missing.
template <class T>
CLI::Option* add_optional(CLI::App& app, const std::string& name, std::optional<T>& to, T min, T max,
                          const std::string& unit, const std::string& help) {
  return app
      .add_option_function<std::string>(
          name,
          [&to, name, min, max, unit](const std::string& value) {
            T number{};
            try {
              whole_number(number, min, max, unit)(value);
            } catch (const CLI::ValidationError& e) {
              throw CLI::ValidationError(name, e.what());
            }
            to = number;
          },
          help)
      ->type_name("N");
}

// What `parse` makes of a text is handed to `take`. The errors of `parse` name the option.
template <class Take, class Parse>
CLI::Option* add_read(CLI::App& app, const std::string& name, Take take, Parse parse, const std::string& type,
                      const std::string& help) {
  return app
      .add_option_function<std::string>(
          name,
          [take, parse](const std::string& value) {
            auto result = parse(value);
            if (!result) throw CLI::ValidationError(result.error());
            take(*std::move(result));
          },
          help)
      ->type_name(type);
}

// A time written as parse_duration() has it, in milliseconds.
CLI::Option* add_time(CLI::App& app, const std::string& name, const std::function<void(std::int64_t)>& take,
                      const std::string& help);

// One of a few words. `to` may be optional.
template <class T, class Value>
CLI::Option* add_choice(CLI::App& app, const std::string& name, T& to,
                        const std::vector<std::pair<std::string, Value>>& choices, const std::string& help) {
  const auto word_of = &std::pair<std::string, Value>::first;
  const std::string type = listed(choices, word_of, "|"), allowed = listed(choices, word_of);
  return app
      .add_option_function<std::string>(
          name,
          [name, choices, allowed, &to](const std::string& given) {
            for (const auto& [word, value] : choices)
              if (word == given) return void(to = value);
            throw CLI::ValidationError(name, text::quoted(given) + " is not allowed; allowed " + allowed);
          },
          help)
      ->type_name(type);
}

// Files of positions, or --show RUN.db; one of the two must be given. All must live until the arguments have been read.
struct PositionsOrStore {
  CLI::Option* files;
  CLI::Option* show;
  // Throws what CLI11 reports. `views`: options of the command that say what is shown.
  void check(const CLI::App& command, const std::vector<std::string>& views = {}) const;
};
// Throws what CLI11 reports if --show is given and any other option but those that say how a result looks.
void check_show_alone(const CLI::App& command, const std::vector<std::string>& views = {});
PositionsOrStore add_positions_or_store(CLI::App& app, std::vector<std::string>& files, std::string& show);
// --preset, --set.
void add_rule_options(CLI::App& app, SearchOptions& search);
// --evalfile, for commands that search with Plan::network.
void add_evalfile(CLI::App& app, SearchOptions& search);
// --depth, --nodes, --time, --hash.
void add_limit_options(CLI::App& app, SearchOptions& search, RawLimits& raw);
// Both, and --threads (of one search) and --multipv.
void add_search_options(CLI::App& app, SearchOptions& search, RawLimits& raw);
// --depth, --nodes, --time as lists, of which one may be given. `lists` must live until the arguments have been read.
void add_limit_lists(CLI::App& app, LimitLists& lists);
void take_limits(const CLI::App& app, const RawLimits& raw, SearchOptions& search);

// --out, --resume, --force, --shard. `run` must live until the arguments have been read. `team`: the processes that
// work on it; nullptr: this one alone.
void add_store_options(CLI::App& app, RunArguments& run, Team* team);

// --workers of a stored run. Its number of workers is what holds without the option (0: one for every processor).
void add_workers(CLI::App& app, RunArguments& run);

// --force of a command that writes a file.
void add_force(CLI::App& app, bool& to);

// --workers of a command whose result does not depend on it. `to` must live until the arguments have been read, and
// holds what is taken without it.
void add_workers(CLI::App& app, int& to);
int default_workers();  // one for every processor

// An option with an empty value (--out "$UNSET") is refused in all commands: it would be taken for none.
void refuse_empty_values(CLI::App& app);

// --color auto|always|never. `to` must live until the arguments have been read.
void add_color(CLI::App& app, ColorChoice& to);

}  // namespace oknos::lab
