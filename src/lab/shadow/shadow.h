#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/chess/position.h"
#include "engine/pruning/registry/registry.h"
#include "engine/search/engine.h"
#include "engine/search/subtree_search.h"
#include "engine/tablebases/tablebases.h"
#include "oknos/observer.h"

// The shadow search: what the playing search skipped or cut is searched after all, by a search of its own
// (docs/audit.md).
namespace oknos::lab {

// --- What the search left out --------------------------------------------------------------------------------------

struct ShadowSample {
  enum class Kind : std::uint8_t {
    Skip,      // a move
    FailHigh,  // a node, cut at or above beta
    FailLow    // a node, cut at or below alpha
  };
  explicit ShadowSample(Position p) : position(std::move(p)) {}

  Kind kind = Kind::Skip;
  Ordinal ordinal = 0;
  Position position;  // of the node, with its history
  int depth = 0;
  Score alpha, beta;
  int ply = 0;
  Move previous;           // that led to the node
  std::vector<Move> line;  // from the root to the node; a null move is none
  Move move;               // skipped, or said to hold beta; none: the node as a whole
  pruning::RuleId rule = 0;
  RuleSet rules = 0;  // every rule that would have left it out
  Score bound;        // what the rule claims
  std::optional<Score> static_eval;
  Depth full;   // at which the move, or the node, would have been searched
  Depth first;  // ... and at which first; see MoveSkipped
  bool pv = false;
  bool cut_node = false;
  bool bulk_skipped = false;
  bool improving = false;
  int searched = 0;
  int history = 0;
  Score correction;
  std::uint32_t exemptions = 0;  // see MoveSkipped
  int reduced_depth = 0;         // see MoveSkipped
  // Of a rule that was only watched:
  bool watched = false;
  std::optional<pruning::RuleId> decided;  // the rule that left it out all the same
  bool if_quiescence_agrees = false;       // the claim is made only where quiescence fails low too

  // How much the rule had to spare.
  Score slack() const { return kind == Kind::FailHigh ? bound - beta : alpha - bound; }
};

// What an event says of something that is left out, and node_entered of the node.
struct EnteredNode {
  Move previous{};
  bool pv = false;
  bool cut_node = false;
};
ShadowSample sample_of(const MoveSkipped& e, const EnteredNode& node);
ShadowSample sample_of(const NodeDecided& e, const EnteredNode& node);  // not of a reduction, not of a restriction

// --- Its margin ----------------------------------------------------------------------------------------------------
// How much of its margin each thing that a rule leaves out would have allowed; what each rule's margin is, it declares
// itself (pruning/margin.h).

using pruning::MarginFacts;

bool has_margin(pruning::RuleId rule);
std::string_view margin_unit(
    pruning::RuleId rule);  // "centipawns", "moves", "1/16384", "1/100 log odds"; "": it has none

// The rule with the least margin that the registry allows: it says all that it could ever say. On, whether or not it
// was. Precondition of all that follow: has_margin(rule).
pruning::RuleSetting with_least_margin(pruning::RuleId rule, pruning::RuleSetting setting);

// The sample must outlive it.
pruning::MarginQuestion margin_question(const ShadowSample& s);
MarginFacts margin_facts(const ShadowSample& s, const pruning::RuleSetting& setting);
// The margin that the setting asks for there.
int margin_at(pruning::RuleId rule, const pruning::RuleSetting& setting, const MarginFacts& facts);
// The largest with which the rule would still fire, its other parameters being as in the settings. Of rules whose bound
// holds the margin, for what was left out with the least one. Nothing: what it went by is not known.
std::optional<int> largest_margin(const ShadowSample& s, const pruning::Settings& settings);
// By how much the margin of these settings, with which it was left out, could be larger and the rule would still have
// fired. Nothing: it goes by no margin, or what it went by is not known.
std::optional<int> spare_margin(const ShadowSample& s, const pruning::Settings& settings);

// --- A sample of it ------------------------------------------------------------------------------------------------

// Selects one in N pruned moves and nodes, with N set per rule, by a hash of the ordinal. The sample depends on the
// search alone, not on the number or timing of threads.
class Sampling {
 public:
  explicit Sampling(std::uint64_t every) : usual_(every) { every_.fill(every); }

