#include "lab/play/plan.h"

#include <gtest/gtest.h>

#include "engine/eval/network/network.h"

namespace oknos::lab {
namespace {

TEST(Plan, ReadsDurations) {
  const std::vector<std::pair<std::string, std::int64_t>> cases = {
      {"5", 5000}, {"0.5", 500}, {"500ms", 500}, {"5s", 5000}, {"2m", 120000}, {"1 min", 60000}, {"1h", 3600000}};
  for (const auto& [text, expected] : cases) {
    const auto time = parse_duration(text);
    ASSERT_TRUE(time.ok()) << text;
    EXPECT_EQ(*time, expected) << text;
  }
  for (const std::string bad : {"", "x", "-3", "0", "5x", "0.1ms", "1e300", "nan", "inf"}) {
    const auto time = parse_duration(bad);
    EXPECT_FALSE(time.ok()) << bad;
    if (!time.ok()) {
      EXPECT_NE(time.error().find("500ms"), std::string::npos) << time.error();
    }
  }
}

TEST(Plan, NamesWhatWasChangedInEitherSpelling) {
  SearchOptions options;
  options.set = {"Frontier Futility Margin=123", "null_move=off", "exemptions.recapture = off", "estimate=material",
                 "In Check=stand_pat"};
  const auto plan = make_plan(options, {});
  ASSERT_TRUE(plan.ok()) << plan.error();
  std::vector<std::string> changed;
  for (const Change& c : plan->changes) changed.push_back(c.name + " " + c.from + " " + c.to);
  const std::vector<std::string> expected = {"estimate tt material", "in_check evasions stand_pat",
                                             "exemptions.recapture on off", "frontier_futility.margin 100 123",
                                             "null_move on off"};
  EXPECT_EQ(changed, expected);
}

TEST(Plan, RefusesWhatItDoesNotKnow) {
  for (const std::string bad :
       {"x", "=3", "nothing=1", "frontier_futility.margin=many", "preset=heinz", "stand_pat=off"}) {
    SearchOptions options;
    options.set = {bad};
    EXPECT_FALSE(make_plan(options, {}).ok()) << bad;
  }
  SearchOptions options;
  options.preset = "no such preset";
  EXPECT_FALSE(make_plan(options, {}).ok());
}

TEST(Plan, NamesOfNetworksAreThoseOfTheEngine) {
  const auto network = [](const std::string& name) {
    SearchOptions options;
    options.evalfile = name;
    return make_plan(options, {});
  };
  const auto own = network("");
  ASSERT_TRUE(own.ok()) << own.error();
  ASSERT_NE(own->network, nullptr);
  const auto named = network("<embedded>");
  ASSERT_TRUE(named.ok()) << named.error();
  EXPECT_EQ(named->network->to_bytes(), own->network->to_bytes());
  const auto classical = network("Classical");
  ASSERT_TRUE(classical.ok()) << classical.error();
  EXPECT_EQ(classical->network, nullptr);
  EXPECT_FALSE(network("embedded").ok());
}

TEST(Plan, OptionsReplaceTheDefaultLimit) {
  Limits otherwise;
  otherwise.move_time = 4000;
  SearchOptions options;
  EXPECT_EQ(limits_in_words(make_plan(options, otherwise)->limits), "4.00 s");
  options.depth = 12;
  options.nodes = 20000;
  EXPECT_EQ(limits_in_words(make_plan(options, otherwise)->limits), "depth 12, 20,000 nodes");
}

}  // namespace
}  // namespace oknos::lab
