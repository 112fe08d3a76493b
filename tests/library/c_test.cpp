#include "oknos/c.h"

#include <cstring>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

#include "oknos/oknos.h"

namespace oknos {
namespace {

constexpr const char* kMiddlegame = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";

using EnginePointer = std::unique_ptr<OknosEngine, decltype(&oknos_destroy)>;

EnginePointer new_engine() {
  return {oknos_create(), &oknos_destroy};
}

OknosSearch to_depth(int depth) {
  OknosSearch search{};
  search.size = sizeof search;
  search.depth = depth;
  return search;
}

TEST(LibraryC, SearchesWhatTheLibrarySearches) {
  const EnginePointer engine = new_engine();
  ASSERT_EQ(oknos_set_position(engine.get(), kMiddlegame, nullptr), OKNOS_OK);
  OknosSearch search = to_depth(7);
  search.count_rules = 1;
  const OknosResult* result = oknos_search(engine.get(), &search);
  ASSERT_TRUE(result) << oknos_error(engine.get());

  Searcher searcher;
  const SearchResult expected = searcher.search(Game(kMiddlegame), {.depth = 7, .count_rules = true});
  EXPECT_EQ(result->nodes, expected.nodes);
  EXPECT_EQ(result->best_move, expected.best_move);
  EXPECT_EQ(result->expected_reply, expected.expected_reply);
  EXPECT_EQ(result->score, expected.variations[0].score);
  EXPECT_EQ(result->depth, 7);
  EXPECT_EQ(result->mate, 0);
  EXPECT_EQ(result->moves_made, expected.moves_made);
  EXPECT_EQ(result->moves_skipped, expected.moves_skipped);
  EXPECT_GT(result->moves_skipped, 0U);
  for (int rule = 0; rule < oknos_rule_count(); ++rule) {
    const OknosRuleUse* use = oknos_rule_use(engine.get(), rule);
    ASSERT_TRUE(use);
    EXPECT_EQ(use->rule, rule_name(rule));
    EXPECT_EQ(use->moves_skipped, expected.rules[static_cast<std::size_t>(rule)].moves_skipped) << use->rule;
    EXPECT_EQ(use->nodes_cut, expected.rules[static_cast<std::size_t>(rule)].nodes_cut) << use->rule;
  }
  EXPECT_FALSE(oknos_rule_use(engine.get(), -1));
  EXPECT_FALSE(oknos_rule_use(engine.get(), oknos_rule_count()));
}

TEST(LibraryC, KnowsTheGame) {
  const EnginePointer engine = new_engine();
  ASSERT_EQ(oknos_set_position(engine.get(), nullptr, " f2f3 e7e5  g2g4 "), OKNOS_OK);
  EXPECT_STREQ(oknos_fen(engine.get()), "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2");
  EXPECT_EQ(oknos_game_state(engine.get()), OKNOS_ONGOING);
  EXPECT_TRUE(std::strstr(oknos_legal_moves(engine.get()), "d8h4"));
  EXPECT_EQ(oknos_play(engine.get(), "d8h4"), OKNOS_OK);
  EXPECT_EQ(oknos_game_state(engine.get()), OKNOS_CHECKMATE);
  EXPECT_STREQ(oknos_legal_moves(engine.get()), "");
  const OknosSearch search = to_depth(3);
  const OknosResult* result = oknos_search(engine.get(), &search);
  ASSERT_TRUE(result);
  EXPECT_STREQ(result->best_move, "");
}

TEST(LibraryC, EvaluatesAsTheLibraryDoes) {
  const EnginePointer engine = new_engine();
  oknos_set_position(engine.get(), kMiddlegame, nullptr);
  EXPECT_EQ(oknos_evaluate(engine.get()), Searcher().evaluate(Game(kMiddlegame)));
}

TEST(LibraryC, TellsLines) {
  const EnginePointer engine = new_engine();
  oknos_set_position(engine.get(), "6k1/5ppp/8/8/8/8/r4PPP/1R2R1K1 w - - 0 1", nullptr);
  std::vector<OknosLine> lines;
  std::vector<std::string> moves;
  struct Heard {
    std::vector<OknosLine>& lines;
    std::vector<std::string>& moves;
  } heard{lines, moves};
  OknosSearch search = to_depth(4);
  search.lines = 2;
  search.user = &heard;
  search.on_line = [](const OknosLine* line, void* user) {
    static_cast<Heard*>(user)->lines.push_back(*line);
    static_cast<Heard*>(user)->moves.emplace_back(line->moves);
    return 0;
  };
  ASSERT_TRUE(oknos_search(engine.get(), &search));
  ASSERT_GE(lines.size(), 2U);
  EXPECT_EQ(lines[lines.size() - 2].rank, 1);
  EXPECT_EQ(lines.back().rank, 2);
  EXPECT_EQ(lines[lines.size() - 2].mate, 1);
  EXPECT_EQ(moves[moves.size() - 2], "b1b8");
}

struct Skips {
  OknosEngine* engine;
  std::size_t enough;
  std::vector<std::string> texts;
};

int hear_skip(const OknosSkip* skip, void* user) {
  auto& skips = *static_cast<Skips*>(user);
  skips.texts.push_back(std::string(skip->rule) + ' ' + skip->move + ' ' + oknos_skip_fen(skips.engine, skip) + ' ' +
                        std::to_string(skip->alpha - skip->bound - skip->slack));
  return skips.texts.size() >= skips.enough;
}

TEST(LibraryC, TellsSkips) {
  struct Expected : Observer {
    void move_skipped(const MoveSkipped& e) override {
      texts.push_back(std::string(rule_name(e.rule)) + ' ' + move_text(e.move) + ' ' + position_text(*e.position) +
                      " 0");
    }
    std::vector<std::string> texts;
  } expected;
  Searcher searcher;
  searcher.search(Game(kMiddlegame), {.depth = 4, .observer = &expected});

  const EnginePointer engine = new_engine();
  oknos_set_position(engine.get(), kMiddlegame, nullptr);
  Skips skips{engine.get(), 1'000'000, {}};
  OknosSearch search = to_depth(4);
  search.on_skip = hear_skip;
  search.user = &skips;
  ASSERT_TRUE(oknos_search(engine.get(), &search));
  EXPECT_GT(skips.texts.size(), 100U);
  EXPECT_EQ(skips.texts, expected.texts);
}

TEST(LibraryC, CallbackEndsTheSearch) {
  const EnginePointer engine = new_engine();
  Skips skips{engine.get(), 10, {}};
  OknosSearch search = to_depth(0);
  search.on_skip = hear_skip;
  search.user = &skips;
  ASSERT_TRUE(oknos_search(engine.get(), &search));  // without limits it would go on for ever
  EXPECT_GE(skips.texts.size(), 10U);
}

TEST(LibraryC, SetsOptions) {
  const EnginePointer engine = new_engine();
  oknos_set_position(engine.get(), kMiddlegame, nullptr);
  for (const auto& [name, value] : std::vector<std::pair<const char*, const char*>>{{"preset", "heinz"},
                                                                                    {"hash", "2"},
                                                                                    {"threads", "1"},
                                                                                    {"network", "classical"},
                                                                                    {"tablebases", ""},
                                                                                    {"frontier_futility.margin", "150"},
                                                                                    {"null_move", "off"}})
    EXPECT_EQ(oknos_set_option(engine.get(), name, value), OKNOS_OK) << name << ": " << oknos_error(engine.get());
  const OknosSearch search = to_depth(6);
  const std::uint64_t nodes = oknos_search(engine.get(), &search)->nodes;

  Searcher searcher;
  searcher.set_preset("heinz");
  searcher.set_hash(2);
  searcher.set_network("classical");
  searcher.set_option("frontier_futility.margin", "150");
  searcher.set_option("null_move", "off");
  EXPECT_EQ(nodes, searcher.search(Game(kMiddlegame), {.depth = 6}).nodes);
}

TEST(LibraryC, SaysWhatIsWrong) {
  const EnginePointer engine = new_engine();
  EXPECT_STREQ(oknos_error(engine.get()), "");
  const auto says = [&](OknosStatus status, const std::string& part) {
    EXPECT_EQ(status, OKNOS_INVALID);
    const std::string error = oknos_error(engine.get());
    EXPECT_NE(error.find(part), std::string::npos) << error;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
  };
  says(oknos_set_position(engine.get(), "no position", nullptr), "no position");
  says(oknos_set_position(engine.get(), nullptr, "e2e4 e2e4"), "e2e4");
  EXPECT_STREQ(oknos_fen(engine.get()), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") << "as it was";
  says(oknos_play(engine.get(), "e2e5"), "e2e5");
  says(oknos_play(engine.get(), nullptr), "move is null");
  says(oknos_set_option(engine.get(), "hash", "much"), "hash: \"much\"");
  says(oknos_set_option(engine.get(), "hash", "0"), "Hash");
  says(oknos_set_option(engine.get(), "no_rule", "on"), "no_rule");
  says(oknos_set_option(engine.get(), "preset", "no preset"), "no preset");
  says(oknos_set_option(engine.get(), nullptr, "on"), "name is null");

  EXPECT_FALSE(oknos_search(engine.get(), nullptr));
  says(OKNOS_INVALID, "search is null");
  OknosSearch search{};
  EXPECT_FALSE(oknos_search(engine.get(), &search));
  says(OKNOS_INVALID, "size: 0");
  search = to_depth(1000);
  EXPECT_FALSE(oknos_search(engine.get(), &search));
  says(OKNOS_INVALID, "depth: 1000");
  search = to_depth(2);
  search.count_rules = 1;
  search.on_skip = hear_skip;
  EXPECT_FALSE(oknos_search(engine.get(), &search));
  says(OKNOS_INVALID, "count_rules");
  search = to_depth(2);
  EXPECT_TRUE(oknos_search(engine.get(), &search)) << "still alive";
}

// A program that was compiled when the structure ended earlier.
TEST(LibraryC, TakesShorterStructures) {
  const EnginePointer engine = new_engine();
  OknosSearch search = to_depth(2);
  search.size = offsetof(OknosSearch, on_line);
  search.on_line = [](const OknosLine*, void*) -> int { throw std::runtime_error("beyond the end"); };
  EXPECT_TRUE(oknos_search(engine.get(), &search));
}

TEST(LibraryC, SaysItsVersion) {
  EXPECT_EQ(oknos_version(), version());
  EXPECT_EQ(oknos_c_interface(), OKNOS_C_INTERFACE);
}

}  // namespace
}  // namespace oknos
