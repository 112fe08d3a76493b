#include "lab/commands/positions/stalemates.h"

#include "engine/chess/fen.h"
#include "lab/commands/positions/position_file.h"

namespace oknos::lab {
namespace {

StalemateCount count(const std::string& fen, int plies) {
  const auto p = fen::parse(fen);
  EXPECT_TRUE(p.ok()) << fen;
  return count_stalemates(*p, plies, 1'000'000).value_or(StalemateCount{});
}

TEST(Stalemates, AreCountedInTheWholeTree) {
  // Of the seven moves of White's king Kg6 alone leaves Black without a move; after Kf7 it takes the pawn.
  const StalemateCount one = count("7k/7P/5K2/8/8/8/8/8 w - - 0 1", 1);
  EXPECT_EQ(one.nodes, 7U);
  EXPECT_EQ(one.stalemates, 1U);
  // At the start nobody is near it, and the nodes are those of perft: 20 + 400 + 8902.
  const StalemateCount start = count(std::string(fen::kInitial), 3);
  EXPECT_EQ(start.nodes, 9322U);
  EXPECT_EQ(start.stalemates, 0U);
  // Mate is not stalemate.
  EXPECT_EQ(count("k7/8/1K6/8/8/8/8/7R w - - 0 1", 1).stalemates, 0U);
}

TEST(Stalemates, TooLargeATreeIsNotCounted) {
  EXPECT_FALSE(count_stalemates(Position::initial(), 3, 1000).has_value());
}

TEST(Stalemates, TheFileHoldsWhatItSays) {
  constexpr std::size_t kEvery = 5;
  constexpr std::uint64_t kMaxNodes = 100'000;
  const auto records = read_position_file("stalemates");
  EXPECT_EQ(records.size(), 600U);
  for (std::size_t i = 0; i < records.size(); i += kEvery) {
    const auto counted = count_stalemates(records[i].position, kStalematePlies, kMaxNodes);
    ASSERT_TRUE(counted.has_value()) << records[i].id();
    EXPECT_TRUE(is_rich_in_stalemates(*counted)) << records[i].id();
    EXPECT_EQ(records[i].text("c0"), "stalemates: " + std::to_string(counted->stalemates) + " of " +
                                         std::to_string(counted->nodes) + " nodes in 3 plies");
  }
  std::size_t white_is_poor = 0;
  for (const epd::Record& record : records)
    if (record.text("c1")->find("White") != std::string::npos) ++white_is_poor;
  EXPECT_GT(white_is_poor, records.size() * 4 / 10);
  EXPECT_LT(white_is_poor, records.size() * 6 / 10);
}

}  // namespace
}  // namespace oknos::lab
