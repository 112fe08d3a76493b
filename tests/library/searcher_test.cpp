#include "oknos/searcher.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <thread>

#include "engine/chess/fen.h"
#include "engine/chess/notation.h"
#include "engine/pruning/presets/preset.h"
#include "engine/search/engine.h"
#include "library/error_of.h"
#include "oknos/error.h"
#include "oknos/observer.h"

namespace oknos {
namespace {

using std::chrono::milliseconds;

constexpr const char* kMiddlegame = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
constexpr const char* kMateInTwo = "6k1/5ppp/8/8/8/8/r4PPP/1R2R1K1 w - - 0 1";

const RuleUse& row(const SearchResult& result, const std::string& rule) {
  return *std::find_if(result.rules.begin(), result.rules.end(), [&](const RuleUse& r) { return r.rule == rule; });
}

TEST(LibrarySearcher, SearchesWhatTheEngineSearches) {
  Searcher searcher;
  const SearchResult result = searcher.search(Game(kMiddlegame), {.depth = 8});

  Engine engine;
  engine.set_position(*fen::parse(kMiddlegame));
  SearchRequest request;
  request.limits.depth = 8;
  request.settings = pruning::default_preset().settings;
  request.analysis = true;
  const SearchReport expected = engine.search(request);
  EXPECT_EQ(result.nodes, expected.nodes);
  EXPECT_EQ(result.best_move, to_text(expected.best, false));
  ASSERT_EQ(result.variations.size(), 1U);
  EXPECT_EQ(result.variations[0].score, expected.lines[0].score.value());
  EXPECT_EQ(result.variations[0].depth, 8);
  EXPECT_EQ(result.variations[0].moves[0], result.best_move);
  EXPECT_EQ(result.variations[0].kind, ScoreKind::Exact);
  EXPECT_FALSE(result.variations[0].mate);
  EXPECT_TRUE(result.rules.empty());
}

TEST(LibrarySearcher, ObeysLimits) {
  Searcher searcher;
  EXPECT_EQ(searcher.search(Game(), {.nodes = 5000}).nodes, 5000U);
  EXPECT_FALSE(searcher.search(Game(), {.time = milliseconds(20)}).best_move.empty());
  EXPECT_FALSE(searcher.search(Game(), {.clock = PlayClock{.remaining = milliseconds(100)}}).best_move.empty());
  const SearchResult two = searcher.search(Game(), {.depth = 3, .only_moves = {"a2a3", "h2h3"}, .lines = 5});
  ASSERT_EQ(two.variations.size(), 2U);
  EXPECT_TRUE(two.best_move == "a2a3" || two.best_move == "h2h3");
}

TEST(LibrarySearcher, FindsMates) {
  Searcher searcher;
  const SearchResult win = searcher.search(Game(kMateInTwo), {.depth = 6});
  EXPECT_EQ(win.variations[0].mate, 1);
  EXPECT_EQ(win.variations[0].score, 32000 - 1);
  const SearchResult loss = searcher.search(Game("7k/R7/8/8/8/8/1R6/K7 b - - 0 1"), {.depth = 6});
  EXPECT_EQ(loss.variations[0].mate, -1);
  EXPECT_EQ(loss.variations[0].score, -32000 + 2);
}

TEST(LibrarySearcher, HasNoMoveWhereThereIsNone) {
  Searcher searcher;
  const SearchResult result = searcher.search(Game("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), {.depth = 3});
  EXPECT_TRUE(result.best_move.empty());
  EXPECT_TRUE(result.variations.empty());
}

TEST(LibrarySearcher, CountsWhatTheRulesDo) {
  Searcher searcher;
  const SearchResult plain = searcher.search(Game(kMiddlegame), {.depth = 8});
  searcher.clear();
  const SearchResult result = searcher.search(Game(kMiddlegame), {.depth = 8, .count_rules = true});
  EXPECT_EQ(result.nodes, plain.nodes) << "counting changes nothing";
  ASSERT_EQ(result.rules.size(), static_cast<std::size_t>(rule_count()));
  std::uint64_t skipped = 0;
  for (const RuleUse& r : result.rules) skipped += r.moves_skipped;
  EXPECT_EQ(skipped, result.moves_skipped);
  EXPECT_GT(row(result, "late_move_pruning").moves_skipped, 0U);
  EXPECT_GT(row(result, "reverse_futility").nodes_cut, 0U);
  EXPECT_FALSE(row(result, "late_move_pruning").held.empty());
  EXPECT_EQ(row(result, "general_futility").asked, 0U) << "off in the default preset";
}

struct SkipCounter : Observer {
  void node_entered(const NodeEntered& e) override {
    ++nodes;
    if (nodes == 1) root = position_text(*e.position);
  }
  void move_skipped(const MoveSkipped& e) override { ++skips[static_cast<std::size_t>(e.rule)]; }
  std::uint64_t nodes = 0;
  std::string root;
  std::vector<std::uint64_t> skips = std::vector<std::uint64_t>(static_cast<std::size_t>(rule_count()));
};

TEST(LibrarySearcher, TellsAnObserverEverySkip) {
  Searcher searcher;
  const SearchResult counted = searcher.search(Game(kMiddlegame), {.depth = 7, .count_rules = true});
  searcher.clear();
  SkipCounter counter;
  const SearchResult observed = searcher.search(Game(kMiddlegame), {.depth = 7, .observer = &counter});
  EXPECT_EQ(observed.nodes, counted.nodes);
  EXPECT_EQ(counter.root, kMiddlegame);
  for (std::size_t i = 0; i < counter.skips.size(); ++i)
    EXPECT_EQ(counter.skips[i], counted.rules[i].moves_skipped) << counted.rules[i].rule;
}

TEST(LibrarySearcher, ReportsProgress) {
  Searcher searcher;
  int last = 0;
  searcher.search(Game(), {.depth = 5, .lines = 2, .on_progress = [&](const SearchProgress& p) {
                             EXPECT_GE(p.variation.depth, last);
                             EXPECT_TRUE(p.rank == 1 || p.rank == 2);
                             last = p.variation.depth;
                           }});
  EXPECT_EQ(last, 5);
}

TEST(LibrarySearcher, StopsFromAnotherThreadAndByAFlag) {
  Searcher searcher;
  std::atomic<bool> begun{false};
  std::thread stopper([&] {
    while (!begun) std::this_thread::yield();
    searcher.stop();
  });
  const SearchResult result =
      searcher.search(Game(), {.on_progress = [&](const SearchProgress&) { begun = true; }});  // without any limit
  stopper.join();
  EXPECT_FALSE(result.best_move.empty());

  const std::atomic<bool> already{true};
  EXPECT_FALSE(searcher.search(Game(), {.stop_flag = &already}).best_move.empty());
}

struct Thrower : Observer {
  void node_left(const NodeLeft&) override {
    ++calls;
    throw std::runtime_error("of the caller");
  }
  int calls = 0;
};

TEST(LibrarySearcher, LetsExceptionsOfCallbacksOut) {
  Searcher searcher;
  Thrower thrower;
  EXPECT_THROW(searcher.search(Game(), {.observer = &thrower}), std::runtime_error);
  EXPECT_EQ(thrower.calls, 1) << "it is not called again";
  EXPECT_THROW(searcher.search(Game(), {.on_progress = [](const SearchProgress&) { throw 1; }}), int);
  EXPECT_FALSE(searcher.search(Game(), {.depth = 3}).best_move.empty()) << "the next search is as usual";
}

TEST(LibrarySearcher, TakesPresetsAndOptions) {
  Searcher searcher;
  const auto value = [&](const std::string& name) {
    for (const auto& [key, text] : searcher.settings())
      if (key == name) return text;
    return std::string("missing");
  };
  EXPECT_EQ(searcher.preset(), "modern");
  searcher.set_preset("Heinz");
  EXPECT_EQ(searcher.preset(), "heinz");
  EXPECT_EQ(value("frontier_futility"), "on");
  searcher.set_option("Frontier Futility", "off");
  EXPECT_EQ(value("frontier_futility"), "off");
  searcher.set_option("frontier_futility", "preset");
  EXPECT_EQ(value("frontier_futility"), "on");
  searcher.set_preset(OKNOS_SOURCE_DIR "/presets/muller.toml");
  EXPECT_EQ(searcher.preset(), "muller");
  searcher.set_preset("none");
  EXPECT_EQ(searcher.preset(), "none") << "a name replaces a file";
  const auto names = preset_names();
  EXPECT_NE(std::find(names.begin(), names.end(), "sound"), names.end());
}

TEST(LibrarySearcher, Evaluates) {
  Searcher searcher;
  searcher.set_network("classical");
  const Game white("4k3/8/8/8/8/8/8/3QK3 w - - 0 1"), black("4k3/8/8/8/8/8/8/3QK3 b - - 0 1");
  EXPECT_GT(searcher.evaluate(white), 500);
  EXPECT_LT(searcher.evaluate(black), -500);
  searcher.set_network("");
  EXPECT_GT(searcher.evaluate(white), 500);
}

TEST(LibrarySearcher, ThreadsAndHashCanBeSet) {
  Searcher searcher;
  searcher.set_threads(2);
  searcher.set_hash(4);
  EXPECT_EQ(searcher.search(Game(kMateInTwo), {.depth = 5}).best_move, "b1b8");
}

TEST(LibrarySearcher, SaysWhatIsWrong) {
  Searcher s;
  const Game game;
  EXPECT_EQ(error_of([&] { s.search(game, {.depth = 0}); }), "depth: 0 is out of range, which is 1 to 245");
  EXPECT_EQ(error_of([&] { s.search(game, {.depth = 1, .lines = 0}); }), "lines: 0 is out of range, which is 1 to 480");
  EXPECT_EQ(error_of([&] { s.search(game, {.nodes = 0}); }), "nodes: 0; at least 1 is needed");
  EXPECT_EQ(error_of([&] { s.search(game, {.time = milliseconds(-5)}); }), "time: -5 ms; a time is not negative");
  EXPECT_EQ(error_of([&] { s.search(game, {.clock = PlayClock{.moves_to_go = 0}}); }),
            "clock.moves_to_go: 0; at least 1 is needed");
  EXPECT_NE(error_of([&] { s.search(game, {.depth = 1, .only_moves = {"e2e5"}}); }).find("only_moves: \"e2e5\""),
            std::string::npos);
  SkipCounter counter;
  EXPECT_NE(error_of([&] { s.search(game, {.depth = 1, .count_rules = true, .observer = &counter}); }), "none");
  EXPECT_EQ(error_of([&] { s.set_hash(0); }), "Hash: 0 is out of range, which is 1 to 1048576");
  EXPECT_EQ(error_of([&] { s.set_threads(0); }), "Threads: 0 is out of range, which is 1 to 1024");
  EXPECT_NE(error_of([&] { s.set_preset("heinzz"); }).find("heinz"), std::string::npos);
  EXPECT_NE(error_of([&] { s.set_option("Contempt", "3"); }).find("\"Contempt\" is not an option"), std::string::npos);
  EXPECT_NE(error_of([&] { s.set_option("frontier_futility.margin", "99999"); }), "none");
  EXPECT_NE(error_of([&] { s.set_network("no.oknn"); }).find("no.oknn"), std::string::npos);
  EXPECT_NE(error_of([&] { s.set_tablebases("/nowhere"); }).find("/nowhere"), std::string::npos);
  EXPECT_FALSE(s.search(game, {.depth = 2}).best_move.empty());
}

TEST(Library, HasTheVersionOfTheProgram) {
  EXPECT_EQ(std::count(version().begin(), version().end(), '.'), 2);
}

}  // namespace
}  // namespace oknos
