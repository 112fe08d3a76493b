#include "explorer/recorder.h"

#include <gtest/gtest.h>
#include <map>

#include "engine/pruning/presets/options.h"
#include "engine/pruning/presets/preset.h"
#include "engine/search/engine.h"
#include "explorer/tree_position.h"
#include "lab/shadow/shadow.h"
#include "support/positions.h"

namespace oknos::explorer {
namespace {

constexpr const char* kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
constexpr std::size_t kMax = 1'000'000;

// Tells two listeners the same.
class Both : public Observer {
 public:
  Both(Observer& a, Observer& b) : a_(a), b_(b) {}
  void node_entered(const NodeEntered& e) override { a_.node_entered(e), b_.node_entered(e); }
  void node_left(const NodeLeft& e) override { a_.node_left(e), b_.node_left(e); }
  void node_decided(const NodeDecided& e) override { a_.node_decided(e), b_.node_decided(e); }
  void move_skipped(const MoveSkipped& e) override { a_.move_skipped(e), b_.move_skipped(e); }
  void move_made(const MoveMade& e) override { a_.move_made(e), b_.move_made(e); }
  void rule_held(const RuleHeld& e) override { a_.rule_held(e), b_.rule_held(e); }

 private:
  Observer& a_;
  Observer& b_;
};

// Counts the last iteration's events.
class Counter : public Observer {
 public:
  void node_entered(const NodeEntered& e) override {
    if (open_++ == 0 && e.depth > depth_) {
      depth_ = e.depth;
      nodes = skips = 0;
    }
    ++nodes;
  }
  void node_left(const NodeLeft&) override { --open_; }
  void move_skipped(const MoveSkipped&) override { ++skips; }
  std::size_t nodes = 0, skips = 0;

