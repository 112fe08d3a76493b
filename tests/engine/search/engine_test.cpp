#include "engine/search/engine.h"

#include <atomic>
#include <condition_variable>
#include <gtest/gtest.h>
#include <mutex>

#include "engine/chess/movegen.h"
#include "engine/pruning/registry/registry.h"
#include "engine/search/bench.h"
#include "oknos/observer.h"
#include "tests/engine/search/support.h"

namespace oknos {
namespace {

using testing::all_presets;
using testing::is_playable;
using testing::position;
using testing::to_depth;

constexpr std::string_view kItalian = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";

// Hears of the end of a search.
class Waiter : public SearchListener {
 public:
  void on_info(const Info& info) override {
    const std::lock_guard lock(mutex_);
    infos.push_back(info);
    changed_.notify_all();
  }
  void on_done(const SearchReport& r) override {
    const std::lock_guard lock(mutex_);
    report = r;
    done = true;
    changed_.notify_all();
  }
  void wait_for_depth(int depth) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !infos.empty() && infos.back().depth >= depth; });
  }
  bool is_done() {
    const std::lock_guard lock(mutex_);
    return done;
  }

  std::vector<Info> infos;
  SearchReport report;
  bool done = false;

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
};

TEST(Engine, AnswersWithALegalMoveAndAPlayableLine) {
  for (const auto preset : all_presets()) {
    const SearchReport r = testing::search(kItalian, to_depth(7, preset));
    ASSERT_EQ(r.lines.size(), 1u) << preset;
    EXPECT_EQ(r.best, r.lines[0].pv.at(0)) << preset;
    EXPECT_TRUE(is_playable(position(kItalian), r.lines[0].pv)) << preset;
    EXPECT_EQ(r.lines[0].depth, 7) << preset;
    EXPECT_GT(r.nodes, 0u) << preset;
  }
}

