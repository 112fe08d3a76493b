/** @file
 * Log what a chess engine's pruning rules claim, so that `oknos-lab audit FILE` can check it, and the tree of
 * a search, so that `oknos-lab explore FILE` can show it.
 *
 * A pruning rule that skips a move claims that the move would not have raised alpha; one that cuts a node claims that a
 * full search would have failed high (or low). With this header an engine writes a sample of these claims to a file.
 * The guide is docs/claims.md of Oknos; the format of the file is in docs/claims-reference.md.
 *
 * In exactly one source file of the engine (C99, or C++11 or later; GCC, Clang or MSVC):
 *
 *     #define OKNOS_CLAIMS_IMPLEMENTATION
 *     #include "claims.h"
 *
 * Other files include it without the macro. Right before a rule skips a move, with scores in centipawns as in
 * `info score cp`:
 *
 *     if (oknos_claims_wanted("futility")) {
 *       oknos_claim c = oknos_claim_of("futility", fen, move_text);
 *       c.depth = depth; c.alpha = alpha; c.beta = beta; c.static_eval = eval; c.bound = eval + margin;
 *       oknos_claims_write(&c);
 *     }
 *
 * At the start of each search (`go`), once and not in every thread, so that samples from one search are not taken for
 * independent ones:
 *
 *     oknos_claims_new_search();
 *
 * Claims are appended to the file that the environment variable OKNOS_CLAIMS names. Without that variable nothing is
 * written, and oknos_claims_wanted() costs one load and one branch. One call in OKNOS_CLAIMS_RATE of each rule is
 * written: "1000" (the default), or with other rates for some rules: "futility=100,lmr=5000,1000". Calls are chosen by
 * a hash of their number, so the same commands with one search thread always log the same ones. A rate that cannot be
 * read, and a file that cannot be written (a full disk), are reported once on standard error; the engine plays on.
 *
 * The tree of one search is written to the file that OKNOS_TRACE names, with all moves that rules skip: by the calls
 * above, and by a few more around the function that searches a node (see "Trees" below).
 *
 * This code needs only the C library and allocates no memory of its own. All functions may be called from any thread.
 * Each line is written in one piece, so the file remains readable if the engine is killed. Node counts do not change.
 *
 * MIT License
 *
 * Copyright (c) 2026 the Oknos authors
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
 * documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
 * rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
 * permit persons to whom the Software is furnished to do so, subject to the following conditions:
 *
 * The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
 * Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
 * WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
 * COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
 * OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
 */
#ifndef OKNOS_CLAIMS_H
#define OKNOS_CLAIMS_H

#include <limits.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OKNOS_CLAIMS_VERSION 1 /**< of the format of the file */
#define OKNOS_UNKNOWN INT_MIN /**< the value of a number that the engine does not set */

/** What the rule did. */
enum { OKNOS_SKIP = 0, OKNOS_CUT = 1, OKNOS_REDUCE = 2 };

/** One claim. Required: rule, fen, depth, alpha and beta; some actions need more, see below. Scores are centipawns from
 * the point of view of the side to move in the position; beyond -32,000 or 32,000 they are clipped to these numbers.
 * After that, and after your own rounding, alpha must be less than beta. Strings need to exist, unchanged, until
 * oknos_claims_write() returns: a function that returns its text in a static buffer must not be called twice for one
 * claim, nor by two threads. Quotes, backslashes and control characters in strings become '?'. */
