#include "engine/uci/command.h"

#include <algorithm>
#include <array>

#include "engine/base/text.h"

namespace oknos::uci {

namespace {

constexpr std::string_view kEmpty = "<empty>";

constexpr std::array<std::string_view, 13> kProtocol = {
    "uci", "debug", "isready",   "setoption", "register", "ucinewgame",    "position",
    "go",  "stop",  "ponderhit", "quit",      "exit",     "copyprotection"};
constexpr std::array<std::string_view, 12> kTools = {"d",       "eval", "see",    "moves",   "perft",    "bench",
                                                     "genfens", "help", "preset", "options", "compiler", "version"};

template <class Words>
bool contains(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Everything up to the word `end` (which is taken away, too), with single blanks. `found`: `end` was there.
std::string words_before(std::string_view end, std::string_view& rest, bool& found) {
  std::string out;
  found = false;
  for (std::string_view word = text::next_word(rest); !word.empty(); word = text::next_word(rest)) {
    if (word == end) {
      found = true;
      break;
    }
    if (!out.empty()) out += ' ';
    out += word;
  }
  return out;
}

Result<Command> parse_debug(std::string_view rest) {
  const std::string_view word = text::trim(rest);
  if (word == "on") return Command{Debug{true}};
  if (word == "off") return Command{Debug{false}};
  return Error{"debug: " + text::quoted(word) + " is not known; right is on or off"};
}

Result<Command> parse_set_option(std::string_view rest) {
  const std::string_view all = rest;
  const std::string_view first = text::next_word(rest);
  SetOption out;
  bool has_value = false;
  if (first == "name") out.name = words_before("value", rest, has_value);
  if (out.name.empty())
    return Error{"setoption " + text::quoted(text::trim(all)) +
                 " names no option; right is: setoption name NAME [value VALUE]"};
  if (has_value) {
    const std::string_view value = text::trim(rest);
    out.value = value == kEmpty ? std::string() : std::string(value);
  }
  return Command{std::move(out)};
}

Command parse_position(std::string_view rest) {
  SetPosition out;
  const std::string_view kind = text::next_word(rest);
  bool has_moves = false;
  if (kind == "fen") {
    out.fen = words_before("moves", rest, has_moves);
    if (out.fen->empty()) out.problem = "position fen: the FEN is missing";
  } else if (kind == "startpos") {
    const std::string between = words_before("moves", rest, has_moves);
    if (!between.empty())
      out.problem = "position startpos: " + text::quoted(between) + " is not known; right is: moves MOVE ...";
  } else {
    out.problem = "position: " + (kind.empty() ? "nothing follows" : text::quoted(kind) + " is not known") +
                  "; right is startpos or fen FEN, then perhaps: moves MOVE ...";
  }
  if (has_moves)
    for (const std::string_view move : text::words(rest)) out.moves.emplace_back(move);
  return Command{std::move(out)};
}

Result<Command> parse_known(std::string_view word, std::string_view rest) {
  if (word == "uci") return Command{Uci{}};
  if (word == "debug") return parse_debug(rest);
  if (word == "isready") return Command{IsReady{}};
  if (word == "setoption") return parse_set_option(rest);
  if (word == "ucinewgame") return Command{NewGame{}};
  if (word == "position") return Result<Command>(parse_position(rest));
  if (word == "go") return Command{parse_go(rest)};
  if (word == "stop") return Command{Stop{}};
  if (word == "ponderhit") return Command{PonderHit{}};
  if (word == "quit" || word == "exit") return Command{Quit{}};
  return Command{Nothing{}};  // register, copyprotection: there is nothing to register
}

template <class... Kinds>
bool is_any_of(const Command& command) {
  return (std::holds_alternative<Kinds>(command) || ...);
}

}  // namespace

Result<Command> parse_command(std::string_view line) {
  std::string_view rest = line;
  std::string_view word = text::next_word(rest);
  if (word.empty()) return Command{Nothing{}};
  if (contains(kTools, word)) return Command{Tool{std::string(word), std::string(text::trim(rest))}};
  while (!word.empty() && !contains(kProtocol, word)) word = text::next_word(rest);
  if (!word.empty()) return parse_known(word, rest);
  return Error{"unknown command " + text::quoted(text::trim(line)) + "; \"help\" lists the commands"};
}

bool is_immediate(const Command& command) {
  return is_any_of<Nothing, Uci, Debug, IsReady, Stop, PonderHit, Quit>(command);
}

}  // namespace oknos::uci