 private:
  int open_ = 0, depth_ = 0;
};

pruning::Settings settings_of(const char* preset) {
  return pruning::find_preset(preset)->settings;
}

SearchReport search(const char* fen, const char* preset, int depth, Observer& observer) {
  Engine engine(1);
  engine.set_position(test::position_from(fen));
  SearchRequest request;
  request.limits.depth = depth;
  request.settings = settings_of(preset);
  request.tracing = Tracing::Observed;
  request.observer = &observer;
  return engine.search(request);
}

Trace record(const char* fen, const char* preset, int depth) {
  Recorder recorder(kMax, {});
  search(fen, preset, depth, recorder);
  Trace trace;
  trace.fen = fen;
  recorder.give(depth, trace);
  return trace;
}

TEST(Recorder, HasAnEntryForEveryVisitAndEverySkip) {
  for (const char* preset : {"modern", "heinz", "muller", "none"}) {
    Recorder recorder(kMax, {});
    Counter counter;
    Both both(recorder, counter);
    search(kKiwipete, preset, 5, both);
    Trace trace;
    trace.fen = kKiwipete;
    recorder.give(5, trace);
    std::size_t visits = 0, skips = 0;
    for (const TraceEntry& e : trace.entries) {
      visits += e.kind == EntryKind::Visit ? 1 : 0;
      skips += e.skipped() && !e.has(flag::kHoldsBeta) ? 1 : 0;
    }
    EXPECT_EQ(visits, counter.nodes) << preset;
    EXPECT_EQ(skips, counter.skips) << preset;
    EXPECT_GT(visits, 100U);
  }
}

// By entry.
std::vector<std::uint32_t> parents_in(const Trace& trace) {
  std::vector<std::uint32_t> out(trace.entries.size());
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < trace.entries.size(); ++i) {
    while (!open.empty() && i >= open.back() + trace.entries[open.back()].size) open.pop_back();
    out[i] = open.empty() ? 0 : open.back();
    open.push_back(i);
  }
  return out;
}

TEST(Recorder, SubtreesNestAndPathsLeadToTheirEntry) {
  const Trace trace = record(kKiwipete, "modern", 5);
  ASSERT_EQ(trace.entries[0].size, trace.entries.size());
  const auto parents = parents_in(trace);
  for (std::uint32_t i = 1; i < trace.entries.size(); ++i) {
    const std::uint32_t p = parents[i];
    ASSERT_LE(i + trace.entries[i].size, p + trace.entries[p].size) << i;
    ASSERT_FALSE(trace.entries[p].skipped()) << i;
  }
  for (std::uint32_t i = 1; i < trace.entries.size(); i += 97) {
    const auto path = trace.path_to(i);
    ASSERT_EQ(path.back(), i);
    std::uint32_t above = 0;
    for (const std::uint32_t step : path) {
      ASSERT_EQ(parents[step], above);
      above = step;
    }
  }
}

TEST(Recorder, EveryLineCanBePlayed) {
  for (const char* preset : {"modern", "muller"}) {
    const Trace trace = record(kKiwipete, preset, 5);
    const auto root = root_of(trace);
    ASSERT_TRUE(root.ok());
    for (std::uint32_t i = 0; i < trace.entries.size(); i += 53) {
      const auto position = position_at(trace, *root, i);
      ASSERT_TRUE(position.ok()) << position.error();
      const TraceEntry& e = trace.entries[i];
      ASSERT_TRUE(!e.skipped() || position->is_legal(Move::from_bits(e.move))) << i;
    }
  }
}

// What is rebuilt from the tree is what the audit keeps of the search itself.
TEST(Recorder, SamplesAreThoseOfTheAudit) {
  constexpr int kDepth = 5;
  for (const char* preset : {"modern", "heinz", "muller", "mediocre"}) {
    Recorder recorder(kMax, {});
    lab::Shadow shadow{lab::Sampling(1)};
    Both both(recorder, shadow);
    search(kKiwipete, preset, kDepth, both);
    Trace trace;
    trace.fen = kKiwipete;
    recorder.give(kDepth, trace);
    const auto root = root_of(trace);
    ASSERT_TRUE(root.ok());
    // The tree's samples in order; the audit has those of all iterations, the tree's are the last.
    std::vector<lab::ShadowSample> rebuilt;
    for (std::uint32_t i = 0; i < trace.entries.size(); ++i) {
      const TraceEntry& e = trace.entries[i];
      if (e.skipped() && e.has(flag::kHoldsBeta)) continue;  // the node's own sample says the same
      if (auto s = sample_at(trace, *root, i)) rebuilt.push_back(*std::move(s));
    }
    std::map<std::string, int> wanted, found;
    const auto name = [](const lab::ShadowSample& s) {
      return std::to_string(s.rule) + " " + std::to_string(static_cast<int>(s.kind)) + " " + std::to_string(s.ply) +
             " " + std::to_string(s.depth) + " " + std::to_string(s.alpha.value()) + " " +
             std::to_string(s.beta.value()) + " " + std::to_string(s.move.bits()) + " " +
             std::to_string(s.bound.value()) + " " + std::to_string(s.full.plies()) + " " +
             std::to_string(s.first.plies()) + " " + std::to_string(s.reduced_depth) + " " +
             std::to_string(s.searched) + " " + std::to_string(s.history) + " " + std::to_string(s.correction.value()) +
             " " + std::to_string(s.improving) + " " + std::to_string(s.static_eval ? s.static_eval->value() : -9999) +
             " " + std::to_string(s.rules) + " " + std::to_string(s.exemptions) + " " +
             std::to_string(s.previous.bits()) + " " + std::to_string(s.position.key()) + " " +
             std::to_string(s.bulk_skipped) + std::to_string(s.pv) + std::to_string(s.cut_node);
    };
    const auto& all = shadow.samples();
    ASSERT_GT(rebuilt.size(), 50U) << preset;
    ASSERT_LE(rebuilt.size(), all.size());
    for (const lab::ShadowSample& s : rebuilt) ++found[name(s)];
    for (std::size_t i = all.size() - rebuilt.size(); i < all.size(); ++i) ++wanted[name(all[i])];
    for (const auto& [text, count] : wanted) EXPECT_EQ(found[text], count) << preset << ": " << text;
  }
}

// The audit's cases are found in the tree of their own iteration, which may not be the last.
TEST(Recorder, FindsWhatIsNamedByItsOrdinal) {
  lab::Shadow shadow{lab::Sampling(1)};
  search(kKiwipete, "modern", 6, shadow);
  const auto& samples = shadow.samples();
  ASSERT_GT(samples.size(), 200U);
  for (std::size_t i = 0; i < samples.size(); i += samples.size() / 20) {
    bool told = false;
    Recorder recorder(kMax, [&](const Recorder::Progress& p) { told = told || p.enough; });
    recorder.look_for(samples[i].ordinal);
    search(kKiwipete, "modern", 6, recorder);
    ASSERT_TRUE(recorder.found().has_value()) << i;
    EXPECT_EQ(told, recorder.found()->depth < 6) << i;
    Trace trace;
    trace.fen = kKiwipete;
    recorder.give(recorder.found()->depth, trace);
    const auto sample = sample_at(trace, *root_of(trace), recorder.found()->entry);
    ASSERT_TRUE(sample.has_value()) << i;
    EXPECT_EQ(sample->position.key(), samples[i].position.key());
    EXPECT_EQ(sample->move.bits(), samples[i].move.bits());
    EXPECT_EQ(sample->depth, samples[i].depth);
    EXPECT_EQ(sample->alpha, samples[i].alpha);
  }
}

TEST(Recorder, SaysSoWhenTheTreeIsTooLarge) {
  bool told = false;
  Recorder recorder(1000, [&](const Recorder::Progress& p) { told = told || p.enough; });
  search(kKiwipete, "none", 4, recorder);
  EXPECT_TRUE(told);
  EXPECT_TRUE(recorder.overflowed());
  Trace trace;
  trace.fen = kKiwipete;
  recorder.give(1, trace);
  EXPECT_EQ(trace.entries[0].size, trace.entries.size());
  EXPECT_LE(trace.entries.size(), 1000U);
}

// A search that ends in the middle of an iteration: the tree is that of the one before.
TEST(Recorder, GivesTheLastIterationThatWasCompleted) {
  const SearchReport whole = [] {
    Observer nobody;
    return search(kKiwipete, "modern", 7, nobody);
  }();
  for (const std::uint64_t nodes : {whole.nodes / 2, whole.nodes / 3, whole.nodes / 4}) {
    Engine engine(1);
    engine.set_position(test::position_from(kKiwipete));
    Recorder recorder(kMax, {});
    SearchRequest request;
    request.limits.nodes = nodes;
    request.settings = settings_of("modern");
    request.tracing = Tracing::Observed;
    request.observer = &recorder;
    const SearchReport report = engine.search(request);
    Trace trace;
    trace.fen = kKiwipete;
    trace.depth = report.lines.front().depth;
    recorder.give(trace.depth, trace);
    ASSERT_GT(trace.entries.size(), 1U);
    EXPECT_EQ(trace.entries[0].depth, trace.depth);
    for (const TraceEntry& e : trace.entries) EXPECT_NE(e.end, NodeEnd::Stopped) << nodes;
    const Trace same = record(kKiwipete, "modern", trace.depth);
    EXPECT_EQ(same.entries.size(), trace.entries.size()) << "the whole of it";
  }
}

TEST(Recorder, AVisitOfTheSameMoveIsMarked) {
  const Trace trace = record(kKiwipete, "modern", 9);
  std::size_t again = 0;
  for (const TraceEntry& e : trace.entries) again += e.has(flag::kAgain) ? 1 : 0;
  EXPECT_GT(again, 0U);
}

}  // namespace
}  // namespace oknos::explorer
