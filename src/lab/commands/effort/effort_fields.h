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
    {&EffortCounts::pv, "pv_nodes", "PV nodes: searched with an open window"},
    {&EffortCounts::cut, "cut_nodes", "expected cut nodes"},
    {&EffortCounts::all, "all_nodes", "expected All-nodes"},
    {&EffortCounts::cut_held, "cut_nodes_failed_high", "expected cut nodes that failed high"},
    {&EffortCounts::all_held, "all_nodes_failed_low", "expected All-nodes that failed low"},
    {&EffortCounts::by_tt, "tt_cuts", "nodes cut by the transposition table"},
    {&EffortCounts::by_rule, "rule_cuts", "nodes cut by a pruning rule"},
    {&EffortCounts::by_null_move, "null_move_cuts", "nodes cut by a null move"},
    {&EffortCounts::by_probcut, "probcut_cuts", "nodes cut by ProbCut"},
    {&EffortCounts::by_multi_cut, "multi_cuts",
     "nodes cut because the singular search, without the TT move, also reached beta"},
    {&EffortCounts::by_stand_pat, "stand_pats", "quiescence nodes whose static evaluation is at least beta"},
    {&EffortCounts::evaluated, "evaluated", "nodes with a static evaluation, from the table or computed"},
    {&EffortCounts::below_extension, "below_extension", "nodes with an extended move on the path from the root"},
    {&EffortCounts::first, "first_cuts", "cutoffs by the first move searched"},
    {&EffortCounts::second, "second_cuts", "cutoffs by the second"},
    {&EffortCounts::third, "third_cuts", "cutoffs by the third"},
    {&EffortCounts::later, "later_cuts", "cutoffs by a later move"},
    {&EffortCounts::places, "places", "sum of the numbers of the cutoff moves among the searched moves, from 1"},
    {&EffortCounts::moves, "moves", "moves searched, without null moves and ProbCut"},
    {&EffortCounts::reduced, "reduced", "moves first searched at reduced depth"},
    {&EffortCounts::plies, "plies", "sum of these reductions, plies"},
    {&EffortCounts::researched, "researched", "reduced moves that were re-searched deeper"},
    {&EffortCounts::confirmed, "confirmed", "re-searches that still raised alpha"},
    {&EffortCounts::checks_extended, "checks_extended", "extended moves that give check, singular ones included"},
    {&EffortCounts::extended, "others_extended", "extended moves that give no check"},
    {&EffortCounts::extended_twice, "extended_twice", "of all these, extended by two plies or more"},
}};

}  // namespace oknos::lab
