#include "lab/commands/tune/tuned_parameter.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "engine/pruning/presets/preset.h"
#include "lab/play/uci_messages.h"

namespace oknos::lab {
namespace {

pruning::Settings settings_of(const char* preset) {
  return pruning::find_preset(preset)->settings;
}

// Of `modern` with its margin of reverse futility pruning at 80, whatever it is tuned to.
pruning::Settings modern() {
  pruning::Settings out = settings_of("modern");
  return with_values(out, {{"reverse_futility.margin"}}, {80});
}

std::string error_of(const std::vector<std::string>& texts) {
  const auto read = read_parameters(texts, modern(), 0.002);
  return read ? "" : read.error();
}

TEST(TunedParameters, HaveARangeAroundTheirValue) {
  const auto read = read_parameters({"reverse_futility.margin"}, modern(), 0.002);
  ASSERT_TRUE(read.ok()) << read.error();
  EXPECT_EQ(*read, (std::vector<TunedParameter>{{"reverse_futility.margin", 80, 0, 160, 8.0, 0.002}}));
}

TEST(TunedParameters, TakeARangeAndAStep) {
  const auto read = read_parameters({"reverse_futility.margin=20..120", "Late Move Pruning Scale = 50..300, step=12.5"},
                                    modern(), 0.01);
  ASSERT_TRUE(read.ok()) << read.error();
  ASSERT_EQ(read->size(), 2U);
  EXPECT_EQ((*read)[0], (TunedParameter{"reverse_futility.margin", 80, 20, 120, 5.0, 0.01}));
  EXPECT_EQ((*read)[1].name, "late_move_pruning.scale");
  EXPECT_EQ((*read)[1].min, 50);
  EXPECT_EQ((*read)[1].c_end, 12.5);
}

TEST(TunedParameters, ARuleStandsForItsParametersAndAllForThoseOfEveryRuleThatIsOn) {
  const auto rule = read_parameters({"late_move_pruning"}, modern(), 0.002);
  ASSERT_TRUE(rule.ok()) << rule.error();
  EXPECT_GE(rule->size(), 3U);
  for (const TunedParameter& p : *rule) EXPECT_TRUE(p.name.starts_with("late_move_pruning.")) << p.name;
  const auto all = read_parameters({"all"}, modern(), 0.002);
  ASSERT_TRUE(all.ok()) << all.error();
  EXPECT_GT(all->size(), 20U);
  for (const TunedParameter& p : *all) {
    EXPECT_FALSE(p.name.starts_with("general_futility.")) << "is off";
    EXPECT_LE(p.min, p.start) << p.name;
    EXPECT_LE(p.start, p.max) << p.name;
    EXPECT_GT(p.max - p.min, 1) << p.name << " is a switch";
    EXPECT_GE(p.c_end, 0.5) << p.name;
  }
}

// Of a UCI engine.
const std::vector<uci::Option> kOptions = {
    *parse_option("option name RFP Margin type spin default 70 min 0 max 200"),
    *parse_option("option name Null Move type check default true"),
    *parse_option("option name Nodes type spin default 5 min 0 max 1099511627776")};

TEST(TunedParameters, AreNumbersAmongAnEnginesOptions) {
  const auto read =
      read_parameters({"option.rfp_margin", "option.Nodes=0..10,step=2"}, {{"RFP Margin", "80"}}, kOptions, 0.002);
  ASSERT_TRUE(read.ok()) << read.error();
  EXPECT_EQ(*read, (std::vector<TunedParameter>{{"option.RFP Margin", 80, 0, 160, 8.0, 0.002},
                                                {"option.Nodes", 5, 0, 10, 2.0, 0.002}}));
  EXPECT_EQ(changes_of(*read, {81, 6}), (ValueChanges{{"option.RFP Margin", "81"}, {"option.Nodes", "6"}}));
  const auto error = [](const std::string& text) { return read_parameters({text}, {}, kOptions, 0.002).error(); };
  EXPECT_NE(error("RFP Margin").find("is written option.NAME"), std::string::npos);
  EXPECT_NE(error("option.Null Move").find("that is a number; it has RFP Margin, Nodes"), std::string::npos);
  EXPECT_NE(error("option.RFP Margin=0..300").find("within 0..200"), std::string::npos);
  EXPECT_NE(error("option.RFP Margin=80..90").find("begin with, 70 (the engine's own;"), std::string::npos);
}

TEST(TunedParameters, RefuseWhatIsWrongInOneLine) {
  EXPECT_NE(error_of({"reverse_futility.margn"}).find("did you mean reverse_futility.margin"), std::string::npos);
  EXPECT_NE(error_of({"nonsense"}).find("there is no parameter of that name"), std::string::npos);
  EXPECT_NE(error_of({"general_futility"}).find("general_futility is off"), std::string::npos);
  EXPECT_NE(error_of({"reverse_futility.margin=0..99999"}).find("allowed is a range within"), std::string::npos);
  EXPECT_NE(error_of({"reverse_futility.margin=90..120"}).find("does not hold"), std::string::npos);
  EXPECT_NE(error_of({"reverse_futility.margin=90-120"}).find("FROM..TO is expected"), std::string::npos);
  EXPECT_NE(error_of({"reverse_futility.margin=0..160,step=0.1"}).find("allowed 0.5..160"), std::string::npos);
  EXPECT_NE(error_of({"late_move_pruning=1..5"}).find("a range is for one of them"), std::string::npos);
  EXPECT_NE(error_of({"late_move_pruning", "late_move_pruning.base"}).find("given twice"), std::string::npos);
}

TEST(TunedParameters, AreSetInSettings) {
  const auto read = read_parameters({"reverse_futility.margin", "late_move_pruning.base"}, modern(), 0.002);
  ASSERT_TRUE(read.ok());
  const pruning::Settings tuned = with_values(modern(), *read, {77, 5});
  const auto again = read_parameters({"reverse_futility.margin", "late_move_pruning.base"}, tuned, 0.002);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ((*again)[0].start, 77);
  EXPECT_EQ((*again)[1].start, 5);
  EXPECT_NE(tuned, modern());
  EXPECT_EQ(with_values(tuned, *read, {(*read)[0].start, (*read)[1].start}), modern());
}

TEST(TunedParameters, ReadBackFromTheirText) {
  const auto all = read_parameters({"all"}, modern(), 0.0123);
  ASSERT_TRUE(all.ok());
  const auto back = parameters_from_text(to_text(*all));
  ASSERT_TRUE(back.ok()) << back.error();
  EXPECT_EQ(*back, *all);
  EXPECT_FALSE(parameters_from_text("[{]").ok());
  EXPECT_FALSE(parameters_from_text("[{\"name\": 3}]").ok());
}

}  // namespace
}  // namespace oknos::lab
