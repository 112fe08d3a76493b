/// @file
/// The search: best moves, and what the pruning rules did.
///
/// Scores are whole centipawns from the view of the side to move. A mate in n plies is 32000 - n (-32000 + n when being
/// mated), and a win known from tablebases lies between 31507 and 31753. Depths and plies are half-moves.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "oknos/game.h"

namespace oknos {

class Observer;

/// What a score says about the value of a position.
enum class ScoreKind {
  Exact,    ///< it is the value
  AtLeast,  ///< the value is at least the score (the search failed high)
  AtMost    ///< the value is at most the score (the search failed low)
};

/// A line of play that the search expects.
struct Variation {
  std::vector<std::string> moves;          ///< UCI notation, the best move first; never empty
  int score = 0;                           ///< centipawns from the view of the side to move; mates as stated above
  ScoreKind kind = ScoreKind::Exact;       ///< whether the score is the value or a bound
  std::optional<int> mate = std::nullopt;  ///< mate in this many moves (not plies); negative: being mated
  int depth = 0;                           ///< plies of the completed iteration
  int selective_depth = 0;                 ///< the longest line looked at, plies
};

/// What a running search has found so far.
struct SearchProgress {
  int rank = 1;                       ///< of the variation: 1 is the best
  Variation variation;                ///< the line
  std::uint64_t nodes = 0;            ///< moves made so far, by all threads
  std::chrono::milliseconds time{0};  ///< since the search began
};

/// The clock of the side to move in a game.
struct PlayClock {
  std::chrono::milliseconds remaining{0};         ///< time left; not negative
  std::chrono::milliseconds increment{0};         ///< added after each move; not negative
  std::optional<int> moves_to_go = std::nullopt;  ///< moves until time is added, at least 1; none: the rest of the game
};

/// What to search. Made for designated initialisers: `{.depth = 12, .lines = 3}`.
///
/// The search ends at the first limit that it reaches. Without depth, nodes, time and clock it goes on until stopped,
/// at most to a depth of 245 plies. With one thread and limits in depth or nodes alone, results are reproducible: the
/// same task after Searcher::clear() gives the same nodes, moves and scores on every machine.
struct SearchTask {
  std::optional<int> depth = std::nullopt;                       ///< plies, 1 to 245
  std::optional<std::uint64_t> nodes = std::nullopt;             ///< at least 1; of all threads, exact with one
  std::optional<std::chrono::milliseconds> time = std::nullopt;  ///< not negative
  std::optional<PlayClock> clock = std::nullopt;                 ///< the search decides how much of it to use
  std::vector<std::string> only_moves = {};                      ///< search these moves alone; empty: all
  int lines = 1;                                                 ///< how many of the best moves to report, 1 to 480
  /// Count what each rule does (SearchResult::rules). Costs some speed; not together with an observer.
  bool count_rules = false;
  /// Hears every event of the first thread (oknos/observer.h); must live until the search returns. If it throws, the
  /// search ends and the exception leaves Searcher::search().
  Observer* observer = nullptr;
  /// Called after each iteration for each line, in the thread that called Searcher::search(). If it throws, the search
  /// ends and the exception leaves Searcher::search().
  std::function<void(const SearchProgress&)> on_progress = {};
  /// The search ends soon after this becomes true, from whichever thread; must live until the search returns. Unlike
  /// Searcher::stop() it works before the search has begun, too.
  const std::atomic<bool>* stop_flag = nullptr;
};

/// How often a guard (a safety condition of a rule) kept a rule from acting.
struct GuardUse {
  std::string guard;        ///< its name: "mate-window"
  std::uint64_t times = 0;  ///< the rule's condition held, and this guard forbade
};

/// What one pruning rule did in a search.
struct RuleUse {
  std::string rule;                        ///< its name: "frontier_futility"
  std::uint64_t asked = 0;                 ///< how often it was asked about a move or a node
  std::uint64_t fired = 0;                 ///< it decided: no guard blocked it, and no earlier rule had fired
  std::uint64_t also_fired = 0;            ///< it would have, but another rule had decided
  std::uint64_t moves_skipped = 0;         ///< moves that were not searched because of it
  std::uint64_t nodes_cut = 0;             ///< nodes that it ended, above the horizon
  std::uint64_t quiescence_nodes_cut = 0;  ///< nodes that it ended in quiescence search
  std::uint64_t nodes_reduced = 0;         ///< nodes that were searched less deeply because of it
  std::vector<GuardUse> held = {};         ///< the guards that kept it from acting, the most frequent first
};

/// The result of a search.
struct SearchResult {
  std::string best_move;              ///< UCI notation; empty only when there is no legal move
  std::string expected_reply;         ///< UCI notation; may be empty
  std::vector<Variation> variations;  ///< the best lines of the last completed iteration, the best first
  std::uint64_t nodes = 0;            ///< moves made, by all threads
  std::chrono::milliseconds time{0};  ///< how long it took
  /// With SearchTask::count_rules: a row for each rule, by its number (see rule_name()); otherwise empty.
  std::vector<RuleUse> rules;
  std::uint64_t moves_made = 0;     ///< with count_rules: moves that were searched, null moves not counted
  std::uint64_t moves_skipped = 0;  ///< with count_rules: moves that rules skipped
};

/// A search with its transposition table, histories and threads.
///
/// Each object is independent of all others. One object is used from one thread at a time; only stop() may be called
/// from any thread. Callbacks must not call anything of the searcher that they are called by but stop().
class Searcher {
 public:
  /// One thread, a table of 16 MiB, the default preset and the built-in network.
  /// @throws ResourceError the system refuses the memory or the thread
  Searcher();
  Searcher(const Searcher&) = delete;
  Searcher& operator=(const Searcher&) = delete;
  /// Ends its threads.
  ~Searcher();

