/// @file
/// Search events: every node, every move made, and every move that a pruning rule skipped.
///
/// Scores are in centipawns from the view of the side to move at the node. Depths and plies are in half-moves. A mate
/// in n plies is 32000 - n.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace oknos {

/// An opaque position inside the search; position_text() returns it as a FEN.
class Position;

/// The position as a FEN. Takes microseconds, so do not call it for every node of a large search.
/// @param position the `position` of an event; valid only during the callback
std::string position_text(const Position& position);

/// How a node ended.
enum class NodeEnd : std::uint8_t {
  Searched,      ///< its moves were searched or skipped
  Draw,          ///< repetition, fifty-move rule or insufficient material
  TableCut,      ///< cutoff from the transposition table
  MateDistance,  ///< mate distance pruning: a shorter mate is already known
  RuleCut,       ///< a pruning rule cut it; see Observer::node_decided()
  NullMoveCut,   ///< the null move failed high
  ProbCut,       ///< a capture exceeded a raised beta in a reduced search
  MultiCut,      ///< several moves failed high in a reduced search
  StandPat,      ///< in quiescence, the static evaluation is at least beta
  NoMoves,       ///< checkmate or stalemate
  Stopped,       ///< the search was stopped; the score is meaningless
  Horizon,       ///< the maximum ply was reached, or a rule handed the node to quiescence, which raised alpha
  Tablebase      ///< result from the tablebases
};

/// A move in 16 bits: bits 0-5 target square (a1 = 0, b1 = 1, h8 = 63), 6-11 source square, 12-13 promotion piece (0
/// knight, 1 bishop, 2 rook, 3 queen), 14-15 kind (0 normal, 1 promotion, 2 en passant, 3 castling, encoded as king
/// takes own rook). 0 means no move, or a null move.
using MoveBits = std::uint16_t;

/// The move in UCI notation: "e2e4", "e7e8q", "e1g1", "0000" for no move.
/// @param move a move of an event
/// @param chess960 write castling as king takes rook: "e1h1"
std::string move_text(MoveBits move, bool chess960 = false);

/// The number of pruning rules. A rule is identified by a number from 0 to rule_count() - 1. Numbers may change between
/// versions; names do not.
int rule_count();

/// The name of a rule, such as "frontier_futility"; empty if there is no such rule.
/// @param rule 0 to rule_count() - 1
std::string_view rule_name(int rule);

/// The name of a guard (a safety condition that keeps a rule from acting), such as "mate-window"; empty if there is no
/// such guard.
/// @param guard RuleHeld::guard, or the number of a bit set in MoveSkipped::exemptions
std::string_view guard_name(int guard);

/// A set of rules: bit n is rule n.
using RuleSet = std::uint64_t;

/// The search enters a node.
struct NodeEntered {
  int ply = 0;                         ///< from the root
  int depth = 0;                       ///< remaining depth; 0 in quiescence
  int alpha = 0;                       ///< lower bound of the window
  int beta = 0;                        ///< upper bound of the window
  bool pv = false;                     ///< PV node: beta - alpha > 1
  bool quiescence = false;             ///< a node of the quiescence search
  bool in_check = false;               ///< the side to move is in check
  bool cut_node = false;               ///< expected cut node
  std::uint64_t key = 0;               ///< Zobrist key of the position
  MoveBits previous = 0;               ///< the move that led here; 0 after a null move or at the root
  const Position* position = nullptr;  ///< valid during the call
};

/// The search leaves a node.
struct NodeLeft {
  int ply = 0;                      ///< from the root
  int score = 0;                    ///< value of the node (fail-soft)
  MoveBits best_move = 0;           ///< 0: none
  NodeEnd end = NodeEnd::Searched;  ///< why it ended
  bool has_static_eval = false;  ///< false if the node ended before it was evaluated, and in check, unless in_check =
                                 ///< stand_pat
  int static_eval = 0;           ///< what rules used as the static evaluation: after correction history, or a tighter
                                 ///< TT score (estimate = tt), or a bound on it (lazy evaluation)
  bool quiescence = false;       ///< a node of the quiescence search
};

/// The number of a pruned move or node: they are counted together from 0, in the order of events. With one thread, the
/// same limits and an empty transposition table the tree is the same again, so the number identifies the same move or
/// node.
using Ordinal = std::uint64_t;

