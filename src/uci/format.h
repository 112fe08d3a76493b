#pragma once

#include <cstdint>
#include <string>

#include "search/report.h"

// The search's news as lines of the protocol. Single blanks, whole numbers, nothing before the first word: some
// programs read no better than that.
namespace oknos::uci {

// "cp 31", "mate 3", "mate -2": centipawns or moves, from the view of the side to move.
std::string to_text(Score score);

std::string info_line(const Info& info, bool chess960);
std::string current_move_line(int depth, Move move, int number, bool chess960);
std::string best_move_line(const SearchReport& report, bool chess960);

// What each rule left out, for people and for the comments of a game file; it has none of the words that programs look
// for in info lines.
std::string ledger_text(const pruning::Ledger& ledger);

}  // namespace oknos::uci