  void set(pruning::RuleId rule, std::uint64_t every) { every_[rule] = every; }  // one in `every`
  std::uint64_t every(pruning::RuleId rule) const { return every_[rule]; }
  bool wants(pruning::RuleId rule, Ordinal ordinal) const;

  // Identifies the sampling of a run, and may follow "one in ": "1000", "1000 (frontier futility: one in 5000)".
  std::string text() const;

 private:
  std::uint64_t usual_;  // of rules that are not named
  std::array<std::uint64_t, pruning::kRules> every_{};
};

// Parses the arguments of --sample: "1000" for all rules, "frontier_futility=5000" for one. `otherwise`: N of rules
// that are not named.
Result<Sampling> parse_sampling(const std::vector<std::string>& words, std::uint64_t otherwise);

// What a rule left out at one depth.
struct PrunedCount {
  std::uint64_t moves = 0;
  std::uint64_t nodes = 0;

  std::uint64_t all() const { return moves + nodes; }
  PrunedCount& operator+=(const PrunedCount& o) {
    moves += o.moves;
    nodes += o.nodes;
    return *this;
  }
};

// Listens to a search, counts what each rule says, and takes a sample of it. The root's own is not taken: there is no
// node below another one to ask about.
class Shadow : public Observer {
 public:
  using Check = std::function<void(const ShadowSample&)>;
  static constexpr std::size_t kBatch = 200'000;  // samples that wait in memory
  enum class Of : std::uint8_t {
    Pruned,
    Watched  // what rules would say that are only watched (SearchRequest::watched), with margins of their own: also of
             // what another rule leaves out, and of what is searched
  };

  // Hands every sample to `check`, in their order: so many at a time while the search waits, the rest after it. Without
  // `check` it keeps them.
  explicit Shadow(const Sampling& sampling, Check check = nullptr, Of of = Of::Pruned, std::size_t batch = kBatch)
      : sampling_(sampling), check_(std::move(check)), of_(of), batch_(batch) {}

  void node_entered(const NodeEntered& e) override;
  void node_left(const NodeLeft& e) override;
  void node_decided(const NodeDecided& e) override;
  void move_skipped(const MoveSkipped& e) override;
  void node_watched(const NodeWatched& e) override;
  void move_watched(const MoveWatched& e) override;

  void check_samples();                                                  // those that wait: see search_sampled()
  bool waited() const { return waited_; }                                // the search, for a batch
  const std::vector<ShadowSample>& samples() const { return samples_; }  // that wait
  // By rule and by the node's depth.
  const std::array<std::vector<PrunedCount>, pruning::kRules>& seen() const { return seen_; }

 private:
  // Counts it, and gives a sample where one is wanted.
  template <class Event>
  std::optional<ShadowSample> take(const Event& e, std::uint64_t PrunedCount::*count);
  void keep(ShadowSample sample);
  void keep_watched(std::optional<ShadowSample> sample, int decided, bool if_quiescence_agrees);

  const Sampling sampling_;
  const Check check_;
  const Of of_;
  const std::size_t batch_;
  bool waited_ = false;
  std::array<std::vector<PrunedCount>, pruning::kRules> seen_;
  std::vector<EnteredNode> entered_;  // and not left: the last is the one that speaks
  std::vector<Move> line_;            // that led there
  std::vector<ShadowSample> samples_;
  std::vector<std::optional<ShadowSample>> pending_;  // by ply: cut, if quiescence agrees
};

// Searches a position from an empty table with the shadow as the observer; on return all samples have been checked. A
// search on a clock loses the time in which it waits for a batch of samples, and ends sooner; a line on the error
// stream then says so.
SearchReport search_sampled(Engine& engine, const Position& position, SearchRequest request, Shadow& shadow);

// --- What tablebases say --------------------------------------------------------------------------------------------

// Of a game with best play, for one side. Cursed wins and blessed losses are draws.
enum class TableResult : std::int8_t { Loss = -1, Draw = 0, Win = 1 };

// Of a move that a rule skipped, or of a node that it cut.
struct TableVerdict {
  // Centipawns, a minor piece: a score this far from 0 claims that the game is won or lost. With 500, a lost queen
  // ending that is evaluated as -4 and cut for that would be an error.
  static constexpr Score kDecided{300};

