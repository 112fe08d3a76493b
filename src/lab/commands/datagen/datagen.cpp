#include "lab/commands/datagen/datagen.h"

#include <filesystem>
#include <fmt/format.h>
#include <memory>

#include "engine/base/bytes.h"
#include "engine/base/text.h"
#include "engine/platform/memory.h"
#include "engine/uci/identity.h"
#include "lab/commands/datagen/recorded_game.h"
#include "lab/experiment/sift.h"
#include "lab/formats/game_store.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/output_file.h"
#include "lab/terminal/progress.h"
#include "lab/terminal/text_file.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

namespace fs = std::filesystem;

// The games of this shard that are not written yet.
std::vector<std::int64_t> games_to_play(const DatagenOptions& options, std::int64_t done) {
  std::vector<std::int64_t> out;
  for (std::int64_t number = 0; number < options.games; ++number)
    if (options.shard.holds(number) && done-- <= 0) out.push_back(number);
  return out;
}

struct Opened {
  std::int64_t games = 0;  // whole ones in it
  bool finished = false;   // the file has its name already; nothing was opened
};

constexpr std::string_view kRemark = "% ";  // begins a line that is none of a game's in PGN

// What a file begins with.
std::string head_of(const std::string& heading, GameFormat format) {
  if (format == GameFormat::Compact) return compact::store_head(heading);
  return std::string(kRemark) + heading + "\n";
}

// False: a run left the file before it had written a whole game, on a full disk for example.
bool holds_games(const std::string& file, GameFormat format) {
  const auto text = read_text_file(file);
  if (!text) return true;
  const auto written = games_written(*text, format);
  return !written || written->games > 0;
}

// Opens the file for the games that are missing.
Result<Opened> open(const DatagenOptions& options, const std::string& heading, OutputFile& out) {
  const GameFormat format = format_of(options);
  OutputPath to{options.out, true, {options.search.preset}};
  const auto destination = destination_of(to);
  if (!destination) return Error{destination.error()};
  const std::string aside = OutputFile::aside(*destination);
  const bool torn = !destination->direct && fs::exists(aside) && (options.resume || holds_games(aside, format));
  if (torn && !options.resume && !options.force)
    return Error{fmt::format("{} exists from a run that was cut short: --resume continues it, --force starts anew",
                             text::quoted(aside, aside.size()))};
  const bool finished = !torn && options.resume && destination->exists;
  to.force = options.force;
  if (!finished && (!torn || !options.resume)) {
    if (auto error = out.open(to)) return *std::move(error);
    out.write(head_of(heading, format));
    return Opened{};
  }
  const std::string& there = torn ? aside : options.out;
  const auto text = read_text_file(there);
  if (!text) return Error{text.error()};
  const auto written = games_written(*text, format);
  if (!written) return Error{fmt::format("{} {}", text::quoted(there, there.size()), written.error())};
  const bool nothing = torn && written->heading.empty();  // killed before it was whole
  if (!nothing && written->heading != heading)
    return Error{fmt::format("{} was made with other settings:\n  {}\nnot\n  {}", text::quoted(there, there.size()),
                             written->heading, heading)};
  if (finished) return Opened{written->games, true};
  if (auto error = out.reopen(to, written->bytes)) return *std::move(error);
  if (nothing) out.write(head_of(heading, format));
  return Opened{written->games, false};
}

SelfPlay self_play_of(const DatagenOptions& options, const Plan& plan, std::vector<int> random_plies) {
  SelfPlay out;
  out.player = plan.preset.name;
  for (const Change& change : plan.changes) out.player += fmt::format(" {}={}", change.name, change.to);
  out.settings = plan.settings;
  out.limits = plan.limits;
  out.random_plies = std::move(random_plies);
  out.random_moves = options.random_moves;
  out.balance = options.balance;
  out.chess960 = options.chess960;
  out.seed = options.seed;
  out.adjudicate = options.adjudicate;
  return out;
}

// A game as it goes into the file.
struct Played {
  std::string text;
  std::uint64_t positions = 0;  // that were searched
};

Played played(const pgn::Game& game, GameFormat format) {
  const compact::GameRecord record = record_of(game);
  Played out;
  out.text = format == GameFormat::Compact ? compact::store_record(record) : pgn::to_text(game);
  out.positions = record.moves.size() - static_cast<std::size_t>(record.opening_plies);
  return out;
}

// What became of a run.
struct Outcome {
  std::optional<std::string> failure;
  std::uint64_t positions = 0;  // of the games written
  double seconds = 0.0;

