#include "train/game_walk.h"

#include <gtest/gtest.h>
#include <string>

#include "support/test_folder.h"
#include "train/sample_support.h"

namespace oknos::train {
namespace {

std::string game(const std::string& result, const std::string& moves, const std::string& tags = "") {
  return "[Event \"test\"]\n[Result \"" + result + "\"]\n" + tags + "\n" + moves + " " + result + "\n\n";
}

struct Seen {
  GameTally tally;
  std::vector<Fate> fates;
  std::vector<int> scores;
  std::vector<int> half_points;
};

Seen walked(const std::string& text) {
  Seen out;
  const std::string name = "test";
  for_each_game({&name, text, 0}, out.tally, [&](const GameRecord& g, std::uint64_t) {
    walk(g, out.tally, [&](const Sighting& s) {
      out.fates.push_back(s.fate);
      out.scores.push_back(s.score.value());
      out.half_points.push_back(s.half_points);
    });
  });
  return out;
}

TEST(GameWalk, EveryMoveHasItsFate) {
  const Seen seen = walked(game("1-0",
                                "1. e4 {+0.10/5, n=1} d5 {-0.20/5, n=1} 2. exd5 {+0.30/5, n=1} Qxd5 {-0.40/5, n=1} "
                                "3. Nc3 {+0.50/5, n=1} Qe5+ {+0.60/5, n=1} 4. Be2 {-0.70/5, n=1} Nf6 {+M3/5, n=1} "
                                "5. Nf3 {-10.01/5, n=1} Qd6 {+10.00/5, n=1} 6. O-O {book} a6",
                                "[OpeningPlies \"1\"]\n"));
  using enum Fate;
  EXPECT_EQ(seen.fates, (std::vector<Fate>{Random, Kept, Tactical, Tactical, AfterCapture, Kept, InCheck, Mate, Decided,
                                           Kept, NoScore, NoScore}));
  // From White's view, though the comments are from the mover's.
  EXPECT_EQ(seen.scores[1], 20);
  EXPECT_EQ(seen.scores[5], -60);
  EXPECT_EQ(seen.scores[9], -1000);
  EXPECT_EQ(seen.half_points, std::vector<int>(12, 2));
  EXPECT_EQ(seen.tally.plies, 12U);
  EXPECT_EQ(seen.tally.fates[static_cast<std::size_t>(Kept)], 3U);
  EXPECT_EQ(seen.tally.results[2], 1U);
}

TEST(GameWalk, WithoutResultOrStandardRulesAGameIsLeftOut) {
  const Seen seen = walked(game("*", "1. e4 {+0.10/5, n=1}") + game("1/2-1/2", "1. e4 {+0.10/5, n=1}") +
                           game("0-1", "1. e4 {+0.10/5, n=1}",
                                "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n") +
                           game("0-1", "1. e4 {+0.10/5, n=1} Ke7 {+0.10/5, n=1}"));
  EXPECT_EQ(seen.tally.games, 2U);
  EXPECT_EQ(seen.tally.without_result, 1U);
  EXPECT_EQ(seen.tally.chess960, 1U);
  EXPECT_EQ(seen.tally.complaints, 1U);  // the last one's second move
  EXPECT_NE(seen.tally.first_complaint.find("Ke7"), std::string::npos) << seen.tally.first_complaint;
  EXPECT_EQ(seen.half_points, (std::vector<int>{1, 0}));
}

class GameFiles : public test::TestWithFolder {};

TEST_F(GameFiles, BlocksTogetherAreTheFilesAndNumberTheGames) {
  const auto files =
      read_game_files({file("a.pgn", test::self_play_text(300, 10)), file("b.pgn", test::self_play_text(5, 10))});
  ASSERT_TRUE(files) << files.error();
  const std::vector<GameBlock> blocks = cut_into_blocks(*files);
  EXPECT_GT(blocks.size(), 3U);
  std::string all;
  std::uint64_t next = 0;
  for (const GameBlock& block : blocks) {
    all += block.text;
    EXPECT_EQ(block.first_game, next);
    GameTally tally;
    for_each_game(block, tally, [&](const GameRecord&, std::uint64_t number) { EXPECT_EQ(number, next++); });
    EXPECT_EQ(tally.complaints, 0U);
  }
  EXPECT_EQ(all, (*files)[0].text + (*files)[1].text);
  EXPECT_EQ(next, 305U);
  EXPECT_NE(description_of(*files).find("b.pgn (sha256 "), std::string::npos);

  std::vector<GameFile> many(5);
  for (std::size_t i = 0; i < many.size(); ++i) many[i].name = std::string(1, static_cast<char>('a' + i));
  const std::string together = description_of(many);
  EXPECT_TRUE(together.starts_with("5 files from a to e (sha256 of their hashes ")) << together;
  many[2].hash = "another";
  EXPECT_NE(description_of(many), together);
}

TEST_F(GameFiles, WhatIsNoFileOfGamesIsNamed) {
  const auto error_of = [](const std::string& path) {
    const auto files = read_game_files({path});
    return files ? std::string("(none)") : files.error();
  };
  EXPECT_NE(error_of(path("nothing.pgn")).find("nothing.pgn\" cannot be read"), std::string::npos);
  EXPECT_NE(error_of(folder().string()).find("is a directory"), std::string::npos);
  EXPECT_NE(error_of(file("text.pgn", "no game at all\n")).find("holds no game"), std::string::npos);
  EXPECT_NE(error_of(file("empty.pgn", "")).find("holds no game"), std::string::npos);
}

}  // namespace
}  // namespace oknos::train
