#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "lab/arguments/arguments.h"
#include "lab/commands/match/match.h"

// What the commands that play games have in common. `options` must live until the arguments have been read.
namespace oknos::lab {

template <class T>
void add_optional(CLI::App& app, const std::string& name, std::optional<T>& to, T min, T max, const std::string& unit,
                  const std::string& help) {
  app.add_option_function<std::string>(
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

// A text that is kept as it was written if `parse` accepts it. The errors of `parse` name the option.
template <class To, class Parse>
CLI::Option* add_read(CLI::App& app, const std::string& name, To& to, Parse parse, const std::string& type,
                      const std::string& help) {
  return app
      .add_option_function<std::string>(
          name,
          [&to, parse](const std::string& value) {
            const auto result = parse(value);
            if (!result) throw CLI::ValidationError(result.error());
            to = value;
          },
          help)
      ->type_name(type);
}

// --games, --sprt and the openings.
void add_games(CLI::App& app, MatchOptions& options);
// A time written as parse_duration() has it, in milliseconds.
void add_time(CLI::App& app, const std::string& name, const std::function<void(std::int64_t)>& take,
              const std::string& help);
// --nodes, --depth, --movetime, --tc, --time-margin, --patience, --hash, --threads.
void add_thinking(CLI::App& app, MatchOptions& options);
// --book, --book-plies, --seed, --resign, --draw, --max-moves.
void add_openings(CLI::App& app, MatchOptions& options);
// The player that a command varies: a preset with changes or a UCI engine, as parse_participant() reads it.
void add_varied_player(CLI::App& app, std::string& to);
// --concurrency.
void add_concurrency(CLI::App& app, int& to);

}  // namespace oknos::lab
