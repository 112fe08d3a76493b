#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/pruning/registry/registry.h"
#include "lab/shadow/shadow.h"
#include "oknos/observer.h"

// `oknos-lab why FEN --line "e4 e5 Qh5"`: why was this line not searched further? What the search made of the line:
// every visit of each of its nodes.
namespace oknos::lab {

struct HeldRule {
  pruning::RuleId rule = 0;
  pruning::Guard guard = pruning::Guard::None;
};

// One visit of one node of the line.
struct LineVisit {
  enum class Next : std::uint8_t {
    NotReached,  // the line's next move was never looked at
    Made,        // it was searched
    Pruned       // it was not
  };

  int ply = 0;  // of the node: so many moves of the line lead there
  int depth = 0;
  Score alpha, beta;
  bool pv = false;
  bool cut_node = false;
  bool quiescence = false;
  bool in_check = false;
  // A second time inside the same node: its own quiescence, or the test whether its best move is alone.
  bool again = false;

  Next next = Next::NotReached;
  int child_depth = 0;                     // of a move that was made, at first
  std::optional<ShadowSample> pruned;      // of a move that was not
  std::vector<HeldRule> held;              // rules that would have left it out, had not a guard forbidden
  std::optional<ShadowSample> cut;         // the node itself was cut by a rule
  std::optional<pruning::RuleId> reduced;  // ... or made shallower
  std::vector<HeldRule> node_held;

  NodeEnd end = NodeEnd::Searched;
  Score score;  // from the view of the side to move, as the window
  Move best;
  std::optional<Score> static_eval;
  std::uint64_t nodes = 0;  // moves made below
};

// Listens to one search. The visits of the iteration that was completed last are in the order in which they began, each
// before those of the nodes below it.
class LineWatch : public Observer {
 public:
  explicit LineWatch(std::vector<Move> line) : line_(std::move(line)) {}

  void node_entered(const NodeEntered& e) override;
  void node_left(const NodeLeft& e) override;
  void node_decided(const NodeDecided& e) override;
  void move_skipped(const MoveSkipped& e) override;
  void move_made(const MoveMade& e) override;
  void rule_held(const RuleHeld& e) override;

  // Of the iteration to that depth, which must be the last or the one before; of the last otherwise.
  const std::vector<LineVisit>& visits(int depth) const;

 private:
  struct Open {  // a node that was entered and not left
    int ply = 0;
    EnteredNode node;
    std::optional<std::size_t> visit;  // when it lies on the line
    std::uint64_t nodes_before = 0;
  };
  bool lies_on_line(const NodeEntered& e) const;
  // The visit that is open, when the move is the line's next one there.
  LineVisit* visit_before(MoveBits move);
  LineVisit* open_visit();

  const std::vector<Move> line_;
  std::vector<Open> open_;
  std::vector<HeldRule> held_;  // told, and not yet whose
  std::vector<LineVisit> visits_, before_;
  int iteration_ = 0;
  std::uint64_t nodes_ = 0;
};

}  // namespace oknos::lab
