#include "lab/commands/datagen.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "engine/base/bytes.h"
#include "engine/base/text.h"
#include "engine/chess/chess960.h"
#include "engine/chess/game_over.h"
#include "engine/chess/movegen.h"
#include "engine/platform/memory.h"
#include "engine/uci/identity.h"
#include "lab/arguments/arguments.h"
#include "lab/commands/commands.h"
#include "lab/experiment/ordered_parallel_for.h"
#include "lab/formats/game_store.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/output_file.h"
#include "lab/terminal/progress.h"
#include "lab/terminal/text_file.h"

namespace oknos::lab {

using pgn::GameResult;

// --- A game ---------------------------------------------------------------------------------------------------------

namespace {

GameResult win_of(Color c) {
  return c == Color::White ? GameResult::WhiteWins : GameResult::BlackWins;
}

SearchReport think(Engine& engine, const SelfPlay& settings, const Position& position, const Limits& limits) {
  SearchRequest request;
  request.limits = limits;
  request.settings = settings.settings;
  engine.set_position(position);
  return engine.search(request);
}

// The opening is looked at more closely than the moves that follow.
Limits closer(Limits limits) {
  constexpr std::uint64_t kTimesNodes = 10;
  constexpr int kMorePlies = 2;
  if (limits.nodes) limits.nodes = *limits.nodes * kTimesNodes;
  if (limits.soft_nodes) limits.soft_nodes = *limits.soft_nodes * kTimesNodes;
  if (limits.depth) limits.depth = std::min(*limits.depth + kMorePlies, kMaxDepth.plies());
  return limits;
}

// Numbers of their own, so that the other games of a run are the same with and without Chess960.
Position start_of(const SelfPlay& settings, std::int64_t number) {
  constexpr std::uint64_t kPercent = 100;
  constexpr std::uint64_t kOtherNumbers = 0x393630;
  if (settings.chess960 == 0) return Position::initial();
  RandomNumbers random(settings.seed ^ kOtherNumbers, static_cast<std::uint64_t>(number));
  if (random.below(kPercent) >= static_cast<std::uint64_t>(settings.chess960)) return Position::initial();
  return chess960_start(static_cast<int>(random.below(kChess960Starts)));
}

// A random line that leaves both sides a game; empty when interrupted.
Result<std::vector<Move>> opening(Engine& engine, const SelfPlay& settings, const Position& start,
                                  std::int64_t number) {
  constexpr int kAttempts = 1000;
  RandomNumbers random(settings.seed, static_cast<std::uint64_t>(number));
  const int plies = settings.random_plies[static_cast<std::size_t>(number) % settings.random_plies.size()];
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    if (interrupted()) return std::vector<Move>{};
    const auto line = random_line(random, settings.random_moves, start, plies);
    if (!line) continue;
    Position position = start;
    for (const Move m : *line) position.play(m);
    engine.clear();
    const SearchReport report = think(engine, settings, position, closer(settings.limits));
    if (!report.lines.empty() && std::abs(report.lines.front().score.value()) <= settings.balance) return *line;
  }
  return Error{
      fmt::format("game {}: none of {} random lines of {} plies is within {} centipawns of 0; allow more with "
                  "--balance or fewer with --random-plies",
                  number + 1, kAttempts, plies, settings.balance)};
}

pgn::Game new_game(const Position& start, const std::string& event, std::uint64_t round, const std::string& player,
                   std::size_t opening_plies) {
  pgn::Game game;
  game.start = start;
  game.set_tag("Event", event);
  game.set_tag("Site", "?");
  game.set_tag("Date", "????.??.??");
  game.set_tag("Round", std::to_string(round));
  game.set_tag("White", player);
  game.set_tag("Black", player);
  game.set_tag("OpeningPlies", std::to_string(opening_plies));
  return game;
}

}  // namespace

std::optional<GameResult> Referee::judge(Score white_view, int move_number) {
  constexpr Score kDecided{1000};  // centipawns
  constexpr int kDecidedPlies = 4;
  constexpr Score kDrawn{5};  // centipawns
  constexpr int kDrawnPlies = 12;
  constexpr int kDrawnAfter = 60;  // moves
  white_wins_ = white_view >= kDecided ? white_wins_ + 1 : 0;
  black_wins_ = white_view <= -kDecided ? black_wins_ + 1 : 0;
  const bool even = white_view <= kDrawn && white_view >= -kDrawn && move_number > kDrawnAfter;
  draws_ = even ? draws_ + 1 : 0;
  if (white_wins_ >= kDecidedPlies) return GameResult::WhiteWins;
  if (black_wins_ >= kDecidedPlies) return GameResult::BlackWins;
  if (draws_ >= kDrawnPlies) return GameResult::Draw;
  return std::nullopt;
}

