#include "lab/commands/price/price_file.h"

#include <gtest/gtest.h>
#include <string>

#include "lab/commands/price/prices.h"

namespace oknos::lab {
namespace {

constexpr const char* kBase = "preset modern, network c91bdac76430263a, settings 297a9348147188f3";

PriceFile fitted_to_modern() {
  PriceFile file;
  file.depth = "depth 11";
  file.sample = "100";
  file.names = feature_names();
  file.prices.assign(file.names.size(), -1.0);
  file.correlation = {0.5, 0.25, 0.75};
  file.sources = {{"screen", std::string(kBase) + ", hash=4, 2,000 nodes, time_margin=50", 2000, "abc"},
                  {"variant errors", kBase, 300, "def"}};
  return file;
}

TEST(PriceFile, KeepsWhatThePricesWereFittedTo) {
  const PriceFile file = fitted_to_modern();
  const auto again = parse_price_file(to_text(file));
  ASSERT_TRUE(again.ok()) << again.error();
  ASSERT_EQ(again->sources.size(), 2U);
  EXPECT_EQ(again->sources[0].base, file.sources[0].base);
  EXPECT_EQ(again->sources[0].units, 2000U);
  EXPECT_TRUE(again->sources[0].has_games());
  ASSERT_NE(again->audits(), nullptr);
  EXPECT_EQ(again->audits()->commit, "def");
  EXPECT_EQ(again->correlation.low, 0.25);
  PriceFile other = file;
  other.names.back() = "anything else";
  EXPECT_EQ(parse_price_file(to_text(other)).error(), "its prices are not those that this program knows");
}

PriceFile with_regret() {
  PriceFile file = fitted_to_modern();
  file.sources.push_back({"regret", std::string(kBase) + ", hash=1, 2000 nodes, judge Stockfish", 900, "ghi"});
  file.by_regret = {{-90.0, -5.0, -14000.0}, {0.8, 0.5, 0.9}, 6.5};
  return file;
}

TEST(PriceFile, KeepsPricesOfRegret) {
  const auto again = parse_price_file(to_text(with_regret()));
  ASSERT_TRUE(again.ok()) << again.error();
  ASSERT_TRUE(again->by_regret);
  EXPECT_EQ(again->by_regret->prices, with_regret().by_regret->prices);
  EXPECT_EQ(again->by_regret->correlation.high, 0.9);
  EXPECT_EQ(again->by_regret->deviation, 6.5);
  ASSERT_NE(again->regrets(), nullptr);
  EXPECT_EQ(again->regrets()->units, 900U);
  EXPECT_FALSE(again->regrets()->has_games());
  EXPECT_EQ(again->audits()->commit, "def");
  std::string bad = to_text(with_regret());
  bad.replace(bad.find("\"regret\""), 8, "\"regrets\"");
  bad.replace(bad.rfind("\"regret\""), 8, "\"remorse\"");
  EXPECT_FALSE(parse_price_file(bad).ok());
}

TEST(PriceFile, SaysWhatItsPricesOfRegretWereFittedTo) {
  Style wide;
  wide.width = 1000;
  EXPECT_EQ(provenance_of(with_regret(), kBase, wide), provenance_of(fitted_to_modern(), kBase, wide));
  EXPECT_EQ(provenance_of(with_regret(), kBase, wide, PricesOf::Regret),
            "\nThe prices of nodes and regret are fitted to 4,000 games (hash=4, 2,000 nodes per move; commit abc), "
            "300 audited "
            "searches to depth 11 (commit def), 900 positions (hash=1, 2000 nodes per move, judge Stockfish; commit "
            "ghi) of variants of preset modern. For rules that they were not fitted to, the correlation of predicted "
            "and played Elo is 0.80 (0.50 to 0.90).\n");
}

TEST(PriceFile, SaysWhereItsPricesAreAGuess) {
  const PriceFile file = fitted_to_modern();
  Style wide;
  wide.width = 1000;
  EXPECT_EQ(
      provenance_of(file, kBase, wide),
      "\nThe prices are fitted to 4,000 games (hash=4, 2,000 nodes per move; commit abc) and 300 audited searches to "
      "depth 11 (commit def) of variants of preset modern. For rules that they were not fitted to, the correlation "
      "of predicted and played Elo is 0.50 (0.25 to 0.75).\n");
  const auto guess = [&](const std::string& base) {
    const std::string text = provenance_of(file, base, wide);
    const std::size_t found = text.find(" For ", text.find("0.75)"));
    return found == std::string::npos ? "" : text.substr(found);
  };
  EXPECT_EQ(guess("preset heinz, settings 0123456789abcdef"), " For preset heinz they are only a guess.\n");
  EXPECT_EQ(guess("preset modern, network 0000000000000000, settings 297a9348147188f3"),
            " For another network they are only a guess.\n");
  EXPECT_EQ(guess("preset modern, network c91bdac76430263a, settings 0000000000000000"),
            " For other settings of the preset they are only a guess.\n");
  EXPECT_TRUE(are_prices_of(file, kBase));
  EXPECT_FALSE(are_prices_of(file, file.sources[0].base));
  EXPECT_EQ(provenance_of(PriceFile{}, kBase, wide), "");
}

// What `predict` uses unless it is given another file.
TEST(PriceFile, TheBuiltInPricesAreFittedToManyGames) {
  const auto file = read_price_file(kEmbeddedPrices);
  ASSERT_TRUE(file.ok()) << file.error();
  ASSERT_NE(file->audits(), nullptr);
  EXPECT_TRUE(file->audits()->base.starts_with("preset modern,")) << file->audits()->base;
  EXPECT_EQ(file->depth, "depth 11");
  std::uint64_t pairs = 0;
  for (const PriceSource& s : file->sources)
    if (s.has_games()) pairs += s.units;
  EXPECT_GE(pairs, 10000U);
}

}  // namespace
}  // namespace oknos::lab
