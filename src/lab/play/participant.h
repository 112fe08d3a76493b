#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "lab/play/game.h"
#include "lab/play/plan.h"
#include "lab/play/player.h"

namespace oknos::lab {

// How somebody plays, by a player's own words or else by the options of the command.
struct Conditions {
  TimeControl control{};
  std::optional<std::size_t> hash{};  // MiB
  std::optional<int> threads{};
  std::optional<std::int64_t> time_margin{};  // milliseconds over the clock that are forgiven

  static constexpr std::array<std::string_view, 7> kKeys = {"nodes", "depth",   "movetime",   "tc",
                                                            "hash",  "threads", "time_margin"};
  // Takes the value of one of kKeys; what is wrong with it, if anything.
  std::optional<Error> take(std::string_view key, const std::string& value);
  // Takes what it does not have from the other ones.
  void complete(const Conditions& otherwise);
};

// Who plays, as the command line says it: words between commas.
//
//   modern                                          a preset or a preset file, played in this process
//   heinz,frontier_futility.margin=200,name=wide    ... with values changed
//   modern,evalfile=second.oknn                     ... with another network; or evalfile=<embedded> or classical
//   cmd=stockfish,option.Hash=16,tc=1+0.01          a UCI engine
//
// Both take name=, hash= (MiB), threads=, tc=, nodes=, depth=, movetime= (a time), time_margin= (milliseconds over the
// clock that are forgiven). A UCI engine takes also args= (split at blanks, quotes keep words together), dir=,
// option.NAME=. "\," is a comma within a word.
struct Participant : RulesAndNetwork, Conditions {  // rules and network: in this process only
  static constexpr std::size_t kDefaultHash = 16;   // MiB

  std::string name;
  // A UCI engine:
  std::string command;  // empty: in this process
  std::vector<std::string> arguments;
  std::string folder;                                            // to start it in; empty: here
  std::vector<std::pair<std::string, std::string>> uci_options;  // in the order given
  std::vector<std::string> hidden_variables;                     // of our environment; set by commands, not by words
  std::vector<std::pair<std::string, std::string>> variables;    // that it gets besides; the same
  std::string build;                                             // Player::build(), once it has been started

  bool foreign() const { return !command.empty(); }
  // Of a game, once control and time margin have been completed.
  Side side(Player& player) const { return {player, control, *time_margin}; }
  std::string preset_and_changes() const;  // "modern razoring=on", the name of a player that is given none
};

Result<Participant> parse_participant(const std::string& text);
// Our own search with these rules and this network.
Participant participant_of(const RulesAndNetwork& own, std::string name = "");
// What it reads as the player that a searching command was asked for: preset, changes and network.
std::string player_text(const SearchOptions& search);

// All that its results depend on, in one line: for run stores. A UCI engine must have been started for that, and is
// known by its `build`, not by where it lies.
std::string identity_of(const Participant& participant);
std::string identity_of(Participant participant, const Player& running);

// A player ready for new_game(). A UCI engine is started here, and what it refuses is the error. With `all_options` it
// is asked also for options that it declares on demand only, so that they can be changed.
Result<std::unique_ptr<Player>> make_player(const Participant& participant, bool all_options = false);

}  // namespace oknos::lab
