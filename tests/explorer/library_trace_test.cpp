// include/oknos/trace.h writes what the explorer reads.
#include <gtest/gtest.h>

#include "explorer/recorder.h"
#include "explorer/trace_lines.h"
#include "oknos/error.h"
#include "oknos/searcher.h"
#include "oknos/trace.h"
#include "support/test_folder.h"

namespace oknos::explorer {
namespace {

constexpr const char* kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
constexpr std::size_t kMax = 1'000'000;
constexpr int kDepth = 4;  // plies

class LibraryTrace : public test::TestWithFolder {
 protected:
  // The tree of a search as TraceWriter writes it.
  Trace written(const Game& game, const char* preset, int depth) {
    Searcher searcher;
    searcher.set_preset(preset);
    const std::string name = std::string(preset) + ".trace";
    TraceWriter writer(path(name), game);
    searcher.search(game, {.depth = depth, .observer = &writer.observer()});
    EXPECT_FALSE(std::filesystem::exists(path(name))) << "before it is complete";
    writer.finish();
    EXPECT_TRUE(writer.complete());
    const auto trace = read_trace_lines(content_of(name));
    EXPECT_TRUE(trace.ok()) << trace.error();
    return trace ? *trace : Trace{};
  }
  // ... and as the explorer's recorder has it.
  static Trace recorded(const Game& game, const char* preset, int depth) {
    Searcher searcher;
    searcher.set_preset(preset);
    Recorder recorder(kMax, [](const Recorder::Progress&) {});
    searcher.search(game, {.depth = depth, .observer = &recorder});
    Trace trace;
    recorder.give(depth, trace);
    return trace;
  }
};

TEST_F(LibraryTrace, IsTheTreeThatTheExplorerRecords) {
  Game game(kKiwipete);
  game.play("e2a6");
  game.play("b4c3");
  for (const char* preset : {"modern", "heinz", "muller"}) {
    const Trace ours = written(game, preset, kDepth), theirs = recorded(game, preset, kDepth);
    EXPECT_EQ(ours.moves, game.moves());
    EXPECT_EQ(ours.depth, kDepth);
    ASSERT_EQ(ours.entries.size(), theirs.entries.size()) << preset;
    std::size_t skipped = 0;
    for (std::size_t i = 1; i < ours.entries.size(); ++i) {
      const TraceEntry &a = ours.entries[i], &b = theirs.entries[i];
      ASSERT_EQ(a.size, b.size) << preset << ", entry " << i;
      ASSERT_EQ(a.move, b.move) << preset << ", entry " << i;
      ASSERT_EQ(a.kind, b.kind) << preset << ", entry " << i;
      ASSERT_EQ(a.depth, b.depth) << preset << ", entry " << i;
      ASSERT_EQ(a.score, b.score) << preset << ", entry " << i;
      ASSERT_EQ(a.alpha, b.alpha) << preset << ", entry " << i;
      if (b.rule != kNoRule) {
        ASSERT_EQ(ours.rules[a.rule], theirs.rules[b.rule]) << preset << ", entry " << i;
      }
      skipped += a.skipped() ? 1U : 0U;
    }
    EXPECT_GT(skipped, 100U) << preset;
  }
}

TEST_F(LibraryTrace, StopsWritingWhenItIsLong) {
  constexpr std::uint64_t kFew = 500;
  Searcher searcher;
  const Game game;
  TraceWriter writer(path("tree"), game, kFew);
  searcher.search(game, {.depth = 6, .observer = &writer.observer()});
  writer.finish();
  EXPECT_FALSE(writer.complete());
  EXPECT_EQ(writer.entries(), kFew);
  const std::string text = content_of("tree");
  EXPECT_TRUE(text.ends_with("{\"cut_off\":500}\n")) << text.substr(text.size() - 100);
  EXPECT_TRUE(read_trace_lines(text).ok());
}

TEST_F(LibraryTrace, LeavesNothingBehindWithoutFinish) {
  { TraceWriter writer(path("tree"), Game()); }
  EXPECT_TRUE(std::filesystem::is_empty(folder()));
  EXPECT_THROW(TraceWriter(path("no/such/folder"), Game()), ResourceError);
}

}  // namespace
}  // namespace oknos::explorer
