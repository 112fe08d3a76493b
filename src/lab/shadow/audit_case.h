#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/score.h"
#include "engine/chess/position.h"
#include "lab/shadow/margins.h"
#include "lab/shadow/shadow.h"

// What an audit says of one thing that was left out: plain data, and how it lies in a run store.
namespace oknos::lab {

enum class MoveKind : std::uint8_t { Quiet, Check, Capture, Promotion, Node };  // Node: no move, a node as a whole
enum class NodeKind : std::uint8_t { Pv, Cut, All, Quiescence };
enum class Phase : std::uint8_t { Opening, Middlegame, Ending };  // by the pieces that are left

std::string_view name_of(MoveKind kind);
std::string_view name_of(NodeKind kind);
std::string_view name_of(Phase phase);
std::string_view name_of(ShadowSample::Kind what);  // "move", "cut above", "cut below"
Phase phase_of(const Position& position);
MoveKind kind_of(const Position& position, Move m);  // Node: no move

// What the root says when one error is undone, and nothing else.
enum class RootImpact : std::uint8_t { Nothing, Value, Move };  // has changed; Move: the best one
std::string_view name_of(RootImpact impact);

// kAuditCaseFields says what each member means.
struct AuditCase {
  std::string rule, rules;
  ShadowSample::Kind what = ShadowSample::Kind::Skip;
  Ordinal ordinal = 0;
  int ply = 0, depth = 0, full_depth = 0, first_depth = 0;
  NodeKind node = NodeKind::All;
  MoveKind kind = MoveKind::Quiet;
  Phase phase = Phase::Middlegame;
  bool in_check = false, improving = false, bulk_skipped = false;
  int searched = 0, history = 0;
  std::string exemptions;
  int correction = 0;
  std::optional<int> static_eval;
  int alpha = 0, beta = 0, bound = 0, slack = 0;
  std::string move;
  bool error = false, found_at_reduced_depth = false;
  int value = 0, regret = 0;
  std::uint64_t nodes = 0;
  std::string fen;
  bool watched = false;
  std::string decided;
  MarginFacts margin_facts;
  std::optional<int> margin, largest_margin;
  std::optional<RootImpact> root_impact;
  std::optional<int> half_points;  // where tablebases have judged; regret is then 0
  // Not stored:
  std::string root;          // of errors, and only where they are added up: the position that was searched
  std::uint32_t search = 0;  // only where intervals are made of single cases: which search they come from

  // Claims of other programs that tablebases judge are not.
  bool was_searched() const { return !half_points || nodes > 0; }
};

AuditCase case_of(const ShadowSample& sample, const ShadowVerdict& verdict);
// The same of a rule that was only watched.
AuditCase case_of(const ShadowSample& sample, const ShadowVerdict& verdict, const pruning::Settings& settings);

inline constexpr auto kAuditCaseFields = [](auto& f, auto& c) {
  f("rule", c.rule, "the rule that decided");
  f("rules", c.rules, "every rule that would have pruned it");
  f.choice("what", c.what, 3, "move; cut above: a node, at beta or more; cut below: a node, at alpha or less");
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
  f("bulk_skipped", c.bulk_skipped, "1: skipped together with others, not considered by itself");
  f("searched", c.searched, "moves searched before at this node");
  f("history", c.history, "of the quiet move, -16384 to 16384");
  f("exemptions", c.exemptions, "kinds of moves (which presets can exempt) that it belongs to");
  f("correction", c.correction, "of the static value, centipawns");
  f("static_eval", c.static_eval, "centipawns; nothing in check");
  f("alpha", c.alpha, "lower bound of the window, centipawns");
  f("beta", c.beta, "upper bound of the window");
  f("bound", c.bound, "what the rule claims: worth at most (cut above: at least) this");
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

// What each rule left out at each depth, checked or not.
struct AuditCount {
  std::string rule;
  int depth = 0;
  PrunedCount pruned;
};

inline constexpr auto kAuditCountFields = [](auto& f, auto& c) {
  f("rule", c.rule, "the rule that decided");
  f("depth", c.depth, "of the node, plies; 0: quiescence");
  f("moves", c.pruned.moves, "moves that were not searched");
  f("nodes", c.pruned.nodes, "nodes that were cut");
};

struct AuditPosition {
  int number = 0;
  std::string id, fen;
  int depth = 0;
  std::uint64_t nodes = 0;
  std::string move;  // empty when there is none
  int value = 0;
  std::vector<AuditCount> counts;
  std::vector<AuditCase> cases;
  std::optional<std::uint64_t> search;  // not stored: where several of these come from one search: its number
};

inline constexpr auto kAuditLayout = [](auto& t, auto& position) {
  t.row("positions", position, [](auto& f, auto& p) {
    f("number", p.number, "place in the input, from 1");
    f("id", p.id, "the position's name");
    f("fen", p.fen, "the position");
    f("depth", p.depth, "completed depth, plies");
    f("nodes", p.nodes, "nodes of the search, without those of the shadow searches");
    f("move", p.move, "the move at the end, UCI");
    f("value", p.value, "its value, centipawns from the view of the side to move");
  });
  t.rows("pruned", position.counts, kAuditCountFields);
  t.rows("cases", position.cases, kAuditCaseFields);
};

}  // namespace oknos::lab
