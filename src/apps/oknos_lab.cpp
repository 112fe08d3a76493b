// The laboratory's command line: argument parsing and nothing else.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "base/score.h"
#include "base/text.h"
#include "lab/analyse.h"
#include "lab/preset_command.h"
#include "uci/identity.h"

namespace {

using namespace oknos;
using lab::AnalyseOptions;

// Reads a whole number between two bounds; the message names the value and what is allowed.
template <class T>
std::function<void(const std::string&)> whole_number(T& to, T min, T max, std::string unit) {
  return [&to, min, max, unit = std::move(unit)](const std::string& value) {
    const auto number = text::parse_int<T>(value);
    if (!number || *number < min || *number > max)
      throw CLI::ValidationError(text::quoted(value) + " is not allowed; allowed " + std::to_string(min) + ".." +
                                 std::to_string(max) + " " + unit);
    to = *number;
  };
}

template <class T>
CLI::Option* add_number(CLI::App& app, const std::string& name, T& to, T min, T max, const std::string& unit,
                        const std::string& help) {
  const auto read = whole_number(to, min, max, unit);
  return app
      .add_option_function<std::string>(
          name,
          [name, read](const std::string& value) {
            try {
              read(value);
            } catch (const CLI::ValidationError& e) {
              throw CLI::ValidationError(name, e.what());
            }
          },
          help)
      ->type_name("N");
}

// Optional numbers are parsed into a value of their own and copied when they were given.
struct RawLimits {
  int depth = 0;
  std::uint64_t nodes = 0;
  std::string time;
};

void add_search_options(CLI::App& app, lab::SearchOptions& search, RawLimits& raw) {
  constexpr std::uint64_t kMostNodes = std::uint64_t{1} << 62;
  constexpr int kMostLines = 256;
  app.add_option("--preset", search.preset,
                 "Pruning preset: a name or a file (.toml); 'oknos-lab preset list' names them")
      ->type_name("NAME|FILE")
      ->capture_default_str();
  app.add_option("--set", search.set, "Set a switch or a parameter of a rule; may be given again")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  add_number(app, "--depth", raw.depth, 1, kMaxDepth.plies(), "plies", "Search so deep");
  add_number(app, "--nodes", raw.nodes, std::uint64_t{1}, kMostNodes, "nodes", "Search so many nodes");
  app.add_option("--time", raw.time, "Search so long: seconds, or with a unit (500ms, 2m)")->type_name("TIME");
  add_number(app, "--threads", search.threads, 1, Engine::kMaxThreads, "threads", "Search threads (1)");
  add_number(app, "--hash", search.hash, Engine::kMinHash, Engine::kMaxHash, "MiB", "Transposition table (64 MiB)");
  add_number(app, "--multipv", search.multi_pv, 1, kMostLines, "lines", "Number of best lines (1)");
}

void take_limits(const CLI::App& app, const RawLimits& raw, lab::SearchOptions& search) {
  if (app.count("--depth") > 0) search.depth = raw.depth;
  if (app.count("--nodes") > 0) search.nodes = raw.nodes;
  if (app.count("--time") == 0) return;
  const auto time = lab::parse_duration(raw.time);
  if (!time) throw CLI::ValidationError("--time", time.error());
  search.time = *time;
}

void add_analyse(CLI::App& app, int& exit_code) {
  struct State {
    AnalyseOptions options;
    RawLimits raw;
  };
  const auto state = std::make_shared<State>();
  CLI::App* command = app.add_subcommand("analyse", "Search positions or games and show what each pruning rule did");
  command->footer(
      "Without a position it shows a famous one. A file of positions (EPD, FEN) gives a row each; games (PGN) are "
      "written\n"
      "out with evaluations, marks (?!, ?, \?\?) and better lines.\n\n"
      "Examples:\n"
      "  oknos-lab analyse\n"
      "  oknos-lab analyse \"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3\" --time 2\n"
      "  oknos-lab analyse startpos --preset heinz --depth 10 --set frontier_futility.margin=200\n"
      "  oknos-lab analyse positions.epd --nodes 100000\n"
      "  oknos-lab analyse games.pgn --out annotated.pgn");
  command
      ->add_option("input", state->options.input,
                   "FEN, 'startpos', FILE.epd, FILE.fen, FILE.pgn, or - to read from a pipe")
      ->type_name("FEN|FILE");
  add_search_options(*command, state->options.search, state->raw);
  command->add_option("--out", state->options.out, "Write annotated games to this file instead of standard output")
      ->type_name("FILE");
  command->add_flag("--json", state->options.json, "Results as JSON; for files one JSON value on each line");
  const std::map<std::string, lab::ColorChoice> choices = {
      {"auto", lab::ColorChoice::Auto}, {"always", lab::ColorChoice::Always}, {"never", lab::ColorChoice::Never}};
  command
      ->add_option_function<std::string>(
          "--color",
          [state, choices](const std::string& word) {
            const auto found = choices.find(word);
            if (found == choices.end())
              throw CLI::ValidationError("--color",
                                         text::quoted(word) + " is not allowed; allowed auto, always, never");
            state->options.color = found->second;
          },
          "Colours: auto (on a terminal, unless NO_COLOR is set), always, never")
      ->type_name("WHEN");
  command->callback([state, command, &exit_code] {
    take_limits(*command, state->raw, state->options.search);
    exit_code = lab::analyse(state->options);
  });
}

void add_preset(CLI::App& app, int& exit_code) {
  CLI::App* preset = app.add_subcommand("preset", "List, show, check and translate pruning presets");
  preset->require_subcommand(1);
  preset->footer("Example: oknos-lab preset show heinz > mine.toml");
  preset->add_subcommand("list", "The built-in presets")
      ->footer("Example: oknos-lab preset list")
      ->callback([&exit_code] { exit_code = lab::list_presets(); });
  const auto add = [&](const std::string& name, const std::string& what, const std::string& of,
                       const std::string& example, int (*run)(const std::string&)) {
    const auto argument = std::make_shared<std::string>();
    CLI::App* command = preset->add_subcommand(name, what)->footer("Example: oknos-lab preset " + example);
    command->add_option("preset", *argument, of)->required()->type_name("");
    command->callback([argument, run, &exit_code] { exit_code = run(*argument); });
  };
  add("show", "A preset as a complete file", "NAME or FILE.toml", "show heinz", lab::show_preset);
  add("check", "Is a preset file good?", "FILE.toml", "check mine.toml", lab::check_preset);
  add("uci", "A preset as setoption lines for a chess program's window", "NAME or FILE.toml", "uci heinz",
      lab::preset_as_uci);
}

// CLI11 says only that a command is required, whatever was written instead of one.
std::string command_problem(const CLI::App& app, int argc, char** argv) {
  std::string known;
  const std::string first = argc > 1 ? argv[1] : "";
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == first) return "";
    known += (known.empty() ? "" : ", ") + command->get_name();
  }
  if (first.starts_with('-')) return "";
  return (first.empty() ? "a command is expected: " : text::quoted(first) + " is no command; there are: ") + known;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("The pruning laboratory of Oknos: what a chess search leaves out, and what that costs", "oknos-lab");
  app.set_version_flag("--version", "oknos-lab " + std::string(uci::kVersion));
  app.require_subcommand(1);
  app.footer(
      "Example: oknos-lab analyse        (a famous position)\n'oknos-lab COMMAND --help' explains each command.");
  int exit_code = 0;
  add_analyse(app, exit_code);
  add_preset(app, exit_code);
  if (const std::string problem = command_problem(app, argc, argv); !problem.empty())
    return lab::complain(lab::kUsage, problem + "\nTry 'oknos-lab --help'.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);  // --help, --version
    std::fprintf(stderr, "oknos-lab: %s\nTry 'oknos-lab --help'.\n", e.what());
    return lab::kUsage;
  }
  return exit_code;
}