  /// Searches a position in the caller's thread, and in helper threads if there are several, and returns when a limit
  /// is reached. Table and histories are kept for the next search.
  /// @param game the position, and the positions before it, which matter for repetitions
  /// @param task limits, and what to report
  /// @throws InvalidInput a number of the task is out of its range, or one of only_moves is not legal
  SearchResult search(const Game& game, const SearchTask& task);

  /// Ends the search that is running: search() returns what it has found. Without effect when none is running. May be
  /// called from any thread and from callbacks.
  void stop();

  /// The static evaluation of a position without search, in centipawns from the view of the side to move. It means
  /// little when a side is in check or a piece can be taken.
  int evaluate(const Game& game) const;

  /// Chooses the values of all rules and other search features. What was set with set_option() stays set.
  /// @param name a built-in preset (preset_names()) or a file (docs/presets.md)
  /// @throws InvalidInput there is no such preset; or the file is invalid: what() names the line
  void set_preset(std::string_view name);

  /// Sets one switch or parameter; it overrides the preset.
  /// @param name "frontier_futility" (a switch), "frontier_futility.margin", "null_move", or as the UCI option is
  ///   called: "Frontier Futility Margin"; settings() lists them, docs/uci.md explains them
  /// @param value "on", "off", a number, or "preset" for what the preset says
  /// @throws InvalidInput there is no such option, or the value is not allowed; what() says what is
  void set_option(std::string_view name, std::string_view value);

  /// Every switch and parameter with its present value, in the names of preset files.
  std::vector<std::pair<std::string, std::string>> settings() const;

  /// The name of the preset in use.
  std::string preset() const;

  /// Sets the size of the transposition table, and empties it.
  /// @param mebibytes 1 to 1048576
  /// @throws InvalidInput the size is out of range or more than the machine has
  /// @throws ResourceError the system refuses the memory
  void set_hash(std::size_t mebibytes);

  /// Sets the number of threads.
  /// @param threads 1 to 1024
  /// @throws InvalidInput the number is out of range
  /// @throws ResourceError the system refuses the threads
  void set_threads(int threads);

  /// Chooses the evaluation. Empties the table.
  /// @param file a network file, "classical" for the evaluation without a network, or empty for the built-in network
  /// @throws InvalidInput the file cannot be read or is not a network
  void set_network(const std::string& file);

  /// Chooses the Syzygy tablebases that searches use. Empties the table.
  /// @param folders separated by ':' (';' on Windows); empty: none
  /// @return a line for each file that cannot be used, with the reason
  /// @throws InvalidInput there is no table in these folders
  std::vector<std::string> set_tablebases(const std::string& folders);

  /// Forgets all previous searches: empties the table and the histories.
  void clear();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The names of the built-in presets.
std::vector<std::string> preset_names();

/// The version of the library, "MAJOR.MINOR.PATCH".
std::string_view version();

}  // namespace oknos
