/* What Stockfish 15.1's rules claim. Included by search.cpp only; insert.py puts the calls there. */
#ifndef OKNOS_STOCKFISH_CLAIMS_H
#define OKNOS_STOCKFISH_CLAIMS_H

#define OKNOS_CLAIMS_IMPLEMENTATION
#include "engine_scores.h"

/* Out of the way of the search, which calls these once in a thousand times. */
#define OKNOS_RARE __attribute__((noinline, cold))

static const oknos_unit OknosUnit = {Stockfish::UCI::NormalizeToPawnValue, Stockfish::VALUE_MATE_IN_MAX_PLY};

struct OknosNode {
  const char *rule;
  Stockfish::Position &pos;
  const Stockfish::Search::Stack *ss;
  int depth, alpha, beta;
};

/* Fills in what is the same for all rules, and writes the claim. */
static OKNOS_RARE void oknos_write(const OknosNode &node, Stockfish::Move move, int bound, int reducedDepth) {
  const bool whole = move == Stockfish::MOVE_NONE;
  const std::string fen = node.pos.fen();
  const std::string text = whole ? "" : Stockfish::UCI::move(move, node.pos.is_chess960());
  oknos_claim claim = oknos_claim_of(node.rule, fen.c_str(), whole ? NULL : text.c_str());
  claim.depth = node.depth;
  claim.ply = node.ss->ply;
  claim.reduced_depth = reducedDepth;
  oknos_set_window(&claim, node.alpha, node.beta, bound, OknosUnit);
  if (!node.ss->inCheck && node.ss->staticEval != Stockfish::VALUE_NONE)
    claim.static_eval = oknos_centipawns(node.ss->staticEval, OknosUnit);
  if (reducedDepth != OKNOS_UNKNOWN) claim.action = OKNOS_REDUCE;
  oknos_claims_write(&claim);
}

/* A search that leaves one move out says nothing about the position. */
static inline void oknos_cut(const OknosNode &node, int bound) {
  if (node.ss->excludedMove == Stockfish::MOVE_NONE && oknos_claims_wanted(node.rule))
    oknos_write(node, Stockfish::MOVE_NONE, bound, OKNOS_UNKNOWN);
}

static inline void oknos_skip(const OknosNode &node, Stockfish::Move move, int bound = OKNOS_UNKNOWN) {
  if (oknos_claims_wanted(node.rule)) oknos_write(node, move, bound, OKNOS_UNKNOWN);
}

static OKNOS_RARE void oknos_write_reduced(const OknosNode &node, Stockfish::Move move, int reducedDepth,
                                           Stockfish::StateInfo &st, bool givesCheck) {
  node.pos.undo_move(move);
  oknos_write(node, move, OKNOS_UNKNOWN, reducedDepth);
  node.pos.do_move(move, st, givesCheck);
  node.pos.this_thread()->nodes.fetch_sub(1, std::memory_order_relaxed); /* do_move counts */
}

/* The move has been made already. */
static inline void oknos_reduce(const OknosNode &node, Stockfish::Move move, int reducedDepth,
                                Stockfish::StateInfo &st, bool givesCheck) {
  if (oknos_claims_wanted(node.rule)) oknos_write_reduced(node, move, reducedDepth, st, givesCheck);
}

#endif
