/* What Stockfish 15.1's rules claim. Included by search.cpp only; insert.py puts the calls there. */
#ifndef OKNOS_STOCKFISH_CLAIMS_H
#define OKNOS_STOCKFISH_CLAIMS_H

#define OKNOS_CLAIMS_IMPLEMENTATION
#include "engine_scores.h"

/* Out of the way of the search, which calls these once in a thousand times. */
#define OKNOS_RARE __attribute__((noinline, cold))

static const oknos_unit OknosUnit = {Stockfish::UCI::NormalizeToPawnValue, Stockfish::VALUE_MATE_IN_MAX_PLY};

struct OknosNode {
  const char* rule;
  Stockfish::Position& pos;
  const Stockfish::Search::Stack* ss;
  int depth, alpha, beta;
};

/* Fills in what is the same for all rules. */
static OKNOS_RARE oknos_claim oknos_begin(const OknosNode& node, const std::string& fen, const std::string& text,
                                          int bound) {
  oknos_claim claim = oknos_claim_of(node.rule, fen.c_str(), text.empty() ? NULL : text.c_str());
  claim.depth = node.depth;
  claim.ply = node.ss->ply;
  oknos_set_window(&claim, node.alpha, node.beta, bound, OknosUnit);
  if (!node.ss->inCheck && node.ss->staticEval != Stockfish::VALUE_NONE)
    claim.static_eval = oknos_centipawns(node.ss->staticEval, OknosUnit);
  return claim;
}

static OKNOS_RARE std::string oknos_text(const OknosNode& node, Stockfish::Move move) {
  return Stockfish::UCI::move(move, node.pos.is_chess960());
}

/* `slack`: by how much the margin could be larger; OKNOS_UNKNOWN: it has none. */
static OKNOS_RARE void oknos_write_cut(const OknosNode& node, int bound, int slack) {
  const std::string fen = node.pos.fen();
  oknos_claim claim = oknos_begin(node, fen, "", bound);
  if (slack != OKNOS_UNKNOWN) oknos_set_slack(&claim, slack, OknosUnit);
  oknos_claims_write(&claim);
}

/* `first`: the depth to which the move would have been searched at first. A rule with a margin would fire where its
 * bound is at most `most`. */
static OKNOS_RARE void oknos_write_skip(const OknosNode& node, Stockfish::Move move, int first = OKNOS_UNKNOWN,
                                        int bound = OKNOS_UNKNOWN, int most = OKNOS_UNKNOWN) {
  const std::string fen = node.pos.fen(), text = oknos_text(node, move);
  oknos_claim claim = oknos_begin(node, fen, text, bound);
  claim.reduced_depth = first;
  if (most != OKNOS_UNKNOWN) oknos_set_slack_below(&claim, bound, most, OknosUnit);
  oknos_claims_write(&claim);
}

/* A search that leaves one move out says nothing about the position. */
static inline void oknos_cut(const OknosNode& node, int bound) {
  if (node.ss->excludedMove == Stockfish::MOVE_NONE && oknos_claims_wanted(node.rule))
    oknos_write_cut(node, bound, OKNOS_UNKNOWN);
}

static OKNOS_RARE void oknos_cut_by_margin(const OknosNode& node, int bound, int slack) {
  if (node.ss->excludedMove == Stockfish::MOVE_NONE && oknos_near(slack, OknosUnit) && oknos_claims_wanted(node.rule))
    oknos_write_cut(node, bound, slack);
}

static inline void oknos_skip(const OknosNode& node, Stockfish::Move move) {
  if (oknos_claims_wanted(node.rule)) oknos_write_skip(node, move);
}

static OKNOS_RARE void oknos_margin(const OknosNode& node, Stockfish::Move move, int bound, int most) {
  if (oknos_near(most - bound, OknosUnit) && oknos_claims_wanted(node.rule))
    oknos_write_skip(node, move, OKNOS_UNKNOWN, bound, most);
}

static OKNOS_RARE void oknos_write_reduced(const OknosNode& node, Stockfish::Move move, int fullDepth, int reducedDepth,
                                           Stockfish::StateInfo& st, bool givesCheck) {
  node.pos.undo_move(move);
  const std::string fen = node.pos.fen(), text = oknos_text(node, move);
  node.pos.do_move(move, st, givesCheck);
  node.pos.this_thread()->nodes.fetch_sub(1, std::memory_order_relaxed); /* do_move counts */
  oknos_claim claim = oknos_begin(node, fen, text, OKNOS_UNKNOWN);
  claim.action = OKNOS_REDUCE;
  claim.full_depth = fullDepth;
  claim.reduced_depth = reducedDepth;
  oknos_claims_write(&claim);
}

/* The move has been made already. */
static inline void oknos_reduce(const OknosNode& node, Stockfish::Move move, int fullDepth, int reducedDepth,
                                Stockfish::StateInfo& st, bool givesCheck) {
  if (oknos_claims_wanted(node.rule)) oknos_write_reduced(node, move, fullDepth, reducedDepth, st, givesCheck);
}

static OKNOS_RARE void oknos_start_trace(const Stockfish::Position& pos) {
  if (oknos_trace_wanted()) oknos_trace_start("Stockfish 15.1", pos.fen().c_str(), NULL);
}

static OKNOS_RARE void oknos_enter(const Stockfish::Position& pos, const Stockfish::Search::Stack* ss, int alpha,
                                   int beta, int depth) {
  const Stockfish::Move led = ss->ply > 0 ? (ss - 1)->currentMove : Stockfish::MOVE_NONE;
  const std::string text = led == Stockfish::MOVE_NULL ? "0000" : Stockfish::UCI::move(led, pos.is_chess960());
  oknos_trace_enter(led == Stockfish::MOVE_NONE ? NULL : text.c_str(), ss->ply, depth,
                    oknos_centipawns(alpha, OknosUnit), oknos_centipawns(beta, OknosUnit));
}

static OKNOS_RARE void oknos_leave(int value) {
  oknos_trace_leave(oknos_centipawns(value, OknosUnit));
}

#endif
