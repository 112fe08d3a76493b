#include "lab/play/game_pgn.h"

#include <gtest/gtest.h>

#include "engine/base/score.h"
#include "engine/chess/fen.h"
#include "lab/play/scripted_player.h"

namespace oknos::lab {
namespace {

GameMove move_with(Score score, int depth, std::uint64_t nodes, int seldepth, std::int64_t time) {
  GameMove m;
  m.info = Info{};
  m.info->score = score;
  m.info->depth = depth;
  m.info->nodes = nodes;
  m.info->seldepth = seldepth;
  m.time = time;
  return m;
}

TEST(GamePgn, CommentsSayScoreDepthTimeAndNodes) {
  EXPECT_EQ(move_comment(move_with(Score{34}, 12, 12345, 18, 101)), "+0.34/12 0.101s, n=12345, sd=18");
  EXPECT_EQ(move_comment(move_with(Score{-1234}, 1, 0, 0, 0)), "-12.34/1 0.000s");
  EXPECT_EQ(move_comment(move_with(Score{0}, 1, 0, 0, 1)), "0.00/1 0.001s");
  EXPECT_EQ(move_comment(move_with(mate_in(9), 3, 5, 0, 1)), "+M5/3 0.001s, n=5");
  EXPECT_EQ(move_comment(move_with(mated_in(4), 3, 5, 0, 1)), "-M2/3 0.001s, n=5");
  GameMove silent;
  silent.time = 5;
  silent.comment = "skipped 12";
  EXPECT_EQ(move_comment(silent), "0.005s, skipped 12");
  silent.from_opening = true;
  EXPECT_EQ(move_comment(silent), "book");
}

TEST(GamePgn, ReadsBackWithOurReader) {
  ScriptedPlayer white("W", {{"a2b3", 10}});
  ScriptedPlayer black("B", {{"crash"}});
  Side w{white, {}, 0};
  Side b{black, {}, 0};
  const Position start = *fen::parse("7k/8/8/8/8/1r6/P7/K7 w - - 3 20");
  const GameRecord game = play_game(start, {}, {&w, &b}, {{}, 0});
  GameTags tags{"A - B", "3.1", {"A \"quoted\"", "B"}, {"1 s", "2 s"}, "", "2024.05.31"};
  const std::string text = to_pgn(game, tags);
  LineSource source{std::string_view(text)};
  pgn::Reader reader(source, "it");
  const auto back = reader.next();
  ASSERT_TRUE(back);
  EXPECT_TRUE(back->complaints.empty()) << back->complaints.front();
  EXPECT_EQ(fen::to_text(back->start), fen::to_text(start));
  EXPECT_EQ(back->main_line().size(), 1U);
  EXPECT_EQ(back->result, pgn::GameResult::WhiteWins);
  EXPECT_EQ(*back->tag("Round"), "3.1");
  EXPECT_EQ(*back->tag("White"), "A \"quoted\"");
  EXPECT_EQ(*back->tag("Termination"), "abandoned");
  EXPECT_EQ(*back->tag("WhiteControl"), "1 s");
  EXPECT_EQ(back->nodes[1].comment, "+0.10/5 0.000s, n=1000, B ended");
  EXPECT_FALSE(reader.next());
}

TEST(GamePgn, AGameWithoutMovesIsAGame) {
  GameRecord game;
  game.result = pgn::GameResult::BlackWins;
  game.ending = Ending::CannotStart;
  game.explanation = "it cannot be started";
  const std::string text = to_pgn(game, {"e", "1.1", {"A", "B"}, {"", ""}, "", ""});
  LineSource source{std::string_view(text)};
  pgn::Reader reader(source, "it");
  const auto back = reader.next();
  ASSERT_TRUE(back);
  EXPECT_EQ(back->result, pgn::GameResult::BlackWins);
  EXPECT_NE(text.find("it cannot be started"), std::string::npos);
}

}  // namespace
}  // namespace oknos::lab