typedef struct oknos_claim {
  const char *rule;  /**< name of the rule: 1 to 31 characters of a-z 0-9 _ - */
  const char *fen;   /**< the position in which the rule was asked, before the move */
  const char *moves; /**< NULL, or UCI moves, separated by spaces, that lead from `fen` to that position */
  const char *move;  /**< the legal move that is skipped or reduced, UCI notation; NULL: the claim is about the node */
  int action;        /**< OKNOS_SKIP: the move is not searched; OKNOS_CUT: the node is not searched (with a move:
                        because that move is worth at least beta); OKNOS_REDUCE: the move (without a move, the node) is
                        first searched to reduced_depth only */
  int fired;         /**< 1: the rule acted; 0: it was asked and did not act (to learn about smaller margins) */
  int depth;         /**< plies left at the node, before the move; 0 in quiescence */
  int full_depth;    /**< plies left after the move if it is not reduced; it is judged at this depth. Optional:
                        depth - 1 if unknown, so set it for moves that are extended; not for claims about the
                        node */
  int reduced_depth; /**< plies left, after the move if there is one, in the shallower search that the engine makes
                        first, or would have made without the rule; required for OKNOS_REDUCE, otherwise
                        optional */
  int ply;           /**< distance from the root in plies; optional */
  int alpha;       /**< lower bound of the window */
  int beta;        /**< upper bound of the window */
  int static_eval; /**< optional */
  int bound;       /**< the value that the rule claims. A skipped or reduced move is worth at most this; optional. A cut
                      node is worth at least this if bound >= beta, at most this if bound <= alpha; required for
                      OKNOS_CUT. With fired = 0: beta or alpha, the side that the rule would have claimed */
  int slack;       /**< how much larger the rule's margin could be with the rule still firing; negative: how much
                      smaller it would have to be for the rule to fire; optional */
  const char *slack_unit; /**< unit of `slack` if it is not centipawns: "plies", "moves", "history" or another name of
                             a-z 0-9 _ -; null: centipawns. The same for all claims of a rule */
} oknos_claim;

/** A claim with these strings and fired = 1; all other numbers are unknown. The action is OKNOS_SKIP if there is a move
 * and OKNOS_CUT if it is NULL. */
static inline oknos_claim oknos_claim_of(const char *rule, const char *fen, const char *move) {
  oknos_claim c;
  c.rule = rule;
  c.fen = fen;
  c.moves = 0;
  c.move = move;
  c.action = move ? OKNOS_SKIP : OKNOS_CUT;
  c.fired = 1;
  c.depth = c.full_depth = c.reduced_depth = c.ply = OKNOS_UNKNOWN;
  c.alpha = c.beta = c.static_eval = c.bound = c.slack = OKNOS_UNKNOWN;
  c.slack_unit = 0;
  return c;
}

/** @cond PRIVATE */
/* Private. The state is a sum of OKNOS_..._ON_ and OKNOS_UNREAD_; 0: nothing is written. */
enum { OKNOS_CLAIMS_ON_ = 1, OKNOS_TRACE_ON_ = 2, OKNOS_UNREAD_ = 4 };
extern int oknos_claims_state_;
int oknos_claims_ready_(void);
int oknos_claims_sample_(const char *rule);
int oknos_trace_mine_(void);
/* Whether anything is written; compilers put what follows out of the way of the search. */
#if defined(__GNUC__) || defined(__clang__)
#define OKNOS_STATE_(bits) __builtin_expect((oknos_claims_state_ & (bits)) != 0, 0)
#else
#define OKNOS_STATE_(bits) ((oknos_claims_state_ & (bits)) != 0)
#endif
/** @endcond */

/** Should this call of the rule be written? Ask once for each claim that could be written, because every call
 * counts towards the sampling rate. Always false when neither OKNOS_CLAIMS nor OKNOS_TRACE is set; always true in the
 * search whose tree is written. */
static inline int oknos_claims_wanted(const char *rule) { return OKNOS_STATE_(~0) && oknos_claims_sample_(rule); }

/** Can anything be written? For a rule that skips many moves at once: so that they are not listed in vain. Counts
 * nothing. */
static inline int oknos_claims_active(void) { return OKNOS_STATE_(~0) && oknos_claims_ready_(); }

/** Appends the claim to the file. Call it only where oknos_claims_wanted() has just returned true for the same rule. */
void oknos_claims_write(const oknos_claim *claim);

/** Claims written from now on belong to a new search. */
void oknos_claims_new_search(void);

/* Trees. When a search begins, in the thread that searches the root (the visits of other threads are left out):
 *
 *   if (oknos_trace_wanted()) oknos_trace_start("Engine 1.0", fen, NULL);
 *
 * Then rename the function that searches a node, say to search_node, and put in its place one of the old name:
 *
 *   int search(int alpha, int beta, int depth, int ply) {
 *     int value;
 *     if (!oknos_tracing()) return search_node(alpha, beta, depth, ply);
 *     oknos_trace_enter(ply > 0 ? text_of(last_move) : NULL, ply, depth, to_cp(alpha), to_cp(beta));
 *     value = search_node(alpha, beta, depth, ply);
 *     oknos_trace_leave(to_cp(value));
 *     return value;
 *   }
 *
 * Do the same with the functions that search the root and quiescence. All claims that are written meanwhile go into the
 * tree, too. What is searched before the root is entered, say to sort its moves, is left out. */

