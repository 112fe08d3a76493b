#include "explorer/trace_file.h"

#include <fstream>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sstream>

#include "engine/pruning/parts/verdict.h"
#include "explorer/tree_position.h"
#include "support/contains.h"

namespace oknos::explorer {
namespace {

// A random tree with entries of every kind.
Trace drawn(std::uint32_t seed, std::size_t most) {
  Trace t;
  t.engine = "a test";
  t.fen = "8/8/8/8/8/8/8/8 w - - 0 1";
  t.preset = "modern";
  t.settings = {{"frontier_futility", "on"}, {"frontier_futility.margin", "150"}};
  t.depth = 7;
  t.nodes = 1234;
  t.rules = {"stand_pat", "frontier_futility"};
  t.guards = {"", "pv-node"};
  t.rule_sets = {0, 2, 3};
  t.entries.emplace_back().kind = EntryKind::Tree;
  const auto next = [&seed] { return seed = seed * 1664525U + 1013904223U, seed >> 8; };
  std::vector<std::size_t> open{0};
  while (t.entries.size() < most) {
    while (open.size() > 1 && next() % 3 == 0) open.pop_back();
    TraceEntry e;
    e.kind = next() % 2 == 0 ? EntryKind::Visit : EntryKind::Skipped;
    e.move = static_cast<MoveBits>(next());
    e.depth = static_cast<std::int8_t>(next());
    e.alpha = static_cast<std::int16_t>(next());
    e.static_eval = static_cast<std::int16_t>(next());
    e.end = static_cast<NodeEnd>(next() % 12);
    e.rule = next() % 4 == 0 ? kNoRule : static_cast<std::uint8_t>(next() % 2);
    e.rule_set = static_cast<std::uint16_t>(next() % 3);
    e.flags = static_cast<std::uint16_t>(next() & flag::kAll);
    e.exemptions = next();
    for (const std::size_t i : open) ++t.entries[i].size;
    t.entries.push_back(e);
    if (!e.skipped()) open.push_back(t.entries.size() - 1);
  }
  t.held = {{1, 1, 1}};
  return t;
}

RC_GTEST_PROP(TraceFile, IsReadAsItWasWritten, ()) {
  const auto t = drawn(*rc::gen::arbitrary<std::uint32_t>(), *rc::gen::inRange<std::size_t>(2, 200));
  const auto read = read_trace(trace_bytes(t, TraceParts::All));
  RC_ASSERT(read.ok());
  RC_ASSERT(read->entries == t.entries);
  RC_ASSERT(read->held == t.held);
  RC_ASSERT(read->rule_sets == t.rule_sets);
  RC_ASSERT(read->settings == t.settings);
  RC_ASSERT(read->rules == t.rules);
  RC_ASSERT(read->fen == t.fen);
  RC_ASSERT(read->nodes == t.nodes);
}

// A program of another time or another author may number its guards otherwise.
TEST(TraceFile, ExemptionsGoByItsOwnListOfGuards) {
  Trace t;
  t.guards = {"", "root", "recapture", "gives-check"};
  TraceEntry e;
  e.exemptions = 0b1110;
  EXPECT_EQ(exemptions_of(t, e),
            1U << static_cast<int>(pruning::Guard::Recapture) | 1U << static_cast<int>(pruning::Guard::GivesCheck));
}

// Whatever is damaged: an answer or an error, never a tree that reaches out of itself.
RC_GTEST_PROP(TraceFile, DamageIsSeenOrHarmless, ()) {
  std::string bytes = trace_bytes(drawn(*rc::gen::arbitrary<std::uint32_t>(), 40), TraceParts::All);
  for (int i = 0; i < 3; ++i) bytes[*rc::gen::inRange<std::size_t>(0, bytes.size())] = *rc::gen::arbitrary<char>();
  bytes.resize(*rc::gen::inRange<std::size_t>(bytes.size() / 2, bytes.size() + 1));
  const auto read = read_trace(bytes);
  if (!read) {
    RC_ASSERT(read.error().starts_with("trace: "));
    return;
  }
  for (std::uint32_t i = 0; i < read->entries.size(); ++i) RC_ASSERT(i + read->entries[i].size <= read->entries.size());
}

TEST(TraceFile, WhatAPageNeedsIsSmall) {
  constexpr std::size_t kEntries = 10'000, kMaxBytes = 32;
  const Trace t = drawn(1, kEntries);
  const std::string bytes = trace_bytes(t, TraceParts::Shown);
  EXPECT_LE(bytes.size(), kMaxBytes * kEntries);
  const auto read = read_trace(bytes);
  ASSERT_TRUE(read.ok()) << read.error();
  EXPECT_EQ(read->entries[7].move, t.entries[7].move);
}

// A search of a few lines has written it, without the code that is tested here.
TEST(TraceFile, WhatAnotherEngineHasWrittenIsRead) {
  std::ifstream file(OKNOS_SOURCE_DIR "/fuzz/seeds/trace/example.oktree", std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  const auto trace = read_trace(bytes.str());
  ASSERT_TRUE(trace.ok()) << trace.error();
  EXPECT_EQ(trace->engine, "an example");
  EXPECT_EQ(trace->entries.size(), 22U) << "the tree, the root, and its twenty moves";
  EXPECT_EQ(trace->entries[2].static_eval, kNoValue) << "a column that is not there";
}

TEST(TraceFile, SaysWhatIsWrong) {
  const Trace t = drawn(3, 20);
  const std::string good = trace_bytes(t, TraceParts::All);
  std::string version = good;
  version[8] = 9;
  Trace wide = t, odd = t;
  wide.entries[1].size = 500;
  odd.entries[1].rule = 77;
  const std::pair<std::string, const char*> cases[] = {
      {"SQLite", "trace: a trace begins with \"OKNOTREE\"; this is none"},
      {version, "trace: version 9 is not known; 1 is"},
      {good.substr(0, good.size() - 30), "the file ends within column \"exemptions\""},
      {trace_bytes(wide, TraceParts::All), "trace: entry 1: size 500 reaches out of its parent"},
      {trace_bytes(odd, TraceParts::All), "trace: entry 1: there is no rule 77"}};
  EXPECT_TRUE(read_trace(good).ok());
  for (const auto& [bytes, says] : cases) {
    const auto read = read_trace(bytes);
    ASSERT_FALSE(read.ok()) << says;
    EXPECT_TRUE(test::contains(read.error(), says));
  }
}

}  // namespace
}  // namespace oknos::explorer
