/// @file
/// The library for programs in C, and for every language that calls C functions (Python's ctypes, Rust, Go, C#): set up
/// a position, search it, and hear which moves the pruning rules skip.
///
/// Strings are UTF-8 and end with a zero byte. A string or structure that a function returns belongs to the engine and
/// is valid until the next call with that engine. Moves are written as in UCI, positions as FEN. Scores are centipawns
/// from the view of the side to move; a mate in n plies is 32000 - n (-32000 + n when being mated).
///
/// Functions that can fail return 0, or another OknosStatus; oknos_error() then says in one line what was wrong.
/// Nothing is thrown, and the engine stays as it was.
///
/// Engines are independent of each other. One engine is used from one thread at a time; only oknos_stop() may be called
/// from any thread. Callbacks must not call anything with their engine but oknos_stop() and oknos_skip_fen().
#pragma once

#include <stddef.h>
#include <stdint.h>

/// @def OKNOS_C_API
/// Marks what the shared library exports.
#if defined(_WIN32)
#define OKNOS_C_API
#else
#define OKNOS_C_API __attribute__((visibility("default")))
#endif

/// Number of this interface, and the last number in the shared library's name: programs compiled with one number must
/// not load a library with another. It grows only when programs must be compiled again.
#define OKNOS_C_INTERFACE 1

