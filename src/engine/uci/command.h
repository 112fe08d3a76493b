#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/base/result.h"
#include "engine/search/limits.h"

// A line of the protocol as a value. Parsing knows no position and no option: it says what was asked for, and the
// session finds out whether it can be done.
namespace oknos::uci {

struct Nothing {};  // a blank line, or something that we need not answer
struct Uci {};
struct Debug {
  bool on = false;
};
struct IsReady {};
struct SetOption {
  std::string name;
  std::optional<std::string> value;  // missing for buttons; "<empty>" has become ""
};
struct NewGame {};
struct SetPosition {
  std::optional<std::string> fen;  // none: the initial position
  std::vector<std::string> moves;
  std::string problem;  // why it is none; a command all the same, for no `go` behind it may search another position
};
struct Go {
  Limits limits;                          // but for search_moves
  std::vector<std::string> search_moves;  // as written
  std::optional<int> perft;               // plies
  bool wants_perft = false;               // it was asked for, well or badly
  std::vector<std::string> problems;      // what could not be understood and was left out, a sentence each

  // Something says when the search is to end (be it `stop`).
  bool says_when_to_end() const;
};
struct Stop {};
struct PonderHit {};
struct Quit {};
struct Tool {  // a word beyond the protocol: d, eval, bench, ...
  std::string name;
  std::string arguments;
};

using Command =
    std::variant<Nothing, Uci, Debug, IsReady, SetOption, NewGame, SetPosition, Go, Stop, PonderHit, Quit, Tool>;

// Words are separated by any white space. Words before the first that is known are skipped, as the protocol wants it.
// The error is one line for people.
Result<Command> parse_command(std::string_view line);

// What follows the word `go`.
Go parse_go(std::string_view arguments);

// Whether the session answers it at once while it searches; everything else waits for the end of the search.
bool is_immediate(const Command& command);

}  // namespace oknos::uci