std::optional<GameResult> result_by_rule(const Position& position) {
  const GameOver end = game_over(position);
  if (end == GameOver::No) return std::nullopt;
  return end == GameOver::Checkmate ? win_of(~position.side_to_move()) : GameResult::Draw;
}

std::string comment_score(Score score) {
  constexpr double kCentipawns = 100.0;
  const char sign = score < Score{0} ? '-' : '+';
  if (is_mate(score)) return fmt::format("{}M{}", sign, std::abs(mate_moves(score)));
  return fmt::format("{}{:.2f}", sign, std::abs(score.value()) / kCentipawns);
}

std::string move_comment(const SearchReport& report) {
  const Info& best = report.lines.front();
  return fmt::format("{}/{}, n={}", comment_score(best.score), best.depth, report.nodes);
}

Result<std::optional<pgn::Game>> play_against_itself(Engine& engine, const SelfPlay& settings, std::int64_t number) {
  Position position = start_of(settings, number);
  const auto line = opening(engine, settings, position, number);
  if (!line) return Error{line.error()};
  pgn::Game game = new_game(position, fmt::format("oknos-lab datagen, seed {}", settings.seed),
                            static_cast<std::uint64_t>(number) + 1, settings.player, line->size());
  pgn::NodeIndex last = pgn::kRoot;
  const auto play = [&](Move m) {
    last = game.add_move(last, m);
    position.play(m);
  };
  for (const Move m : *line) play(m);
  engine.clear();
  Referee referee;
  std::optional<GameResult> result;
  bool adjudicated = false;
  while (!result) {
    if (interrupted()) return std::optional<pgn::Game>{};
    const SearchReport report = think(engine, settings, position, settings.limits);
    const int number_of_move = position.fullmove_number();
    const Score white = white_view(report.lines.front().score, position.side_to_move());
    play(report.best);
    game.nodes[last].comment = move_comment(report);
    result = result_by_rule(position);
    if (result || !settings.adjudicate) continue;
    result = referee.judge(white, number_of_move);
    adjudicated = result.has_value();
  }
  game.result = *result;
  game.set_tag("Termination", adjudicated ? "adjudication" : "normal");
  return std::optional<pgn::Game>{std::move(game)};
}

// --- Records of games -----------------------------------------------------------------------------------------------

std::optional<int> half_points_of(GameResult result) {
  switch (result) {
    case GameResult::WhiteWins:
      return 2;
    case GameResult::Draw:
      return 1;
    case GameResult::BlackWins:
      return 0;
    default:
      return std::nullopt;
  }
}

GameResult result_of(int half_points) {
  if (half_points == 1) return GameResult::Draw;
  return half_points == 0 ? GameResult::BlackWins : GameResult::WhiteWins;
}

std::optional<int> score_in_comment(const std::string& comment) {
  constexpr int kCentipawns = 100;
  constexpr int kHighest = 1000;  // pawns
  constexpr std::string_view kMateSign = "M";
  if (comment.empty() || (comment[0] != '+' && comment[0] != '-')) return std::nullopt;
  const int sign = comment[0] == '-' ? -1 : 1;
  const std::string_view number = std::string_view(comment).substr(1, comment.find('/') - 1);
  if (number.size() + 1 == comment.size()) return std::nullopt;  // no depth behind it: something else
  if (number.starts_with(kMateSign)) {
    const auto moves = text::parse_int<int>(number.substr(kMateSign.size()));
    if (!moves || *moves < 0 || *moves > kMaxPly) return std::nullopt;
    return sign * mate_in(std::min(2 * *moves, kMaxPly)).value();
  }
  const std::size_t point = number.find('.');
  const auto pawns = text::parse_int<int>(number.substr(0, point));
  if (!pawns || *pawns < 0 || *pawns > kHighest) return std::nullopt;
  if (point == std::string_view::npos) return sign * *pawns * kCentipawns;
  constexpr std::size_t kDecimals = 2;
  const std::string_view decimals = number.substr(point + 1);
  const auto rest = text::parse_int<int>(decimals);
  if (!rest || *rest < 0 || decimals.size() != kDecimals) return std::nullopt;
  return sign * (*pawns * kCentipawns + *rest);
}

