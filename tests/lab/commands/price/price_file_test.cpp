#include "lab/commands/price/price_file.h"

#include <gtest/gtest.h>
#include <string>

#include "lab/commands/price/prices.h"

namespace oknos::lab {
namespace {

std::string file_with(const std::string& last) {
  return R"({"oknos_prices":1,"audit":{"limits":"depth 8","sample":"100"},"deviation":1.0,"deviation_of_a_game":1.0,)"
         R"("prices":[{"of":"nodes","elo":-10.0},{"of":"depth 0 to 1","elo":-1.0},{"of":"depth 2 to 4","elo":-1.0},)"
         R"({"of":"depth 5 or more","elo":-1.0},{"of":")" +
         last + R"(","elo":-2.0}]})";
}

TEST(PriceFile, IsReadWithItsOlderNames) {
  for (const char* name : {"not found", "unnoticed"}) {
    const auto file = parse_price_file(file_with(name));
    ASSERT_TRUE(file.ok()) << file.error();
    EXPECT_EQ(file->names, feature_names());
    EXPECT_EQ(file->prices.back(), -2.0);
  }
  EXPECT_FALSE(parse_price_file(file_with("anything else")).ok());
}

PriceFile fitted_to_modern() {
  PriceFile file;
  file.depth = "depth 8";
  file.sample = "100";
  file.names = feature_names();
  file.prices.assign(file.names.size(), -1.0);
  file.correlation = {0.5, 0.25, 0.75};
  file.sources = {{"screen", "preset modern, 2,000 nodes", 2000, "abc"},
                  {"variant errors", "preset modern", 300, "def"}};
  return file;
}

TEST(PriceFile, KeepsWhatThePricesWereFittedTo) {
  const PriceFile file = fitted_to_modern();
  const auto again = parse_price_file(to_text(file));
  ASSERT_TRUE(again.ok()) << again.error();
  ASSERT_EQ(again->sources.size(), 2U);
  EXPECT_EQ(again->sources[0].base, file.sources[0].base);
  EXPECT_EQ(again->sources[0].units, 2000U);
  EXPECT_EQ(again->sources[1].commit, "def");
  EXPECT_TRUE(again->sources[0].has_games());
  EXPECT_FALSE(again->sources[1].has_games());
  EXPECT_EQ(again->correlation.low, 0.25);
}

TEST(PriceFile, SaysWhereItsPricesAreAGuess) {
  const PriceFile file = fitted_to_modern();
  Style wide;
  wide.width = 1000;
  const std::string fitted = provenance_of(file, "preset modern", wide);
  EXPECT_NE(
      fitted.find("4,000 games (2,000 nodes; commit abc) and 300 audits (commit def) of variants of preset modern."),
      std::string::npos)
      << fitted;
  EXPECT_NE(fitted.find("0.50 (0.25 to 0.75)"), std::string::npos) << fitted;
  EXPECT_EQ(fitted.find("guess"), std::string::npos) << fitted;
  EXPECT_NE(provenance_of(file, "preset heinz", wide).find("For preset heinz they are a guess."), std::string::npos);
  EXPECT_EQ(provenance_of(PriceFile{}, "preset modern", wide), "");
}

}  // namespace
}  // namespace oknos::lab
