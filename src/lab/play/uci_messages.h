#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/uci/options.h"
#include "lab/play/player.h"

// The lines that go to a UCI engine and those that come from it, as values. What comes may be anything: nothing here
// fails on it, numbers that no engine can mean become the nearest that one can.
namespace oknos::lab {

// --- what the engine says

// "id name X" -> "X". Nothing: another line, or no name.
std::optional<std::string> parse_id_name(std::string_view line);

// "option name X type ...". Types that the protocol does not have are taken as strings. A spin without bounds has the
// widest. Nothing: another line, or no name.
std::optional<uci::Option> parse_option(std::string_view line);

// The name that follows "bestmove", empty when there is none: "bestmove e2e4 ponder e7e5" -> "e2e4". Nothing: another
// line.
std::optional<std::string> parse_best_move(std::string_view line);
// "(none)", "0000" and what else engines write where there is no move.
bool is_no_move(std::string_view text);

// What an `info` line has of the things that we want.
struct InfoLine {
  std::optional<Info> info;  // with a score: else the line says nothing of the position
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;
  std::optional<std::string> comment;  // `info string pgncomment X` -> "X"
  bool score_clipped = false;          // its centipawns were beyond what an evaluation may be
};
// Centipawns are clamped to what an evaluation may be, mates to what a search can see. The line of moves ends before
// the first one that is not legal.
InfoLine parse_info(std::string_view line, const Position& position);

// --- what we say

// "setoption name X value Y", with the engine's own spelling of X. The error says what there is, without naming the
// engine.
Result<std::string> set_option_line(const std::vector<uci::Option>& options, const std::string& name,
                                    const std::string& value);
// Whether this is the name of the option: case-blind, and '_' may stand for a blank.
bool is_named(const uci::Option& option, std::string_view name);
const uci::Option* find_option(const std::vector<uci::Option>& options, std::string_view name);
// What an option has: of several values that were set the last; none: what the engine has by itself.
std::string value_in(const std::vector<std::pair<std::string, std::string>>& set, const uci::Option& option);
// Whether that value of a number may be none: engines have a negative default at the end of the range, such as -1, that
// stands for a value of their own choice. False if it was set.
bool may_be_unset(const std::vector<std::pair<std::string, std::string>>& set, const uci::Option& option);
// ... and how to say so, for the end of an error.
std::string unset_in_words(const uci::Option& option);
// "; it has Hash, Style", or of many the one that was probably meant: "; did you mean Style?".
std::string options_in_words(const std::vector<uci::Option>& options, const std::string& wanted);

// "position startpos moves e2e4 ...", "position fen ... moves ...": the whole game, so that the engine sees
// repetitions. Chess960 writes castling king takes rook, and castling rights as files.
std::string position_line(const GameLine& line, bool chess960);

// "go wtime ... btime ..." and so on. A clock that has run out is sent as one millisecond, since many engines take less
// for no clock at all.
std::string go_line(const Limits& limits, bool chess960);

}  // namespace oknos::lab
