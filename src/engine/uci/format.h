#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/chess/position.h"
#include "engine/search/report.h"

// A search's output as lines of the protocol. Single blanks, whole numbers, no leading blank: some GUIs cannot parse
// more than that.
namespace oknos::uci {

// How lines are written.
struct Manner {
  bool chess960 = false;  // castling as king takes rook
  bool wdl = false;       // say how often such a position is won, drawn and lost
};

// "cp 31", "mate 3", "mate -2": centipawns or moves, from the view of the side to move. The score as it is shown.
std::string to_text(Score score);

// "cp 31", "cp 31 lowerbound", "cp 31 wdl 120 800 80", of a score of the search in that position, with its line as far
// as it is known. A game that is drawn there, or with the line's first move, is a draw with certainty.
std::string score_text(Score internal, Bound bound, const Position& position, bool with_wdl,
                       const std::vector<Move>& line = {});

// Nodes per second; of less than a millisecond as of one.
std::uint64_t per_second(std::uint64_t nodes, std::int64_t milliseconds);

std::string info_line(const Info& info, const Position& root, const Manner& manner);
std::string current_move_line(int depth, Move move, int number, bool chess960);
std::string best_move_line(const SearchReport& report, bool chess960);

// What each rule left out, for people and for the comments of a game file; it has none of the words that programs look
// for in info lines.
std::string ledger_text(const pruning::Ledger& ledger);

}  // namespace oknos::uci
