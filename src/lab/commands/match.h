#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/platform/clock.h"
#include "lab/arguments/stored_command.h"
#include "lab/play/game_fields.h"
#include "lab/play/scoreboard.h"
#include "lab/record/games.h"
#include "lab/record/stored_command.h"
#include "lab/statistics/sprt.h"

// `oknos-lab match A B`: who is stronger, and how sure is that?
namespace oknos::lab {

StoredCommand match_command();

// Sums of the games of a match.
struct MatchSummary {
  std::array<std::string, 2> names, identities;
  std::string control, book, seed;
  std::optional<SprtSettings> sprt;
  std::int64_t pairs = 0;   // to be played
  bool games_given = true;  // the number of games is the user's, not only a bound to an SPRT
  // Of this run alone:
  std::uint64_t played_now = 0;  // games
  std::int64_t time = 0;         // milliseconds

  Scoreboard board;
  SprtStatus test;  // after the last pair

  MatchSummary() = default;
  explicit MatchSummary(const RunHeader& header);
  std::optional<Error> add(const PairSummary& pair);

  std::string tally() const;     // "+50 =40 -34"
  std::string progress() const;  // "124 of 200 games, +50 =40 -34, Elo +45.1 (...), LLR ..."
  std::string verdict() const;   // "H1 accepted", "H0 accepted", "not decided"; empty without a test
  std::string text(const Style& style, bool interrupted) const;
  nlohmann::ordered_json json(bool interrupted) const;
};

// "12.3 s for 40 games: 11,707 games an hour".
std::string games_in_time(std::uint64_t games, std::int64_t milliseconds);

struct SprtOption {
  std::string text{};  // as parse_sprt() reads it
  std::optional<SprtSettings> settings{};
};
CLI::Option* add_option(CLI::App& app, const char* name, SprtOption& to, const std::string& help,
                        const record::OptionTraits&);
// Hypotheses that are chosen after the games prove nothing, so the test is part of what the run is.
inline void identify(store::RunSpec& spec, const std::string& name, const SprtOption& sprt) {
  if (sprt.settings) spec.identity.emplace_back(name, sprt.text);
}

// The command (record/stored_command.h).
struct Match {
  static constexpr const char* kName = "match";
  static constexpr const char* kHelp = "Play two presets or engines against each other and compare them";
  static constexpr const char* kDescription = "games of two players: who is stronger";
  static constexpr const char* kUnits = "pairs";
  static constexpr const char* kJsonHelp = "Print a JSON value for each game and one for the result";
  static const char* const kFooter;

  struct Question {
    std::array<record::GamePlayer, 2> players{};
    std::string queue{};
    record::GameCount games{};
    SprtOption sprt{};
    record::Games how{};
    record::Output pgn{};
    std::string heading{};  // which of several matches it is

    WorkUnitNumber units() const;
    std::vector<std::string> inputs() const { return {}; }
    std::vector<std::string> reads() const;
    std::optional<record::Refusal> check();
    void describe(store::RunSpec& spec) const;
    std::string title() const { return players[0].participant.name + " - " + players[1].participant.name; }
  };
  static constexpr auto kQuestion = [](auto& f, auto& q) {
    f("first", q.players[0], "First player");
    f("second", q.players[1], "Second player");
    f("--queue", q.queue, "Play the matches in this file, one after the other",
      {.value = "FILE.toml", .identifies = false});
    f("--games", q.games, "Games to play (default: 200; with --sprt until the test ends)", {.least = 2});
    f("games", q.how, "");
    f("--sprt", q.sprt,
      "Sequential test: stop when one hypothesis is accepted. E0,E1 in normalized Elo; may be followed by "
      ",alpha=0.05,beta=0.05,model=normalized|logistic");
    f("--pgn", q.pgn, "Write the games to this file", {.value = "FILE"});
  };

  using Unit = PairSummary;
  static constexpr auto kLayout = [](auto& t, auto& pair) { t.rows("games", pair, kGameFields); };

  struct Worker {
    std::array<std::unique_ptr<Player>, 2> players;
    static Result<std::unique_ptr<Worker>> make(const Question& q);
  };
  using Summary = MatchSummary;

  static std::optional<int> other(const CLI::App& command, const Question& question, const RunArguments& run);
  static void add_workers(CLI::App& app, RunArguments& run) { record::add_games_at_a_time(app, run.workers); }
};

// Complains of games that a player lost by its own fault, writes the games, and ends with the sequential test.
class MatchRun final : public record::RunOf<Match> {
 public:
  MatchRun(const Match::Question& question, const RunArguments& run);
  MatchSummary& summary() { return result().summary(); }

 private:
  bool ordered() const override { return true; }  // a match must not depend on which game ended first
  std::optional<Error> open_files() override;
  std::optional<Error> close_files() override;
  Outcome<PairSummary> find(Match::Worker& worker, WorkUnitNumber pair) override;
  void take(WorkUnitNumber number, PairSummary pair, bool fresh) override;
  std::string progress_text() const override { return question_.heading + result().summary().progress(); }
  std::string text() const override { return result().text(style()); }

  bool writes_pgn() const { return !question_.pgn.path.empty() && arguments().leads(); }
  std::string pgn_of(const GameRecord& record, std::size_t white, const std::string& round,
                     const std::string& opening) const;
  void report_fault(const GameSummary& game, WorkUnitNumber pair, std::size_t number);

  OutputFile pgn_;
  const std::string date_;
  const platform::TimePoint start_ = platform::now();
  std::uint64_t games_without_pgn_ = 0;
  int failed_starts_ = 0;  // one after the other
};

// `--queue FILE` (match_queue.cpp). The program's exit code: 0 when every test is decided or at its last game, kFailure
// when one could not be played (the others are), kUsage for a bad file, kInterruptedExit.
int play_queue(const std::string& file, const RunArguments& run);

}  // namespace oknos::lab
