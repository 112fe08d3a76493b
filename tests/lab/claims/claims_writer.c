/* claims_writer CALLS: asks two rules so many times each whether to log, and prints how many claims were written. In C99,
 * as the engines may be that include claims.h. */
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

int main(int argc, char **argv) {
  const int calls = argc > 1 ? atoi(argv[1]) : 1000;
  int written = 0;
  int call;
  for (call = 0; call < calls; ++call) {
    if (call % 100 == 0) oknos_claims_new_search();
    written += write_skip(call) + write_cut(call);
  }
  printf("%d\n", written);
  return 0;
}
