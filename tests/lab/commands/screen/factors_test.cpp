#include "lab/commands/screen/factors.h"

#include <gtest/gtest.h>

#include "engine/pruning/presets/preset.h"
#include "lab/play/uci_messages.h"

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
  auto again = factors_from_text(to_text(*read));
  ASSERT_TRUE(again);
  read_base_values(*again, base_values_text(*read));
  EXPECT_EQ(*again, *read);
}

// However they are written, they are the same names and numbers.
TEST(Factors, HaveTheNamesOfPresets) {
  const auto read = read_factors({"Reverse Futility Margin=61", "reverse-futility.margin=091"}, modern());
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(to_text(*read), "reverse_futility.margin=61 reverse_futility.margin=91");
  EXPECT_EQ((*read)[1].level, 1U);
  EXPECT_FALSE((*read)[0].base.empty());
  EXPECT_NE(error_of({"reverse_futility.margin=61,061"}).find("named twice"), std::string::npos);
}

TEST(Factors, AValueNeedsItsRule) {
  EXPECT_NE(error_of({"razoring.margin=200"}).find("add --factor razoring"), std::string::npos);
  EXPECT_EQ(error_of({"razoring.margin=200", "razoring"}), "");
}

TEST(Factors, JointEffectsMustMeanSomething) {
  const auto read = read_factors({"reverse_futility=off", "reverse_futility.margin=60", "null_move=off"}, modern());
  ASSERT_TRUE(read) << read.error();
  EXPECT_NE(read_interactions({"reverse_futility=off*reverse_futility.margin=60"}, *read).error().find("means nothing"),
            std::string::npos);
  EXPECT_NE(read_interactions({"null_move=off*reverse_futility=off", "reverse_futility=off*null_move=off"}, *read)
                .error()
                .find("named twice"),
            std::string::npos);
  EXPECT_TRUE(read_interactions({"null_move=off*reverse_futility=off"}, *read));
}

TEST(Factors, ErrorsNameTheFactor) {
  EXPECT_NE(error_of({"revese_futility.margin=60"}).find("no switch and no parameter"), std::string::npos);
  EXPECT_NE(error_of({"reverse_futility.margin"}).find("NAME=VALUE is expected"), std::string::npos);
  EXPECT_NE(error_of({"reverse_futility.margin=70000"}).find("allowed 0..1000"), std::string::npos);
  EXPECT_NE(error_of({"null_move=on"}).find("already has this value"), std::string::npos);
  EXPECT_NE(error_of({"null_move", "null_move=off"}).find("named twice"), std::string::npos);
}

// Of a UCI engine.
const std::vector<uci::Option> kOptions = {
    *parse_option("option name RFP Margin type spin default 70 min 0 max 200"),
    *parse_option("option name Null Move type check default true"),
    *parse_option("option name Style type combo default Calm var Calm var Wild")};

std::string engine_error(const std::vector<std::string>& texts) {
  const auto read = read_factors(texts, ValueChanges{{"Style", "Wild"}}, kOptions);
  return read ? "" : read.error();
}

TEST(Factors, AreOptionsOfAnEngine) {
  const auto read =
      read_factors({"option.RFP Margin=60,90", "option.null_move", "option.Style=Wild"}, ValueChanges{}, kOptions);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(to_text(*read), "option.RFP%20Margin=60 option.RFP%20Margin=90 option.Null%20Move=false option.Style=Wild");
  EXPECT_EQ((*read)[1].level, 1U);
  EXPECT_EQ(base_values_text(*read), "option.RFP%20Margin=70 option.Null%20Move=true option.Style=Calm");
  auto again = factors_from_text(to_text(*read));
  ASSERT_TRUE(again);
  read_base_values(*again, base_values_text(*read));
  EXPECT_EQ(*again, *read);
  EXPECT_EQ(changes_of(*read, {1, 2}), (ValueChanges{{"option.RFP Margin", "90"}, {"option.Null Move", "false"}}));
  const auto both = read_interactions({"option.RFP Margin=60*option.Style=Wild"}, *read);
  ASSERT_TRUE(both) << both.error();
  EXPECT_EQ(interactions_of_text(to_text(*both, *read)),
            std::vector<std::string>{"option.RFP Margin=60*option.Style=Wild"});
}

TEST(Factors, ErrorsNameTheOption) {
  EXPECT_NE(engine_error({"RFP Margin=60"}).find("is written option.NAME=VALUE"), std::string::npos);
  EXPECT_NE(engine_error({"option.RPF Margin=60"}).find("it has RFP Margin, Null Move, Style"), std::string::npos);
  EXPECT_NE(engine_error({"option.RFP Margin=300"}).find("allowed: 0 to 200"), std::string::npos);
  EXPECT_NE(engine_error({"option.RFP Margin=70"}).find("already has this value"), std::string::npos);
  EXPECT_NE(engine_error({"option.Style=Wild"}).find("already has this value"), std::string::npos) << "of the base";
  EXPECT_EQ(engine_error({"option.Style=Calm"}), "");
  EXPECT_NE(engine_error({"option.Style"}).find("option.NAME=VALUE is expected"), std::string::npos);
  EXPECT_NE(engine_error({"option.Null Move", "option.Null Move=false"}).find("named twice"), std::string::npos);
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