#ifdef __cplusplus
extern "C" {
#endif

/// A searcher together with a position and the moves that led to it.
typedef struct OknosEngine OknosEngine;

/// What a function returns.
typedef enum OknosStatus {
  OKNOS_OK = 0,           ///< done
  OKNOS_INVALID = 1,      ///< an argument cannot be used
  OKNOS_NO_RESOURCE = 2,  ///< the system refuses memory, threads or a file
  OKNOS_FAILED = 3        ///< anything else
} OknosStatus;

/// Whether a game goes on, and if not, why. Repetitions and the fifty-move rule count without being claimed.
typedef enum OknosGameState {
  OKNOS_ONGOING = 0,
  OKNOS_CHECKMATE = 1,
  OKNOS_STALEMATE = 2,
  OKNOS_REPETITION = 3,
  OKNOS_FIFTY_MOVES = 4,
  OKNOS_INSUFFICIENT_MATERIAL = 5
} OknosGameState;

/// What a score says about the value of a position.
typedef enum OknosScoreKind {
  OKNOS_EXACT = 0,     ///< it is the value
  OKNOS_AT_LEAST = 1,  ///< the value is at least the score
  OKNOS_AT_MOST = 2    ///< the value is at most the score
} OknosScoreKind;

/// One of the best lines after an iteration.
typedef struct OknosLine {
  int32_t rank;             ///< 1 is the best
  int32_t depth;            ///< plies of the iteration
  int32_t selective_depth;  ///< the longest line looked at, plies
  int32_t score;            ///< centipawns
  int32_t kind;             ///< an OknosScoreKind
  int32_t mate;             ///< mate in this many moves; negative: being mated; 0: no mate
  uint64_t nodes;           ///< moves made so far, by all threads
  int64_t milliseconds;     ///< since the search began
  const char* moves;        ///< the line, moves separated by blanks; valid during the callback
} OknosLine;

/// A move that a pruning rule skipped. The members mean what those of oknos::MoveSkipped mean (oknos/observer.h).
typedef struct OknosSkip {
  int32_t ply;              ///< of the node, from the root
  int32_t depth;            ///< remaining depth of the node, plies
  int32_t alpha;            ///< lower bound of the window, centipawns
  int32_t beta;             ///< upper bound of the window
  int32_t has_static_eval;  ///< 0: the node was not evaluated, as in check
  int32_t static_eval;      ///< of the node, centipawns
  int32_t bound;            ///< upper bound on the value of the move, according to the rule
  int32_t slack;            ///< alpha - bound
  int32_t searched;         ///< moves searched before it at this node
  int32_t history;          ///< history score of a quiet move, -16384 to 16384
  const char* rule;         ///< name of the first rule that fired, such as "frontier_futility"
  const char* move;         ///< in UCI notation; valid during the callback
  const void* position;     ///< for oknos_skip_fen()
} OknosSkip;

/// Called after each iteration for each line. A nonzero result ends the search.
typedef int (*OknosOnLine)(const OknosLine* line, void* user);

/// Called for each skipped move, from the thread that called oknos_search(). A nonzero result ends the search.
typedef int (*OknosOnSkip)(const OknosSkip* skip, void* user);

/// What to search. Set everything to zero, then `size`, then what is wanted. The search ends at the first limit that it
/// reaches; without any, it goes on until stopped. With one thread and limits in depth or nodes alone, the result of
/// a new engine, or after oknos_clear(), is the same on every machine.
typedef struct OknosSearch {
  size_t size;           ///< sizeof(OknosSearch)
  int32_t depth;         ///< plies, 1 to 245; 0: no limit
  int32_t lines;         ///< how many of the best moves to report; 0 is 1
  uint64_t nodes;        ///< 0: no limit
  int64_t milliseconds;  ///< 0: no limit
  int32_t count_rules;   ///< not 0: count what each rule does, for oknos_rule_use(); not together with on_skip
  OknosOnLine on_line;   ///< may be null
  OknosOnSkip on_skip;   ///< may be null; hears only what the first thread skips
  void* user;            ///< passed to the callbacks
} OknosSearch;

/// What a search has found.
typedef struct OknosResult {
  const char* best_move;       ///< empty only when there is no legal move
  const char* expected_reply;  ///< may be empty
  const char* moves;           ///< the best line, moves separated by blanks
  int32_t score;               ///< of the best line, centipawns
  int32_t mate;                ///< as in OknosLine
  int32_t depth;               ///< plies of the last completed iteration
  uint64_t nodes;              ///< moves made, by all threads
  int64_t milliseconds;        ///< how long it took
  uint64_t moves_made;         ///< with count_rules: moves that were searched, null moves not counted
  uint64_t moves_skipped;      ///< with count_rules: moves that rules skipped
} OknosResult;

/// What one rule did in the last search with count_rules.
typedef struct OknosRuleUse {
  const char* rule;               ///< its name
  uint64_t asked;                 ///< how often it was asked about a move or a node
  uint64_t fired;                 ///< it decided
  uint64_t moves_skipped;         ///< moves that were not searched because of it
  uint64_t nodes_cut;             ///< nodes that it ended, above the horizon
  uint64_t quiescence_nodes_cut;  ///< nodes that it ended in quiescence search
  uint64_t nodes_reduced;         ///< nodes that were searched less deeply because of it
} OknosRuleUse;

/// The version of the library, "MAJOR.MINOR.PATCH".
OKNOS_C_API const char* oknos_version(void);

/// The OKNOS_C_INTERFACE that the library was compiled with.
OKNOS_C_API int oknos_c_interface(void);

/// An engine with one thread, a table of 16 MiB, the default preset, the built-in network and the initial position.
/// @return null: the system refuses the memory or the thread
OKNOS_C_API OknosEngine* oknos_create(void);

/// Frees an engine. Null is allowed.
OKNOS_C_API void oknos_destroy(OknosEngine* engine);

/// What was wrong with the last call that failed, in one line; empty if none has.
OKNOS_C_API const char* oknos_error(const OknosEngine* engine);

/// Sets up a position and plays moves from it.
/// @param engine
/// @param fen 4 to 6 fields; null for the initial position
/// @param moves separated by blanks; may be null
OKNOS_C_API OknosStatus oknos_set_position(OknosEngine* engine, const char* fen, const char* moves);

/// Plays one move.
OKNOS_C_API OknosStatus oknos_play(OknosEngine* engine, const char* move);

/// The present position as a FEN with six fields.
OKNOS_C_API const char* oknos_fen(OknosEngine* engine);

/// Every legal move, separated by blanks; empty for checkmate and stalemate.
OKNOS_C_API const char* oknos_legal_moves(OknosEngine* engine);

/// Whether the game goes on.
OKNOS_C_API OknosGameState oknos_game_state(OknosEngine* engine);

/// The static evaluation without search, in centipawns from the view of the side to move.
OKNOS_C_API int32_t oknos_evaluate(OknosEngine* engine);

/// Sets an option.
/// @param engine
/// @param name "preset", "hash" (MiB), "threads", "network" (a file, "classical", or empty), "tablebases" (folders), or
///   a switch or parameter of the rules: "frontier_futility", "frontier_futility.margin", "null_move"
/// @param value as text: "64", "on"
OKNOS_C_API OknosStatus oknos_set_option(OknosEngine* engine, const char* name, const char* value);

/// Searches the present position in the caller's thread.
/// @return null: it failed, see oknos_error(). Valid until the next call with the engine.
OKNOS_C_API const OknosResult* oknos_search(OknosEngine* engine, const OknosSearch* search);

/// Ends the search that is running. From any thread.
OKNOS_C_API void oknos_stop(OknosEngine* engine);

/// Forgets all previous searches: empties the table and the histories.
OKNOS_C_API void oknos_clear(OknosEngine* engine);

/// In OknosSearch::on_skip: the position before the skipped move, as a FEN. Takes microseconds.
/// @return valid until the callback asks again or returns
OKNOS_C_API const char* oknos_skip_fen(OknosEngine* engine, const OknosSkip* skip);

/// The number of pruning rules.
OKNOS_C_API int oknos_rule_count(void);

/// What a rule did in the last search, if it had count_rules.
/// @param engine
/// @param rule 0 to oknos_rule_count() - 1
/// @return null: there is no such rule, or the last search did not count. The next call overwrites it.
OKNOS_C_API const OknosRuleUse* oknos_rule_use(OknosEngine* engine, int rule);

#ifdef __cplusplus
}
#endif
