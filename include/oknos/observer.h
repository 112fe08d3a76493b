/// @file
/// What a search tells about itself: every node, every move it makes, and every move that a pruning rule made it skip.
///
/// Scores are centipawns from the view of the side to move at the node, depths and plies are half-moves; mate in n
/// plies is 32000 - n.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace oknos {

/// A position inside the search. Users of the library see only its name; position_text() tells what it is.
class Position;

/// The position as a FEN. Takes microseconds: not for every node of a large search.
/// @param position as an event has it, during the call
std::string position_text(const Position& position);

/// How a node ended.
enum class NodeEnd : std::uint8_t {
  Searched,      ///< its moves were searched (or skipped)
  Draw,          ///< repetition, fifty moves, or not enough men to mate
  TableCut,      ///< the transposition table knew enough
  MateDistance,  ///< a shorter mate is known elsewhere
  RuleCut,       ///< a pruning rule cut it; Observer::node_decided() told which
  NullMoveCut,   ///< passing the move held beta
  ProbCut,       ///< a capture holds more than beta in a shallower search
  MultiCut,      ///< more than one move holds beta in a shallower search
  StandPat,      ///< at the horizon, the static value held beta
  NoMoves,       ///< mate or stalemate
  Stopped,       ///< the search was stopped: the score means nothing
  Horizon,       ///< the line is as long as the program can follow
  Tablebase      ///< the tablebases know its result
};

/// A move in 16 bits: bits 0-5 target square (a1 = 0, b1 = 1, h8 = 63), 6-11 source square, 12-13 promotion piece less
/// one (knight = 0), 14-15 kind (0 normal, 1 promotion, 2 en passant, 3 castling, written king takes own rook). 0 is no
/// move (a null move).
using MoveBits = std::uint16_t;

/// The move in UCI notation: "e2e4", "e7e8q", "e1g1", "0000" for no move.
/// @param move what an event has
/// @param chess960 write castling as king takes rook: "e1h1"
std::string move_text(MoveBits move, bool chess960 = false);

/// How many pruning rules there are. They are known by a number from 0 to rule_count() - 1; the number of a rule may
/// change from version to version, its name does not.
int rule_count();

/// The name of a rule: "frontier_futility". Empty if there is no such rule.
/// @param rule its number
std::string_view rule_name(int rule);

/// The name of a guard (a safety condition of rules): "mate-window". Empty if there is no such guard.
/// @param guard its number, as RuleHeld::guard or a bit of MoveSkipped::exemptions
std::string_view guard_name(int guard);

/// A set of rules: bit n is rule n.
using RuleSet = std::uint64_t;

/// The search begins with a node.
struct NodeEntered {
  int ply = 0;                         ///< from the root
  int depth = 0;                       ///< remaining; 0 in quiescence
  int alpha = 0;                       ///< lower bound of the window
  int beta = 0;                        ///< upper bound of the window
  bool pv = false;                     ///< the window is open: beta - alpha > 1
  bool quiescence = false;             ///< captures and the like only
  bool in_check = false;               ///< the side to move is in check
  bool cut_node = false;               ///< a beta cutoff is expected
  std::uint64_t key = 0;               ///< of the position
  MoveBits previous = 0;               ///< the move that led here; 0: a null move, or none
  const Position* position = nullptr;  ///< valid during the call
};

/// The search is done with a node.
struct NodeLeft {
  int ply = 0;                      ///< from the root
  int score = 0;                    ///< the result
  MoveBits best_move = 0;           ///< may be none
  NodeEnd end = NodeEnd::Searched;  ///< how it ended
  bool has_static_eval = false;     ///< false in check, and where the node ended before anybody wanted it
  int static_eval = 0;              ///< the static evaluation, corrected
  bool quiescence = false;          ///< captures and the like only
};

/// What is left out of a search, moves and nodes alike, is counted from 0 in the order of events. One thread searches
/// the same tree again from the same limits and an empty table, so that the number names the same thing there.
using Ordinal = std::uint64_t;

