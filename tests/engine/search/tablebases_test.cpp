// The search with tablebases: tables of queen against king, made here.
#include <gtest/gtest.h>

#include "engine/chess/movegen.h"
#include "engine/search/support.h"
#include "support/table_writer.h"
#include "support/test_folder.h"

namespace oknos {
namespace {

using testing::position;
using testing::to_depth;

class SearchWithTablebases : public test::TestWithFolder {
 protected:
  void SetUp() override {
    TestWithFolder::SetUp();
    const tablebases::made::Ending queen(PieceType::Queen);
    file("KQvK.rtbw", tablebases::made::wdl_file(queen));
    file("KQvK.rtbz", tablebases::made::dtz_file(queen, {}));
    engine_.set_tablebases(tablebases::Tablebases::load({folder().string()}).tables);
  }
  SearchReport search(std::string_view fen, const SearchRequest& request) {
    engine_.set_position(position(fen));
    return engine_.search(request);
  }
  Engine engine_{4, 1};
};

constexpr std::string_view kCapture = "7k/8/8/8/3n4/8/8/K2Q4 w - - 0 1";  // taking the knight wins
constexpr std::string_view kWon = "8/8/8/8/8/2k5/8/K2Q4 w - - 0 1";

TEST_F(SearchWithTablebases, LooksUpWhatACaptureLeadsTo) {
  const SearchReport with = search(kCapture, to_depth(3));
  EXPECT_EQ(to_text(with.best, false), "d1d4");
  EXPECT_EQ(with.lines[0].score, tb_win_in(1));
  EXPECT_GT(with.lines[0].tb_hits, 0U);
  engine_.set_tablebases(nullptr);
  const SearchReport without = search(kCapture, to_depth(3));
  EXPECT_LE(without.lines[0].score, kMaxEvaluation);
  EXPECT_EQ(without.lines[0].tb_hits, 0U);
}

// The score is from the view of the side that moves, and a loss is as far away as possible.
TEST_F(SearchWithTablebases, SeesALossAsWell) {
  // Black must give up the knight or the king's square: every line ends in the table.
  const SearchReport lost = search("7k/8/8/8/3n4/8/8/K2Q4 b - - 0 1", to_depth(6));
  EXPECT_GE(lost.lines[0].score, -kTbWin);
  const SearchReport won = search(kCapture, to_depth(6));
  EXPECT_GE(won.lines[0].score, kDecisiveBound);
}

TEST_F(SearchWithTablebases, LimitAndDepthOfLookups) {
  SearchRequest none = to_depth(3);
  none.tablebases.most_men = 0;
  EXPECT_EQ(search(kCapture, none).lines[0].tb_hits, 0U);
  EXPECT_EQ(search(kWon, none).lines[0].tb_hits, 0U);
  SearchRequest deep = to_depth(3);
  deep.tablebases.least_depth = 50;  // three men are the most that there are
  EXPECT_EQ(search(kCapture, deep).lines[0].tb_hits, 0U);
}

TEST_F(SearchWithTablebases, AKnownRootShowsItsResultAndKeepsIt) {
  const SearchReport report = search(kWon, to_depth(2));
  EXPECT_EQ(report.lines[0].score, kTbWin);
  EXPECT_EQ(report.lines[0].bound, Bound::Exact);
  // The only way to mate before the fifty-move rule ends the game.
  const SearchReport last = search("k7/8/1K6/8/8/8/8/6Q1 w - - 99 80", to_depth(1));
  Position after = position("k7/8/1K6/8/8/8/8/6Q1 w - - 99 80");
  after.play(last.best);
  EXPECT_TRUE(after.in_check() && !has_legal_move(after));
  EXPECT_EQ(last.lines[0].score, mate_in(1));
}

TEST_F(SearchWithTablebases, ALineForEveryRank) {
  SearchRequest all = to_depth(2);
  all.multi_pv = 100;
  const SearchReport report = search(kWon, all);
  EXPECT_EQ(report.lines.size(), legal_moves(position(kWon)).size());
  EXPECT_EQ(report.lines.front().score, kTbWin);
  EXPECT_EQ(report.lines.back().score, kDraw);  // the queen is lost
  for (std::size_t i = 1; i < report.lines.size(); ++i) EXPECT_LE(report.lines[i].score, report.lines[i - 1].score);
}

TEST_F(SearchWithTablebases, AMateIsLookedForWithoutThem) {
  SearchRequest mate = to_depth(6);
  mate.limits.mate = 1;
  EXPECT_EQ(search(kWon, mate).lines[0].tb_hits, 0U);
}

TEST_F(SearchWithTablebases, SeveralThreads) {
  engine_.set_threads(3);
  const SearchReport report = search(kCapture, to_depth(6));
  EXPECT_EQ(to_text(report.best, false), "d1d4");
  EXPECT_GE(report.lines[0].score, kDecisiveBound);
}

}  // namespace
}  // namespace oknos
