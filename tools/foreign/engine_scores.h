/* Scores of another engine in centipawns, for its claims (include/oknos/claims.h). C99 and C++; MIT licence, like that
 * header: copy it to the engine's sources, too. */
#ifndef OKNOS_ENGINE_SCORES_H
#define OKNOS_ENGINE_SCORES_H

#include "claims.h"

typedef struct {
  int pawn; /* what "score cp 100" is in the engine's own unit */
  int mate; /* from here on, either way, a value is a mate */
} oknos_unit;

enum { OKNOS_MATE = 32000 };

static inline int oknos_centipawns(int value, oknos_unit unit) {
  if (value == OKNOS_UNKNOWN) return value;
  if (value >= unit.mate) return OKNOS_MATE;
  if (value <= -unit.mate) return -OKNOS_MATE;
  return (int)((long long)value * 100 / unit.pawn);
}

/* Sets alpha, beta and bound (which may be OKNOS_UNKNOWN). Rounding never makes alpha and beta equal, nor moves the
 * bound to the other side of one of them. */
static inline void oknos_set_window(oknos_claim* claim, int alpha, int beta, int bound, oknos_unit unit) {
  claim->alpha = oknos_centipawns(alpha, unit);
  claim->beta = oknos_centipawns(beta, unit);
  if (claim->alpha >= claim->beta) {
    if (claim->alpha >= OKNOS_MATE)
      claim->alpha = claim->beta - 1;
    else
      claim->beta = claim->alpha + 1;
  }
  claim->bound = oknos_centipawns(bound, unit);
  if (bound == OKNOS_UNKNOWN) return;
  if (bound <= alpha && claim->bound > claim->alpha) claim->bound = claim->alpha;
  if (bound >= beta && claim->bound < claim->beta) claim->bound = claim->beta;
}

/* The rule fires unless `slack` is negative. Rounding does not hide that it is. */
static inline void oknos_set_slack(oknos_claim* claim, int slack, oknos_unit unit) {
  claim->fired = slack >= 0;
  claim->slack = oknos_centipawns(slack, unit);
  if (slack < 0 && claim->slack >= 0) claim->slack = -1;
}

/* A rule that was asked with this bound fires where the bound is at most `most`. */
static inline void oknos_set_slack_below(oknos_claim* claim, int bound, int most, oknos_unit unit) {
  oknos_set_slack(claim, most - bound, unit);
}

/* A little more than the margins that audits make smaller, in centipawns. */
enum { OKNOS_NEAR = 250 };

/* Is a rule with this slack worth a claim, even if it does not fire? */
static inline int oknos_near(int slack, oknos_unit unit) {
  return (long long)slack * 100 >= -OKNOS_NEAR * unit.pawn;
}

/* In the tree of the search (OKNOS_TRACE): how the node ended that is being searched. */
static inline void oknos_ended(const char* how) {
  if (oknos_tracing()) oknos_trace_end(how);
}

/* A function that searches a node lets another one write the visit, which then calls it again. */
#if defined(_MSC_VER)
#define OKNOS_OWN_THREAD_ __declspec(thread)
#else
#define OKNOS_OWN_THREAD_ __thread
#endif
static OKNOS_OWN_THREAD_ int oknos_again_;
static inline void oknos_hand_over(void) {
  oknos_again_ = 1;
}
static inline int oknos_handed_over(void) {
  const int again = oknos_again_;
  oknos_again_ = 0;
  return again;
}

#endif
