#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lab/play/game_summary.h"
#include "lab/play/openings.h"
#include "lab/play/participant.h"
#include "lab/record/question.h"

// Options of the commands that play pairs of games.
namespace oknos::lab::record {

inline constexpr std::int64_t kMostGames = 1'000'000;

struct VariedPlayer;
// A player twice, for runs that play it with some changes against itself with others.
using VariedPair = std::array<std::unique_ptr<Player>, 2>;

// How the games are played: limits, openings, adjudication.
struct Games {
  static constexpr std::uint64_t kDefaultNodes = 10'000;  // a move
  static constexpr std::int64_t kDefaultTimeMargin = 50;  // milliseconds

  Conditions conditions{.time_margin = kDefaultTimeMargin};  // of players that bring none of their own
  std::string book{};                                        // empty: random openings of our own
  int book_plies = 16;
  std::uint64_t seed = 1;
  GameRules rules{{ResignRule{}, DrawRule{}, 250}, 60'000};
  std::vector<std::pair<std::string, std::string>> given{};  // the options of the command line: "--nodes", "20k"

  // Gives a player what it did not bring.
  std::optional<Refusal> complete(Participant& player) const;
  // The openings for so many pairs. Must be called before play().
  std::optional<Refusal> load_openings(WorkUnitNumber pairs);
  std::string book_name() const { return book.empty() ? "random openings" : book; }
  // The given options but the seed as keys of a queue: "nodes = 20000" and a line end, ...
  std::string as_keys() const;

  struct Pair {
    std::array<GameRecord, 2> games;  // the first player has White in the first one
    std::string opening;              // what the book calls it, or its number from 1

    PairSummary summary() const { return {summarise(games[0], true, opening), summarise(games[1], false, opening)}; }
  };
  // Nothing: interrupted.
  std::optional<Pair> play(WorkUnitNumber pair, Side first, Side second) const;
  // The base with changes against the base with others, which it can have.
  std::optional<Pair> play(WorkUnitNumber pair, const VariedPlayer& base, VariedPair& players,
                           const std::array<ValueChanges, 2>& changes) const;

 private:
  std::vector<Opening> openings_{};
  std::vector<std::uint32_t> order_{};  // which of them each pair has
};

CLI::Option* add_option(CLI::App& app, const char*, Games& to, const std::string&, const OptionTraits&);
std::optional<Refusal> check(Games& to);
// Header entries openings, seed, adjudication and book. The players' identities have the rest.
void identify(store::RunSpec& spec, const std::string& name, const Games& games);

// How many games: an even number, because each opening is played twice.
struct GameCount {
  std::int64_t games = 0;
  bool given = false;

  std::int64_t pairs() const { return games / 2; }
};

CLI::Option* add_option(CLI::App& app, const char* name, GameCount& to, std::string help, const OptionTraits& traits);
std::optional<Refusal> check(GameCount& to);
inline void identify(store::RunSpec&, const std::string&, const GameCount&) {}  // the number of work units has it

// A player of a match.
struct GamePlayer {
  std::string text{};
  mutable Participant participant{};  // `build` is known once it has been started

  Result<std::unique_ptr<Player>> start() const;
  Side side(Player& player) const { return participant.side(player); }
};

CLI::Option* add_option(CLI::App& app, const char* name, GamePlayer& to, const std::string& help, const OptionTraits&);
std::optional<Refusal> check(GamePlayer& to);
// Header entries NAME and NAME_name.
void identify(store::RunSpec& spec, const std::string& name, const GamePlayer& player);

// The player of a run that plays a base with changes against itself: an argument as for a match, or --preset, --set and
// --evalfile.
struct VariedPlayer : GamePlayer {
  SearchOptions search{};

  Result<std::unique_ptr<VariedPair>> start() const;
  // The options of a UCI engine, which is started for that; nothing: our own search.
  Result<std::optional<std::vector<uci::Option>>> engine_options() const;
};

CLI::Option* add_option(CLI::App& app, const char* name, VariedPlayer& to, const std::string& help,
                        const OptionTraits&);
std::optional<Refusal> check(VariedPlayer& to);

// --workers, also as --concurrency.
void add_games_at_a_time(CLI::App& app, int& to);

// A file for `match --queue`, as the commands write it that choose what is worth a match. `comment`: one line for its
// head; `keys`: what holds for all matches.
struct QueuedMatch {
  std::string name;     // letters, digits, '_' and '-'
  std::string comment;  // one line, or none
  std::string first, second;
};
std::string queue_text(const std::string& comment, const std::vector<QueuedMatch>& matches,
                       const std::string& keys = "nodes = 20000\ngames = 4000\n");

}  // namespace oknos::lab::record
