#include "lab/commands/positions/zugzwang.h"

#include "engine/chess/fen.h"
#include "lab/commands/positions/position_file.h"

namespace oknos::lab {
namespace {

Position position(const std::string& fen) {
  auto p = fen::parse(fen);
  EXPECT_TRUE(p.ok()) << fen;
  return *p;
}

TEST(Zugzwang, PassingGivesTheMoveToTheOther) {
  const auto p = passed(position("8/8/3k4/3P4/3K4/8/8/8 w - - 0 1"));
  ASSERT_TRUE(p.has_value());
  EXPECT_EQ(position_name(*p), "8/8/3k4/3P4/3K4/8/8/8 b - -");
  EXPECT_FALSE(passed(position("8/8/8/3k4/8/8/8/3RK3 b - - 0 1")).has_value()) << "nobody passes in check";
}

TEST(Zugzwang, ValuesBetweenTheClassesAreNone) {
  EXPECT_EQ(result_class(kMate), ResultClass::Win);
  EXPECT_EQ(result_class(Score{-kDecided}), ResultClass::Loss);
  EXPECT_EQ(result_class(Score{kBalanced}), ResultClass::Draw);
  EXPECT_EQ(result_class(Score{kBalanced + 1}), std::nullopt);
  EXPECT_EQ(zugzwang_name({Score{0}, Score{kDecided}}), "win to draw");
  EXPECT_EQ(zugzwang_name({Score{-kDecided}, Score{0}}), "draw to loss");
  EXPECT_EQ(zugzwang_name({Score{-kDecided}, Score{kDecided}}), "win to loss");
  EXPECT_EQ(zugzwang_name({Score{kDecided}, Score{0}}), "");
  EXPECT_EQ(zugzwang_name({Score{kDecided}, Score{kDecided + kZugzwangCosts}}), "");
}

TEST(Zugzwang, TheTrebuchetLosesForWhoeverMoves) {
  constexpr int kPlies = 16;
  constexpr std::uint64_t kNodes = 2'000'000;
  BurdenSearcher searcher;
  for (const std::string side : {"w", "b"}) {
    const auto burden = searcher.search(position("8/8/8/2Kp4/3Pk3/8/8/8 " + side + " - - 0 1"), kPlies, kNodes);
    ASSERT_TRUE(burden.has_value());
    EXPECT_EQ(zugzwang_name(*burden), "win to loss");
  }
  // The opening is no burden.
  const auto none = searcher.search(Position::initial(), 4, kNodes);
  ASSERT_TRUE(none.has_value());
  EXPECT_EQ(zugzwang_name(*none), "");
}

// The search that made the file and the one of today judge some endings differently, within so few plies.
TEST(Zugzwang, TheFileHoldsWhatItSays) {
  constexpr std::size_t kEvery = 75;
  constexpr int kPlies = 16;
  constexpr std::uint64_t kNodes = 2'000'000;
  const auto records = read_position_file("zugzwang");
  EXPECT_GE(records.size(), 300U);
  BurdenSearcher searcher;
  int held = 0;
  int asked = 0;
  for (std::size_t i = 0; i < records.size(); i += kEvery) {
    searcher.forget();
    const auto burden = searcher.search(records[i].position, kPlies, kNodes);
    ++asked;
    if (burden.has_value() && zugzwang_name(*burden) == records[i].text("c1")) ++held;
  }
  EXPECT_GE(held, asked * 2 / 3);
}

}  // namespace
}  // namespace oknos::lab
