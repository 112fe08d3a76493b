#include "lab/match/match_run.h"

#include <chrono>
#include <cstdio>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include "lab/analyse.h"
#include "lab/interrupt.h"
#include "lab/match/game_pgn.h"
#include "lab/store/parcel.h"
#include "lab/workers.h"

namespace oknos::lab {

namespace {

std::string today() {
  return fmt::format("{:%Y.%m.%d}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

}  // namespace

MatchRun::MatchRun(const MatchOptions& options, MatchPlan plan, const std::string& heading)
    : options_(options),
      plan_(std::move(plan)),
      facts_(facts_of(plan_)),
      order_(plan_.openings.size(), plan_.seed),
      date_(today()) {
  facts_.heading = heading;
}

std::optional<Error> MatchRun::play() {
  if (auto error = prepare()) return error;
  begun_ = true;
  take_stored();
  if (!over_) play_the_rest();
  live_.clear();
  finish();
  return failure_.empty() ? std::nullopt : std::optional(Error{failure_});
}

bool MatchRun::complete() const {
  return begun_ && failure_.empty() && (over_ || next_ == pairs_.size());
}

std::optional<Error> MatchRun::prepare() {
  const int workers = options_.run.worker_count();
  for (int i = 0; i < workers && i < plan_.pairs; ++i) {
    Table table;
    for (std::size_t k = 0; k < table.size(); ++k) {
      auto player = make_player(plan_.players[k]);
      if (!player) return Error{player.error()};
      table[k] = std::move(*player);
    }
    tables_.push_back(std::move(table));
  }
  if (!options_.pgn.empty())
    if (const auto error = output_objection(pgn_path())) return Error{"--pgn " + error->message};
  auto opened = store::open_run_store(options_.run.store_options(inputs()), run_spec(plan_, options_));
  if (!opened) return Error{opened.error()};
  store_ = std::move(*opened);
  if (!options_.pgn.empty())
    if (const auto error = pgn_.open(pgn_path())) return Error{"--pgn " + error->message};
  for (ItemNumber pair = 0; pair < plan_.pairs; ++pair)
    if (options_.run.shard.holds(pair)) pairs_.push_back(pair);
  return std::nullopt;
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
  OutputPath out{options_.pgn, options_.run.force || options_.run.resume, inputs()};
  out.in_use.push_back(options_.run.out);
  return out;
}

// --- playing: called in the workers' threads
// ------------------------------------------------------------------------

std::optional<PairSummary> MatchRun::play_pair(int worker, ItemNumber pair) {
  const std::size_t number = order_.opening_of(static_cast<std::uint64_t>(pair));
  const Opening& opening = plan_.openings[number];
  Table& table = tables_[static_cast<std::size_t>(worker)];
  PairSummary out;
  for (std::size_t game = 0; game < out.size(); ++game) {
    const bool first_is_white = game == 0;
    Side first{*table[0], plan_.players[0].control, *plan_.players[0].margin};
    Side second{*table[1], plan_.players[1].control, *plan_.players[1].margin};
    const std::array<Side*, kColors> sides =
        first_is_white ? std::array<Side*, kColors>{&first, &second} : std::array<Side*, kColors>{&second, &first};
    const GameRecord record = play_game(opening.start, opening.moves, sides, plan_.rules);
    if (record.result == pgn::GameResult::Unknown) return std::nullopt;
    out[game] = summarise(record, first_is_white, opening.name.empty() ? std::to_string(number + 1) : opening.name);
    if (!options_.pgn.empty()) out[game].pgn = pgn_of(record, first_is_white, pair, game, out[game].opening);
  }
  return out;
}

std::string MatchRun::pgn_of(const GameRecord& record, bool first_is_white, ItemNumber pair, std::size_t game,
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

// --- taking results, in order of the pairs: what a match comes to must not depend on which game ended first
// ---------

void MatchRun::take_stored() {
  while (!over_ && next_ < pairs_.size() && store_->done().contains(pairs_[next_])) {
    const auto rows = store_->rows(pairs_[next_]);
    auto pair = rows ? pair_from_rows(*rows) : Result<PairSummary>(Error{rows.error()});
    if (!pair) {
      fail(fmt::format("{}: pair {}: {}", options_.run.out, pairs_[next_], pair.error()));
      return;
    }
    account(*pair, pairs_[next_]);
    ++next_;
  }
}

void MatchRun::play_the_rest() {
  std::vector<ItemNumber> left;
  for (std::size_t i = next_; i < pairs_.size(); ++i)
    if (!store_->done().contains(pairs_[i])) left.push_back(pairs_[i]);
  if (!left.empty()) catch_interrupts();
  Workers<PairSummary> workers;
  workers.work = [this](int worker, ItemNumber pair) { return play_pair(worker, pair); };
  workers.take = [this](ItemNumber item, PairSummary pair) {
    ready_.emplace(item, std::move(pair));
    return take_ready();
  };
  workers.idle = [this] {
    live_.show([this](const Style& style) { return live_lines(state(), style); }, [this] { return log_line(state()); });
  };
  workers.team = options_.run.team;
  workers.pack = [](const PairSummary& pair) { return store::to_bytes({to_rows(pair), ""}); };
  workers.unpack = [](const std::string& bytes) -> std::optional<PairSummary> {
    const auto parcel = store::parcel_from_bytes(bytes);
    if (!parcel) return std::nullopt;
    auto pair = pair_from_rows(parcel->rows);
    return pair ? std::optional(std::move(*pair)) : std::nullopt;
  };
  workers.run(left, static_cast<int>(tables_.size()));
}

// False: the match is over.
bool MatchRun::take_ready() {
  while (!over_ && next_ < pairs_.size()) {
    const auto found = ready_.find(pairs_[next_]);
    if (found == ready_.end()) {
      if (!store_->done().contains(pairs_[next_])) return true;
      take_stored();
      continue;
    }
    const PairSummary pair = std::move(found->second);
    ready_.erase(found);
    if (const auto error = store_->put(pairs_[next_], to_rows(pair))) {
      fail(error->message);
      return false;
    }
    played_now_ += pair.size();
    account(pair, pairs_[next_]);
    ++next_;
  }
  return !over_;
}

void MatchRun::account(const PairSummary& pair, ItemNumber number) {
  board_.add(pair);
  for (std::size_t game = 0; game < pair.size(); ++game) {
    report_fault(pair[game], number, game);
    if (!options_.pgn.empty()) {
      if (pair[game].pgn.empty()) ++games_without_pgn_;
      pgn_.write(pair[game].pgn);
    }
    if (!options_.json) continue;
    std::printf("%s\n", game_json(pair[game], number, static_cast<int>(game)).c_str());
  }
  if (options_.json) std::fflush(stdout);
  if (!plan_.sprt) return;
  sprt_ = sprt_status(board_.pairs, *plan_.sprt);
  if (sprt_.state != SprtState::Running) over_ = true;
}

void MatchRun::report_fault(const GameSummary& game, ItemNumber pair, std::size_t number) {
  // A program that cannot be started again will not play the rest either.
  constexpr int kMostFailedStarts = 3;
  failed_starts_ = game.ending == Ending::CannotStart ? failed_starts_ + 1 : 0;
  if (is_fault(game.ending)) {
    live_.clear();
    complain(0, fmt::format("game {}.{}: {}", pair + 1, number + 1, game.explanation));
  }
  if (failed_starts_ >= kMostFailedStarts) fail(game.explanation);
}

void MatchRun::fail(const std::string& message) {
  failure_ = message;
  over_ = true;
}

// --- the end
// ---------------------------------------------------------------------------------------------------------

// What was played behind a gap that Ctrl-C left is kept for the next run.
void MatchRun::keep_the_rest() {
  if (over_) return;
  for (const auto& [number, pair] : ready_)
    if (const auto error = store_->put(number, to_rows(pair))) return fail(error->message);
}

void MatchRun::finish() {
  keep_the_rest();
  if (const auto error = store_->close(); error && failure_.empty()) failure_ = error->message;
  if (options_.pgn.empty()) return;
  if (games_without_pgn_ > 0)
    complain(0, fmt::format("{}: {} games of the earlier run were stored without PGN and are left out", options_.pgn,
                            games_without_pgn_));
  finish_pgn();
}

// The games of a match that is continued are written again from its run store, so that the name stays free until all
// have been played.
void MatchRun::finish_pgn() {
  if (interrupted() && !over_) {
    complain(0, "the games until then are in " + pgn_.abandon());
  } else if (const auto error = pgn_.finish(); error && failure_.empty()) {
    failure_ = error->message;
  }
}

MatchState MatchRun::state() const {
  return {
      facts_, board_,       played_now_, platform::milliseconds_since(start_), static_cast<std::int64_t>(pairs_.size()),
      sprt_,  interrupted()};
}

}  // namespace oknos::lab
