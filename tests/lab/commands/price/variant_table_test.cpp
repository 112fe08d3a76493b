#include "lab/commands/price/variant_table.h"

#include <gtest/gtest.h>
#include <string>

#include "lab/commands/price/prices.h"

namespace oknos::lab {
namespace {

VariantSearch search(const std::string& change, int number, std::uint64_t nodes, double loss) {
  VariantSearch out;
  out.rule = change.substr(0, change.find('='));
  out.change = change;
  out.number = number;
  out.nodes = nodes;
  out.asked = true;
  out.solved = number == 1;
  out.checks = {{"razoring", 1000, 10}};
  out.errors = {{"razoring", 100, 3, 1, 50, loss, true}};
  return out;
}

PriceTable two_variants() {
  PriceTable out;
  for (const int number : {1, 2}) {
    out.add(search("", number, 1000, 0.01));
    out.add(search("razoring=on", number, 900, 0.02));
    out.add(search("probcut=off", number, 1200, 0.005));
  }
  out.add("razoring=on", {{400, {-5.25, -10, -0.5}}, -7.0, -3.0});
  out.add("probcut=off", VariantRegret{500, {0.0125, -0.001, 0.026}});
  return out;
}

PriceFile made_from() {
  PriceFile out;
  out.depth = "depth 11";
  out.sample = "100";
  out.sources = {{"screen", "preset modern, 2,000 nodes", 2000, "abc"}, {"regret", "preset modern", 501, "def"}};
  return out;
}

TEST(VariantTable, IsReadAsItWasWritten) {
  const PriceTable table = two_variants();
  const std::string text = to_tsv(table, made_from());
  const auto read = parse_variant_table(text);
  ASSERT_TRUE(read.ok()) << read.error();
  EXPECT_EQ(to_tsv(read->variants, read->made_from), text);
  ASSERT_EQ(read->variants.variants().size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    const VariantRow& before = table.variants()[i];
    const VariantRow& after = read->variants.variants()[i];
    EXPECT_EQ(after.change, before.change);
    EXPECT_EQ(after.played().has_value(), before.played().has_value());
    const auto a = read->variants.compared(after), b = table.compared(before);
    EXPECT_NEAR(a.more_nodes(), b.more_nodes(), 1e-6);
    EXPECT_EQ(a.variant.searches, 2U);
    EXPECT_EQ(a.variant.errors, b.variant.errors);
    EXPECT_EQ(a.base.solved, b.base.solved);
    const auto features = features_of(a), expected = features_of(b);
    for (std::size_t k = 0; k < features.size(); ++k) EXPECT_NEAR(features[k], expected[k], 1e-6) << k;
  }
  const VariantRow& razoring = read->variants.variants()[0];
  EXPECT_EQ(razoring.played()->games, 400U);
  EXPECT_EQ(razoring.played()->elo.low, -10);
  EXPECT_EQ(razoring.halves()->first, -7.0);
  EXPECT_FALSE(razoring.regret);
  const VariantRow& probcut = read->variants.variants()[1];
  ASSERT_TRUE(probcut.regret);
  EXPECT_EQ(probcut.regret->positions, 500U);
  EXPECT_EQ(probcut.regret->more.value, 0.0125);
  EXPECT_EQ(probcut.regret->more.low, -0.001);
  EXPECT_EQ(read->made_from.depth, "depth 11");
  EXPECT_EQ(read->made_from.sources.at(0).units, 2000U);
}

// Each of these names the line, and the column where it is one.
TEST(VariantTable, SaysWhatIsWrong) {
  const std::string text = to_tsv(two_variants(), made_from());
  const auto error_of = [](const std::string& bad) {
    const auto read = parse_variant_table(bad);
    return read.ok() ? "" : read.error();
  };
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string out = text;
    out.replace(out.find(from), from.size(), to);
    return out;
  };
  EXPECT_NE(error_of("").find("no table"), std::string::npos);
  EXPECT_NE(error_of(with("log_nodes", "logs")).find("line 4: the names of the columns"), std::string::npos);
  EXPECT_NE(error_of(with("-5.250000", "-5.2x")).find("line 5: elo: a number is expected, not \"-5.2x\""),
            std::string::npos);
  EXPECT_NE(error_of(with("-5.250000", "nan")).find("line 5: elo:"), std::string::npos);
  EXPECT_NE(error_of(with("\t400\t", "\t400\t1\t")).find("line 5: it has 35 fields; 34 are expected"),
            std::string::npos)
      << error_of(with("\t400\t", "\t400\t1\t"));
  EXPECT_NE(error_of(with("\tprobcut=off", "\trazoring=on")).find("\"razoring=on\" appears twice"), std::string::npos);
  EXPECT_NE(error_of(with("\t400\t", "\t\t")).find("line 5: games, elo, elo_low and elo_high are expected together"),
            std::string::npos);
  EXPECT_NE(error_of(with("-10.000000", "-0.500000")).find("line 5: games, elo,"), std::string::npos);
  EXPECT_NE(error_of(with("\t2\t2\t", "\t2\t3\t")).find("line 5: 2 searches of the variant and 3 of the base"),
            std::string::npos);
  EXPECT_NE(error_of(with("\t500\t", "\t\t")).find("line 6: regret_positions, more_regret,"), std::string::npos);
  EXPECT_NE(error_of(with("0.012500", "")).find("line 6: regret_positions, more_regret,"), std::string::npos);
  EXPECT_NE(error_of(with("0.012500", "inf")).find("line 6: more_regret: a number"), std::string::npos);
  EXPECT_NE(error_of(with("-0.001000", "0.013000")).find("line 6: more_regret within its interval"), std::string::npos);
  EXPECT_NE(error_of(with("# fitted to\tregret", "# fitted by\tregret")).find("how they were measured"),
            std::string::npos);
  EXPECT_NE(error_of(with("\t2000\tabc", "\tmany\tabc")).find("line 2:"), std::string::npos);
}

}  // namespace
}  // namespace oknos::lab
