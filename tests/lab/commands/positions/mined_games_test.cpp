#include "lab/commands/positions/mined_games.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace oknos::lab {
namespace {

TEST(ScoreInComment, ReadsWhatMatchProgramsWrite) {
  EXPECT_EQ(score_in_comment("+0.34/12, n=5000"), 34);
  EXPECT_EQ(score_in_comment("-12.04/12 0.101s, n=12345"), -1204);
  EXPECT_EQ(score_in_comment("+0.05/1"), 5);
  EXPECT_EQ(score_in_comment("-0.05/1"), -5);
  EXPECT_EQ(score_in_comment("+3/1"), 300);
  EXPECT_EQ(score_in_comment("+M5/20"), 31990);
  EXPECT_EQ(score_in_comment("-M5/20"), -31990);
  for (const char* other : {"", "+", "-", "book", "+0.34", "+/3", "+x/3", "+0.3/3", "+0.345/3", "+-1.00/2", "+1.-5/2",
                            "+M/3", "+M-1/3", "+M999999/3", "+99999999999.00/3", "0.34/12", "+=/-"})
    EXPECT_FALSE(score_in_comment(other)) << other;
}

class ReadMinedGames : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }
  std::string file(const std::string& content) const {
    std::ofstream(path_, std::ios::binary) << content;
    return path_;
  }

 private:
  std::string path_ = (std::filesystem::temp_directory_path() /
                       (std::string("oknos_mined_") + std::to_string(getpid()) +
                        testing::UnitTest::GetInstance()->current_test_info()->name() + ".pgn"))
                          .string();
};

TEST_F(ReadMinedGames, TakesMovesScoresAndTheOpeningsLength) {
  const auto games = read_mined_games(
      file("% a heading\n[Event \"a\"]\n[OpeningPlies \"2\"]\n\n1. e4 e5 2. Nf3 {+0.20/5, n=3} Nc6 {-0.21/6} 1-0\n\n"
           "[Event \"b\"]\n\n*\n\n[Event \"c\"]\n\n1. d4 (1. c4 {+1.00/2}) 1... d5 *\n\n"));
  ASSERT_TRUE(games) << games.error();
  ASSERT_EQ(games->size(), 2U) << "a game without moves has no positions";
  EXPECT_EQ(games->front().opening_plies, 2);
  EXPECT_EQ(games->front().moves.size(), 4U);
  EXPECT_EQ(games->front().scores, (std::vector<std::optional<int>>{std::nullopt, std::nullopt, 20, -21}));
  EXPECT_EQ(games->back().number, 3);
  EXPECT_EQ(games->back().moves.size(), 2U);
}

TEST_F(ReadMinedGames, FilesWithoutGamesAreErrors) {
  EXPECT_FALSE(read_mined_games("no/such/file.pgn"));
  EXPECT_FALSE(read_mined_games(file("[Event \"b\"]\n\n*\n\n")));
}

}  // namespace
}  // namespace oknos::lab
