#pragma once

#include <array>

#include "lab/commands/effort/effort_counts.h"

namespace oknos::lab {

// A count, its name in run stores and JSON, and its meaning.
struct EffortField {
  std::uint64_t EffortCounts::*member;
  const char* name;
  const char* meaning;
};

inline constexpr std::array<EffortField, 26> kEffortFields = {{
    {&EffortCounts::pv, "pv_nodes", "nodes on the principal variation"},
    {&EffortCounts::cut, "cut_nodes", "nodes expected to fail high"},
    {&EffortCounts::all, "all_nodes", "nodes expected to fail low"},
    {&EffortCounts::cut_held, "cut_nodes_failed_high", "expected cut nodes that did"},
    {&EffortCounts::all_held, "all_nodes_failed_low", "expected all nodes that did"},
    {&EffortCounts::by_tt, "tt_cuts", "nodes cut by the transposition table"},
    {&EffortCounts::by_rule, "rule_cuts", "nodes cut by a pruning rule"},
    {&EffortCounts::by_null_move, "null_move_cuts", "nodes cut by a null move"},
    {&EffortCounts::by_probcut, "probcut_cuts", "nodes cut by ProbCut"},
    {&EffortCounts::by_multi_cut, "multi_cuts", "nodes cut because several moves failed high in a singular search"},
    {&EffortCounts::by_stand_pat, "stand_pats", "quiescence nodes whose static evaluation is at least beta"},
    {&EffortCounts::evaluated, "evaluated", "nodes with a static evaluation, from the table or computed"},
    {&EffortCounts::below_extension, "below_extension", "nodes with an extended move on the path to them"},
    {&EffortCounts::first, "first_cuts", "cutoffs by the first move searched"},
    {&EffortCounts::second, "second_cuts", "cutoffs by the second"},
    {&EffortCounts::third, "third_cuts", "cutoffs by the third"},
    {&EffortCounts::later, "later_cuts", "cutoffs by a later move"},
    {&EffortCounts::places, "places", "sum of the places of the moves that cut, from 1"},
    {&EffortCounts::moves, "moves", "moves searched, without null moves and ProbCut"},
    {&EffortCounts::reduced, "reduced", "moves searched shallower at first"},
    {&EffortCounts::plies, "plies", "sum of these reductions, plies"},
    {&EffortCounts::researched, "researched", "reduced moves that were searched again deeper"},
    {&EffortCounts::confirmed, "confirmed", "of these, still above alpha"},
    {&EffortCounts::checks_extended, "checks_extended", "checking moves extended"},
    {&EffortCounts::extended, "others_extended", "other moves extended, by singular extensions"},
    {&EffortCounts::extended_twice, "extended_twice", "of all these, extended by two plies or more"},
}};

}  // namespace oknos::lab