  TableResult result = TableResult::Draw;  // of the move or node, for the side to move at the node
  // Lost because it was left out; 0: the rule was right.
  //
  // A skipped move: by how much it is better than every other move of the node, if it matters: a win if alpha is not
  // that of a won game, a draw if alpha is below 0. A node that was cut: by how much the result contradicts beta or
  // alpha. A score within kDecided claims no result but that the game is not decided: the evaluation of a drawn
  // position may be anything in between.
  int half_points = 0;
};

// As if the halfmove clock were 0. None: the tables do not have the node, the position after the move, or another
// position that is needed.
std::optional<TableVerdict> table_verdict(const ShadowSample& sample, const tablebases::Tablebases& tables);

// Tablebases as the judge of an audit, as `--judge tablebases=FOLDER` names them.
struct TableJudge {
  std::shared_ptr<const tablebases::Tablebases> tables;  // null: another judge

  std::string text() const;      // "145 tablebases of up to 5 men"
  std::string identity() const;  // the same, and which they are
};
// Several folders are separated as in UCI (tablebases::folders_of()). Says which files were left out, and why.
// The error says what is wrong with the folders.
Result<TableJudge> table_judge(std::string_view judge);

// The score of such a result: that of a tablebase win, 0, or that of a tablebase loss.
Score score_of(TableResult result);

// --- Was it wrong? -------------------------------------------------------------------------------------------------

struct ShadowVerdict {
  bool error = false;
  Score value;         // of the node or of the move, from the node's view; exact only for an error
  Score error_size{};  // by how much the claim fails
  // The search as it is, with its late moves reduced, would have found the error.
  bool found_at_reduced_depth = false;
  // What leaving it out has saved: the moves that the playing search would have made, the skipped one among them, had
  // it searched at the depth that it begins with (late moves reduced).
  std::uint64_t nodes = 0;
  bool claimed = true;  // false: quiescence does not agree, so that nothing is left out
  bool known = true;    // false: tablebases were to judge, and do not have the position
  // Judged by tablebases: how much of the game's result was lost.
  std::optional<int> half_points = std::nullopt;
};

// Whether it was wrong is said by a judge without the rules of the family (it keeps null move, ProbCut and late move
// reductions): with the playing rules below it the shadow search would take their errors for those of the rule that it
// checks. Only the playing search can say which nodes were saved, and whether it would have found the error at the
// reduced depth.
struct ShadowSettings {
  pruning::Settings playing, judging;
  std::shared_ptr<const tablebases::Tablebases> tables = nullptr;  // these judge instead; null: the search does

  // Judged by the playing search without the rules of the family; lazy evaluation changes no value and stays.
  static ShadowSettings of(const pruning::Settings& playing);
};

// What a worker searches with, and checks samples.
struct ShadowWorker {
  explicit ShadowWorker(std::size_t hash = Engine::kDefaultHash) : engine(hash) {}
  // The evaluation of both; null: the classical one.
  void set_network(const std::shared_ptr<const eval::network::Network>& network) {
    engine.set_network(network);
    window.set_network(network);
  }
  void stop() {
    engine.stop();
    window.stop();
  }

  Engine engine;
  SubtreeSearch window;
};

ShadowVerdict check_sample(const ShadowSample& sample, const ShadowSettings& settings, SubtreeSearch& search);
// The value of the sample's move or node, from the node's view, without a transposition table and without the rule that
// cut the node.
Score value_after_all(const ShadowSample& sample, Depth depth, Score alpha, Score beta, pruning::Settings settings,
                      SubtreeSearch& search);

}  // namespace oknos::lab