/** Counts the searches; is this the one whose tree is to be written? OKNOS_TRACE is set, and it is the first search, or
 * that of the number in OKNOS_TRACE_SEARCH. Ends the tree of the search before. */
int oknos_trace_wanted(void);

/** Begins the file, from now on for the calling thread. `engine` is its name and version; `moves` is NULL, or UCI
 * moves, separated by spaces, that lead from `fen` to the root. */
void oknos_trace_start(const char *engine, const char *fen, const char *moves);

/** Is the calling thread's search being written? Without OKNOS_TRACE this costs one load and one branch. */
static inline int oknos_tracing(void) { return OKNOS_STATE_(OKNOS_TRACE_ON_) && oknos_trace_mine_(); }

/** A node is entered. `move` led here in UCI notation: "0000" is a null move, NULL the root; where a search is made
 * within its parent's node (quiescence after razoring, a singular extension), NULL or the node's own move. `ply`:
 * distance from the root. `depth`: plies left; 0 or less in quiescence. Scores as in claims, but mates may be written
 * as 32,000 less the plies to it. */
void oknos_trace_enter(const char *move, int ply, int depth, int alpha, int beta);

/** Optional, of the node entered last and not left yet: its static evaluation. */
void oknos_trace_static_eval(int value);

/** Optional, likewise: how the node ended, if no claim says so. "draw", "table", "mate_distance", "stand_pat",
 * "no_moves", "stopped", "maximum_depth" or "tablebase". */
void oknos_trace_end(const char *how);

/** The node entered last is left with this result. */
void oknos_trace_leave(int score);

#ifdef __cplusplus
}
#endif

#endif /* OKNOS_CLAIMS_H */

#if defined(OKNOS_CLAIMS_IMPLEMENTATION) && !defined(OKNOS_CLAIMS_IMPLEMENTED)
#define OKNOS_CLAIMS_IMPLEMENTED