  std::uint64_t speed() const {  // positions a second
    return seconds > 0.0 ? static_cast<std::uint64_t>(static_cast<double>(positions) / seconds) : 0;
  }
};

double seconds_since(platform::TimePoint start) {
  constexpr double kSecond = 1000.0;  // milliseconds
  return static_cast<double>(platform::milliseconds_since(start)) / kSecond;
}

// Plays them over the workers and writes them in order.
Outcome play_all(const DatagenOptions& options, const Plan& plan, const SelfPlay& settings,
                 const std::vector<std::int64_t>& games, OutputFile& out) {
  std::vector<std::unique_ptr<Engine>> engines;
  for (int i = 0; i < options.workers; ++i) {
    engines.push_back(std::make_unique<Engine>(plan.hash));
    engines.back()->set_network(plan.network);
  }
  Outcome outcome;
  Progress progress;
  const platform::TimePoint start = platform::now();
  const GameFormat format = format_of(options);
  Sift<Result<Played>> sift;
  sift.find = [&](int worker, WorkUnitNumber work_unit) -> std::vector<Result<Played>> {
    const auto index = static_cast<std::size_t>(work_unit);
    auto game = play_against_itself(*engines[static_cast<std::size_t>(worker)], settings, games[index]);
    if (!game) return {Error{game.error()}};
    if (!*game) return {};
    return {played(**game, format)};
  };
  sift.keep = [&](const Result<Played>& game) {
    if (!game) outcome.failure = game.error();
    if (!game) return false;
    out.write(game->text);
    out.flush();
    outcome.positions += game->positions;
    return true;
  };
  sift.progress = [&](WorkUnitNumber done) {
    outcome.seconds = seconds_since(start);
    progress.show(share(static_cast<std::uint64_t>(done), games.size()),
                  fmt::format("{} of {} games, {} positions a second", grouped(static_cast<std::uint64_t>(done)),
                              grouped(games.size()), grouped(outcome.speed())));
  };
  sift.run(static_cast<WorkUnitNumber>(games.size()), options.workers);
  progress.clear();
  outcome.seconds = seconds_since(start);
  return outcome;
}

std::optional<std::string> memory_objection(const DatagenOptions& options, const Plan& plan) {
  constexpr std::size_t kMebibyte = std::size_t{1} << 20;
  const std::size_t there = platform::physical_memory() / kMebibyte;
  const std::size_t wanted = plan.hash * static_cast<std::size_t>(options.workers);
  if (there == 0 || wanted <= there) return std::nullopt;
  return fmt::format("--hash {} --workers {}: that is {} MiB, and this machine has {}", plan.hash, options.workers,
                     wanted, there);
}

int run(const DatagenOptions& options, const Plan& plan, const SelfPlay& settings) {
  OutputFile out;
  const auto opened = open(options, datagen_heading(options, plan), out);
  if (!opened) return complain(kFailure, opened.error());
  const auto count = [](std::int64_t n) { return grouped(static_cast<std::uint64_t>(n)); };
  if (opened->finished) {
    std::printf("%s is complete: %s games\n", options.out.c_str(), count(opened->games).c_str());
    return 0;
  }
  const std::vector<std::int64_t> games = games_to_play(options, opened->games);
  catch_interrupts();
  const Outcome outcome = play_all(options, plan, settings, games, out);
  if (outcome.failure) return complain(kFailure, *outcome.failure + "; the games before it are in " + out.abandon());
  if (interrupted())
    return complain(kInterruptedExit, "interrupted; the same command with --resume goes on with " + out.abandon());
  if (const auto error = out.finish()) return complain(kFailure, error->message);
  std::printf("%s games; %s positions were searched, %s a second\n",
              count(opened->games + static_cast<std::int64_t>(games.size())).c_str(),
              grouped(outcome.positions).c_str(), grouped(outcome.speed()).c_str());
  return 0;
}

}  // namespace

Result<std::vector<int>> parse_random_plies(const std::string& text) {
  constexpr int kMax = 200;
  const Error error{
      fmt::format("--random-plies {}: a number of plies from 0 to {} is expected, or two (8,9), which "
                  "every other game has",
                  text::quoted(text), kMax)};
  std::vector<int> out;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    const auto plies = text::parse_int<int>(std::string_view(text).substr(from, comma - from));
    if (!plies || *plies < 0 || *plies > kMax) return error;
    out.push_back(*plies);
    from = comma + 1;
  }
  constexpr std::size_t kMaxNumbers = 2;
  if (out.size() > kMaxNumbers) return error;
  return out;
}

