/* claims_writer CALLS: asks two rules so many times each whether to log, and prints how many claims were written.
 * claims_writer tree SEARCHES: searches a small tree so many times.
 * In C99, as the engines may be that include claims.h. */
#define OKNOS_CLAIMS_IMPLEMENTATION
#include "oknos/claims.h"

#include <stdio.h>
#include <stdlib.h>

static int write_skip(int call) {
  oknos_claim claim;
  if (!oknos_claims_wanted("futility")) return 0;
  claim = oknos_claim_of("futility", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "a2a3");
  claim.depth = 1 + call % 7;
  claim.alpha = 100;
  claim.beta = 101;
  claim.static_eval = 20;
  claim.bound = 70;
  claim.slack = 30;
  claim.slack_unit = "plies";
  oknos_claims_write(&claim);
  return 1;
}

static int write_cut(int call) {
  oknos_claim claim;
  if (!oknos_claims_wanted("null_move")) return 0;
  claim = oknos_claim_of("null_move", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", NULL);
  claim.moves = "e2e4 e7e5";
  claim.depth = 3 + call % 4;
  claim.alpha = -200;
  claim.beta = -199;
  claim.bound = -150;
  oknos_claims_write(&claim);
  return 1;
}

static const char *const kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

static void claim_in_tree(const char *rule, const char *move, int depth, int reduced_depth, int alpha, int bound) {
  oknos_claim claim;
  if (!oknos_claims_wanted(rule)) return;
  claim = oknos_claim_of(rule, kStart, move);
  if (reduced_depth != OKNOS_UNKNOWN) claim.action = OKNOS_REDUCE;
  claim.depth = depth;
  claim.reduced_depth = reduced_depth;
  claim.alpha = alpha;
  claim.beta = alpha + 1;
  claim.bound = bound;
  claim.static_eval = 3;
  oknos_claims_write(&claim);
}

static void visit(const char *move, int ply, int depth, const char *end, int score) {
  oknos_trace_enter(move, ply, depth, -11, -10);
  oknos_trace_static_eval(-3);
  if (end) oknos_trace_end(end);
  oknos_trace_leave(score);
}

/* Two iterations; a node of every kind. */
static void search_tree(void) {
  if (oknos_trace_wanted()) oknos_trace_start("writer \"1\"", kStart, "e2e4 e7e5");
  if (!oknos_tracing()) return;
  oknos_trace_enter(NULL, 0, 1, -32000, 32000);
  visit("g1f3", 1, 0, NULL, -10);
  oknos_trace_leave(10);

  oknos_trace_enter(NULL, 0, 2, 10, 10); /* a window that rounding has closed */
  claim_in_tree("futility", "a2a3", 2, OKNOS_UNKNOWN, 10, -90);
  claim_in_tree("late-move", "g1f3", 2, 0, 10, OKNOS_UNKNOWN);
  visit("g1f3", 1, 0, "table", -5);
  visit("g1f3", 1, 1, NULL, -20);
  oknos_trace_enter("f1c4", 1, 1, -11, -10);
  oknos_trace_enter("0000", 2, 0, 10, 11);
  oknos_trace_leave(0);
  oknos_trace_enter("f1c4", 1, -1, -11, -10); /* quiescence within the node */
  oknos_trace_leave(-40);
  claim_in_tree("razoring", NULL, 1, OKNOS_UNKNOWN, -11, -40);
  oknos_trace_leave(-40);
  oknos_trace_leave(20);
}

int main(int argc, char **argv) {
  const int trees = argc > 2 && !strcmp(argv[1], "tree") ? atoi(argv[2]) : 0;
  const int calls = argc > 1 ? atoi(argv[1]) : 1000;
  int written = 0;
  int call;
  if (trees > 0) {
    for (call = 0; call < trees; ++call) search_tree();
    return 0;
  }
  for (call = 0; call < calls; ++call) {
    if (call % 100 == 0) oknos_claims_new_search();
    written += write_skip(call) + write_cut(call);
  }
  printf("%d\n", written);
  return 0;
}
