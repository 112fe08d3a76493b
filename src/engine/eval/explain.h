#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/chess/position.h"

// The evaluation as a table for people.
namespace oknos::eval {

// One row. Centipawns from White's view, but for units of danger and what the remark says to be something else.
struct ExplainedTerm {
  enum class Kind : std::uint8_t {
    Shares,  // each side's share, in the middlegame and in the ending, and their mixture as `value`
    Units,   // of king danger: in `white.mg` and `black.mg`
    Value    // one number
  };
  struct Share {
    int mg = 0;
    int eg = 0;
  };

  const char* name = "";
  Kind kind = Kind::Value;
  const char* detail = "";
  Share white, black;
  int value = 0;
  std::string remark;
};

// From the parts to the total, which comes last: first for White, then for the side to move.
std::vector<ExplainedTerm> explain_terms(const Position& position);

// The same as lines of text.
std::string explain(const Position& position);

}  // namespace oknos::eval
