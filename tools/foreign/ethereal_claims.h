/* What Ethereal 12.00's rules claim. Included by search.c only; insert.py puts the calls there. */
#ifndef OKNOS_ETHEREAL_CLAIMS_H
#define OKNOS_ETHEREAL_CLAIMS_H

#define OKNOS_CLAIMS_IMPLEMENTATION
#include "engine_scores.h"

/* Out of the way of the search, which calls these rarely. */
#define OKNOS_RARE __attribute__((noinline, cold))

static const oknos_unit OknosUnit = {100, MATE_IN_MAX};

typedef struct {
  const char* rule;
  Thread* thread;
  int depth, height, alpha, beta, eval;
} OknosNode;

/* Of a claim, what not every rule says; OKNOS_UNKNOWN where it does not. */
typedef struct {
  int bound, slack, fullDepth, reducedDepth, action;
} OknosDetails;

/* Fills in what is the same for all rules, and writes the claim if the move, which need not be, is legal. */
static OKNOS_RARE void oknos_write(OknosNode node, Board* board, uint16_t move, OknosDetails details) {
  char fen[128], text[8];
  Board after = *board;
  Undo undo;
  oknos_claim claim;
  if (move != NONE_MOVE) {
    applyMove(&after, move, &undo);
    if (!moveWasLegal(&after)) return;
    moveToString(move, text, board->chess960);
  }
  boardToFEN(board, fen);
  claim = oknos_claim_of(node.rule, fen, move == NONE_MOVE ? NULL : text);
  claim.depth = node.depth;
  claim.ply = node.height;
  claim.full_depth = details.fullDepth;
  claim.reduced_depth = details.reducedDepth;
  claim.action = details.action;
  oknos_set_window(&claim, node.alpha, node.beta, details.bound, OknosUnit);
  if (!board->kingAttackers) claim.static_eval = oknos_centipawns(node.eval, OknosUnit);
  if (details.slack != OKNOS_UNKNOWN) oknos_set_slack(&claim, details.slack, OknosUnit);
  oknos_claims_write(&claim);
}

static OKNOS_RARE void oknos_write_cut(OknosNode node, int bound, int slack) {
  const OknosDetails details = {bound, slack, OKNOS_UNKNOWN, OKNOS_UNKNOWN, OKNOS_CUT};
  oknos_write(node, &node.thread->board, NONE_MOVE, details);
}

/* `slack`: by how much the margin could be larger. `full`, `first`: the depth to which the move would have been
 * searched, and to which at first. */
static OKNOS_RARE void oknos_write_skip(OknosNode node, uint16_t move, int bound, int slack, int full, int first) {
  const OknosDetails details = {bound, slack, full, first, OKNOS_SKIP};
  oknos_write(node, &node.thread->board, move, details);
}

static inline void oknos_cut(OknosNode node, int bound) {
  if (oknos_claims_wanted(node.rule)) oknos_write_cut(node, bound, OKNOS_UNKNOWN);
}

static OKNOS_RARE void oknos_cut_by_margin(OknosNode node, int bound, int slack) {
  if (oknos_near(slack, OknosUnit) && oknos_claims_wanted(node.rule)) oknos_write_cut(node, bound, slack);
}

static OKNOS_RARE void oknos_write_exchanges(OknosNode node, const MovePicker* picker) {
  for (int i = 0; i < picker->noisySize; i++)
    if (oknos_claims_wanted(node.rule))
      oknos_write_skip(node, picker->moves[i], OKNOS_UNKNOWN, OKNOS_UNKNOWN, OKNOS_UNKNOWN, OKNOS_UNKNOWN);
}

/* The captures that are left at the end of a quiescence search lose too much. */
static inline void oknos_skip_exchanges(OknosNode node, const MovePicker* picker) {
  if (oknos_claims_active() && picker->noisySize) oknos_write_exchanges(node, picker);
}

static OKNOS_RARE void oknos_write_reduced(OknosNode node, uint16_t move, int fullDepth, int reducedDepth) {
  const OknosDetails details = {OKNOS_UNKNOWN, OKNOS_UNKNOWN, fullDepth, reducedDepth < 0 ? 0 : reducedDepth,
                                OKNOS_REDUCE};
  Board before = node.thread->board;
  revertMove(&before, move, &node.thread->undoStack[node.height]);
  oknos_write(node, &before, move, details);
}

/* The move has been made already. */
static inline void oknos_reduce(OknosNode node, uint16_t move, int fullDepth, int reducedDepth) {
  if (oknos_claims_wanted(node.rule)) oknos_write_reduced(node, move, fullDepth, reducedDepth);
}

static OKNOS_RARE void oknos_start(Board* board) {
  char fen[128];
  boardToFEN(board, fen);
  oknos_trace_start("Ethereal " VERSION_ID, fen, NULL);
}

static inline void oknos_start_trace(Board* board) {
  if (oknos_trace_wanted()) oknos_start(board);
}

static OKNOS_RARE void oknos_enter(Thread* thread, int alpha, int beta, int depth, int height) {
  char text[8] = "0000";
  if (height > 0 && thread->moveStack[height - 1] != NULL_MOVE)
    moveToString(thread->moveStack[height - 1], text, thread->board.chess960);
  oknos_trace_enter(height > 0 ? text : NULL, height, depth, oknos_centipawns(alpha, OknosUnit),
                    oknos_centipawns(beta, OknosUnit));
}

static OKNOS_RARE void oknos_leave(int value) {
  oknos_trace_leave(oknos_centipawns(value, OknosUnit));
}

#endif
