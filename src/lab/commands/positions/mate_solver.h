#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/chess/position.h"

// Proofs of forced mates: a full-width AND/OR search over all legal moves, deepened one move at a time, that leaves out
// nothing but what cannot mate (a last move that gives no check, an attacker with a bare king).
//
// The fifty-move rule and repetitions are left out, as in composed problems. For a position with a clock of 0 and mates
// in a few moves that changes no answer: no line is long enough for the rule, and on the way to a shortest mate the
// distance falls with each move, so that no position can return.
namespace oknos::lab {

enum class MateVerdict {
  Mate,    // forced within the moves given
  NoMate,  // proved: not within them
  GaveUp   // the nodes did not suffice
};

struct MateAnswer {
  MateVerdict verdict = MateVerdict::NoMate;
  int moves = 0;            // of the side that mates, the fewest that do; 0: mate is on the board
  std::vector<Move> first;  // all that mate in so many, or for the side that is mated all that hold out so long
  std::uint64_t nodes = 0;  // moves made
};

class MateSolver {
 public:
  static constexpr std::uint64_t kDefaultNodes = 20'000'000;

  explicit MateSolver(std::uint64_t most_nodes = kDefaultNodes);

  // Does the side to move mate in at most so many moves (its own, from 1)?
  MateAnswer mates(const Position& position, int most_moves);
  // Is the side to move mated in at most so many moves of the other side (from 0: it is mate)?
  MateAnswer is_mated(const Position& position, int most_moves);

 private:
  // What is known of a position in which the attacker is to move. Recognised by its 64-bit key.
  struct Entry {
    Key key = 0;
    Move best;                    // the move that mates
    std::uint8_t mates_in = 255;  // proved: in at most so many moves
    std::uint8_t safe_for = 0;    // proved: not in so many
  };
  struct Candidate {
    Move move;
    int order = 0;
  };
  using Candidates = StaticVector<Candidate, kMaxMoves>;

  void begin(Color attacker);
  bool attack(Position& position, int moves);
  bool attack_full_width(Position& position, int moves, Entry& entry);
  bool mates_at_once(Position& position);
  bool defence_fails(Position& position, int moves);
  Candidates attacks_in_order(Position& position, Move first);
  void put_replies_in_order(const Position& position, int moves, MoveList& replies) const;
  bool out_of_nodes() const { return nodes_ > most_nodes_; }
  MateAnswer answer(MateVerdict verdict, int moves, std::vector<Move> first) const;

  std::vector<Entry> table_;
  std::vector<Move> refutations_;  // by moves left: the last reply that held
  std::uint64_t most_nodes_;
  std::uint64_t nodes_ = 0;
  Key salt_ = 0;  // keeps what was learnt for one question apart from the next
  Color attacker_ = Color::White;
};

}  // namespace oknos::lab
