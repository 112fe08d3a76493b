#include <gtest/gtest.h>

#include "engine/chess/notation.h"
#include "engine/pruning/presets/preset.h"
#include "lab/shadow/shadow.h"
#include "support/positions.h"
#include "support/table_writer.h"
#include "support/test_folder.h"

namespace oknos::lab {
namespace {

using Kind = ShadowSample::Kind;

class TableVerdicts : public test::TestWithFolder {
 protected:
  void SetUp() override {
    TestWithFolder::SetUp();
    file("KQvK.rtbw", tablebases::made::wdl_file(queen_));
    tables_ = tablebases::Tablebases::load({folder().string()}).tables;
    ASSERT_EQ(tables_->size(), 1U);
  }
  static ShadowSample sample(Kind kind, const char* fen, int alpha, const char* move = nullptr) {
    ShadowSample s(test::position_from(fen));
    s.kind = kind;
    s.alpha = Score{alpha};
    s.beta = Score{alpha + 1};
    if (move) s.move = *move_from_text(s.position, move);
    return s;
  }
  std::optional<TableVerdict> ask(const ShadowSample& s) const { return table_verdict(s, *tables_); }
  int half_points(const ShadowSample& s) const {
    const auto verdict = ask(s);
    EXPECT_TRUE(verdict);
    return verdict ? verdict->half_points : -1;
  }
  const tablebases::made::Ending queen_{PieceType::Queen};
  std::shared_ptr<const tablebases::Tablebases> tables_;
};

constexpr const char* kEnPrise = "8/8/8/3k4/3Q4/8/8/K7 b - - 0 1";  // taking the queen draws, all else loses
constexpr const char* kManyWins = "8/8/8/2k5/8/8/3Q4/K7 w - - 0 1";
constexpr const char* kStalemate = "k7/8/1Q6/8/8/8/8/K7 b - - 0 1";
constexpr int kWon = TableVerdict::kDecided.value();

TEST_F(TableVerdicts, SkippingTheOnlyMoveThatHoldsTheResultIsAnError) {
  const auto only = sample(Kind::Skip, kEnPrise, -200, "d5d4");
  EXPECT_EQ(half_points(only), 1);
  EXPECT_EQ(ask(only)->result, TableResult::Draw);
  const auto losing = sample(Kind::Skip, kEnPrise, -200, "d5c6");
  EXPECT_EQ(half_points(losing), 0);
  EXPECT_EQ(ask(losing)->result, TableResult::Loss);
}

TEST_F(TableVerdicts, ADrawIsNoErrorWhereAlphaIsNoWorse) {
  EXPECT_EQ(half_points(sample(Kind::Skip, kEnPrise, -1, "d5d4")), 1);
  EXPECT_EQ(half_points(sample(Kind::Skip, kEnPrise, 0, "d5d4")), 0);
}

TEST_F(TableVerdicts, AWinMattersUnlessAlphaIsOneAlready) {
  using tablebases::made::Ending;
  file("KPvK.rtbw", tablebases::made::wdl_file(Ending(PieceType::Pawn, {{PieceType::Queen, &queen_}})));
  tables_ = tablebases::Tablebases::load({folder().string()}).tables;
  constexpr const char* kOpposition = "8/3k4/8/4K3/3P4/8/8/8 w - - 0 1";
  EXPECT_EQ(half_points(sample(Kind::Skip, kOpposition, 200, "e5d5")), 1);
  EXPECT_EQ(half_points(sample(Kind::Skip, kOpposition, -200, "e5d5")), 1);
  EXPECT_EQ(half_points(sample(Kind::Skip, kOpposition, kWon, "e5d5")), 0);
  EXPECT_EQ(half_points(sample(Kind::Skip, kOpposition, -200, "d4d5")), 0);
}

TEST_F(TableVerdicts, AWinThatOtherMovesKeepIsNotLost) {
  const auto one_of_many = sample(Kind::Skip, kManyWins, 20, "d2h6");
  EXPECT_EQ(ask(one_of_many)->result, TableResult::Win);
  EXPECT_EQ(half_points(one_of_many), 0);
}

TEST_F(TableVerdicts, ANodeThatIsLostMustNotBeCutAsGoodEnough) {
  constexpr const char* kLost = "8/8/8/3k4/8/8/1Q6/K7 b - - 0 1";
  EXPECT_EQ(half_points(sample(Kind::FailHigh, kLost, -200)), 1);
  EXPECT_EQ(half_points(sample(Kind::FailHigh, kLost, kWon)), 2);
  EXPECT_EQ(half_points(sample(Kind::FailHigh, kLost, -kWon - 1)), 0);  // beta is a loss as well
  EXPECT_EQ(half_points(sample(Kind::FailHigh, kStalemate, 50)), 0);
  EXPECT_EQ(half_points(sample(Kind::FailHigh, kStalemate, kWon)), 1);
  EXPECT_EQ(half_points(sample(Kind::FailHigh, kEnPrise, 50, "d5c6")), 1);  // the move that is said to hold beta
}

TEST_F(TableVerdicts, ANodeThatIsWonMustNotBeCutAsHopeless) {
  EXPECT_EQ(half_points(sample(Kind::FailLow, kManyWins, 200)), 1);
  EXPECT_EQ(half_points(sample(Kind::FailLow, kManyWins, kWon)), 0);
  EXPECT_EQ(half_points(sample(Kind::FailLow, kStalemate, -200)), 0);
  EXPECT_EQ(half_points(sample(Kind::FailLow, kStalemate, -kWon)), 1);
}

TEST_F(TableVerdicts, SaysNothingOfWhatTheTablesDoNotHave) {
  constexpr const char* kFourMen = "7k/8/8/8/3n4/8/8/K2Q4 w - - 0 1";
  EXPECT_FALSE(ask(sample(Kind::FailHigh, kFourMen, 0)));
  EXPECT_FALSE(ask(sample(Kind::Skip, kFourMen, 0, "d1d4")));     // its result is known, but not that of the others
  EXPECT_FALSE(ask(sample(Kind::Skip, kFourMen, kWon, "d1d4")));  // nor where it does not matter
  EXPECT_FALSE(ask(sample(Kind::FailHigh, "4k2r/8/8/8/8/8/8/4K3 b k - 0 1", 0)));
}

TEST_F(TableVerdicts, ChecksOfSamplesFollowTheTables) {
  ShadowSettings settings = ShadowSettings::of(pruning::find_preset("modern")->settings);
  settings.tables = tables_;
  SubtreeSearch search;
  ShadowSample wrong = sample(Kind::Skip, kEnPrise, -200, "d5d4");
  wrong.full = wrong.first = Depth{1};
  const ShadowVerdict verdict = check_sample(wrong, settings, search);
  EXPECT_TRUE(verdict.known);
  EXPECT_TRUE(verdict.error);
  EXPECT_EQ(verdict.half_points, 1);
  EXPECT_EQ(verdict.value, Score{0});
  EXPECT_TRUE(verdict.found_at_reduced_depth);
  EXPECT_GT(verdict.nodes, 0U);
  ShadowSample unknown = sample(Kind::FailHigh, "7k/8/8/8/3n4/8/8/K2Q4 w - - 0 1", 0);
  EXPECT_FALSE(check_sample(unknown, settings, search).known);
}

}  // namespace
}  // namespace oknos::lab
