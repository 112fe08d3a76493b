#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// What a search tells about itself: every node, every move it makes, and every move that a pruning rule made it skip.
// This header needs no other of the project. Scores are centipawns from the view of the side to move at the node,
// depths and plies are half-moves; mate in n plies is 32000 - n.
namespace oknos {

class Position;  // chess/position.h; to users of this header alone it is just a name

// How a node ended.
enum class NodeEnd : std::uint8_t {
  Searched,      // its moves were searched (or skipped)
  Draw,          // repetition, fifty moves, or not enough men to mate
  TableCut,      // the transposition table knew enough
  MateDistance,  // a shorter mate is known elsewhere
  RuleCut,       // a pruning rule cut it; `node_decided` told which
  NullMoveCut,   // passing the move held beta
  ProbCut,       // a capture holds more than beta in a shallower search
  MultiCut,      // more than one move holds beta in a shallower search
  StandPat,      // at the horizon, the static value held beta
  NoMoves,       // mate or stalemate
  Stopped,       // the search was stopped: the score means nothing
  Horizon,       // the line is as long as the program can follow
  Tablebase      // the tablebases know its result
};

// A move in 16 bits: bits 0-5 target square (a1 = 0, b1 = 1, h8 = 63), 6-11 source square, 12-13 promotion piece less
// one (knight = 0), 14-15 kind (0 normal, 1 promotion, 2 en passant, 3 castling, written king takes own rook). 0 is no
// move (a null move).
using MoveBits = std::uint16_t;

// "e2e4", "e7e8q", "e1g1" (in Chess960 "e1h1"), "0000" for no move.
std::string move_text(MoveBits move, bool chess960 = false);

// Rules are known by a number from 0 to rule_count() - 1; the number of a rule may change from version to version, its
// name ("frontier_futility") does not. For any other number the name is empty.
int rule_count();
std::string_view rule_name(int rule);
// "mate-window"; empty for what is none.
std::string_view guard_name(int guard);

// A set of rules: bit n is rule n.
using RuleSet = std::uint64_t;

struct NodeEntered {
  int ply = 0;    // from the root
  int depth = 0;  // remaining; 0 in quiescence
  int alpha = 0;
  int beta = 0;
  bool pv = false;  // the window is open
  bool quiescence = false;
  bool in_check = false;
  bool cut_node = false;               // a cut-off is expected
  std::uint64_t key = 0;               // of the position
  MoveBits previous = 0;               // the move that led here
  const Position* position = nullptr;  // valid during the call
};

struct NodeLeft {
  int ply = 0;
  int score = 0;
  MoveBits best_move = 0;  // may be none
  NodeEnd end = NodeEnd::Searched;
  bool has_static_value = false;  // false in check, and where the node ended before anybody wanted it
  int static_value = 0;
  bool quiescence = false;
};

// What is left out of a search, moves and nodes alike, is counted from 0 in the order of events. One thread searches
// the same tree again from the same limits and an empty table, so that the number names the same thing there.
using Ordinal = std::uint64_t;

// A move that is not searched.
struct MoveSkipped {
  Ordinal ordinal = 0;
  int ply = 0;  // of the node
  int depth = 0;
  int alpha = 0;  // at this moment: the moves before may have raised it
  int beta = 0;
  bool has_static_value = false;
  int static_value = 0;
  MoveBits move = 0;
  int rule = 0;                        // which decided
  RuleSet rules = 0;                   // every rule that would have skipped it, `rule` among them
  int bound = 0;                       // what the rule claims: the move is worth at most this
  int slack = 0;                       // alpha - bound: how much the rule had to spare
  bool with_the_rest = false;          // not looked at itself: the rule dropped it with others
  int full_depth = 0;                  // at which it would have been searched, extended but not reduced
  int first_depth = 0;                 // ... and at which first: reduced as a late move. Of the rest: as the first
  int reduced_depth = 0;               // the node's, less that reduction: what some rules go by
  int searched = 0;                    // moves searched before it at this node
  int history = 0;                     // how the quiet move did elsewhere, -16384 to 16384; 0: not known
  bool improving = false;              // the static value rose since our move before
  int correction = 0;                  // centipawns: what was learnt of the static value's error, and is part of it
  std::uint32_t exemptions = 0;        // kinds of moves that presets may exempt, a bit for each guard (guard_name); of
                                       // the rest: 0
  const Position* position = nullptr;  // before the move; valid during the call
};

// A rule's verdict on a whole node.
struct NodeDecided {
  enum class Kind : std::uint8_t {
    Cut,      // leave the node with `value`, at least beta or at most alpha; with a `move`: that move holds beta
    Resolve,  // leave it with what quiescence says, if that is at most alpha
    Reduce,   // search on, `plies` shallower
    Restrict  // only some moves are generated; move_skipped tells the others
  };
  Ordinal ordinal = 0;
  int ply = 0;
  int depth = 0;
  int alpha = 0;
  int beta = 0;
  bool has_static_value = false;
  int static_value = 0;
  Kind kind = Kind::Cut;
  int rule = 0;
  RuleSet rules = 0;  // every rule that had something to say, `rule` among them
  int value = 0;
  int plies = 0;
  MoveBits move = 0;  // a cut: the move that was shown to hold beta without being searched; or none
  bool improving = false;
  int correction = 0;                  // as of a move
  const Position* position = nullptr;  // valid during the call
};

// What a rule that is watched would have done with settings of its own, told after the rules have been asked. `decided`
// is the rule that leaves the move or the node out, or -1: it is searched.
struct MoveWatched : MoveSkipped {
  int decided = -1;
};
struct NodeWatched : NodeDecided {
  int decided = -1;
};

// The rule's condition holds, but a guard forbids. Told after node_entered of the node that it was asked about, or
// before move_made or move_skipped of the move.
struct RuleHeld {
  int rule = 0;
  int guard = 0;  // see guard_name()
};

struct MoveMade {
  int ply = 0;          // of the node
  MoveBits move = 0;    // 0: a null move
  int child_depth = 0;  // at which the move is searched first; it may be searched again, deeper
};

// Derive from it and override what you want to hear. The calls come from the thread that searches, in the order of
// events: node_entered, then what happens at the node, with whole nodes between, then node_left. The searched tree is
// the same whether somebody listens or not.
class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;

  virtual void node_entered(const NodeEntered&) {}
  virtual void node_left(const NodeLeft&) {}
  virtual void node_decided(const NodeDecided&) {}
  virtual void move_skipped(const MoveSkipped&) {}
  virtual void move_made(const MoveMade&) {}
  virtual void rule_held(const RuleHeld&) {}
  // Their ordinals count what is told here alone.
  virtual void move_watched(const MoveWatched&) {}
  virtual void node_watched(const NodeWatched&) {}
};

}  // namespace oknos
