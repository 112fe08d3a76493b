#include "explorer/recorder.h"

#include <gtest/gtest.h>
#include <map>
#include <sstream>

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

SearchReport search(const char* preset, const Limits& limits, Observer& observer) {
  Engine engine(1);
  engine.set_position(test::position_from(kKiwipete));
  SearchRequest request;
  request.limits = limits;
  request.settings = pruning::find_preset(preset)->settings;
  request.tracing = Tracing::Observed;
  request.observer = &observer;
  return engine.search(request);
}

SearchReport search(const char* preset, int depth, Observer& observer) {
  Limits limits;
  limits.depth = depth;
  return search(preset, limits, observer);
}

// The tree of an iteration.
Trace tree_of(Recorder& recorder, int depth) {
  Trace trace;
  trace.fen = kKiwipete;
  trace.depth = depth;
  recorder.give(depth, trace);
  return trace;
}

Trace record(const char* preset, int depth) {
  Recorder recorder(kMax, {});
  search(preset, depth, recorder);
  return tree_of(recorder, depth);
}

TEST(Recorder, HasAnEntryForEveryVisitAndEverySkip) {
  for (const char* preset : {"modern", "heinz", "muller", "none"}) {
    Counter counter;
    search(preset, 5, counter);
    std::size_t visits = 0, skips = 0;
    for (const TraceEntry& e : record(preset, 5).entries) {
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
  const Trace trace = record("modern", 5);
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

// What is rebuilt from the tree is what the audit keeps of the search itself.
TEST(Recorder, SamplesAreThoseOfTheAudit) {
  constexpr int kDepth = 5;
  for (const char* preset : {"modern", "heinz", "muller", "mediocre"}) {
    lab::Shadow shadow{lab::Sampling(1)};
    search(preset, kDepth, shadow);
    const Trace trace = record(preset, kDepth);
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
      std::ostringstream out;
      for (const auto number : {std::int64_t{s.rule},
                                std::int64_t(s.kind),
                                std::int64_t{s.ply},
                                std::int64_t{s.depth},
                                std::int64_t{s.alpha.value()},
                                std::int64_t{s.beta.value()},
                                std::int64_t(s.move.bits()),
                                std::int64_t{s.bound.value()},
                                std::int64_t{s.full.plies()},
                                std::int64_t{s.first.plies()},
                                std::int64_t{s.reduced_depth},
                                std::int64_t{s.searched},
                                std::int64_t{s.history},
                                std::int64_t{s.correction.value()},
                                std::int64_t{s.improving},
                                std::int64_t{s.static_eval ? s.static_eval->value() : -9999},
                                std::int64_t(s.rules),
                                std::int64_t(s.exemptions),
                                std::int64_t(s.previous.bits()),
                                std::int64_t(s.position.key()),
                                std::int64_t{s.bulk_skipped},
                                std::int64_t{s.pv},
                                std::int64_t{s.cut_node}})
        out << number << ' ';
      return out.str();
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
  search("modern", 6, shadow);
  const auto& samples = shadow.samples();
  ASSERT_GT(samples.size(), 200U);
  for (std::size_t i = 0; i < samples.size(); i += samples.size() / 20) {
    bool told = false;
    Recorder recorder(kMax, [&](const Recorder::Progress& p) { told = told || p.enough; });
    recorder.look_for(samples[i].ordinal);
    search("modern", 6, recorder);
    ASSERT_TRUE(recorder.found().has_value()) << i;
    EXPECT_EQ(told, recorder.found()->depth < 6) << i;
    const Trace trace = tree_of(recorder, recorder.found()->depth);
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
  search("none", 4, recorder);
  EXPECT_TRUE(told && recorder.overflowed());
  const Trace trace = tree_of(recorder, 1);
  EXPECT_EQ(trace.entries[0].size, trace.entries.size());
  EXPECT_LE(trace.entries.size(), 1000U);
}

// A search that ends in the middle of an iteration: the tree is that of the one before.
TEST(Recorder, GivesTheLastIterationThatWasCompleted) {
  Observer nobody;
  const std::uint64_t whole = search("modern", 7, nobody).nodes;
  for (const std::uint64_t nodes : {whole / 2, whole / 3, whole / 4}) {
    Recorder recorder(kMax, {});
    Limits limits;
    limits.nodes = nodes;
    const SearchReport report = search("modern", limits, recorder);
    const Trace trace = tree_of(recorder, report.lines.front().depth);
    ASSERT_GT(trace.entries.size(), 1U);
    EXPECT_EQ(trace.entries[0].depth, trace.depth);
    for (const TraceEntry& e : trace.entries) EXPECT_NE(e.end, NodeEnd::Stopped) << nodes;
    EXPECT_EQ(record("modern", trace.depth).entries.size(), trace.entries.size()) << "the whole of it";
  }
}

}  // namespace
}  // namespace oknos::explorer
