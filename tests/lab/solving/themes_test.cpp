#include "lab/solving/themes.h"

#include <gtest/gtest.h>

#include "support/positions.h"

namespace oknos::lab {
namespace {

constexpr std::string_view kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ";

Result<std::optional<PointTable>> points(const std::string& operations, std::string_view position = kStart) {
  const auto record = epd::parse(std::string(position) + operations);
  EXPECT_TRUE(record.ok()) << operations;
  if (!record) return Error{record.error()};
  return points_of(*record);
}

int points_for(const std::string& operations, std::string_view move) {
  const auto table = points(operations);
  EXPECT_TRUE(table.ok() && table->has_value()) << operations;
  return table && *table ? (*table)->of(test::move_in(Position::initial(), move)) : -1;
}

TEST(Themes, AreWhatStandsBeforeTheNumber) {
  EXPECT_EQ(theme_of("WAC.001"), "WAC");
  EXPECT_EQ(theme_of("LCTII.POS.01"), "LCTII.POS");
  EXPECT_EQ(theme_of("LCTPOS01 (d6!)"), "LCTPOS");
  EXPECT_EQ(theme_of("E_E_T 001 - B vs B"), "E_E_T");
  EXPECT_EQ(theme_of("PET001: Pawn endgame"), "PET");
  EXPECT_EQ(theme_of("arasan2024.17"), "arasan2024");
  EXPECT_EQ(theme_of("test 1"), "test");
  EXPECT_EQ(theme_of("STS(v5.0) Bishop vs Knight.081"), "Bishop vs Knight");
  EXPECT_EQ(theme_of("Fischer - Spassky"), "");
  EXPECT_EQ(theme_of("17"), "");
  EXPECT_EQ(theme_of(""), "");
}

TEST(Themes, OneNameForEachPartOfTheStrategicTestSuite) {
  Themes themes;
  EXPECT_EQ(themes.of("STS(v3.0) Outposts/Centre.001"), "Outposts/Centre");
  EXPECT_EQ(themes.of("STS(v3.0) Centre/Outposts.002"), "Outposts/Centre");
  EXPECT_EQ(themes.of("STS(v4.0) Square Vacancy.001"), "Square Vacancy");
  EXPECT_EQ(themes.of("WAC.001"), "WAC");
}

TEST(Points, FromTheComment) {
  const std::string c0 = "bm e4; c0 \"e4=10, d4=7, Nf3=3\";";
  EXPECT_EQ(points_for(c0, "e2e4"), 10);
  EXPECT_EQ(points_for(c0, "g1f3"), 3);
  EXPECT_EQ(points_for(c0, "a2a3"), 0);
  EXPECT_EQ((*points(c0))->most(), 10);
}

TEST(Points, FromListsOfMovesAndPoints) {
  const std::string san = "bm e4; c7 \"e4 d4 Nf3\"; c8 \"100 71 5\";";
  EXPECT_EQ(points_for(san, "e2e4"), 100);
  EXPECT_EQ(points_for(san, "d2d4"), 71);
  const std::string uci = "bm e4; c0 \"e4=1\"; c7 \"x y z\"; c8 \"10 8 6\"; c9 \"e2e4 d2d4 g1f3\";";
  EXPECT_EQ(points_for(uci, "e2e4"), 10);
  EXPECT_EQ(points_for(uci, "g1f3"), 6);
}

TEST(Points, OfPromotionsWithASignOfTheirOwn) {
  const auto table = points("bm a8=Q; c0 \"a8=Q=10, a8=R=4\";", "7k/P7/8/8/8/8/8/K7 w - - ");
  ASSERT_TRUE(table.ok() && table->has_value());
  EXPECT_EQ((*table)->moves.size(), 2u);
  EXPECT_EQ((*table)->most(), 10);
}

TEST(Points, OtherCommentsAreComments) {
  EXPECT_FALSE(points("c0 \"Minev - Portisch, Halle 1967\";")->has_value());
  EXPECT_FALSE(points("c0 \"e4=best\";")->has_value());
  EXPECT_FALSE(points("c0 \"\";")->has_value());
  EXPECT_FALSE(points("c8 \"words\"; c9 \"e2e4\";")->has_value());
  EXPECT_FALSE(points("bm e4;")->has_value());
}

TEST(Points, ThatMakeNoSenseAreNamed) {
  const auto unequal = points("c8 \"10 8\"; c9 \"e2e4\";");
  ASSERT_FALSE(unequal.ok());
  EXPECT_NE(unequal.error().find("1 moves and c8 2 points"), std::string::npos) << unequal.error();
  const auto illegal = points("c0 \"e4=10, Qh5=3\";");
  ASSERT_FALSE(illegal.ok());
  EXPECT_NE(illegal.error().find("Qh5"), std::string::npos) << illegal.error();
}

}  // namespace
}  // namespace oknos::lab
