#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "explorer/trace.h"
#include "lab/shadow/shadow.h"

namespace oknos::explorer {

// Writes down the tree of every iteration and keeps the last two: the one that was completed last is among them.
class Recorder : public Observer {
 public:
  // What was written down so far: asked of whoever waits, now and then, from the search's thread.
  struct Progress {
    int depth = 0;            // of the iteration that runs
    std::size_t entries = 0;  // of it
    bool enough = false;      // nothing more is written down: the tree is too large, or what was looked for is in it
  };

  // `most` entries in one iteration; when they do not suffice nothing more is written down, and the listener is told
  // so: then the search should be stopped.
  // With the settings of the search entries also tell what margin the rules had to spare.
  Recorder(std::size_t most, std::function<void(const Progress&)> listener,
           std::optional<pruning::Settings> settings = std::nullopt)
      : most_(most), listener_(std::move(listener)), settings_(std::move(settings)) {}

  void node_entered(const NodeEntered& e) override;
  void node_left(const NodeLeft& e) override;
  void node_decided(const NodeDecided& e) override;
  void move_skipped(const MoveSkipped& e) override;
  void rule_held(const RuleHeld& e) override;

  bool overflowed() const { return overflowed_; }

  // Keeps the iteration in which this is left out, and wants no other after it: the listener is told that the search
  // may end. Before the search.
  void look_for(Ordinal ordinal) { wanted_ = ordinal; }
  // Its entry, and the depth of its iteration.
  struct Found {
    std::uint32_t entry = 0;
    int depth = 0;
  };
  const std::optional<Found>& found() const { return found_; }

  // After the search: moves the tree of that iteration into `trace` (entries, held, rule_sets, rules, guards). Without
  // such an iteration the tree is one entry; when it was not completed it is the one before, whose depth the trace
  // gets, unless it holds what was looked for.
  void give(int depth, Trace& trace);

 private:
  struct Tree {
    int depth = 0;
    bool complete = false;
    std::vector<TraceEntry> entries;
    std::vector<HeldEntry> held;
  };
  struct Open {  // a node that was entered and not left
    std::uint32_t entry = 0;
    int ply = 0;
    std::size_t seen = 0;  // where this node's moves begin in seen_
  };

  void begin_iteration(int depth);
  std::uint16_t place_of(RuleSet rules);
  std::int16_t spare_of(const lab::ShadowSample& sample) const;
  bool cut_expected() const;  // at the node that speaks
  std::uint16_t flags_of(const NodeEntered& e);
  bool stopped() const { return overflowed_ || ended_; }
  bool full();
  void look_at(Ordinal ordinal, std::size_t entry);

  const std::size_t most_;
  const std::function<void(const Progress&)> listener_;
  const std::optional<pruning::Settings> settings_;
  Tree now_, before_;
  std::vector<Open> open_;
  std::vector<MoveBits> seen_;      // moves of the open nodes that were searched
  std::vector<HeldEntry> waiting_;  // told of a move whose fate is not known yet
  std::unordered_map<RuleSet, std::uint16_t> places_;
  std::vector<RuleSet> rule_sets_{0};
  RuleSet last_rules_ = 0;
  std::uint16_t last_place_ = 0;
  bool overflowed_ = false;
  bool ended_ = false;  // the iteration of what was looked for is complete
  std::optional<Ordinal> wanted_;
  std::optional<Found> found_;
};

}  // namespace oknos::explorer
