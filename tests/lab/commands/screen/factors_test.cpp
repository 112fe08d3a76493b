#include "lab/commands/screen/factors.h"

#include <gtest/gtest.h>

#include "engine/pruning/presets/preset.h"

namespace {

using namespace oknos;
using namespace oknos::lab;
using oknos::RandomNumbers;

pruning::Settings modern() {
  return pruning::default_preset().settings;
}

std::string error_of(const std::vector<std::string>& texts) {
  const auto read = read_factors(texts, modern());
  return read ? "" : read.error();
}

TEST(Factors, AreValuesOrSwitches) {
  const auto read = read_factors({"reverse_futility.margin=61,91", "null_move", "razoring"}, modern());
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(to_text(*read), "reverse_futility.margin=61 reverse_futility.margin=91 null_move=off razoring=on");
  EXPECT_EQ((*read)[1].key, "reverse_futility.margin");
  EXPECT_EQ((*read)[1].level, 1U);
  const auto again = factors_from_text(to_text(*read));
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, *read);
}

TEST(Factors, ErrorsNameTheFactor) {
  EXPECT_NE(error_of({"revese_futility.margin=60"}).find("no switch and no parameter"), std::string::npos);
  EXPECT_NE(error_of({"reverse_futility.margin"}).find("NAME=VALUE is expected"), std::string::npos);
  EXPECT_NE(error_of({"reverse_futility.margin=70000"}).find("allowed 0..1000"), std::string::npos);
  EXPECT_NE(error_of({"null_move=on"}).find("already has this value"), std::string::npos);
  EXPECT_NE(error_of({"null_move", "null_move=off"}).find("named twice"), std::string::npos);
}

TEST(Factors, InteractionsAreOfTwoFactorsThatGoTogether) {
  const auto factors = read_factors({"reverse_futility.margin=61,91", "null_move"}, modern());
  ASSERT_TRUE(factors);
  const auto good = read_interactions({"null_move=off*reverse_futility.margin=91"}, *factors);
  ASSERT_TRUE(good) << good.error();
  EXPECT_EQ((*good)[0].first, 2U);
  EXPECT_EQ((*good)[0].second, 1U);
  EXPECT_EQ(interactions_of_text(to_text(*good, *factors)).size(), 1U);
  EXPECT_NE(read_interactions({"null_move=off"}, *factors).error().find("FACTOR*FACTOR"), std::string::npos);
  EXPECT_NE(read_interactions({"null_move=off*probcut=off"}, *factors).error().find("not one of the factors"),
            std::string::npos);
  EXPECT_NE(read_interactions({"reverse_futility.margin=61*reverse_futility.margin=91"}, *factors)
                .error()
                .find("no player has both"),
            std::string::npos);
}

TEST(Factors, AreDrawnWithTheirProbabilityAndOneValueOfEach) {
  const auto factors = read_factors({"reverse_futility.margin=61,91", "null_move"}, modern());
  ASSERT_TRUE(factors);
  constexpr int kDraws = 4000;
  std::vector<int> drawn(factors->size());
  for (int i = 0; i < kDraws; ++i) {
    RandomNumbers random(7, static_cast<std::uint64_t>(i));
    const FactorSet set = draw_factors(*factors, 0.5, random);
    for (const std::size_t k : set) ++drawn[k];
    EXPECT_LE(std::count_if(set.begin(), set.end(), [](std::size_t k) { return k < 2; }), 1);
    const auto again = factor_set_from_text(to_text(set), factors->size());
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, set);
  }
  // Six standard deviations.
  EXPECT_NEAR(drawn[0], kDraws / 4, 165);
  EXPECT_NEAR(drawn[1], kDraws / 4, 165);
  EXPECT_NEAR(drawn[2], kDraws / 2, 190);
}

TEST(Factors, ChangeNothingElse) {
  const auto factors = read_factors({"reverse_futility.margin=61,91", "null_move"}, modern());
  ASSERT_TRUE(factors);
  EXPECT_EQ(with_factors(modern(), *factors, {}), modern());
  pruning::Settings expected = modern();
  expected.rules[static_cast<std::size_t>(pruning::kId<pruning::NullMovePruning>)].enabled = false;
  EXPECT_EQ(with_factors(modern(), *factors, {2}), expected);
}

TEST(Factors, AStoredSetIsChecked) {
  EXPECT_TRUE(factor_set_from_text("", 3));
  EXPECT_TRUE(factor_set_from_text("1 3", 3));
  for (const char* bad : {"0", "4", "2 1", "1 1", "one", "-1"}) EXPECT_FALSE(factor_set_from_text(bad, 3)) << bad;
}

}  // namespace