compact::GameRecord record_of(const pgn::Game& game) {
  constexpr std::string_view kOpeningPlies = "OpeningPlies";
  compact::GameRecord out;
  out.start = game.start;
  out.half_points = half_points_of(game.result).value_or(1);
  if (const std::string* plies = game.tag(kOpeningPlies)) out.opening_plies = text::parse_int<int>(*plies).value_or(0);
  for (pgn::NodeIndex n = game.nodes[pgn::kRoot].first_child; n != pgn::kNoNode; n = game.nodes[n].first_child)
    out.moves.push_back({game.nodes[n].move, score_in_comment(game.nodes[n].comment)});
  return out;
}

pgn::Game game_of(const compact::GameRecord& record, std::uint64_t number) {
  constexpr int kUnknownDepth = 0;
  pgn::Game game =
      new_game(record.start, "oknos-lab data", number, "?", static_cast<std::size_t>(record.opening_plies));
  game.result = result_of(record.half_points);
  pgn::NodeIndex last = pgn::kRoot;
  for (const compact::RecordedMove& made : record.moves) {
    last = game.add_move(last, made.move);
    if (made.score) game.nodes[last].comment = fmt::format("{}/{}", comment_score(Score{*made.score}), kUnknownDepth);
  }
  return game;
}

// --- The file -------------------------------------------------------------------------------------------------------

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kHardPerSoft = 8;  // --nodes, if only --soft-nodes is given

constexpr std::string_view kRemark = "% ";  // begins a line that is none of a game's in PGN

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

// Compact for names that end with .games (as those of `oknos-lab data` do), PGN for others.
GameFormat format_of(const DatagenOptions& options) {
  constexpr std::string_view kCompact = ".games";
  if (options.format) return *options.format;
  return options.out.ends_with(kCompact) ? GameFormat::Compact : GameFormat::Pgn;
}

}  // namespace

Result<GamesWritten> games_written(std::string_view text, GameFormat format) {
  if (format == GameFormat::Compact) return compact_written(text);
  return pgn_written(text);
}

std::string datagen_heading(const DatagenOptions& options, const Plan& plan) {
  constexpr std::size_t kShown = 16;  // digits of the hash of the settings
  pruning::Preset exact = plan.preset;
  exact.settings = plan.settings;
  std::string out = fmt::format("oknos-lab {} datagen --games {}", uci::kVersion, options.games);
  if (plan.limits.nodes) out += fmt::format(" --nodes {}", *plan.limits.nodes);
  if (plan.limits.soft_nodes) out += fmt::format(" --soft-nodes {}", *plan.limits.soft_nodes);
  if (plan.limits.depth) out += fmt::format(" --depth {}", *plan.limits.depth);
  out += fmt::format(" --random-plies {} --balance {} --seed {} --hash {}", options.random_plies, options.play.balance,
                     options.play.seed, plan.hash);
  if (options.shard.count > 1) out += fmt::format(" --shard {}/{}", options.shard.index, options.shard.count);
  if (options.play.chess960 > 0) out += fmt::format(" --chess960 {}", options.play.chess960);
  if (options.play.random_moves == RandomMoves::Weighted) out += " --random-moves weighted";
  if (!options.play.adjudicate) out += " --no-adjudication";
  out += " --preset " + plan.preset.name;
  for (const Change& change : plan.changes)
    if (change.name != Plan::kEvalFile) out += fmt::format(" --set {}={}", change.name, change.to);
  if (plan.settings.conventions.wants_network() && plan.network)
    out += fmt::format(" (network {:016x})", bytes::checksum(plan.network->to_bytes()));
  return out + fmt::format(" (settings {})", store::hash_of_text(pruning::to_toml(exact)).substr(0, kShown));
}

