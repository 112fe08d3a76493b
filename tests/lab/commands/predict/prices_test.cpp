// Prices of nodes and regret, on variants whose prices are known; and the file that has both.
#include "lab/commands/predict/prices.h"

#include <cmath>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>

namespace oknos::lab {
namespace {

constexpr double kOfNodes = -100, kOfRegret = -20'000;  // Elo per log of nodes, and per point
constexpr const char* kBase = "preset modern, network c91bdac76430263a, settings 297a9348147188f3";

// Eight rules with six variants each.
PriceFile made_up(bool with_regrets) {
  std::mt19937_64 random(7);
  std::normal_distribution<> normal;
  PriceFile out;
  out.base = kBase;
  out.depth = 11;
  out.sample = "100";
  out.sources = {{"games", 4000, "2,000 nodes", "abc"}, {"searches", 300, "depth 11", "def"}};
  if (with_regrets) out.sources.push_back({"positions", 900, "judge Stockfish", "ghi"});
  for (int rule = 0; rule < 8; ++rule)
    for (int i = 0; i < 6; ++i) {
      MeasuredVariant& v = out.variant(fmt::format("rule{}.margin={}", rule, i));
      v.positions = 1;
      v.log_nodes = 0.1 * std::abs(normal(random));
      const double regret = 0.0005 * normal(random);
      const double elo = kOfNodes * v.log_nodes + kOfRegret * regret + normal(random);
      v.games = 1000;
      v.elo = {elo, elo - 2, elo + 2};
      if (with_regrets) v.regret_positions = 500;
      if (with_regrets) v.regret = {regret, regret - 0.0001, regret + 0.0001};
    }
  return out;
}

TEST(Prices, OfRegretAreFound) {
  const auto fit = fit_prices(made_up(true));
  ASSERT_TRUE(fit.ok()) << fit.error();
  const Prices& prices = fit->file.by_regret;
  ASSERT_EQ(prices.elo.size(), 3U);
  EXPECT_NEAR(prices.elo[0], kOfNodes, 10);
  EXPECT_NEAR(prices.elo[2], kOfRegret, 2000);
  EXPECT_GT(prices.correlation.value, 0.95);
  EXPECT_LT(fit->baselines.front().correlation.value, prices.correlation.value);
  ASSERT_EQ(fit->predictions.size(), fit->variants);
  for (const auto& p : fit->predictions) EXPECT_TRUE(p.by_regret) << p.change;
  EXPECT_TRUE(fit_prices(made_up(false))->file.by_regret.elo.empty());
}

TEST(Prices, NeedARegretOfEveryVariant) {
  PriceFile some = made_up(false);
  some.variants[1].regret_positions = 500;
  EXPECT_EQ(fit_prices(some).error().find("rule0.margin=0 has games and searches, but no regret"), 0U);
}

TEST(Prices, NeedThreeRules) {
  PriceFile few = made_up(false);
  few.variants.resize(12);
  EXPECT_EQ(fit_prices(few).error(), "variants of 2 rules have both games and searches, 3 are needed");
}

// Nodes fewer by 10 %, moves worse by a tenth of a percent of a point.
TEST(Prices, OfRegretTakeThePlaceOfThoseOfErrors) {
  PriceFile file;
  file.by_errors = {{}, {0, 0, 0, 0, 0, 0}, {}, 0};
  MeasuredVariant v;
  v.log_nodes = std::log(0.9);
  v.regret_positions = 100;
  v.regret = {0.001, 0, 0.002};
  EXPECT_EQ(file.predicted(v).value, 0);
  file.by_regret = {{}, {-100, 50, -14000}, {}, 6};
  EXPECT_NEAR(file.predicted(v).value, -50 * std::log(0.9) - 14, 1e-9);
  // The regret is known to 0.001, which is worth 14 Elo.
  EXPECT_NEAR(file.predicted(v).high - file.predicted(v).value, std::hypot(6 * kDeviationsOf95Percent, 14), 1e-9);
}

TEST(PriceFile, IsReadAsItWasWritten) {
  const auto fit = fit_prices(made_up(true));
  const std::string text = to_text(fit->file);
  const auto again = parse_prices(text);
  ASSERT_TRUE(again.ok()) << again.error();
  EXPECT_EQ(to_text(*again), text);
  EXPECT_EQ(again->variants.size(), 48U);
  EXPECT_NEAR(again->by_regret.elo[2], fit->file.by_regret.elo[2], 1e-6);
  // A fit to the file is the fit to what it was made of.
  EXPECT_NEAR(fit_prices(*again)->file.by_regret.elo[2], fit->file.by_regret.elo[2], 50);
  PriceFile other = fit->file;
  other.by_errors.of.back() = "anything else";
  EXPECT_EQ(parse_prices(to_text(other)).error(), "its prices are not those that this program knows");
  EXPECT_EQ(parse_prices("{}").error().find("no prices as 'oknos-lab predict fit --out' writes them"), 0U);
}

TEST(PriceFile, SaysWhatItsPricesWereFittedTo) {
  PriceFile file = made_up(true);
  file.by_errors.correlation = {0.5, 0.25, 0.75};
  file.by_regret.correlation = {0.8, 0.5, 0.9};
  EXPECT_EQ(file.provenance(false, kBase),
            "The prices are fitted to variants of preset modern: 4,000 games (2,000 nodes; commit abc), 300 searches "
            "(depth 11; commit def). For rules that they were not fitted to, the correlation of predicted and played "
            "Elo is 0.50 (0.25 to 0.75).");
  EXPECT_NE(file.provenance(true, kBase).find("900 positions (judge Stockfish; commit ghi)"), std::string::npos);
  // They hold for other settings, too, which are worth a word, as is another evaluation.
  const std::string modern = "preset modern, network 0000000000000000, settings 0000000000000000";
  EXPECT_EQ(file.provenance(false, modern), file.provenance(false, kBase) + " The preset had other settings then.");
  EXPECT_NE(file.provenance(false, "preset wiki, settings 0000000000000000").find("measured with the network."),
            std::string::npos);
}

// What `predict` uses unless it is given another file.
TEST(PriceFile, TheBuiltInPricesAreTheFitToWhatIsBuiltIn) {
  const auto file = read_prices(kEmbeddedPrices);
  ASSERT_TRUE(file.ok()) << file.error();
  EXPECT_TRUE(file->base.starts_with("preset modern,")) << file->base;
  EXPECT_EQ(file->depth, 11);
  EXPECT_GE(file->source("games")->count, 20'000U);
  const auto fit = fit_prices(*file);
  ASSERT_TRUE(fit.ok()) << fit.error();
  for (std::size_t k = 0; k < file->by_regret.elo.size(); ++k)
    EXPECT_NEAR(fit->file.by_regret.elo[k], file->by_regret.elo[k], 1e-3 * std::abs(file->by_regret.elo[k]));
}

}  // namespace
}  // namespace oknos::lab
