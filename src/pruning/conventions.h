#pragma once

#include "pruning/context.h"
#include "pruning/exemptions.h"
#include "pruning/verdict.h"

namespace oknos::pruning {

// What the best move that follows may win, where a rule looks one move further.
enum class Reply : std::uint8_t {
  Piece,     // the most valuable piece on the board: Muller's FirstPiece
  Attacked,  // the most valuable piece that is attacked
  Exact      // the best of all moves, counted one by one
};

// What quiescence does in check.
enum class InCheck : std::uint8_t {
  Evasions,  // it searches every way out and does not stand pat
  StandPat   // as out of check: the sound rules rest on it
};

// What the table keeps of a node that failed low after moves were skipped.
enum class TableBound : std::uint8_t {
  Upper,  // at most the best value, the estimates of what was skipped included
  Lower   // at least the best value that was searched: what was skipped might be better
};

// What a preset decides for all its rules alike.
struct Conventions {
  Estimate estimate = Estimate::Evaluation;
  Reply reply = Reply::Piece;
  InCheck in_check = InCheck::Evasions;
  TableBound table_bound = TableBound::Upper;
  ExemptionSet exemptions;

  bool stands_pat_in_check() const { return in_check == InCheck::StandPat; }
  bool operator==(const Conventions&) const = default;
};

// In check the static value says little, so the rules that go by it are silent, unless the horizon stands pat in check
// as well: then it is what the search goes by too.
inline bool is_silent_in_check(const NodeContext& c, const Conventions& conventions) {
  return c.in_check() && !conventions.stands_pat_in_check();
}

}  // namespace oknos::pruning
