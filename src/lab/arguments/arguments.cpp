#include "lab/arguments/arguments.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <thread>

#include "engine/search/engine.h"

namespace oknos::lab {

PositionsOrStore add_positions_or_store(CLI::App& app, std::vector<std::string>& files, std::string& show) {
  PositionsOrStore out{};
  out.files = app.add_option("files", files, "Positions: FILE.epd, FILE.fen, or - for standard input");
  out.files->type_name("FILE...");
  out.show = app.add_option("--show", show, "Show the results in this run store instead of searching");
  out.show->type_name("RUN.db")->excludes(out.files);
  return out;
}

void check_show_alone(const CLI::App& command, const std::vector<std::string>& views) {
  if (command.get_option("--show")->count() == 0) return;
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    const bool is_view = name == "--show" || name == "--json" || name == "--color" ||
                         std::find(views.begin(), views.end(), name) != views.end();
    if (option->count() > 0 && !is_view)
      throw CLI::ValidationError(name, "cannot be combined with --show, which shows a finished search as it is");
  }
}

void PositionsOrStore::check(const CLI::App& command, const std::vector<std::string>& views) const {
  check_show_alone(command, views);
  if (files->count() + show->count() == 0)
    throw CLI::ValidationError("files", "a file of positions is expected, or --show RUN.db");
}

void add_rule_options(CLI::App& app, SearchOptions& search) {
  app.add_option("--preset", search.preset, "Pruning preset: a name or a file (.toml); see 'oknos-lab preset list'")
      ->type_name("NAME|FILE")
      ->capture_default_str();
  app.add_option("--set", search.set, "Set a switch or a parameter of a rule (repeatable)")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
}

void add_evalfile(CLI::App& app, SearchOptions& search) {
  app.add_option("--evalfile", search.evalfile,
                 "Evaluation: a network file, \"<embedded>\" (the built-in network) or \"classical\" (no network)")
      ->type_name("FILE");
}

void add_limit_options(CLI::App& app, SearchOptions& search, RawLimits& raw) {
  constexpr std::uint64_t kMaxNodes = std::uint64_t{1} << 62;
  add_number(app, "--depth", raw.depth, 1, kMaxDepth.plies(), "plies", "Search to this depth, in plies");
  add_number(app, "--nodes", raw.nodes, std::uint64_t{1}, kMaxNodes, "nodes", "Search this many nodes");
  app.add_option("--time", raw.time, "Search for this long: seconds, or with a unit (500ms, 2m)")->type_name("TIME");
  add_number(app, "--hash", search.hash, Engine::kMinHash, Engine::kMaxHash, "MiB",
             fmt::format("Size of the transposition table, MiB (default: {})", search.hash));
}

void add_search_options(CLI::App& app, SearchOptions& search, RawLimits& raw) {
  constexpr int kMaxLines = 256;
  add_rule_options(app, search);
  add_limit_options(app, search, raw);
  add_number(app, "--threads", search.threads, 1, Engine::kMaxThreads, "threads", "Search threads (default: 1)");
  add_number(app, "--multipv", search.multi_pv, 1, kMaxLines, "lines", "Number of lines to show (default: 1)");
}

namespace {

// "50k" as CLI11 reads it: "50000". What is no count stays as it is, and is refused.
std::string plain_digits(std::string value) {
  const auto number = parse_large_count(value);
  return number ? std::to_string(*number) : value;
}

}  // namespace

void add_limit_lists(CLI::App& app, LimitLists& lists) {
  constexpr std::int64_t kMaxNodes = std::int64_t{1} << 62;
  app.add_option("--depth", lists.depths, "Search to these depths, in plies, such as 6,8 (default: 8)")
      ->type_name("N,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{kMaxDepth.plies()}));
  app.add_option("--nodes", lists.nodes, "Search these numbers of nodes, such as 10k,100k")
      ->type_name("N,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->transform(plain_digits)
      ->check(CLI::Range(std::int64_t{1}, kMaxNodes));
  app.add_option("--time", lists.times, "Search for these times: seconds, or with a unit (500ms,2m)")
      ->type_name("TIME,...")
      ->delimiter(',')
      ->allow_extra_args(false);
}

void take_limits(const CLI::App& app, const RawLimits& raw, SearchOptions& search) {
  if (app.count("--depth") > 0) search.depth = raw.depth;
  if (app.count("--nodes") > 0) search.nodes = raw.nodes;
  if (app.count("--time") == 0) return;
  const auto time = parse_duration(raw.time);
  if (!time) throw CLI::ValidationError("--time", time.error());
  search.time = *time;
}

void add_store_options(CLI::App& app, RunArguments& run, Team* team) {
  run.team = team;
  CLI::Option* out =
      app.add_option("--out", run.out, "Save the results in this run store (SQLite)")->type_name("RUN.db");
  app.add_flag("--resume", run.resume, "Resume the interrupted run in --out")->needs(out);
  app.add_flag("--force", run.force, "Overwrite existing files (but not the run store when --resume is given)");
  app.add_option_function<std::string>(
         "--shard",
         [&run](const std::string& text) {
           const auto shard = store::parse_shard(text);
           if (!shard) throw CLI::ValidationError("--shard", shard.error());
           run.shard = *shard;
         },
         "Do only the i-th of N parts of the work; join the parts with 'oknos-lab merge'")
      ->type_name("i/N");
}

void add_workers(CLI::App& app, RunArguments& run) {
  constexpr int kMaxWorkers = 4096;
  const std::string otherwise = run.workers > 0 ? std::to_string(run.workers) : "one per processor";
  add_number(app, "--workers", run.workers, 0, kMaxWorkers, "threads",
             "Worker threads (default: " + otherwise + (run.workers > 0 ? "; 0: one per processor)" : ")"));
}

CLI::Option* add_time(CLI::App& app, const std::string& name, const std::function<void(std::int64_t)>& take,
                      const std::string& help) {
  return app
      .add_option_function<std::string>(
          name,
          [name, take](const std::string& value) {
            const auto time = parse_duration(value);
            if (!time) throw CLI::ValidationError(name, time.error());
            take(*time);
          },
          help)
      ->type_name("TIME");
}

void add_force(CLI::App& app, bool& to) {
  app.add_flag("--force", to, "Overwrite the file if it exists");
}

void refuse_empty_values(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    if (option->get_positional() || option->get_items_expected_min() == 0) continue;
    option->check([](const std::string& value) { return value.empty() ? "the value is empty" : std::string(); });
  }
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; })) refuse_empty_values(*command);
}

int default_workers() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void add_workers(CLI::App& app, int& to) {
  constexpr int kMaxWorkers = 1024;
  add_number(app, "--workers", to, 1, kMaxWorkers, "threads",
             "Worker threads (default: one per processor); the result does not depend on their number");
}

void add_color(CLI::App& app, ColorChoice& to) {
  const std::map<std::string, ColorChoice> choices = {
      {"auto", ColorChoice::Auto}, {"always", ColorChoice::Always}, {"never", ColorChoice::Never}};
  app.add_option_function<std::string>(
         "--color",
         [&to, choices](const std::string& word) {
           const auto found = choices.find(word);
           if (found == choices.end())
             throw CLI::ValidationError("--color", text::quoted(word) + " is not allowed; allowed auto, always, never");
           to = found->second;
         },
         "Colours: auto (on a terminal, unless NO_COLOR is set), always, never")
      ->type_name("WHEN");
}

}  // namespace oknos::lab