TEST(Engine, HasNoMoveWhenThereIsNone) {
  for (const std::string_view fen : {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R6k/8/6K1/8/8/8/8/8 b - - 0 1"}) {
    const SearchReport r = testing::search(fen, to_depth(5));
    EXPECT_FALSE(r.best);
    EXPECT_TRUE(r.lines.empty());
  }
}

// A rule leaves out; put beside those of any preset it may make the tree a little larger, by taking the place of a
// better one, and never explode it.
TEST(Engine, NoRuleThatIsAddedMakesTheTreeExplode) {
  constexpr std::uint64_t kMany = 4;
  for (const auto preset : all_presets()) {
    const std::uint64_t before = testing::search(kItalian, to_depth(5, preset)).nodes;
    for (std::size_t id = 0; id < pruning::kRules; ++id) {
      if (pruning::kRuleInfos[id].kind != pruning::RuleKind::Family) continue;
      SearchRequest request = to_depth(5, preset);
      request.settings.rules[id].enabled = true;
      request.limits.nodes = kMany * before;
      EXPECT_LT(testing::search(kItalian, request).nodes, kMany * before)
          << preset << " with " << pruning::kRuleInfos[id].name;
    }
  }
}

TEST(Engine, StopsAtExactlyThatManyNodes) {
  for (const std::uint64_t nodes : {1ULL, 2ULL, 100ULL, 4321ULL, 50000ULL}) {
    SearchRequest request = to_depth(50);
    request.limits.depth.reset();
    request.limits.nodes = nodes;
    const SearchReport r = testing::search(kItalian, request);
    EXPECT_EQ(r.nodes, nodes);
    EXPECT_TRUE(position(kItalian).is_legal(r.best)) << nodes;
    ASSERT_FALSE(r.lines.empty());
  }
}

TEST(Engine, SoftNodesFinishTheIteration) {
  for (const std::uint64_t nodes : {1ULL, 1000ULL, 20000ULL}) {
    SearchRequest request = to_depth(50);
    request.limits.depth.reset();
    request.limits.soft_nodes = nodes;
    const SearchReport soft = testing::search(kItalian, request);
    EXPECT_GE(soft.nodes, nodes);
    EXPECT_EQ(soft.nodes, testing::search(kItalian, to_depth(soft.lines.front().depth)).nodes);
    EXPECT_LT(testing::search(kItalian, to_depth(soft.lines.front().depth - 1)).nodes, nodes + 1);
  }
}

TEST(Engine, CountsTheSameNodesEveryTimeAndUnderEveryTracer) {
  Observer nobody;
  for (const auto preset : all_presets()) {
    SearchRequest request = to_depth(7, preset);
    const SearchReport silent = testing::search(kItalian, request);
    EXPECT_EQ(testing::search(kItalian, request).nodes, silent.nodes) << preset;
    request.tracing = Tracing::Ledger;
    const SearchReport counted = testing::search(kItalian, request);
    EXPECT_EQ(counted.nodes, silent.nodes) << preset;
    EXPECT_EQ(counted.lines[0].pv, silent.lines[0].pv) << preset;
    request.tracing = Tracing::Observed;
    request.observer = &nobody;
    EXPECT_EQ(testing::search(kItalian, request).nodes, silent.nodes) << preset;
  }
}

TEST(Engine, ClearMakesTheNextSearchLikeTheFirst) {
  Engine engine(4);
  engine.set_position(position(kItalian));
  const std::uint64_t first = engine.search(to_depth(8)).nodes;
  EXPECT_NE(engine.search(to_depth(8)).nodes, first);  // the table remembers
  engine.clear();
  EXPECT_EQ(engine.search(to_depth(8)).nodes, first);
}

TEST(Engine, OrdersSeveralLinesAndNamesEachMoveOnce) {
  SearchRequest request = to_depth(6);
  request.multi_pv = 5;
  const SearchReport r = testing::search(kItalian, request);
  ASSERT_EQ(r.lines.size(), 5u);
  for (std::size_t i = 0; i < r.lines.size(); ++i) {
    EXPECT_EQ(r.lines[i].multi_pv, static_cast<int>(i) + 1);
    EXPECT_TRUE(is_playable(position(kItalian), r.lines[i].pv));
    if (i > 0) {
      EXPECT_LE(r.lines[i].score, r.lines[i - 1].score);
    }
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(r.lines[i].pv[0], r.lines[j].pv[0]);
  }
}

TEST(Engine, MoreLinesThanMovesAreAsManyAsMoves) {
  SearchRequest request = to_depth(4);
  request.multi_pv = 200;
  EXPECT_EQ(testing::search("8/8/8/8/8/1k6/8/K6r w - - 0 1", request).lines.size(),
            legal_moves(position("8/8/8/8/8/1k6/8/K6r w - - 0 1")).size());
}

TEST(Engine, SearchesOnlyTheMovesThatAreAskedFor) {
  SearchRequest request = to_depth(6);
  const Position p = position(kItalian);
  request.limits.search_moves = {*move_from_text(p, "a2a3"), *move_from_text(p, "h2h3")};
  const SearchReport r = testing::search(kItalian, request);
  EXPECT_TRUE(r.best == request.limits.search_moves[0] || r.best == request.limits.search_moves[1]);
}

TEST(Engine, SavesTheClockOnAForcedReplyButNotInAnalysis) {
  SearchRequest request;
  request.settings = testing::settings();
  request.limits.depth = 6;
  request.limits.time = {1000000, 1000000};
  constexpr std::string_view kSingle = "7k/8/8/8/8/8/1r6/K6r w - - 0 1";  // in check, one way out
  EXPECT_EQ(testing::search(kSingle, request).lines.at(0).depth, 1);
  request.analysis = true;
  EXPECT_EQ(testing::search(kSingle, request).lines.at(0).depth, 6);
}

TEST(Engine, InfiniteSearchAnswersOnlyWhenStopped) {
  Engine engine(4);
  engine.set_position(
      position("8/8/8/8/8/2k5/2p5/2K5 w - - 0 1"));  // stalemate is a move away: every depth is done at once
  SearchRequest request;
  request.settings = testing::settings();
  request.limits.infinite = true;
  request.limits.depth = 3;
  Waiter waiter;
  engine.start(request, waiter);
  EXPECT_FALSE(waiter.is_done());
  engine.stop();
  engine.wait();
  EXPECT_TRUE(waiter.is_done());
}

TEST(Engine, PonderingAnswersOnlyAfterThePonderHit) {
  Engine engine(4);
  engine.set_position(position(kItalian));
  SearchRequest request = to_depth(3);
  request.limits.ponder = true;
  request.limits.time = {1000, 1000};
  Waiter waiter;
  engine.start(request, waiter);
  waiter.wait_for_depth(3);
  EXPECT_FALSE(waiter.is_done());
  engine.ponder_hit();
  engine.wait();
  EXPECT_TRUE(waiter.is_done());
  EXPECT_TRUE(position(kItalian).is_legal(waiter.report.best));
}

// Neither a stop nor the clock ends the first iteration: any move might be played then.
TEST(Engine, TheFirstIterationIsAlwaysFinished) {
  const SearchReport wanted = testing::search(kItalian, to_depth(1));
  for (const int threads : {1, 3})
    for (const bool by_clock : {false, true}) {
      Engine engine(4, threads);
      engine.set_position(position(kItalian));
      const std::atomic<bool> stop = !by_clock;
      SearchRequest request;
      request.settings = testing::settings();
      request.stop_flag = &stop;
      request.limits.infinite = !by_clock;
      if (by_clock) request.limits.move_time = 0;
      Waiter waiter;
      engine.start(request, waiter);
      engine.stop();
      engine.wait();
      EXPECT_GE(waiter.report.lines.at(0).depth, 1) << threads << by_clock;
      if (threads > 1) continue;
      EXPECT_EQ(waiter.report.best, wanted.best) << by_clock;
    }
  SearchRequest one_node = to_depth(5);
  one_node.limits.nodes = 1;
  EXPECT_EQ(testing::search(kItalian, one_node).nodes, 1U);
}

TEST(Engine, StopBeforeAnythingWasSearchedStillNamesAMove) {
  Engine engine(4);
  engine.set_position(position(kItalian));
  SearchRequest request;
  request.settings = testing::settings();
  request.limits.infinite = true;
  for (int i = 0; i < 50; ++i) {
    Waiter waiter;
    engine.start(request, waiter);
    engine.stop();
    engine.wait();
    EXPECT_TRUE(position(kItalian).is_legal(waiter.report.best));
    ASSERT_FALSE(waiter.infos.empty());
    EXPECT_EQ(waiter.infos.back().pv.at(0), waiter.report.best);
  }
}

TEST(Engine, ManyThreadsAgreeWithTheRules) {
  for (const int threads : {2, 5}) {
    const SearchReport r = testing::search(kItalian, to_depth(9), threads);
    EXPECT_TRUE(is_playable(position(kItalian), r.lines.at(0).pv)) << threads;
    EXPECT_EQ(r.lines[0].depth, 9);
  }
}

// With several threads the limit is on the sum, and what goes beyond it is what a thread makes between two looks.
TEST(Engine, NodeLimitIsForAllThreadsTogether) {
  for (const int threads : {2, 7}) {
    SearchRequest request = to_depth(50);
    request.limits.depth.reset();
    request.limits.nodes = 20000;
    const SearchReport r = testing::search(kItalian, request, threads);
    EXPECT_GE(r.nodes, 20000u) << threads;
    EXPECT_LE(r.nodes, 20000u + static_cast<unsigned>(threads) * ClockPollInterval::kMax) << threads;
  }
}

TEST(Engine, ManyThreadsStartSearchAndStop) {
  constexpr int kMany = 256;
  Engine engine(4, kMany);
  ASSERT_EQ(engine.threads(), kMany);
  engine.set_position(position(kItalian));
  SearchRequest request;
  request.settings = testing::settings();
  request.limits.infinite = true;
  for (int i = 0; i < 2; ++i) {
    Waiter waiter;
    engine.start(request, waiter);
    waiter.wait_for_depth(2);
    engine.stop();
    engine.wait();
    EXPECT_TRUE(is_playable(position(kItalian), waiter.report.lines.at(0).pv));
    EXPECT_EQ(waiter.infos.back().pv, waiter.report.lines[0].pv);
    engine.clear();
  }
  ASSERT_TRUE(engine.set_threads(2));
  EXPECT_EQ(engine.search(to_depth(5)).lines.at(0).depth, 5);
}

TEST(Engine, TheNumberOfThreadsBeforeChangesNothingForOne) {
  const std::uint64_t nodes = testing::search(kItalian, to_depth(7)).nodes;
  Engine engine(4, 5);
  engine.set_position(position(kItalian));
  engine.search(to_depth(6));
  ASSERT_TRUE(engine.set_threads(1));
  engine.clear();
  EXPECT_EQ(engine.search(to_depth(7)).nodes, nodes);
}

// On the clock nothing is gained by a deeper search when the end is in sight: not in analysis.
TEST(Engine, SettledPositionsAreAnsweredAtOnceOnTheClock) {
  struct Case {
    std::string_view fen;
    int most;  // plies
  };
  constexpr Case kCases[] = {{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 2},  // mate in one
                             {"7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 12},    // a short mate
                             {"k7/8/1K6/8/8/8/8/6QR b - - 0 1", 5},     // mated soon
                             {"8/8/4k3/8/8/3K4/8/8 w - - 0 1", 3},      // dead
                             {"8/8/4k3/8/8/3K4/8/6B1 w - - 0 1", 3}};   // dead
  for (const Case& c : kCases) {
    SearchRequest request;
    request.settings = testing::settings();
    request.limits.time = {1000000000, 1000000000};
    const SearchReport r = testing::search(c.fen, request);
    EXPECT_LE(r.lines.at(0).depth, c.most) << c.fen;
    EXPECT_TRUE(r.best) << c.fen;
    if (testing::position(c.fen).is_dead()) continue;  // there deeper iterations would all be alike
    request.analysis = true;
    request.limits.depth = c.most + 2;
    EXPECT_EQ(testing::search(c.fen, request).lines.at(0).depth, c.most + 2) << c.fen;
  }
}

TEST(Engine, ASettledAnswerWaitsForTheHit) {
  Engine engine(4);
  engine.set_position(position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"));
  SearchRequest request;
  request.settings = testing::settings();
  request.limits.ponder = true;
  request.limits.time = {1000000000, 1000000000};
  Waiter waiter;
  engine.start(request, waiter);
  waiter.wait_for_depth(3);
  EXPECT_FALSE(waiter.is_done());
  engine.ponder_hit();
  engine.wait();
  EXPECT_TRUE(waiter.is_done());
}

TEST(Engine, RefusedMemoryLeavesTheOldTable) {
  Engine engine(4);
  EXPECT_FALSE(engine.set_hash(std::size_t{1} << 40));  // an exbibyte
  EXPECT_EQ(engine.hash(), 4u);
  engine.set_position(position(kItalian));
  EXPECT_TRUE(engine.search(to_depth(5)).best);
}

TEST(Bench, PositionsAreLegalAndDifferent) {
  std::vector<Key> keys;
  for (const std::string_view text : bench_positions()) {
    const Position p = position(text);
    EXPECT_TRUE(has_legal_move(p)) << text;
    for (const Key k : keys) EXPECT_NE(k, p.key()) << text;
    keys.push_back(p.key());
  }
}

TEST(Bench, SumsItsPositions) {
  std::uint64_t sum = 0;
  int last = 0;
  BenchPlan plan;
  plan.hash = 1;
  plan.depth = 4;
  plan.progress = [&](int number, std::uint64_t nodes) {
    EXPECT_EQ(number, last + 1);
    last = number;
    sum += nodes;
  };
  const BenchResult r = run_bench(plan, testing::settings());
  EXPECT_EQ(r.nodes, sum);
  EXPECT_EQ(static_cast<std::size_t>(last), bench_positions().size());
}

}  // namespace
}  // namespace oknos