/// A rule skipped a move.
struct MoveSkipped {
  Ordinal ordinal = 0;           ///< number of this skip
  int ply = 0;                   ///< of the node, from the root
  int depth = 0;                 ///< remaining depth of the node
  int alpha = 0;                 ///< current value, which earlier moves may have raised
  int beta = 0;                  ///< upper bound of the window
  bool has_static_eval = false;  ///< false in check, unless in_check = stand_pat
  int static_eval = 0;           ///< of the node, as in NodeLeft
  MoveBits move = 0;             ///< the skipped move
  int rule = 0;                  ///< the first rule that fired
  RuleSet rules = 0;             ///< all rules that fired, including `rule`
  int bound = 0;                 ///< upper bound on the value of the move, according to the rule
  int slack = 0;                 ///< alpha - bound
  bool bulk_skipped = false;     ///< skipped together with other moves, without being examined itself
  int full_depth = 0;            ///< depth of a full search of it: with check extensions, without reductions
  int first_depth = 0;    ///< depth of the first search of it, after late move reductions; if bulk_skipped, that of the
                          ///< move at which the rule fired (restricted nodes: depth - 1)
  int reduced_depth = 0;  ///< depth of the node minus that reduction, for rules that use it; the node's depth if none
                          ///< does; 0 if the node was restricted
  int searched = 0;       ///< number of moves searched before it at this node
  int history = 0;        ///< history score of a quiet move, -16384 to 16384; 0 also if not known
  bool improving = false;        ///< the static evaluation is higher than two plies earlier (four if unknown then)
  int correction = 0;            ///< correction history, centipawns; part of static_eval unless a TT score replaced it
  std::uint32_t exemptions = 0;  ///< kinds of exempt moves that it belongs to, one bit per guard; 0 if bulk_skipped
  const Position* position = nullptr;  ///< before the move; valid during the call
};

/// A rule decided about a whole node.
struct NodeDecided {
  /// What the rule does.
  enum class Kind : std::uint8_t {
    Cut,      ///< return `value`, which is >= beta or <= alpha; `move`, if any, fails high
    Resolve,  ///< hand the node to quiescence and return its value if that is <= alpha; frontier_node returns any value
    Reduce,   ///< continue `plies` shallower
    Restrict  ///< generate only some moves; Observer::move_skipped() reports the others
  };
  Ordinal ordinal = 0;           ///< number of this decision
  int ply = 0;                   ///< from the root
  int depth = 0;                 ///< remaining depth
  int alpha = 0;                 ///< lower bound of the window
  int beta = 0;                  ///< upper bound of the window
  bool has_static_eval = false;  ///< false in check, unless in_check = stand_pat
  int static_eval = 0;           ///< as in NodeLeft
  Kind kind = Kind::Cut;         ///< what the rule does
  int rule = 0;                  ///< the first rule that fired
  RuleSet rules = 0;             ///< all rules that fired, including `rule`
  int value = 0;           ///< Cut: the value, before the convention `recorded` is applied; Resolve: alpha; Restrict:
                           ///< bound on the moves left out
  int plies = 0;           ///< Reduce: the size of the reduction
  MoveBits move = 0;       ///< Cut: the move shown to fail high without being searched; 0: none
  bool improving = false;  ///< as in MoveSkipped
  int correction = 0;      ///< as in MoveSkipped
  const Position* position = nullptr;  ///< valid during the call
};

/// What a watched rule, with settings of its own, would have done to a move.
struct MoveWatched : MoveSkipped {
  int decided = -1;  ///< the rule that skips the move; -1: it is searched
};

/// A watched rule would have decided about a node.
struct NodeWatched : NodeDecided {
  int decided = -1;  ///< the rule that decides about the node; -1: none
};

/// A rule's condition holds, but a guard keeps it from acting. Reported after node_entered() for rules about nodes, and
/// before move_made() or move_skipped() for rules about moves.
struct RuleHeld {
  int rule = 0;   ///< number of the rule
  int guard = 0;  ///< see guard_name()
};

/// A move is about to be searched.
struct MoveMade {
  int ply = 0;          ///< of the node, from the root
  MoveBits move = 0;    ///< 0: a null move
  int child_depth = 0;  ///< depth of its first search; a re-search may be deeper
  int depth = 0;        ///< remaining depth of the node, which may have been adjusted since it was entered
  int full_depth = 0;   ///< depth of a full search of the move: with extensions, without late move reductions
};

/// Base class: override the events that you need.
///
/// Calls come from the searching thread, in the order of events: node_entered(), the events of the node with those of
/// its child nodes between them, then node_left(). An observer does not change the searched tree.
class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;

  /// The search enters a node.
  virtual void node_entered(const NodeEntered&) {}
  /// The search leaves the node entered last.
  virtual void node_left(const NodeLeft&) {}
  /// A rule decided about the node entered last.
  virtual void node_decided(const NodeDecided&) {}
  /// A rule made the search skip a move.
  virtual void move_skipped(const MoveSkipped&) {}
  /// A move is about to be searched.
  virtual void move_made(const MoveMade&) {}
  /// A guard kept a rule from acting.
  virtual void rule_held(const RuleHeld&) {}
  /// Laboratory only, never called by Searcher: what a watched rule would have done to a move. Reported after all rules
  /// have been evaluated, with ordinals counted separately.
  virtual void move_watched(const MoveWatched&) {}
  /// The same for a node.
  virtual void node_watched(const NodeWatched&) {}
};

}  // namespace oknos
