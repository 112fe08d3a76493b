#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/chess/position.h"
#include "engine/pruning/registry/settings.h"
#include "engine/search/engine.h"
#include "engine/search/subtree_search.h"
#include "engine/tablebases/tablebases.h"
#include "lab/shadow/sampling.h"
#include "oknos/observer.h"

// The shadow search: what the playing search skipped or cut is searched after all, by a search of its own
// (docs/audit.md).
namespace oknos::lab {

// Something that the search left out.
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
  // Of a rule that was only watched (MarginSweep):
  bool watched = false;
  std::optional<pruning::RuleId> decided;  // the rule that left it out all the same
  int reduced_depth = 0;                   // see MoveSkipped
  bool if_quiescence_agrees = false;       // the claim is made only where quiescence fails low too

  // How much the rule had to spare.
  Score slack() const { return kind == Kind::FailHigh ? bound - beta : alpha - bound; }
};

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

// What an event says of something that is left out, and node_entered of the node.
struct EnteredNode {
  Move previous;
  bool pv = false;
  bool cut_node = false;
};
ShadowSample sample_of(const MoveSkipped& e, const EnteredNode& node);
ShadowSample sample_of(const NodeDecided& e, const EnteredNode& node);  // not of a reduction, not of a restriction

// Listens to a search, counts what each rule says, and takes a sample of it. The root's own is not taken: there is no
// node below another one to ask about.
class Sampler : public Observer {
 public:
  using Check = std::function<void(const ShadowSample&)>;
  static constexpr std::size_t kBatch = 200'000;  // samples that wait in memory

  // Keeps all samples.
  explicit Sampler(const Sampling& sampling) : sampling_(sampling) {}
  // Hands every sample to `check`, in their order: so many at a time while the search waits, the rest after it.
  Sampler(const Sampling& sampling, Check check, std::size_t batch = kBatch)
      : sampling_(sampling), check_(std::move(check)), batch_(batch) {}

  void node_entered(const NodeEntered& e) override;
  void node_left(const NodeLeft& e) override;

  void check_samples();                                                  // those that wait: see search_sampled()
  bool waited() const { return waited_; }                                // the search, for a batch
  const std::vector<ShadowSample>& samples() const { return samples_; }  // that wait
  // By rule and by the node's depth.
  const std::array<std::vector<PrunedCount>, pruning::kRules>& seen() const { return seen_; }
  PrunedCount seen(pruning::RuleId rule) const;

 protected:
  // Counts it, and gives a sample where one is wanted.
  std::optional<ShadowSample> take(const NodeDecided& e);
  std::optional<ShadowSample> take(const MoveSkipped& e);
  void keep(ShadowSample sample);

 private:
  PrunedCount& count(int rule, int depth);
  bool wants(int rule, Ordinal ordinal) const;
  ShadowSample with_line(ShadowSample sample) const;

  const Sampling sampling_;
  const Check check_;  // none: keeps them
  const std::size_t batch_ = 0;
  bool waited_ = false;
  std::array<std::vector<PrunedCount>, pruning::kRules> seen_;
  std::vector<EnteredNode> entered_;  // and not left: the last is the one that speaks
  std::vector<Move> line_;            // that led there
  std::vector<ShadowSample> samples_;
};

// Samples what is left out.
class Shadow : public Sampler {
 public:
  using Sampler::Sampler;

  void node_entered(const NodeEntered& e) override;
  void node_left(const NodeLeft& e) override;
  void node_decided(const NodeDecided& e) override;
  void move_skipped(const MoveSkipped& e) override;

 private:
  std::vector<std::optional<ShadowSample>> pending_;  // by ply: cut, if quiescence agrees
};

// A sample that was searched after all.
struct ShadowVerdict {
  bool error = false;
  Score value;     // of the node or of the move, from the node's view; exact only for an error
  Score error_size{};  // by how much the claim fails
  // The search as it is, with its late moves reduced, would have found the error.
  bool found_at_reduced_depth = false;
  // What leaving it out has saved: the moves that the playing search would have made, the skipped one among them, had
  // it searched at the depth that it begins with (late moves reduced).
  std::uint64_t nodes = 0;
  bool claimed = true;  // false: quiescence does not agree, so that nothing is left out
  bool known = true;    // false: tablebases were to judge, and do not have the position
  // Judged by tablebases: how much of the game's result was lost (table_verdict.h).
  std::optional<int> half_points = std::nullopt;
};

// Whether it was wrong is said by a judge without the rules of the family (it keeps null move, ProbCut and late move
// reductions): with the playing rules below it the shadow
// search would take their errors for those of the rule that it checks. Only the playing search can say which nodes were
// saved, and whether it would have found the error at the reduced depth.
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
