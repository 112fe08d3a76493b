#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "lab/play/player.h"

namespace oknos::lab {

struct UciCommand {
  std::string name;  // ours for it; empty: what it calls itself
  std::string program;
  std::vector<std::string> arguments;
  std::string folder;                                               // to start it in; empty: here
  std::vector<std::pair<std::string, std::string>> options;         // setoption, in this order
  std::vector<std::string> hidden_variables = {};                   // of our environment, that it does not get
  std::vector<std::pair<std::string, std::string>> variables = {};  // that it gets besides
  bool all_options = false;  // asks also for those that it declares on demand (Oknos: `Expert`)
  // How long it may take to say `uciok`, and `readyok`: milliseconds. Networks and large hash tables take their time.
  std::int64_t start_patience = 10'000;
  std::int64_t ready_patience = 60'000;
};

// A UCI engine in a process of its own. Whatever it does (end, keep silent, talk nonsense, flood), every call returns:
// new_game() after the patience above, move() after that of its request. A move without patience waits for the engine
// or for Ctrl-C; one that has searched twice its limit of nodes, or goes beyond its depth, is told to stop. So is one
// whose answer is unwanted: it gets two seconds to obey. One that is unwanted before it searches is killed.
//
// An engine that ended, kept silent or was interrupted is killed with all that it started; new_game() starts it again.
// One that played an illegal move goes on.
//
// Starts it, waits for `uciok`, sets the options. An option that it does not have, or a value outside of its range, is
// an error that names it and says what there is. change() takes names with or without kOptionPrefix; what an earlier
// call changed goes back to the value of the start or, where that has none, to the engine's own.
//
// build() tells one build of an engine from another, wherever it lies: for the identity of runs, which must not mix two
// of them. The name that it gives itself, and the hashes of the program that the command names and of the programs that
// do the work behind it, where that one is only a script around them: "Stockfish 16, sha256 0123456789abcdef".
Result<std::unique_ptr<Player>> start_uci_player(const UciCommand& command);

// A word of the command line. Where it names a program or a script (in `folder`; empty: here), such as the engine
// behind `taskset`, the hash of that file instead. Other files may be those that the engine writes.
std::string argument_content(const std::string& word, const std::string& folder);

// The value of an option. Where it names a file, such as a network or a book, the hash of that file instead; not of a
// log, which the engine writes.
std::string option_content(const std::string& option, const std::string& value, const std::string& folder);

}  // namespace oknos::lab
