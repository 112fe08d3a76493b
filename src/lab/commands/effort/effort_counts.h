#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "oknos/observer.h"

namespace oknos::lab {

// What a search did in the nodes of one remaining depth. Depth 0: quiescence.
struct EffortCounts {
  // Nodes, by what was expected of them.
  std::uint64_t pv = 0, cut = 0, all = 0;
  // Of the expected cut nodes and all nodes: how many did fail high, and low.
  std::uint64_t cut_held = 0, all_held = 0;
  // Nodes that ended without searching their moves, by cause.
  std::uint64_t by_tt = 0, by_rule = 0, by_null_move = 0, by_probcut = 0, by_multi_cut = 0, by_stand_pat = 0;
  std::uint64_t evaluated = 0;        // nodes with a static evaluation
  std::uint64_t below_extension = 0;  // nodes with an extended move on the path from the root
  // Cutoffs by a move that was searched: by its place among the moves searched, and the sum of these places.
  std::uint64_t first = 0, second = 0, third = 0, later = 0, places = 0;
  // Moves searched, without null moves and ProbCut.
  std::uint64_t moves = 0;
  std::uint64_t reduced = 0, plies = 0;             // reduced at first, and the sum of these reductions
  std::uint64_t researched = 0, confirmed = 0;      // ... searched again deeper; still above alpha then
  std::uint64_t checks_extended = 0, extended = 0;  // extended checks; other extended moves
  std::uint64_t extended_twice = 0;                 // of all these, by two plies or more

  std::uint64_t nodes() const { return pv + cut + all; }
  std::uint64_t cutoffs() const { return first + second + third + later; }
  std::uint64_t ended_early() const {
    return by_tt + by_rule + by_null_move + by_probcut + by_multi_cut + by_stand_pat;
  }
  EffortCounts& operator+=(const EffortCounts& other);
  bool operator==(const EffortCounts&) const = default;
};

// Counts the events of one search.
class EffortObserver final : public Observer {
 public:
  void node_entered(const NodeEntered& e) override;
  void node_left(const NodeLeft& e) override;
  void move_made(const MoveMade& e) override;

  // By remaining depth with which the nodes were entered.
  const std::map<int, EffortCounts>& depths() const { return depths_; }

 private:
  struct OpenNode {
    NodeEntered entered;
    EffortCounts* counts = nullptr;
    bool below_extension = false;
    std::uint64_t searched = 0;  // moves
    MoveMade move{};             // the one being searched
    int children = 0;            // searches of it so far
    bool re_search = false;      // the one that runs is a second, deeper one
  };
  void count_child(OpenNode& parent, const NodeEntered& child);

  std::map<int, EffortCounts> depths_;
  std::vector<OpenNode> open_;
};

}  // namespace oknos::lab
