#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "lab/formats/epd.h"

namespace oknos::lab {

// Is it the move that the record wants?
enum class Verdict : std::uint8_t {
  NotAsked,  // the record names no best move and none to avoid
  Right,     // one of its best moves (bm), or none of those to avoid (am)
  Wrong
};

Verdict verdict_of(const epd::Record& record, Move found);
std::string_view name_of(Verdict verdict);  // "ok", "not", ""

// "bm Qg6 Rd8", "am Kh1", both, or nothing.
std::string wanted_moves(const epd::Record& record);

bool is_among(const std::vector<Move>& moves, Move m);

}  // namespace oknos::lab
