#pragma once

#include "lab/shadow/audit_case.h"

// The fields of what an audit keeps of each rule and each case, for stores that have such tables.
namespace oknos::lab {

inline constexpr auto kAuditCountFields = [](auto& f, auto& c) {
  f("rule", c.rule, "the rule that decided");
  f("depth", c.depth, "of the node, plies; 0: quiescence");
  f("moves", c.pruned.moves, "moves that were not searched");
  f("nodes", c.pruned.nodes, "nodes that were cut");
};

// What was left out: ShadowSample::Kind.
inline constexpr auto kWhatField = [](auto& f, auto& what) {
  f.choice("what", what, 3, "move; cut above: a node, at beta or more; cut below: a node, at alpha or less");
};

inline constexpr auto kWindowFields = [](auto& f, auto& c) {
  f("alpha", c.alpha, "lower bound of the window, centipawns");
  f("beta", c.beta, "upper bound of the window");
  f("bound", c.bound, "what the rule claims: worth at most (cut above: at least) this");
};

inline constexpr auto kAuditCaseFields = [](auto& f, auto& c) {
  f("rule", c.rule, "the rule that decided");
  f("rules", c.rules, "every rule that would have pruned it");
  kWhatField(f, c.what);
  f("ordinal", c.ordinal, "number among all that this search pruned, from 0");
  f("ply", c.ply, "of the node, from the root");
  f("depth", c.depth, "of the node, plies; 0: quiescence");
  f("full_depth", c.full_depth, "at which it would have been searched, not reduced");
  f("first_depth", c.first_depth, "at which it would have been searched first");
  f.choice("node", c.node, 4, "pv, cut (a cut-off was expected), all, quiescence");
  f.choice("kind", c.kind, 5, "quiet, check, capture, promotion; node: no move");
  f.choice("phase", c.phase, 3, "opening, middlegame, ending");
  f("in_check", c.in_check, "1: the side to move was in check");
  f("improving", c.improving, "1: the static value rose since two plies before");
  f("with_the_rest", c.bulk_skipped, "1: skipped together with others, not considered by itself");
  f("searched", c.searched, "moves searched before at this node");
  f("history", c.history, "of the quiet move, -16384 to 16384");
  f("exemptions", c.exemptions, "kinds of moves (which presets can exempt) that it belongs to");
  f("correction", c.correction, "of the static value, centipawns");
  f("static_value", c.static_eval, "centipawns; nothing in check");
  kWindowFields(f, c);
  f("slack", c.slack, "distance from the rule's threshold, centipawns");
  f("move", c.move, "UCI; empty: a node as a whole");
  f("error", c.error, "1: the claim is wrong about the window");
  f("found_at_reduced_depth", c.found_at_reduced_depth, "1: the reduced search would have seen the error");
  f("value", c.value, "of an error: what it is worth; else a bound");
  f("regret", c.regret, "of an error: by how much");
  f("nodes", c.nodes, "that were saved: the move itself, and the search at first_depth below it");
  f("fen", c.fen, "of an error: the node's position");
  f.choice("root_impact", c.root_impact, 3, "of some errors, undone: what changed at the root: nothing, value, move");
  f("watched", c.watched, "1: sample of a margin sweep, for which the rule did not act");
  f("decided", c.decided, "of a watched rule: the rule that pruned it; empty: searched");
  f("margin_depth", c.margin_facts.depth, "of a watched rule: the depth that its margin depends on");
  f("margin_improving", c.margin_facts.improving, "1: its margin depends on the side improving, and it is");
  f("margin_tactical", c.margin_facts.tactical, "1: its margin depends on the move being tactical, and it is");
  f("margin", c.margin, "of a watched rule: the preset's margin here, in the rule's unit");
  f("largest_margin", c.largest_margin, "of a watched rule: the largest margin with which it would still fire");
  f("half_points", c.half_points, "judged by tablebases: lost of the game's result, in half points");
};

}  // namespace oknos::lab
