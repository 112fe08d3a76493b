#include "lab/commands/match/match_run.h"

#include <chrono>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lab/play/game_pgn.h"
#include "lab/play/pair.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/text_file.h"

namespace oknos::lab {

namespace {

std::string today() {
  return fmt::format("{:%Y.%m.%d}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

}  // namespace

MatchRun::MatchRun(const MatchOptions& options, MatchPlan plan, const std::string& heading)
    : ExperimentOf(options.run),
      options_(options),
      plan_(std::move(plan)),
      heading_(heading),
      order_(plan_.openings.size(), plan_.seed),
      date_(today()) {}

std::optional<Error> MatchRun::prepare() {
  if (options_.pgn.empty()) return std::nullopt;
  if (const auto error = output_objection(pgn_path())) return Error{"--pgn " + error->message};
  return std::nullopt;
}

Result<std::unique_ptr<PlayerPair>> MatchRun::make_worker() {
  auto out = std::make_unique<PlayerPair>();
  for (std::size_t k = 0; k < out->size(); ++k) {
    auto player = make_player(plan_.players[k]);
    if (!player) return Error{player.error()};
    (*out)[k] = std::move(*player);
  }
  return out;
}

store::RunSpec MatchRun::identity() const {
  MatchPlan built = plan_;
  for (std::size_t k = 0; k < built.players.size(); ++k) built.players[k].build = any_worker()[k]->build();
  return run_spec(built, options_);
}

void MatchRun::prepare_result(MatchResult& result) const {
  result.facts.heading = heading_;
  result.facts.games_given = plan_.games_given;
}

std::vector<std::string> MatchRun::inputs() const {
  constexpr std::string_view kCommand = "cmd=";
  std::vector<std::string> out = {options_.book};
  for (const std::string& player : options_.players) {
    const std::string first = player.substr(0, player.find(','));
    out.push_back(first.starts_with(kCommand) ? first.substr(kCommand.size()) : first);
  }
  return out;
}

OutputPath MatchRun::pgn_path() const {
  // A run that is resumed writes its own games once more.
  const bool is_own = options_.run.resume && begins_with_mention(options_.pgn, "[Event \"" + plan_.title() + "\"]");
  OutputPath out{options_.pgn, options_.run.force || is_own, inputs()};
  out.in_use.push_back(options_.run.out);
  return out;
}

std::optional<Error> MatchRun::open_files() {
  if (options_.pgn.empty()) return std::nullopt;
  if (const auto error = pgn_.open(pgn_path())) return Error{"--pgn " + error->message};
  return std::nullopt;
}

// The games of a match that is continued are written again from its run store, so that the name stays free until all
// have been played.
std::optional<Error> MatchRun::close_files() {
  if (options_.pgn.empty()) return std::nullopt;
  if (games_without_pgn_ > 0)
    complain(0, fmt::format("{}: {} games of the earlier run were stored without PGN and are left out", options_.pgn,
                            games_without_pgn_));
  if (!interrupted() || over()) return pgn_.finish();
  complain(0, "the games until then are in " + pgn_.abandon());
  return std::nullopt;
}

// --- in the workers' threads

Found<PairSummary> MatchRun::find(PlayerPair& players, WorkUnitNumber pair) {
  const std::size_t number = order_.opening_of(static_cast<std::uint64_t>(pair));
  const Opening& opening = plan_.openings[number];
  const auto games =
      play_pair(opening, plan_.players[0].side(*players[0]), plan_.players[1].side(*players[1]), plan_.rules);
  if (!games) return std::nullopt;
  const std::string name = name_of(opening, number);
  PairSummary out = summarise(*games, name);
  if (!options_.pgn.empty())
    for (std::size_t game = 0; game < out.size(); ++game)
      out[game].pgn = pgn_of((*games)[game], out[game].first_is_white, pair, game, name);
  return out;
}

std::string MatchRun::pgn_of(const GameRecord& record, bool first_is_white, WorkUnitNumber pair, std::size_t game,
                             const std::string& opening) const {
  const std::size_t white = first_is_white ? 0 : 1;
  GameTags tags;
  tags.event = plan_.title();
  tags.round = fmt::format("{}.{}", pair + 1, game + 1);
  tags.names = {plan_.players[white].name, plan_.players[1 - white].name};
  tags.controls = {in_words(plan_.players[white].control), in_words(plan_.players[1 - white].control)};
  tags.opening = opening;
  tags.date = date_;
  return to_pgn(record, tags);
}

// --- in the thread that called run()

void MatchRun::take(WorkUnitNumber number, PairSummary pair, bool fresh) {
  if (fresh) played_now_ += pair.size();
  for (std::size_t game = 0; game < pair.size(); ++game) {
    report_fault(pair[game], number, game);
    if (!options_.pgn.empty()) {
      if (pair[game].pgn.empty()) ++games_without_pgn_;
      pgn_.write(pair[game].pgn);
    }
    if (arguments().json) print(game_json(pair[game], number, static_cast<int>(game)));
  }
  add(number, std::move(pair));
  if (plan_.sprt && result().sprt.state != SprtState::Running) end();
}

void MatchRun::report_fault(const GameSummary& game, WorkUnitNumber pair, std::size_t number) {
  // A program that cannot be started again will not play the rest either.
  constexpr int kMaxFailedStarts = 3;
  failed_starts_ = game.ending == Ending::CannotStart ? failed_starts_ + 1 : 0;
  if (is_fault(game.ending)) say(fmt::format("game {}.{}: {}", pair + 1, number + 1, game.explanation));
  if (failed_starts_ >= kMaxFailedStarts) fail(game.explanation);
}

void MatchRun::show_progress() {
  live_.show([this](const Style& style) { return live_lines(state(), style); }, [this] { return log_line(state()); });
}

std::string MatchRun::json() const {
  return json_text(match_json(state())) + "\n";
}

MatchState MatchRun::state() const {
  MatchState out = result().state();
  out.played_now = played_now_;
  out.time = platform::milliseconds_since(start_);
  out.pairs_of_shard = static_cast<std::int64_t>(work_units_of_shard());
  out.interrupted = interrupted();
  return out;
}

}  // namespace oknos::lab