std::string datagen_heading(const DatagenOptions& options, const Plan& plan) {
  constexpr std::size_t kShown = 16;  // digits of the hash of the settings
  pruning::Preset exact = plan.preset;
  exact.settings = plan.settings;
  std::string out = fmt::format("oknos-lab {} datagen --games {}", uci::kVersion, options.games);
  if (plan.limits.nodes) out += fmt::format(" --nodes {}", *plan.limits.nodes);
  if (plan.limits.soft_nodes) out += fmt::format(" --soft-nodes {}", *plan.limits.soft_nodes);
  if (plan.limits.depth) out += fmt::format(" --depth {}", *plan.limits.depth);
  out += fmt::format(" --random-plies {} --balance {} --seed {} --hash {}", options.random_plies, options.balance,
                     options.seed, plan.hash);
  if (options.shard.count > 1) out += fmt::format(" --shard {}/{}", options.shard.index, options.shard.count);
  if (options.chess960 > 0) out += fmt::format(" --chess960 {}", options.chess960);
  if (options.random_moves == RandomMoves::Weighted) out += " --random-moves weighted";
  if (!options.adjudicate) out += " --no-adjudication";
  out += " --preset " + plan.preset.name;
  for (const Change& change : plan.changes)
    if (change.name != Plan::kEvalFile) out += fmt::format(" --set {}={}", change.name, change.to);
  if (plan.settings.conventions.wants_network() && plan.network)
    out += fmt::format(" (network {:016x})", bytes::checksum(plan.network->to_bytes()));
  return out + fmt::format(" (settings {})", store::hash_of_text(pruning::to_toml(exact)).substr(0, kShown));
}

namespace {

GamesWritten pgn_written(std::string_view text) {
  constexpr std::string_view kBlankLine = "\n\n";  // behind the tags, and behind the moves
  GamesWritten out;
  const std::size_t line = text.find('\n');
  if (line == std::string_view::npos) return out;
  out.heading = text.substr(0, line);
  if (out.heading.starts_with(kRemark)) out.heading.erase(0, kRemark.size());
  out.bytes = line + 1;
  while (true) {
    const std::size_t tags = text.find(kBlankLine, out.bytes);
    if (tags == std::string_view::npos) return out;
    const std::size_t moves = text.find(kBlankLine, tags + kBlankLine.size());
    if (moves == std::string_view::npos) return out;
    out.bytes = moves + kBlankLine.size();
    ++out.games;
  }
}

Result<GamesWritten> compact_written(std::string_view text) {
  if (compact::is_torn_head(text)) return GamesWritten{};
  auto reader = compact::StoreReader::open(text);
  if (!reader) return Error{reader.error()};
  while (reader->next()) {
  }
  if (reader->damage()) return *reader->damage();
  return GamesWritten{std::string(reader->provenance()), static_cast<std::int64_t>(reader->games()), reader->offset()};
}

}  // namespace

GameFormat format_of(const DatagenOptions& options) {
  constexpr std::string_view kCompact = ".games";
  if (options.format) return *options.format;
  return options.out.ends_with(kCompact) ? GameFormat::Compact : GameFormat::Pgn;
}

Result<GamesWritten> games_written(std::string_view text, GameFormat format) {
  if (format == GameFormat::Compact) return compact_written(text);
  return pgn_written(text);
}

int datagen(const DatagenOptions& options) {
  auto random_plies = parse_random_plies(options.random_plies);
  if (!random_plies) return complain(kUsage, random_plies.error());
  Limits otherwise;
  otherwise.nodes = DatagenOptions::kDefaultNodes;
  if (options.soft_nodes) otherwise.nodes = DatagenOptions::kHardPerSoft * *options.soft_nodes;
  auto plan = make_plan(options.search, otherwise);
  if (!plan) return complain(kUsage, plan.error());
  plan->limits.soft_nodes = options.soft_nodes;
  if (options.soft_nodes && plan->limits.nodes && *plan->limits.nodes < *options.soft_nodes)
    return complain(kUsage,
                    fmt::format("--nodes {} --soft-nodes {}: the limit at which a search is stopped must not be "
                                "below the one after which no iteration begins",
                                *plan->limits.nodes, *options.soft_nodes));
  if (const auto wrong = memory_objection(options, *plan)) return complain(kUsage, *wrong);
  return run(options, *plan, self_play_of(options, *plan, std::move(*random_plies)));
}

}  // namespace oknos::lab
