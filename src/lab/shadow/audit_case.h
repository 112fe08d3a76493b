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

// What an audit says of one thing that was left out: plain data, as it lies in a run store.
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

struct AuditCase {
  std::string rule;
  std::string rules;  // all that would have left it out, with blanks between
  ShadowSample::Kind what = ShadowSample::Kind::Skip;
  Ordinal ordinal = 0;
  int ply = 0;
  int depth = 0;
  int full_depth = 0;
  int first_depth = 0;
  NodeKind node = NodeKind::All;
  MoveKind kind = MoveKind::Quiet;
  Phase phase = Phase::Middlegame;
  bool in_check = false;
  bool improving = false;
  bool bulk_skipped = false;
  int searched = 0;
  int history = 0;
  std::string exemptions;          // names, with blanks between, of the exempt kinds of moves to which it belongs
  int correction = 0;              // centipawns, as all that follow
  std::optional<int> static_eval;  // nothing in check
  int alpha = 0;
  int beta = 0;
  int bound = 0;
  int slack = 0;
  std::string move;  // UCI; empty: the node as a whole
  bool error = false;
  bool found_at_reduced_depth = false;
  int value = 0;
  int regret = 0;
  std::uint64_t nodes = 0;
  std::string fen;           // of errors only
  std::string root;          // of errors only, and only where they are added up: the position that was searched
  std::uint32_t search = 0;  // only where intervals are made of single cases: which search they come from
  // Of a rule that was only watched, with the least margin that it can have (margins.h):
  bool watched = false;
  std::string decided;  // the rule that left it out all the same; empty: it was searched
  MarginFacts margin_facts;
  std::optional<int> margin;          // that the preset asks for there
  std::optional<int> largest_margin;  // with which the rule would still fire
  // Of some errors: the whole search again with this one thing searched all the same.
  std::optional<RootImpact> root_impact;
  std::optional<int> half_points;  // lost, where tablebases have judged; regret is then 0

  // Claims of other programs that tablebases judge are not.
  bool was_searched() const { return !half_points || nodes > 0; }
};

AuditCase case_of(const ShadowSample& sample, const ShadowVerdict& verdict);
// The same of a rule that was only watched.
AuditCase case_of(const ShadowSample& sample, const ShadowVerdict& verdict, const pruning::Settings& settings);

// What each rule left out at each depth, checked or not.
struct AuditCount {
  std::string rule;
  int depth = 0;
  PrunedCount pruned;
};

struct AuditPosition {
  int number = 0;  // in the input, from 1
  std::string id;
  std::string fen;
  int depth = 0;            // completed
  std::uint64_t nodes = 0;  // of the search
  std::string move;         // UCI; empty when there is none
  int value = 0;            // from the view of the side to move
  std::vector<AuditCount> counts;
  std::vector<AuditCase> cases;
  std::optional<std::uint64_t> search;  // where several of these come from one search: its number
};

}  // namespace oknos::lab