/// A move is not searched.
struct MoveSkipped {
  Ordinal ordinal = 0;           ///< its number
  int ply = 0;                   ///< of the node, from the root
  int depth = 0;                 ///< remaining at the node
  int alpha = 0;                 ///< at this moment: the moves before may have raised it
  int beta = 0;                  ///< upper bound of the window
  bool has_static_eval = false;  ///< false in check
  int static_eval = 0;           ///< the static evaluation of the node, corrected
  MoveBits move = 0;             ///< the move
  int rule = 0;                  ///< the rule that decided
  RuleSet rules = 0;             ///< every rule that would have skipped it, `rule` among them
  int bound = 0;                 ///< what the rule claims: the move is worth at most this
  int slack = 0;                 ///< alpha - bound: how much the rule had to spare
  bool bulk_skipped = false;     ///< not looked at itself: the rule dropped it with others
  int full_depth = 0;            ///< depth at which it would have been searched, extended but not reduced
  int first_depth = 0;    ///< depth at which it would have been searched first: reduced as a late move; if bulk_skipped
                          ///< as the first move
  int reduced_depth = 0;  ///< the node's depth less that reduction: what some rules go by
  int searched = 0;       ///< moves searched before it at this node
  int history = 0;        ///< how the quiet move did elsewhere, -16384 to 16384; 0: not known
  bool improving = false;        ///< the static value rose since the side's previous move
  int correction = 0;            ///< the learnt error of the static evaluation, which static_eval includes
  std::uint32_t exemptions = 0;  ///< kinds of moves that presets may exempt, a bit for each guard; if bulk_skipped 0
  const Position* position = nullptr;  ///< before the move; valid during the call
};

/// A rule's verdict on a whole node.
struct NodeDecided {
  /// What the rule does.
  enum class Kind : std::uint8_t {
    Cut,      ///< leave the node with `value`, at least beta or at most alpha; with a `move`: that move holds beta
    Resolve,  ///< leave it with what quiescence says, if that is at most alpha
    Reduce,   ///< search on, `plies` shallower
    Restrict  ///< generate only some moves; Observer::move_skipped() tells the others
  };
  Ordinal ordinal = 0;           ///< its number
  int ply = 0;                   ///< from the root
  int depth = 0;                 ///< remaining
  int alpha = 0;                 ///< lower bound of the window
  int beta = 0;                  ///< upper bound of the window
  bool has_static_eval = false;  ///< false in check
  int static_eval = 0;           ///< the static evaluation, corrected
  Kind kind = Kind::Cut;         ///< what the rule does
  int rule = 0;                  ///< the rule that decided
  RuleSet rules = 0;             ///< every rule that had something to say, `rule` among them
  int value = 0;                 ///< of a cut
  int plies = 0;                 ///< of a reduction
  MoveBits move = 0;             ///< of a cut: the move that was shown to hold beta without being searched; or none
  bool improving = false;        ///< the static value rose since the side's previous move
  int correction = 0;            ///< the learnt error of the static evaluation, which static_eval includes
  const Position* position = nullptr;  ///< valid during the call
};

/// What a rule that is watched would have done to a move with settings of its own.
struct MoveWatched : MoveSkipped {
  int decided = -1;  ///< the rule that leaves the move out, or -1: it is searched
};

/// What a rule that is watched would have done to a node with settings of its own.
struct NodeWatched : NodeDecided {
  int decided = -1;  ///< the rule that decides the node, or -1: none does
};

/// A rule's condition holds, but a guard forbids it to act. Told after node_entered() of the node that it was asked
/// about, or before move_made() or move_skipped() of the move.
struct RuleHeld {
  int rule = 0;   ///< its number
  int guard = 0;  ///< see guard_name()
};

/// A move is going to be searched.
struct MoveMade {
  int ply = 0;          ///< of the node, from the root
  MoveBits move = 0;    ///< 0: a null move
  int child_depth = 0;  ///< depth at which the move is searched first; it may be searched again, deeper
};

/// Derive from it and override what you want to hear.
///
/// The calls come from the thread that searches, in the order of events: node_entered(), then what happens at the node,
/// with whole nodes between, then node_left(). The searched tree is the same whether somebody listens or not.
class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;

  /// The search begins with a node.
  virtual void node_entered(const NodeEntered&) {}
  /// The search is done with the node entered last.
  virtual void node_left(const NodeLeft&) {}
  /// A rule decided about the node entered last.
  virtual void node_decided(const NodeDecided&) {}
  /// A rule made the search skip a move.
  virtual void move_skipped(const MoveSkipped&) {}
  /// A move is going to be searched.
  virtual void move_made(const MoveMade&) {}
  /// A guard kept a rule from acting.
  virtual void rule_held(const RuleHeld&) {}
  /// For the laboratory, which has rules watched; told after the rules have been asked. Ordinals count what is told
  /// here alone. Never called by Searcher.
  virtual void move_watched(const MoveWatched&) {}
  /// As move_watched(), of a node.
  virtual void node_watched(const NodeWatched&) {}
};

}  // namespace oknos
