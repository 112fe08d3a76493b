#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "oknos/observer.h"

namespace oknos::lab {

// What a search did in the nodes of one remaining depth. Depth 0: quiescence.
struct TreeCounts {
  // Nodes, by what was expected of them.
  std::uint64_t pv = 0, cut = 0, all = 0;
  // Of the expected cut nodes and all nodes: how many did fail high, and low.
  std::uint64_t cut_nodes_failed_high = 0, all_held = 0;
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
  TreeCounts& operator+=(const TreeCounts& other);
  bool operator==(const TreeCounts&) const = default;
};

// A count, its name in run stores and JSON, and its meaning.
struct TreeField {
  std::uint64_t TreeCounts::*member;
  const char* name;
  const char* meaning;
};

inline constexpr std::array<TreeField, 26> kTreeFields = {{
    {&TreeCounts::pv, "pv_nodes", "PV nodes: searched with an open window"},
    {&TreeCounts::cut, "cut_nodes", "expected cut nodes"},
    {&TreeCounts::all, "all_nodes", "expected All-nodes"},
    {&TreeCounts::cut_nodes_failed_high, "cut_nodes_failed_high", "expected cut nodes that failed high"},
    {&TreeCounts::all_held, "all_nodes_failed_low", "expected All-nodes that failed low"},
    {&TreeCounts::by_tt, "tt_cuts", "nodes cut by the transposition table"},
    {&TreeCounts::by_rule, "rule_cuts", "nodes cut by a pruning rule"},
    {&TreeCounts::by_null_move, "null_move_cuts", "nodes cut by a null move"},
    {&TreeCounts::by_probcut, "probcut_cuts", "nodes cut by ProbCut"},
    {&TreeCounts::by_multi_cut, "multi_cuts",
     "nodes cut because the singular search, without the TT move, also reached beta"},
    {&TreeCounts::by_stand_pat, "stand_pats", "quiescence nodes whose static evaluation is at least beta"},
    {&TreeCounts::evaluated, "evaluated", "nodes with a static evaluation, from the table or computed"},
    {&TreeCounts::below_extension, "below_extension", "nodes with an extended move on the path from the root"},
    {&TreeCounts::first, "first_cuts", "cutoffs by the first move searched"},
    {&TreeCounts::second, "second_cuts", "cutoffs by the second"},
    {&TreeCounts::third, "third_cuts", "cutoffs by the third"},
    {&TreeCounts::later, "later_cuts", "cutoffs by a later move"},
    {&TreeCounts::places, "places", "sum of the numbers of the cutoff moves among the searched moves, from 1"},
    {&TreeCounts::moves, "moves", "moves searched, without null moves and ProbCut"},
    {&TreeCounts::reduced, "reduced", "moves first searched at reduced depth"},
    {&TreeCounts::plies, "plies", "sum of these reductions, plies"},
    {&TreeCounts::researched, "researched", "reduced moves that were re-searched deeper"},
    {&TreeCounts::confirmed, "confirmed", "re-searches that still raised alpha"},
    {&TreeCounts::checks_extended, "checks_extended", "extended moves that give check, singular ones included"},
    {&TreeCounts::extended, "others_extended", "extended moves that give no check"},
    {&TreeCounts::extended_twice, "extended_twice", "of all these, extended by two plies or more"},
}};

// Counts the events of one search.
class TreeObserver final : public Observer {
 public:
  void node_entered(const NodeEntered& e) override;
  void node_left(const NodeLeft& e) override;
  void move_made(const MoveMade& e) override;

  // By remaining depth with which the nodes were entered.
  const std::map<int, TreeCounts>& depths() const { return depths_; }

 private:
  struct OpenNode {
    NodeEntered entered;
    TreeCounts* counts = nullptr;
    bool below_extension = false;
    std::uint64_t searched = 0;  // moves
    MoveMade move{};             // the one being searched
    int children = 0;            // searches of it so far
    bool re_search = false;      // the one that runs is a second, deeper one
  };
  void count_child(OpenNode& parent, const NodeEntered& child);

  std::map<int, TreeCounts> depths_;
  std::vector<OpenNode> open_;
};

}  // namespace oknos::lab
