/* The best move of a position, in C (oknos/c.h): each iteration as it ends, and what the rules skipped.
 *
 *   best_move [FEN [DEPTH]]
 */
#include <oknos/c.h>
#include <stdio.h>
#include <stdlib.h>

static int print_line(const OknosLine* line, void* user) {
  (void)user;
  printf("depth %d, %d centipawns: %s\n", line->depth, line->score, line->moves);
  return 0; /* go on */
}

static int complain(OknosEngine* engine) {
  fprintf(stderr, "best_move: %s\n", oknos_error(engine));
  oknos_destroy(engine);
  return EXIT_FAILURE;
}

int main(int argc, char** argv) {
  const char* fen = argc > 1 ? argv[1] : "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
  OknosSearch search = {.size = sizeof search};
  search.depth = argc > 2 ? atoi(argv[2]) : 6;
  search.count_rules = 1;
  search.on_line = print_line;

  OknosEngine* engine = oknos_create();
  if (!engine) {
    fprintf(stderr, "best_move: the system refuses the memory\n");
    return EXIT_FAILURE;
  }
  if (oknos_set_position(engine, fen, NULL) != OKNOS_OK) return complain(engine);
  const OknosResult* result = oknos_search(engine, &search);
  if (!result) return complain(engine);

  printf("best move %s, %llu nodes, %llu moves skipped\n", result->best_move, (unsigned long long)result->nodes,
         (unsigned long long)result->moves_skipped);
  oknos_destroy(engine);
  return EXIT_SUCCESS;
}
