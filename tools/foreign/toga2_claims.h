/* What Toga II 3.0's rules claim. Included by search_full.cpp only; insert.py puts the calls there. */
#ifndef OKNOS_TOGA2_CLAIMS_H
#define OKNOS_TOGA2_CLAIMS_H

#define OKNOS_CLAIMS_IMPLEMENTATION
#include "engine_scores.h"
#include "fen.h"

/* Out of the way of the search, which calls it once in a thousand times. */
#define OKNOS_RARE __attribute__((noinline, cold))

static const oknos_unit OknosUnit = {100, ValueEvalInf};

struct OknosNode {
  const char* rule;
  board_t* board;
  int depth, height, thread, alpha, beta;
};

/* Of a claim, what not every rule says. A rule with a margin would fire where its bound is at most `most`. */
struct OknosDetails {
  int bound, most, reducedDepth, action;
};

/* Fills in what is the same for all rules, and writes the claim. */
static OKNOS_RARE void oknos_write(const OknosNode& node, int move, const OknosDetails& details) {
  char fen[128], text[8];
  if (!board_to_fen(node.board, fen, 100)) return;
  if (move != MoveNone && !move_to_string(move, text, sizeof text)) return;
  oknos_claim claim = oknos_claim_of(node.rule, fen, move == MoveNone ? NULL : text);
  claim.depth = node.depth;
  claim.ply = node.height;
  claim.reduced_depth = details.reducedDepth;
  claim.action = details.action;
  oknos_set_window(&claim, node.alpha, node.beta, details.bound, OknosUnit);
  if (!board_is_check(node.board))
    claim.static_eval = oknos_centipawns(eval(node.board, -ValueInf, +ValueInf, node.thread), OknosUnit);
  if (details.most != OKNOS_UNKNOWN) oknos_set_slack_below(&claim, details.bound, details.most, OknosUnit);
  oknos_claims_write(&claim);
}

static inline void oknos_cut(const OknosNode& node, int bound) {
  if (oknos_claims_wanted(node.rule)) oknos_write(node, MoveNone, {bound, OKNOS_UNKNOWN, OKNOS_UNKNOWN, OKNOS_CUT});
}

/* `first`: the depth to which the move would have been searched at first. */
static inline void oknos_write_skip(const OknosNode& node, int move, int first, int bound = OKNOS_UNKNOWN,
                                    int most = OKNOS_UNKNOWN) {
  oknos_write(node, move, {bound, most, first, OKNOS_SKIP});
}

/* In quiescence: the rule skips the move where the bound is at most alpha. */
static inline void oknos_margin(const OknosNode& node, int move, int bound) {
  if (oknos_claims_wanted(node.rule)) oknos_write_skip(node, move, OKNOS_UNKNOWN, bound, node.alpha);
}

static inline void oknos_reduce(const OknosNode& node, int move, int reducedDepth) {
  if (oknos_claims_wanted(node.rule))
    oknos_write(node, move, {OKNOS_UNKNOWN, OKNOS_UNKNOWN, reducedDepth < 0 ? 0 : reducedDepth, OKNOS_REDUCE});
}

static OKNOS_RARE void oknos_start(const board_t* board) {
  char fen[128];
  if (board_to_fen(board, fen, 100)) oknos_trace_start("Toga II 3.0", fen, NULL);
}

static inline void oknos_start_trace(const board_t* board) {
  if (oknos_trace_wanted()) oknos_start(board);
}

/* The move that led to each ply: the board does not keep it. */
static thread_local int OknosLed[HeightMax + 1];

static inline void oknos_lead(int height, int move) {
  OknosLed[height + 1] = move;
}

static OKNOS_RARE void oknos_enter(int alpha, int beta, int depth, int height) {
  char text[8] = "0000";
  const bool null = height > 0 && OknosLed[height] == MoveNull;
  if (height > 0 && !null && !move_to_string(OknosLed[height], text, sizeof text)) return;
  oknos_trace_enter(height > 0 ? text : NULL, height, depth, oknos_centipawns(alpha, OknosUnit),
                    oknos_centipawns(beta, OknosUnit));
}

static OKNOS_RARE void oknos_leave(int value) {
  oknos_trace_leave(oknos_centipawns(value, OknosUnit));
}

#endif
