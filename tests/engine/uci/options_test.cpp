#include "engine/uci/options.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

#include "engine/base/text.h"
#include "engine/search/engine.h"

namespace oknos::uci {
namespace {

Result<Options::Change> set(Options& options, std::string name, std::optional<std::string> value) {
  return options.set({std::move(name), std::move(value)});
}

Option declared(std::string_view name) {
  for (const Option& option : Options::all())
    if (option.name == name) return option;
  ADD_FAILURE() << name << " is not declared";
  return {};
}

TEST(Options, LinesAsTheProtocolWantsThem) {
  EXPECT_EQ(to_text(declared("Hash")), "option name Hash type spin default 16 min 1 max 1048576");
  EXPECT_EQ(to_text(declared("Clear Hash")), "option name Clear Hash type button");
  EXPECT_EQ(to_text(declared("SyzygyPath")), "option name SyzygyPath type string default <empty>");
  EXPECT_EQ(to_text(declared("Syzygy50MoveRule")), "option name Syzygy50MoveRule type check default true");
  EXPECT_EQ(to_text(declared("Ponder")), "option name Ponder type check default false");
  EXPECT_EQ(to_text(declared("Move Overhead")), "option name Move Overhead type spin default 20 min 0 max 5000");
  EXPECT_EQ(to_text(declared("Debug Log File")), "option name Debug Log File type string default <empty>");
  EXPECT_EQ(to_text(declared("Frontier Futility")),
            "option name Frontier Futility type combo default preset var preset var on var off");
}

// A GUI's dialog must stay usable.
TEST(Options, WithoutExpertOnlyWhatFitsADialogIsDeclared) {
  Options options;
  constexpr std::size_t kMost = 25;
  const std::vector<Option> usual = options.declared();
  EXPECT_LE(usual.size(), kMost);
  for (const char* name : {"Hash", "Preset", "Expert", "Move Futility Rules", "Move Order Rules"})
    EXPECT_TRUE(std::any_of(usual.begin(), usual.end(), [&](const Option& o) { return o.name == name; })) << name;
  ASSERT_TRUE(set(options, "Expert", "true").ok());
  EXPECT_EQ(options.declared().size(), Options::all().size());
  EXPECT_GT(Options::all().size(), 2 * kMost);
  ASSERT_TRUE(set(options, "Expert", "false").ok());
  EXPECT_EQ(options.declared().size(), usual.size());
}

TEST(Options, UnderscoresMayStandForBlanks) {
  Options options;
  ASSERT_TRUE(set(options, "move_overhead", "75").ok());
  EXPECT_EQ(options.move_overhead(), 75);
  ASSERT_TRUE(set(options, "Frontier_Futility_Margin", "333").ok());
  EXPECT_EQ(options.rules().settings().of<pruning::FrontierFutility>()[pruning::FrontierFutility::P::Margin], 333);
}

TEST(Options, AFamilyIsTurnedOffUnlessARuleSaysOtherwise) {
  using pruning::ExtendedFutility, pruning::FrontierFutility, pruning::ReverseFutility;
  for (const bool family_first : {true, false}) {
    Options options;
    const auto family = [&] { ASSERT_TRUE(set(options, "Move Futility Rules", "off").ok()); };
    if (family_first) family();
    ASSERT_TRUE(set(options, "Frontier Futility", "on").ok());
    if (!family_first) family();
    const pruning::Settings settings = options.rules().settings();
    EXPECT_TRUE(settings.enabled<FrontierFutility>());
    EXPECT_FALSE(settings.enabled<ExtendedFutility>());
    EXPECT_TRUE(settings.enabled<ReverseFutility>());  // of another family
    ASSERT_TRUE(set(options, "Move Futility Rules", "preset").ok());
    EXPECT_TRUE(options.rules().settings().enabled<ExtendedFutility>());
    EXPECT_NE(set(options, "Move Futility Rules", "on").error().find("allowed preset, off"), std::string::npos);
  }
}

TEST(Options, WhatThereIs) {
  for (const char* name : {"Hash",
                           "Clear Hash",
                           "Threads",
                           "MultiPV",
                           "Ponder",
                           "Move Overhead",
                           "UCI_Chess960",
                           "UCI_AnalyseMode",
                           "UCI_ShowWDL",
                           "UCI_LimitStrength",
                           "UCI_Elo",
                           "EvalFile",
                           "SyzygyPath",
                           "SyzygyProbeDepth",
                           "Syzygy50MoveRule",
                           "SyzygyProbeLimit",
                           "Debug Log File",
                           "Preset",
                           "Preset File",
                           "Frontier Futility Margin"})
    declared(name);
}

TEST(Options, NamesAreUniqueWithoutRegardToCase) {
  std::set<std::string> names;
  for (const Option& option : Options::all())
    EXPECT_TRUE(names.insert(text::to_lower(option.name)).second) << option.name;
}

// Test runners refuse an engine whose default lies outside of its own range.
TEST(Options, DefaultsAreAllowed) {
  Options options;
  for (const Option& option : Options::all()) {
    if (option.kind == OptionKind::Button) continue;
    const std::string value = option.default_value == "<empty>" ? "" : option.default_value;
    const auto change = set(options, option.name, value);
    EXPECT_TRUE(change.ok()) << option.name << ": " << change.error();
    if (option.kind != OptionKind::Combo) continue;
    EXPECT_NE(std::find(option.values.begin(), option.values.end(), value), option.values.end()) << option.name;
  }
}

TEST(Options, BothEndsOfEverySpinAreAllowedAndNothingBeyond) {
  Options options;
  for (const Option& option : Options::all()) {
    if (option.kind != OptionKind::Spin) continue;
    EXPECT_TRUE(set(options, option.name, std::to_string(option.min)).ok()) << option.name;
    EXPECT_TRUE(set(options, option.name, std::to_string(option.max)).ok()) << option.name;
    EXPECT_FALSE(set(options, option.name, std::to_string(option.min - 1)).ok()) << option.name;
    EXPECT_FALSE(set(options, option.name, std::to_string(option.max + 1)).ok()) << option.name;
  }
}

// GUIs send a whole page of options back, in any order: that must change nothing.
TEST(Options, SendingAllDefaultsBackChangesNothing) {
  std::vector<Option> all = Options::all();
  const pruning::Settings before = Options().rules().settings();
  for (int round = 0; round < 2; ++round) {
    Options options;
    for (const Option& option : all) {
      if (option.kind == OptionKind::Button) continue;
      EXPECT_TRUE(set(options, option.name, option.default_value == "<empty>" ? "" : option.default_value).ok());
    }
    EXPECT_EQ(options.rules().settings(), before);
    std::reverse(all.begin(), all.end());
  }
}

TEST(Options, NamesAndChecksRegardNoCase) {
  Options options;
  EXPECT_TRUE(set(options, "multipv", "3").ok());
  EXPECT_EQ(options.multi_pv(), 3);
  EXPECT_TRUE(set(options, "MOVE OVERHEAD", "75").ok());
  EXPECT_EQ(options.move_overhead(), 75);
  EXPECT_TRUE(set(options, "uci_chess960", "TRUE").ok());
  EXPECT_TRUE(options.chess960());
  EXPECT_TRUE(set(options, "UCI_Chess960", "false").ok());
  EXPECT_FALSE(options.chess960());
}

TEST(Options, TheDeclaredDefaultsAreThoseInForce) {
  const Options options;
  EXPECT_EQ(std::to_string(options.multi_pv()), declared("MultiPV").default_value);
  EXPECT_EQ(std::to_string(options.move_overhead()), declared("Move Overhead").default_value);
  EXPECT_FALSE(options.chess960());
}

TEST(Options, WhatTheEngineMustDoIsHandedOver) {
  Options options;
  const auto hash = set(options, "Hash", "64");
  ASSERT_TRUE(hash.ok());
  EXPECT_EQ(hash->effect, Options::Effect::Hash);
  EXPECT_EQ(hash->number, 64);
  EXPECT_EQ(set(options, "clear hash", std::nullopt)->effect, Options::Effect::ClearHash);
  const auto threads = set(options, "Threads", "2");
  EXPECT_EQ(threads->effect, Options::Effect::Threads);
  EXPECT_EQ(threads->number, 2);
  const auto log = set(options, "Debug Log File", "/tmp/a b.log");
  EXPECT_EQ(log->effect, Options::Effect::LogFile);
  EXPECT_EQ(log->text, "/tmp/a b.log");
}

TEST(Options, RulesAreReached) {
  Options options;
  ASSERT_TRUE(set(options, "Frontier Futility", "off").ok());
  EXPECT_FALSE(options.rules().settings().enabled<pruning::FrontierFutility>());
  ASSERT_TRUE(set(options, "frontier futility margin", "333").ok());
  EXPECT_EQ(options.rules().settings().of<pruning::FrontierFutility>()[pruning::FrontierFutility::P::Margin], 333);
  ASSERT_TRUE(set(options, "Preset", "none").ok());
  EXPECT_EQ(options.rules().preset().name, "none");
}

TEST(Options, ErrorsSayWhatIsAllowed) {
  Options options;
  EXPECT_EQ(set(options, "Hash", "99999999999").error(), "Hash: \"99999999999\" is not allowed; allowed 1..1048576");
  EXPECT_EQ(set(options, "Ponder", "perhaps").error(), "Ponder: \"perhaps\" is not allowed; allowed true or false");
  EXPECT_NE(set(options, "Contempt", "3").error().find("unknown option \"Contempt\""), std::string::npos);
  EXPECT_NE(set(options, "Hash", std::nullopt).error().find("needs a value"), std::string::npos);
  EXPECT_NE(set(options, "Frontier Futility Margin", std::nullopt).error().find("needs a value"), std::string::npos);
  EXPECT_NE(set(options, "Nothing Of Ours", std::nullopt).error().find("unknown option"), std::string::npos);
  EXPECT_NE(set(options, "Preset", "nosuch").error().find("nosuch"), std::string::npos);
}

TEST(Options, ARefusedValueChangesNothing) {
  Options options;
  ASSERT_TRUE(set(options, "MultiPV", "4").ok());
  EXPECT_FALSE(set(options, "MultiPV", "0").ok());
  EXPECT_FALSE(set(options, "MultiPV", "many").ok());
  EXPECT_EQ(options.multi_pv(), 4);
}

}  // namespace
}  // namespace oknos::uci
