/* What Glaurung 2.2's rules claim. Included by search.cpp only; insert.py puts the calls there. */
#ifndef OKNOS_GLAURUNG_CLAIMS_H
#define OKNOS_GLAURUNG_CLAIMS_H

#define OKNOS_CLAIMS_IMPLEMENTATION
#include <string>

#include "engine_scores.h"
#include "evaluate.h"
#include "misc.h"
#include "position.h"

/* Out of the way of the search, which calls these once in a thousand times. */
#define OKNOS_RARE __attribute__((noinline, cold))

static const oknos_unit OknosUnit = {PawnValueMidgame, VALUE_MATE - 200};

static inline int oknos_plies(Depth depth) {
  return depth < 0 ? 0 : int(depth) / int(OnePly);
}

struct OknosNode {
  const Position& pos;
  Depth depth;
  int ply, threadID;
  Value alpha, beta;
};

static OKNOS_RARE std::string oknos_fen(const Position& pos) {
  char counters[32];
  snprintf(counters, sizeof counters, " %d 1", pos.rule_50_counter());
  return pos.to_fen() + counters;
}

/* Fills in what is the same for all rules, and writes the claim. A rule with a margin would fire where its bound is at
 * most `most`. */
static OKNOS_RARE void oknos_write(const char* rule, const OknosNode& node, Move move, int action, int bound,
                                   int reducedDepth, int most) {
  const std::string fen = oknos_fen(node.pos);
  const std::string text = move == MOVE_NONE ? "" : move_to_string(move);
  oknos_claim claim = oknos_claim_of(rule, fen.c_str(), move == MOVE_NONE ? NULL : text.c_str());
  claim.depth = oknos_plies(node.depth);
  claim.ply = node.ply;
  claim.reduced_depth = reducedDepth;
  oknos_set_window(&claim, node.alpha, node.beta, bound, OknosUnit);
  if (!node.pos.is_check()) {
    EvalInfo info;
    claim.static_eval = oknos_centipawns(evaluate(node.pos, info, node.threadID), OknosUnit);
  }
  if (most != OKNOS_UNKNOWN) oknos_set_slack_below(&claim, bound, most, OknosUnit);
  claim.action = action;
  oknos_claims_write(&claim);
}

static inline void oknos_null_move(const Position& pos, Depth depth, int ply, int threadID, Value alpha, Value beta) {
  if (oknos_claims_wanted("null_move"))
    oknos_write("null_move", OknosNode{pos, depth, ply, threadID, alpha, beta}, MOVE_NONE, OKNOS_CUT, beta,
                OKNOS_UNKNOWN, OKNOS_UNKNOWN);
}

static inline void oknos_razoring(const Position& pos, Depth depth, int ply, int threadID, Value alpha, Value beta,
                                  Value value) {
  if (oknos_claims_wanted("razoring"))
    oknos_write("razoring", OknosNode{pos, depth, ply, threadID, alpha, beta}, MOVE_NONE, OKNOS_CUT, value, 0,
                OKNOS_UNKNOWN);
}

/* `first`: the depth to which the move would have been searched at first. */
static OKNOS_RARE void oknos_move_count(const Position& pos, Depth depth, int ply, int threadID, Value alpha,
                                        Value beta, Move move, Depth first) {
  oknos_write("move_count", OknosNode{pos, depth, ply, threadID, alpha, beta}, move, OKNOS_SKIP, OKNOS_UNKNOWN,
              oknos_plies(first), OKNOS_UNKNOWN);
}

static OKNOS_RARE void oknos_futility(const Position& pos, Depth depth, int ply, int threadID, Value alpha, Value beta,
                                      Move move, Value bound, Depth first) {
  oknos_write("futility", OknosNode{pos, depth, ply, threadID, alpha, beta}, move, OKNOS_SKIP, bound,
              oknos_plies(first), alpha);
}

/* The move has been made already. */
static inline void oknos_late_move(const Position& after, const UndoInfo& undo, Move move, Depth depth,
                                   Depth reducedDepth, int ply, int threadID, Value alpha, Value beta) {
  if (!oknos_claims_wanted("late_move")) return;
  Position pos(after);
  pos.undo_move(move, undo);
  oknos_write("late_move", OknosNode{pos, depth, ply, threadID, alpha, beta}, move, OKNOS_REDUCE, OKNOS_UNKNOWN,
              oknos_plies(reducedDepth), OKNOS_UNKNOWN);
}

static inline void oknos_delta_pruning(const Position& pos, int ply, int threadID, Value alpha, Value beta, Move move,
                                       Value bound) {
  if (oknos_claims_wanted("delta_pruning"))
    oknos_write("delta_pruning", OknosNode{pos, Depth(0), ply, threadID, alpha, beta}, move, OKNOS_SKIP, bound,
                OKNOS_UNKNOWN, alpha - 1);
}

static inline void oknos_quiescence_see(const Position& pos, int ply, int threadID, Value alpha, Value beta,
                                        Move move) {
  if (oknos_claims_wanted("quiescence_see"))
    oknos_write("quiescence_see", OknosNode{pos, Depth(0), ply, threadID, alpha, beta}, move, OKNOS_SKIP, OKNOS_UNKNOWN,
                OKNOS_UNKNOWN, OKNOS_UNKNOWN);
}

static inline void oknos_start_trace(const Position& pos) {
  if (oknos_trace_wanted()) oknos_trace_start(engine_name().c_str(), oknos_fen(pos).c_str(), NULL);
}

/* `led`: the move that led to the node; MOVE_NONE at the root. */
static OKNOS_RARE void oknos_enter(Move led, int ply, Depth depth, Value alpha, Value beta) {
  const std::string text = led == MOVE_NULL ? "0000" : move_to_string(led);
  oknos_trace_enter(led == MOVE_NONE ? NULL : text.c_str(), ply, oknos_plies(depth), oknos_centipawns(alpha, OknosUnit),
                    oknos_centipawns(beta, OknosUnit));
}

static OKNOS_RARE void oknos_leave(Value value) {
  oknos_trace_leave(oknos_centipawns(value, OknosUnit));
}

#endif
