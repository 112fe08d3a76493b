#pragma once

#include "engine/base/score.h"
#include "engine/chess/position.h"
#include "engine/eval/bounds/positional_bound.h"
#include "engine/eval/incremental/evaluation.h"

// How much one move can change an evaluation: what the sound rules of the futility family stand on. Everything here is
// about material and psqt, the incremental part; for the positional part see positional_bound(). All values are
// centipawns from the view of `side`, which need not be the side to move: asked for the other one, the answers are
// those after a null move.
namespace oknos::eval {

// What is counted. The first two are always on when playing; the proofs switch one off to show that it is needed.
struct Counted {
  bool promotions = true;
  bool en_passant = true;
  bool psqt = true;    // false: material alone
  bool quiets = true;  // false: captures and promotions only, as at the horizon
  bool width = false;  // true: and by how much the move widens W, the bound on the positional part (positional_bound)
};

// Values of the pieces of `side`, the king excepted, highest first: what may be captured. 0 where there are fewer.
struct Victims {
  Score first, second, third;
};
Victims victims(const Position& position, Color side);

// The most valuable piece of `side` that a piece of the other side attacks, pins aside; 0 if none. A pawn that can be
// taken en passant counts, though it stands on no attacked square.
Score attacked_victim(const Position& position, Color side, const Counted& counted = {});

// What a promotion of `side` may win with its next move (a queen less the pawn, or 0): only with a pawn on the 7th rank
// that can step or capture on to the 8th.
Score promotion_gain(const Position& position, Color side);

// The same for its next two moves: twice that with two pawns on the 7th, once with one there or any on the 6th.
Score promotion_gain_in_two(const Position& position, Color side);

// PM: how much the psqt term can rise for `side` by one move of that side, captures and the change of phase
// included, promotions with the psqt of the new piece. Never negative. From tables and the sums alone, no move is
// looked at.
Score max_psqt_gain(const Position& position, const Incremental& incremental, Color side);

// PM2: how much it can fall for `side` by one move of that side, as a positive number. Never negative.
Score max_psqt_loss(const Position& position, const Incremental& incremental, Color side);

// How much it can fall for `side` by one move of that side, whatever it is, followed by one move of the other. What the
// first move changes (captures, promotions, the phase) is allowed for.
Score max_psqt_loss_in_two(const Position& position, const Incremental& incremental, Color side);

// How much it can rise for `side` by two moves of that side, the other side passing between them.
Score max_psqt_gain_in_two(const Position& position, const Incremental& incremental, Color side);

// The best that one move of `side` can do at once: the largest rise of material + psqt (as `counted` says) over
// its moves, exact move by move, pins and checks aside, so never too low; at least 0. Stops looking as soon as the rise
// is seen to be above `enough`, and returns that too small value, which is above `enough` all the same.
Score max_eval_gain(const Position& position, const Incremental& incremental, Color side, Score enough = kInfinite,
                    const Counted& counted = {});

}  // namespace oknos::eval