#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast" /* C has no other casts */
#endif

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__) || defined(__clang__)
#define OKNOS_LOAD_(p) __atomic_load_n((p), __ATOMIC_ACQUIRE)
#define OKNOS_LOAD64_(p) __atomic_load_n((p), __ATOMIC_RELAXED)
#define OKNOS_STORE_(p, v) __atomic_store_n((p), (v), __ATOMIC_RELEASE)
#define OKNOS_NEXT_(p) __atomic_fetch_add((p), 1, __ATOMIC_RELAXED)
#define OKNOS_THREAD_LOCAL_ __thread
static int oknos_swap_(int *p, int from, int to) {
  return __atomic_compare_exchange_n(p, &from, to, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}
#elif defined(_MSC_VER)
#include <intrin.h>
#define OKNOS_LOAD_(p) (*(volatile int *)(p))
#define OKNOS_LOAD64_(p) (*(volatile unsigned long long *)(p))
#define OKNOS_STORE_(p, v) ((void)_InterlockedExchange((volatile long *)(p), (v)))
#define OKNOS_NEXT_(p) ((unsigned long long)_InterlockedIncrement64((volatile __int64 *)(p)) - 1)
#define OKNOS_THREAD_LOCAL_ __declspec(thread)
static int oknos_swap_(int *p, int from, int to) {
  return _InterlockedCompareExchange((volatile long *)p, to, from) == from;
}
#else
#error "claims.h needs the atomic operations of GCC, Clang or MSVC"
#endif

#define OKNOS_RULES_ 64 /* most rules in one engine; further ones are not logged */
#define OKNOS_NAME_ 32
#define OKNOS_LINE_ 8192
#define OKNOS_SCORE_ 32000

typedef struct {
  char name[OKNOS_NAME_];
  unsigned long long every; /* one call in this many is logged */
  unsigned long long calls;
} oknos_rule_;

int oknos_claims_state_ = OKNOS_UNREAD_;
static FILE *oknos_file_;
static unsigned long oknos_process_; /* where in the file this process began; 0: it was the first */
static oknos_rule_ oknos_rules_[OKNOS_RULES_];
static int oknos_rule_count_;
static int oknos_locked_; /* the rules and the state */
static unsigned long long oknos_searches_;
static OKNOS_THREAD_LOCAL_ int oknos_wanted_; /* by the last oknos_claims_wanted(): OKNOS_..._ON_ */

static void oknos_lock_(void) {
  while (!oknos_swap_(&oknos_locked_, 0, 1)) {
  }
}

static void oknos_unlock_(void) { OKNOS_STORE_(&oknos_locked_, 0); }

/* Called once: then nothing more is written to that file. */
static void oknos_cannot_write_(const char *variable, const char *so) {
  const char *path = getenv(variable);
  fprintf(stderr, "%s: cannot write to \"%s\": %s; %s\n", variable, path ? path : "",
          errno ? strerror(errno) : "write error", so);
}

/* How many calls one is logged of, in `size` characters; 0: no such number. */
static unsigned long long oknos_rate_(const char *text, size_t size) {
  unsigned long long value = 0;
  size_t i;
  if (size > 18) return 0; /* digits that always fit */
  for (i = 0; i < size; ++i) {
    if (text[i] < '0' || text[i] > '9') return 0;
    value = 10 * value + (unsigned long long)(text[i] - '0');
  }
  return value;
}

/* The next part of a list of rates: its length, and where its number begins (0: it is for all rules). */
static size_t oknos_rate_part_(const char *part, size_t *number) {
  const char *end = strchr(part, ',');
  const size_t size = end ? (size_t)(end - part) : strlen(part);
  const char *equals = (const char *)memchr(part, '=', size);
  *number = equals ? (size_t)(equals - part) + 1 : 0;
  return size;
}

static void oknos_check_rates_(void) {
  const char *s = getenv("OKNOS_CLAIMS_RATE");
  while (s && *s) {
    size_t number;
    const size_t size = oknos_rate_part_(s, &number);
    if (number == 1 || number > OKNOS_NAME_ || oknos_rate_(s + number, size - number) == 0) {
      fprintf(stderr, "OKNOS_CLAIMS_RATE: \"%.*s\" is no rate and ignored; expected: N or RULE=N, N from 1\n",
              size > 60 ? 60 : (int)size, s);
      return;
    }
    s += size + (s[size] == ',');
  }
}

/* What the state becomes. */
static int oknos_open_(void) {
  char line[OKNOS_NAME_];
  int length;
  long end;
  const char *path = getenv("OKNOS_CLAIMS");
  if (!path || !*path) return 0;
  oknos_file_ = fopen(path, "ab");
  if (!oknos_file_) {
    fprintf(stderr, "OKNOS_CLAIMS: cannot append to \"%s\"; no claims are logged\n", path);
    return 0;
  }
  oknos_check_rates_();
  setvbuf(oknos_file_, NULL, _IONBF, 0); /* each line is one write */
  length = snprintf(line, sizeof line, "{\"oknos_claims\":%d}\n", OKNOS_CLAIMS_VERSION);
  if (fwrite(line, 1, (size_t)length, oknos_file_) != (size_t)length) {
    oknos_cannot_write_("OKNOS_CLAIMS", "no claims are logged");
    return 0;
  }
  end = ftell(oknos_file_); /* no two processes have written the same bytes */
  oknos_process_ = end > length ? (unsigned long)end : 0;
  return OKNOS_CLAIMS_ON_;
}

/* The rate of this rule in OKNOS_CLAIMS_RATE ("futility=100,lmr=5000,1000"). Parts that are no rates are ignored. */
static unsigned long long oknos_rate_of_(const char *name) {
  const unsigned long long otherwise = 1000;
  const char *s = getenv("OKNOS_CLAIMS_RATE");
  unsigned long long all = otherwise;
  const size_t length = strlen(name);
  while (s && *s) {
    size_t number;
    const size_t size = oknos_rate_part_(s, &number);
    const unsigned long long value = oknos_rate_(s + number, size - number);
    if (value > 0 && number == 0) all = value;
    if (value > 0 && number == length + 1 && !strncmp(s, name, length)) return value;
    s += size + (s[size] == ',');
  }
  return all;
}

static oknos_rule_ *oknos_find_(const char *name) {
  const int count = OKNOS_LOAD_(&oknos_rule_count_);
  int i;
  for (i = 0; i < count; ++i)
    if (!strncmp(oknos_rules_[i].name, name, OKNOS_NAME_ - 1)) return &oknos_rules_[i];
  return NULL;
}

static oknos_rule_ *oknos_find_or_add_(const char *name) {
  oknos_rule_ *rule = oknos_find_(name);
  if (rule) return rule;
  oknos_lock_();
  rule = oknos_find_(name); /* another thread may have added it */
  if (!rule && oknos_rule_count_ < OKNOS_RULES_) {
    rule = &oknos_rules_[oknos_rule_count_];
    strncpy(rule->name, name, OKNOS_NAME_ - 1);
    rule->every = oknos_rate_of_(rule->name);
    OKNOS_STORE_(&oknos_rule_count_, oknos_rule_count_ + 1);
  }
  oknos_unlock_();
  return rule;
}

/* The finalizer of splitmix64 (G. Steele et al., 2014): spreads consecutive numbers evenly. */
static unsigned long long oknos_hash_(unsigned long long x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

int oknos_claims_ready_(void) {
  int state = OKNOS_LOAD_(&oknos_claims_state_);
  if (state & OKNOS_UNREAD_) {
    oknos_lock_();
    if (oknos_claims_state_ & OKNOS_UNREAD_)
      OKNOS_STORE_(&oknos_claims_state_, (oknos_claims_state_ & ~OKNOS_UNREAD_) | oknos_open_());
    oknos_unlock_();
    state = OKNOS_LOAD_(&oknos_claims_state_);
  }
  return (state & OKNOS_CLAIMS_ON_) || oknos_tracing();
}

int oknos_claims_sample_(const char *name) {
  oknos_rule_ *rule;
  if (!oknos_claims_ready_()) return 0;
  oknos_wanted_ = oknos_tracing() ? OKNOS_TRACE_ON_ : 0;
  if (OKNOS_LOAD_(&oknos_claims_state_) & OKNOS_CLAIMS_ON_) {
    rule = oknos_find_or_add_(name);
    if (rule && oknos_hash_(OKNOS_NEXT_(&rule->calls)) % rule->every == 0) oknos_wanted_ |= OKNOS_CLAIMS_ON_;
  }
  return oknos_wanted_ != 0;
}

/* Appends to a line of length `*at`, which is not empty. If there is no room, `*at` becomes OKNOS_LINE_ or more. */
static void oknos_text_(char *line, size_t *at, const char *key, const char *text) {
  const char *s;
  int n;
  if (!text || *at >= OKNOS_LINE_) return;
  n = snprintf(line + *at, OKNOS_LINE_ - *at, "%s\"%s\":\"", line[*at - 1] == '{' ? "" : ",", key);
  *at += (size_t)n;
  for (s = text; *s && *at < OKNOS_LINE_; ++s)
    line[(*at)++] = (unsigned char)*s < ' ' || *s == '"' || *s == '\\' || *s == 127 ? '?' : *s;
  if (*at < OKNOS_LINE_) line[(*at)++] = '"';
}

static void oknos_number_(char *line, size_t *at, const char *key, int value) {
  if (value == OKNOS_UNKNOWN || *at >= OKNOS_LINE_) return;
  *at += (size_t)snprintf(line + *at, OKNOS_LINE_ - *at, "%s\"%s\":%d", line[*at - 1] == '{' ? "" : ",", key, value);
}

static void oknos_score_(char *line, size_t *at, const char *key, int value) {
  if (value != OKNOS_UNKNOWN && value > OKNOS_SCORE_) value = OKNOS_SCORE_;
  if (value != OKNOS_UNKNOWN && value < -OKNOS_SCORE_) value = -OKNOS_SCORE_;
  oknos_number_(line, at, key, value);
}

/* What a claim says wherever it is written, but for its position. */
static void oknos_claim_fields_(char *line, size_t *at, const oknos_claim *c) {
  oknos_text_(line, at, "move", c->move);
  oknos_text_(line, at, "action", c->action == OKNOS_REDUCE ? "reduce" : c->action == OKNOS_CUT ? "cut" : "skip");
  oknos_number_(line, at, "fired", c->fired ? 1 : 0);
  oknos_number_(line, at, "depth", c->depth);
  oknos_number_(line, at, "full_depth", c->full_depth);
  oknos_number_(line, at, "reduced_depth", c->reduced_depth);
  oknos_number_(line, at, "ply", c->ply);
  oknos_score_(line, at, "alpha", c->alpha);
  oknos_score_(line, at, "beta", c->beta);
  oknos_score_(line, at, "static_eval", c->static_eval);
  oknos_score_(line, at, "bound", c->bound);
  oknos_number_(line, at, "slack", c->slack);
  oknos_text_(line, at, "slack_unit", c->slack_unit);
}

/* False: it could not be written. A line that is too long is left out rather than written in part. */
static int oknos_end_line_(FILE *file, char *line, size_t at) {
  if (at + 2 > OKNOS_LINE_) return 1;
  line[at++] = '}';
  line[at++] = '\n';
  return fwrite(line, 1, at, file) == at;
}

static void oknos_write_sample_(const oknos_claim *c) {
  char line[OKNOS_LINE_];
  size_t at;
  const oknos_rule_ *rule = oknos_find_(c->rule);
  if (!rule) return;
  at = (size_t)snprintf(line, sizeof line, "{\"search\":%llu,\"every\":%llu", OKNOS_LOAD64_(&oknos_searches_),
                        rule->every);
  if (oknos_process_ > 0) at += (size_t)snprintf(line + at, sizeof line - at, ",\"process\":%lu", oknos_process_);
  oknos_text_(line, &at, "rule", c->rule);
  oknos_text_(line, &at, "fen", c->fen);
  oknos_text_(line, &at, "moves", c->moves);
  oknos_claim_fields_(line, &at, c);
  if (oknos_end_line_(oknos_file_, line, at)) return;
  oknos_lock_();
  if (oknos_claims_state_ & OKNOS_CLAIMS_ON_) oknos_cannot_write_("OKNOS_CLAIMS", "no more claims are logged");
  OKNOS_STORE_(&oknos_claims_state_, oknos_claims_state_ & ~OKNOS_CLAIMS_ON_);
  oknos_unlock_();
}

static unsigned long long oknos_number_in_(const char *variable, unsigned long long otherwise) {
  const char *text = getenv(variable);
  const unsigned long long value = text ? strtoull(text, NULL, 10) : 0;
  return value > 0 ? value : otherwise;
}

/* The tree: of one thread, but for the first call of oknos_trace_wanted(). */
#define OKNOS_TRACE_NODES_ 1000000 /* visits and skipped moves, if OKNOS_TRACE_LIMIT does not say otherwise */

static FILE *oknos_trace_file_;
static char oknos_trace_buffer_[1 << 16];
static unsigned long long oknos_trace_searches_; /* asked for so far */
static unsigned long long oknos_trace_nodes_;    /* in the file */
static unsigned long long oknos_trace_limit_;
static int oknos_trace_entered_; /* nodes that are not left yet */
static OKNOS_THREAD_LOCAL_ int oknos_trace_thread_;

int oknos_trace_mine_(void) { return oknos_trace_thread_; }

static void oknos_trace_turn_(int on) {
  oknos_lock_();
  OKNOS_STORE_(&oknos_claims_state_, (oknos_claims_state_ & ~OKNOS_TRACE_ON_) | (on ? OKNOS_TRACE_ON_ : 0));
  oknos_unlock_();
}

static void oknos_trace_close_(void) {
  int failed;
  if (!oknos_trace_file_) return;
  oknos_trace_turn_(0);
  failed = ferror(oknos_trace_file_);
  if (fclose(oknos_trace_file_) != 0 || failed) oknos_cannot_write_("OKNOS_TRACE", "the tree is not complete");
  oknos_trace_file_ = NULL;
}

int oknos_trace_wanted(void) {
  const char *path = getenv("OKNOS_TRACE");
  if (!path || !*path) return 0;
  oknos_trace_close_();
  return ++oknos_trace_searches_ == oknos_number_in_("OKNOS_TRACE_SEARCH", 1);
}

void oknos_trace_start(const char *engine, const char *fen, const char *moves) {
  char line[OKNOS_LINE_];
  size_t at;
  const char *path = getenv("OKNOS_TRACE");
  if (!path || !*path || !fen) return;
  oknos_trace_close_();
  oknos_trace_file_ = fopen(path, "wb");
  if (!oknos_trace_file_) {
    fprintf(stderr, "OKNOS_TRACE: cannot write \"%s\"; the tree is not logged\n", path);
    return;
  }
  setvbuf(oknos_trace_file_, oknos_trace_buffer_, _IOFBF, sizeof oknos_trace_buffer_);
  at = (size_t)snprintf(line, sizeof line, "{\"oknos_trace\":%d", OKNOS_CLAIMS_VERSION);
  oknos_text_(line, &at, "engine", engine);
  oknos_text_(line, &at, "fen", fen);
  oknos_text_(line, &at, "moves", moves);
  oknos_end_line_(oknos_trace_file_, line, at);
  oknos_trace_nodes_ = 0;
  oknos_trace_entered_ = 0;
  oknos_trace_limit_ = oknos_number_in_("OKNOS_TRACE_LIMIT", OKNOS_TRACE_NODES_);
  oknos_trace_thread_ = 1;
  oknos_trace_turn_(1);
}

/* Is there room for one more node? If not, the tree ends here. */
static int oknos_trace_room_(void) {
  if (oknos_trace_nodes_ < oknos_trace_limit_) {
    ++oknos_trace_nodes_;
    return 1;
  }
  fprintf(oknos_trace_file_, "{\"cut_off\":%llu}\n", oknos_trace_nodes_);
  oknos_trace_close_();
  return 0;
}

static void oknos_write_in_tree_(const oknos_claim *c) {
  char line[OKNOS_LINE_];
  size_t at = 1;
  if (!c->fired || oknos_trace_entered_ == 0 || !oknos_trace_room_()) return;
  line[0] = '{';
  oknos_text_(line, &at, "rule", c->rule);
  oknos_claim_fields_(line, &at, c);
  oknos_end_line_(oknos_trace_file_, line, at);
}

void oknos_trace_enter(const char *move, int ply, int depth, int alpha, int beta) {
  char line[OKNOS_LINE_];
  size_t at = 1;
  if (!oknos_tracing() || (ply > 0 && oknos_trace_entered_ == 0) || !oknos_trace_room_()) return;
  if (ply == 0) oknos_trace_entered_ = 0; /* an engine that leaves a search by longjmp leaves no nodes */
  ++oknos_trace_entered_;
  if (beta <= alpha) beta = alpha + 1; /* made equal by rounding */
  line[0] = '{';
  oknos_text_(line, &at, "enter", move ? move : "");
  oknos_number_(line, &at, "ply", ply);
  oknos_number_(line, &at, "depth", depth);
  oknos_score_(line, &at, "alpha", alpha);
  oknos_score_(line, &at, "beta", beta);
  oknos_end_line_(oknos_trace_file_, line, at);
}

static void oknos_trace_value_(const char *key, int value) {
  char line[OKNOS_LINE_];
  size_t at = 1;
  line[0] = '{';
  oknos_score_(line, &at, key, value);
  oknos_end_line_(oknos_trace_file_, line, at);
}

void oknos_trace_static_eval(int value) {
  if (oknos_tracing() && oknos_trace_entered_ > 0 && value != OKNOS_UNKNOWN) oknos_trace_value_("static_eval", value);
}

void oknos_trace_end(const char *how) {
  if (oknos_tracing() && oknos_trace_entered_ > 0) fprintf(oknos_trace_file_, "{\"end\":\"%s\"}\n", how);
}

void oknos_trace_leave(int score) {
  if (!oknos_tracing() || oknos_trace_entered_ == 0) return;
  oknos_trace_value_("leave", score);
  /* The root: a killed engine leaves at least this much. */
  if (--oknos_trace_entered_ == 0 && (fflush(oknos_trace_file_) != 0 || ferror(oknos_trace_file_)))
    oknos_trace_close_();
}

void oknos_claims_write(const oknos_claim *c) {
  const int wanted = oknos_wanted_;
  oknos_wanted_ = 0;
  if (!c->rule || !c->fen) return;
  if (wanted & OKNOS_CLAIMS_ON_) oknos_write_sample_(c);
  if ((wanted & OKNOS_TRACE_ON_) && oknos_tracing()) oknos_write_in_tree_(c);
}

void oknos_claims_new_search(void) { OKNOS_NEXT_(&oknos_searches_); }

#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#endif /* OKNOS_CLAIMS_IMPLEMENTATION */