namespace {

// What a file begins with.
std::string head_of(const std::string& heading, GameFormat format) {
  if (format == GameFormat::Compact) return compact::store_head(heading);
  return std::string(kRemark) + heading + "\n";
}

struct Opened {
  std::int64_t games = 0;  // whole ones in it
  bool finished = false;   // the file has its name already; nothing was opened
};

// The games of this shard that are not written yet.
std::vector<std::int64_t> games_to_play(const DatagenOptions& options, std::int64_t done) {
  std::vector<std::int64_t> out;
  for (std::int64_t number = 0; number < options.games; ++number)
    if (options.shard.holds(number) && done-- <= 0) out.push_back(number);
  return out;
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

// --- The run --------------------------------------------------------------------------------------------------------

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
struct SessionTotals {
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
SessionTotals play_all(const DatagenOptions& options, const Plan& plan, const SelfPlay& settings,
                       const std::vector<std::int64_t>& games, OutputFile& out) {
  std::vector<std::unique_ptr<Engine>> engines;
  for (int i = 0; i < options.workers; ++i) {
    engines.push_back(std::make_unique<Engine>(plan.hash));
    engines.back()->set_network(plan.network);
  }
  SessionTotals totals;
  Progress progress;
  const platform::TimePoint start = platform::now();
  const GameFormat format = format_of(options);
  OrderedParallelFor<Result<Played>> loop;
  loop.find = [&](int worker, WorkUnitNumber work_unit) -> std::vector<Result<Played>> {
    const auto index = static_cast<std::size_t>(work_unit);
    auto game = play_against_itself(*engines[static_cast<std::size_t>(worker)], settings, games[index]);
    if (!game) return {Error{game.error()}};
    if (!*game) return {};
    return {played(**game, format)};
  };
  loop.keep = [&](const Result<Played>& game) {
    if (!game) totals.failure = game.error();
    if (!game) return false;
    out.write(game->text);
    out.flush();
    totals.positions += game->positions;
    return true;
  };
  loop.progress = [&](WorkUnitNumber done) {
    totals.seconds = seconds_since(start);
    progress.show(share(static_cast<std::uint64_t>(done), games.size()),
                  fmt::format("{} of {} games, {} positions a second", grouped(static_cast<std::uint64_t>(done)),
                              grouped(games.size()), grouped(totals.speed())));
  };
  loop.run(static_cast<WorkUnitNumber>(games.size()), options.workers);
  progress.clear();
  totals.seconds = seconds_since(start);
  return totals;
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
  const SessionTotals totals = play_all(options, plan, settings, games, out);
  if (totals.failure) return complain(kFailure, *totals.failure + "; the games before it are in " + out.abandon());
  if (interrupted())
    return complain(kInterruptedExit, "interrupted; the same command with --resume goes on with " + out.abandon());
  if (const auto error = out.finish()) return complain(kFailure, error->message);
  std::printf("%s games; %s positions were searched, %s a second\n",
              count(opened->games + static_cast<std::int64_t>(games.size())).c_str(), grouped(totals.positions).c_str(),
              grouped(totals.speed()).c_str());
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

int datagen(const DatagenOptions& options) {
  constexpr std::uint64_t kDefaultNodes = 5000;
  auto random_plies = parse_random_plies(options.random_plies);
  if (!random_plies) return complain(kUsage, random_plies.error());
  Limits otherwise;
  otherwise.nodes = options.soft_nodes > 0 ? kHardPerSoft * options.soft_nodes : kDefaultNodes;
  auto plan = make_plan(options.search, otherwise);
  if (!plan) return complain(kUsage, plan.error());
  if (options.soft_nodes > 0) plan->limits.soft_nodes = options.soft_nodes;
  if (plan->limits.nodes.value_or(options.soft_nodes) < options.soft_nodes)
    return complain(kUsage,
                    fmt::format("--nodes {} --soft-nodes {}: the limit at which a search is stopped must not be "
                                "below the one after which no iteration begins",
                                *plan->limits.nodes, options.soft_nodes));
  if (const auto wrong = memory_objection(options, *plan)) return complain(kUsage, *wrong);
  SelfPlay play = options.play;
  play.player = plan->preset.name;
  for (const Change& change : plan->changes) play.player += fmt::format(" {}={}", change.name, change.to);
  play.settings = plan->settings;
  play.limits = plan->limits;
  play.random_plies = std::move(*random_plies);
  return run(options, *plan, play);
}

// --- The command line -----------------------------------------------------------------------------------------------

namespace {

void add_options(CLI::App& command, DatagenOptions& options, RawLimits& raw) {
  constexpr std::int64_t kMaxGames = 1'000'000'000;
  constexpr std::uint64_t kMaxNodes = std::uint64_t{1} << 62;
  constexpr int kWidestBalance = 10'000;  // centipawns
  constexpr int kAllGames = 100;          // percent
  constexpr int kMaxWorkers = 1024;
  command.add_option("--out", options.out, "File to write")->required()->type_name("FILE");
  const std::vector<std::pair<std::string, GameFormat>> formats = {{"pgn", GameFormat::Pgn},
                                                                   {"compact", GameFormat::Compact}};
  add_choice(command, "--format", options.format, formats,
             "PGN or the compact format of docs/data-format.md (default: compact if FILE ends with .games)");
  add_number(command, "--games", options.games, std::int64_t{1}, kMaxGames, "games", "Number of games")->required();
  add_number(command, "--nodes", raw.nodes, std::uint64_t{1}, kMaxNodes, "nodes", "Nodes per move (default: 5000)");
  add_number(command, "--soft-nodes", options.soft_nodes, std::uint64_t{1}, kMaxNodes / kHardPerSoft, "nodes",
             "Finish the iteration in which a move reaches this many nodes; --nodes still stops the search at once "
             "(default: 8 times as many)");
  add_number(command, "--depth", raw.depth, 1, kMaxDepth.plies(), "plies", "Depth per move");
  command
      .add_option("--random-plies", options.random_plies,
                  "Random plies at the start of each game; N,M alternates between N and M")
      ->type_name("N[,M]")
      ->capture_default_str();
  const std::vector<std::pair<std::string, RandomMoves>> random_moves = {{"uniform", RandomMoves::Uniform},
                                                                         {"weighted", RandomMoves::Weighted}};
  add_choice(command, "--random-moves", options.play.random_moves, random_moves,
             "How the random moves are drawn: uniform (default), or weighted by the type of the piece");
  add_number(command, "--balance", options.play.balance, 1, kWidestBalance, "centipawns",
             "Play new random plies if the score after them is further from 0 than this (default: 150)");
  add_number(command, "--chess960", options.play.chess960, 0, kAllGames, "percent",
             "Percentage of the games that start from a random position of Chess960 (default: 0)");
  add_number(command, "--seed", options.play.seed, std::uint64_t{0}, ~std::uint64_t{0}, "", "Random seed (default: 1)");
  add_rule_options(command, options.search);
  add_evalfile(command, options.search);
  add_number(command, "--hash", options.search.hash, Engine::kMinHash, Engine::kMaxHash, "MiB",
             "Size of each worker's transposition table, MiB (default: 16)");
  add_number(command, "--workers", options.workers, 1, kMaxWorkers, "threads",
             "Games to play at the same time (default: 1); it does not change the file");
  command
      .add_option_function<std::string>(
          "--shard",
          [&options](const std::string& text) {
            const auto shard = store::parse_shard(text);
            if (!shard) throw CLI::ValidationError("--shard", shard.error());
            options.shard = *shard;
          },
          "Play only games I, I+N, I+2N, ...")
      ->type_name("I/N");
  command.add_flag("--resume", options.resume, "Resume an interrupted run (FILE.part)");
  add_force(command, options.force);
  command.add_flag_callback(
      "--no-adjudication", [&options] { options.play.adjudicate = false; },
      "Play every game to its end by the rules of chess");
}

}  // namespace

void add_datagen(CLI::App& app, int& exit_code) {
  constexpr std::size_t kHash = 16;  // MiB
  struct State {
    DatagenOptions options;
    RawLimits raw;
  };
  const auto state = std::make_shared<State>();
  state->options.search.hash = kHash;
  CLI::App* command =
      app.add_subcommand("datagen", "Play self-play games and write them as PGN or in a compact format");
  command->footer(
      "The same command writes the same file, whatever --workers is.\n\n"
      "Examples:\n"
      "  oknos-lab datagen --games 100 --out games.pgn\n"
      "  oknos-lab datagen --games 5000 --nodes 2000 --random-plies 8,9 --seed 7 --workers 4 --out games.games\n"
      "  oknos-lab datagen --games 5000 --nodes 2000 --random-plies 8,9 --seed 7 --out games.games --resume");
  add_options(*command, state->options, state->raw);
  command->callback([state, command, &exit_code] {
    if (command->count("--depth") > 0) state->options.search.depth = state->raw.depth;
    if (command->count("--nodes") > 0) state->options.search.nodes = state->raw.nodes;
    exit_code = datagen(state->options);
  });
}

}  // namespace oknos::lab
