#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "chess/position.h"
#include "oknos/observer.h"
#include "pruning/settings.h"
#include "search/window_search.h"

// The shadow check of the playing search: what it skipped or cut is searched after all, by a search of its own.
namespace oknos::lab {

// Something that the search left out.
struct ShadowSample {
  enum class Kind : std::uint8_t {
    Skip,     // a move
    HoldsUp,  // a node, cut at or above beta
    FailsLow  // a node, cut at or below alpha
  };
  explicit ShadowSample(Position p) : position(std::move(p)) {}

  Kind kind = Kind::Skip;
  Position position;  // of the node, with its history
  int depth = 0;
  Score alpha, beta;
  int ply = 0;
  Move previous;  // that led to the node
  Move move;      // skipped, or said to hold beta; none: the node as a whole
  pruning::RuleId rule = 0;
  Score bound;  // what the rule claims
};

// Listens to a search and keeps every so many of what each rule leaves out. The root's own is not kept: there is no
// node below another one to ask about.
class Shadow : public Observer {
 public:
  explicit Shadow(std::uint64_t every) : every_(every) {}

  void node_entered(const NodeEntered& e) override;
  void node_left(const NodeLeft& e) override;
  void node_decided(const NodeDecided& e) override;
  void move_skipped(const MoveSkipped& e) override;

  const std::vector<ShadowSample>& samples() const { return samples_; }
  const std::array<std::uint64_t, pruning::kRules>& seen() const { return seen_; }

 private:
  bool wants(int rule);

  const std::uint64_t every_;
  std::array<std::uint64_t, pruning::kRules> seen_{};  // moves and nodes left out, by rule
  std::vector<Move> previous_;                         // by ply
  std::vector<std::optional<ShadowSample>> pending_;   // by ply: cut, if quiescence agrees
  std::vector<ShadowSample> samples_;
};

// A sample that was searched after all.
struct ShadowVerdict {
  bool error = false;
  Score value;     // of the node or of the move, from the node's view; exact only for an error
  Score excess{};  // by how much the claim fails
};
ShadowVerdict check_sample(const ShadowSample& sample, const pruning::Settings& settings, WindowSearch& search);

// What came of the samples of one rule.
struct ShadowSums {
  struct Worst {
    std::string fen;
    std::string move;  // empty: the node as a whole
    ShadowSample::Kind kind = ShadowSample::Kind::Skip;
    int depth = 0;
    int ply = 0;
    Score alpha, beta, bound, value, excess;
  };
  std::uint64_t seen = 0;
  std::uint64_t skips = 0;  // checked
  std::uint64_t cuts = 0;   // checked
  std::uint64_t skip_errors = 0;
  std::uint64_t cut_errors = 0;
  std::optional<Worst> worst;

  std::uint64_t errors() const { return skip_errors + cut_errors; }
  void add(const ShadowSample& sample, const ShadowVerdict& verdict);
  ShadowSums& operator+=(const ShadowSums& other);
};

}  // namespace oknos::lab
