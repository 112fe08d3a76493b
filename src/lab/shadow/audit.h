#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/score.h"
#include "lab/record/report.h"
#include "lab/shadow/shadow.h"
#include "lab/statistics/proportion.h"

// An audit: what it says of each thing that was left out, how that lies in a run store, its sums, and what is said of
// them.
namespace oknos::lab {

// --- A case ---------------------------------------------------------------------------------------------------------

enum class MoveKind : std::uint8_t { Quiet, Check, Capture, Promotion, Node };  // Node: no move, a node as a whole
enum class NodeKind : std::uint8_t { Pv, Cut, All, Quiescence };
enum class Phase : std::uint8_t { Opening, Middlegame, Ending };  // by the pieces that are left

// What the root says when one error is undone, and nothing else.
enum class RootImpact : std::uint8_t { Nothing, Value, Move };  // has changed; Move: the best one

template <class E, std::size_t N>
constexpr std::string_view name_among(const std::array<std::string_view, N>& names, E value) {
  return names[static_cast<std::size_t>(value)];
}
inline std::string_view name_of(MoveKind kind) {
  return name_among(std::array<std::string_view, 5>{"quiet", "check", "capture", "promotion", "node"}, kind);
}
inline std::string_view name_of(NodeKind kind) {
  return name_among(std::array<std::string_view, 4>{"pv", "cut", "all", "quiescence"}, kind);
}
inline std::string_view name_of(Phase phase) {
  return name_among(std::array<std::string_view, 3>{"opening", "middlegame", "ending"}, phase);
}
inline std::string_view name_of(ShadowSample::Kind what) {
  return name_among(std::array<std::string_view, 3>{"move", "cut above", "cut below"}, what);
}
inline std::string_view name_of(RootImpact impact) {
  return name_among(std::array<std::string_view, 3>{"nothing", "value", "move"}, impact);
}

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

// `settings`: what plays, of a sample that was only watched.
AuditCase case_of(const ShadowSample& sample, const ShadowVerdict& verdict,
                  const pruning::Settings* settings = nullptr);

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

// --- Rules and their cells ------------------------------------------------------------------------------------------

struct AuditTally {
  bool by_tables = false;                      // tablebases have judged
  ClusterCounts wrong;                         // of what was checked, in clusters of one search each
  std::uint64_t found_at_reduced_depth = 0;    // of the errors
  std::uint64_t nodes = 0;                     // saved, by those checked
  std::array<std::uint64_t, 3> root_impact{};  // of the errors that were undone, by RootImpact
  std::vector<int> regrets;                    // centipawns
  std::uint64_t half_points = 0;               // lost, if by_tables
  std::uint64_t searched = 0;                  // of what was checked; without any, nobody knows what was found or saved

  void add(const AuditCase& c, ClusterCounts::Cluster search);
  AuditTally& operator+=(const AuditTally& other);
  std::uint64_t checked() const { return wrong.trials(); }
  std::uint64_t errors() const { return wrong.events(); }
  Proportion error_rate() const { return wrong.proportion(); }
  std::uint64_t undone() const { return root_impact[0] + root_impact[1] + root_impact[2]; }
  int median_regret() const;  // of the errors; 0 without any
};

enum class Dimension : std::uint8_t { Depth, Kind, Phase, Node, Exemption, Ply };
inline constexpr int kDimensions = 6;
struct DimensionInfo {
  std::string_view name;
  int (*coordinate)(const AuditCase& c);
  std::string (*text)(int coordinate);  // "depth 3", "capture"
};
const DimensionInfo& info_of(Dimension d);

// --- Margins --------------------------------------------------------------------------------------------------------

// What a rule with this margin, or these, would have left out, of the cases of a margin sweep.
struct MarginPoint {
  int margin = 0;
  std::uint64_t cases = 0;
  std::uint64_t errors = 0;  // of them
  std::uint64_t nodes = 0;   // that it saves
  Proportion error_rate{};   // with cases of one search as a cluster

  void add(bool error, std::uint64_t nodes_saved) {
    ++cases;
    errors += error ? 1 : 0;
    nodes += nodes_saved;
  }
};

struct MarginCurve {
  std::string rule;
  MarginFacts facts;
  std::vector<MarginPoint> points;  // from the least margin up, in steps; at least one
  MarginPoint own;                  // with the preset's margins; its `margin` is their mean

  const MarginPoint& least() const { return points.front(); }
  // The smallest margin from which on the error rate stays at most `risk`, of those with enough cases behind them;
  // nothing when there is none.
  std::optional<MarginPoint> for_risk(double risk, std::uint64_t enough) const;
};

// The cases of a margin sweep, as far as curves need them.
class MarginCases {
 public:
  // What is no case of a rule that was watched is passed over.
  void add(const AuditCase& c, ClusterCounts::Cluster search);
  // One for every rule and all that its margin depends on, in the registry's order.
  std::vector<MarginCurve> curves() const;

 private:
  struct Case {
    int largest;  // margin with which it is left out
    int margin;   // the preset's
    ClusterCounts::Cluster search;
    bool error;
    std::uint32_t nodes;
  };
  static std::vector<MarginPoint> points_of(std::vector<Case> cases, int step);
  static MarginPoint own_point(const std::vector<Case>& cases);

  std::map<std::pair<pruning::RuleId, MarginFacts>, std::vector<Case>> groups_;
};

// --- All of it ------------------------------------------------------------------------------------------------------

// The cases are added up as they come and not kept, but for the errors: an audit has millions of them.
class AuditSums {
 public:
  std::uint64_t positions = 0;
  std::uint64_t nodes = 0;                    // of the searches
  std::map<std::string, PrunedCount> pruned;  // by rule
  MarginCases margin_cases;

  void add(const AuditPosition& position);
  // The cells of one rule, by their coordinates.
  std::map<std::vector<int>, AuditTally> cells(std::string_view rule, const std::vector<Dimension>& dimensions) const;
  std::map<std::string, AuditTally> by_rule() const;  // that was checked
  AuditTally all() const;
  std::uint64_t pruned_by(const std::string& rule) const;
  // The errors of a rule (empty: of all) with the most half points lost or the most regret, the worst first; equal ones
  // in the order in which they came.
  std::vector<const AuditCase*> worst(std::size_t most, std::string_view rule = "") const;

 private:
  using Coordinates = std::array<int, kDimensions>;  // in all dimensions, in their order

  std::map<std::string, std::map<Coordinates, AuditTally>, std::less<>> tallies_;  // by rule
  std::vector<AuditCase> errors_;
};

// --- The report -----------------------------------------------------------------------------------------------------

struct AuditViewOptions {
  // Of the second table; not given: depth, of a margin sweep none.
  std::optional<std::vector<Dimension>> by = std::nullopt;
  std::size_t worst = 3;       // cases
  bool worst_of_each = false;  // rule, instead of all rules together
  bool groupings = false;      // in JSON, of each rule: the intervals of all groups that its cells can be put together
                               // to. They do not follow from those of the cells, which have searches in common
  std::string unit = "position";  // what the sums count as one
};

// All that a page of `report` shows.
AuditViewOptions report_view(std::size_t worst);
// --by and --worst. The error names what is no dimension.
Result<AuditViewOptions> audit_view(const std::vector<std::string>& by, std::size_t worst);

// Tables of the rules, of the margins of a sweep and of the rules' cells, and the worst cases. Report: a TextReport or
// a JsonReport (record/report.h).
template <class Report>
void report_audit(Report& out, const AuditSums& sums, const AuditViewOptions& view);

}  // namespace oknos::lab
