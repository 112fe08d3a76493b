#include "engine/uci/win_model.h"

#include <cmath>
#include <gtest/gtest.h>

#include "engine/uci/win_model_values.h"
#include "support/positions.h"

namespace oknos::uci {
namespace {

TEST(WinModel, HundredShownWinsHalfOfTheGames) {
  for (int material = WinModel::kMinMaterial; material <= WinModel::kMaxMaterial; ++material)
    for (const int move : {1, 40, 80, 200}) {
      const auto half = static_cast<double>(kWinModel.half_at(material, move)) / WinModel::kUnit;
      const Score score{static_cast<int>(std::lround(half))};
      EXPECT_NEAR(kWinModel.normalised(score, material, move).value(), 100, 3) << material << ' ' << move;
      EXPECT_NEAR(kWinModel.wdl(score, material, move).win, 500, 8) << material << ' ' << move;
    }
}

TEST(WinModel, IsTheLogisticCurve) {
  for (const int material : {0, 17, 40, 78, 100})
    for (const int move : {1, 60})
      for (int score = -2000; score <= 2000; score += 7) {
        const auto a = static_cast<double>(kWinModel.half_at(material, move)) / WinModel::kUnit;
        const auto b = static_cast<double>(kWinModel.spread_at(material, move)) / WinModel::kUnit;
        const Wdl wdl = kWinModel.wdl(Score{score}, material, move);
        EXPECT_NEAR(wdl.win, 1000.0 / (1.0 + std::exp((a - score) / b)), 0.6) << score;
      }
}

TEST(WinModel, TheThreeAddUpAndAreMirrored) {
  for (int material = 0; material <= 110; material += 5)
    for (int score = -32000; score <= 32000; score += 13) {
      const Wdl wdl = kWinModel.wdl(Score{score}, material, 30);
      ASSERT_EQ(wdl.win + wdl.draw + wdl.loss, 1000) << score;
      ASSERT_GE(std::min({wdl.win, wdl.draw, wdl.loss}), 0) << score;
      const Wdl other = kWinModel.wdl(Score{-score}, material, 30);
      ASSERT_EQ(wdl.win, other.loss) << score;
      ASSERT_EQ(kWinModel.normalised(Score{score}, material, 30), -kWinModel.normalised(Score{-score}, material, 30));
    }
}

TEST(WinModel, ABetterScoreIsNeverWorse) {
  for (const int material : {17, 45, 78}) {
    Wdl before = kWinModel.wdl(Score{-3000}, material, 40);
    Score shown = kWinModel.normalised(Score{-3000}, material, 40);
    for (int score = -2999; score <= 3000; ++score) {
      const Wdl wdl = kWinModel.wdl(Score{score}, material, 40);
      ASSERT_GE(wdl.win, before.win);
      ASSERT_LE(wdl.loss, before.loss);
      ASSERT_GE(kWinModel.normalised(Score{score}, material, 40), shown);
      before = wdl;
      shown = kWinModel.normalised(Score{score}, material, 40);
    }
  }
}

TEST(WinModel, MatesAreCertainAndStay) {
  const Position position = Position::initial();
  for (const int ply : {0, 1, 30, kMaxPly}) {
    EXPECT_EQ(kWinModel.normalised(mate_in(ply), 78, 1), mate_in(ply));
    EXPECT_EQ(kWinModel.normalised(mated_in(ply), 78, 1), mated_in(ply));
    EXPECT_EQ(wdl(mate_in(ply), position), (Wdl{1000, 0, 0}));
    EXPECT_EQ(wdl(mated_in(ply), position), (Wdl{0, 0, 1000}));
  }
  EXPECT_FALSE(is_mate(kWinModel.normalised(kMaxEvaluation, 78, 1)));
  EXPECT_FALSE(is_mate(kWinModel.normalised(-kMaxEvaluation, 78, 1)));
}

TEST(WinModel, StaysDefinedWhateverItsNumbers) {
  WinModel model;
  model.half = {-100000, 0, 0, 0};
  model.half_by_move = 1000;
  for (const int move : {0, 1, 300}) {
    EXPECT_GE(model.half_at(40, move), WinModel::kMin);
    EXPECT_GE(model.spread_at(40, move), WinModel::kMin);
    const Wdl wdl = model.wdl(Score{10}, 40, move);
    EXPECT_GE(wdl.draw, 0);
  }
}

// FENs that people set up begin with move 1, however few men there are.
TEST(WinModel, AnEndingAtMoveOneIsAnEnding) {
  for (const int material : {0, 10, 17, 30, 60, 78, 100})
    EXPECT_EQ(kWinModel.wdl(Score{0}, material, 1),
              kWinModel.wdl(Score{0}, material, std::max(WinModel::least_move(material), 1)));
  EXPECT_EQ(WinModel::least_move(78), 0);
  EXPECT_EQ(WinModel::least_move(17), 30);
  EXPECT_GT(kWinModel.wdl(Score{0}, 10, 1).draw, 600) << "rook against rook";
}

TEST(MaterialLeft, CountsBothSides) {
  EXPECT_EQ(material_left(Position::initial()), 78);
  EXPECT_EQ(material_left(oknos::test::position_from("4k3/8/8/8/8/8/8/4K3 w - - 0 1")), 0);
  EXPECT_EQ(material_left(oknos::test::position_from("q3k3/8/2n5/8/3P4/8/8/R3K1B1 w - - 0 1")), 9 + 3 + 1 + 5 + 3);
}

TEST(WinModel, ABareKingCannotWin) {
  const Position knights = oknos::test::position_from("8/8/4k3/8/8/4K3/8/5NN1 w - - 0 1");
  const Wdl ours = wdl(Score{0}, knights),
            drawn = wdl(Score{0}, oknos::test::position_from("8/8/4k3/8/8/4K3/8/4RN2 w - - 0 1"));
  EXPECT_EQ(ours.loss, 0);
  EXPECT_EQ(ours.win + ours.draw, 1000);
  EXPECT_EQ(drawn.loss, 0);
  const Wdl theirs = wdl(Score{0}, oknos::test::position_from("8/8/4k3/8/8/4K3/8/5NN1 b - - 0 1"));
  EXPECT_EQ(theirs.win, 0);
  EXPECT_EQ(theirs.loss, ours.win);
}

}  // namespace
}  // namespace oknos::uci
