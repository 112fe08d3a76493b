#include "engine/pruning/registry/convention_keys.h"

#include <gtest/gtest.h>
#include <set>
#include <stdexcept>

#include "engine/pruning/registry/names.h"

namespace oknos::pruning {
namespace {

const ConventionKey& key_of(std::string_view name) {
  for (const ConventionKey& key : kConventionKeys)
    if (key.name == name) return key;
  throw std::invalid_argument(std::string(name));
}

Conventions with(std::string_view name, std::string_view value) {
  Conventions c;
  key_of(name).set(c, key_of(name).find(value).value());
  return c;
}

// The tables are in the order of the enumerations.
TEST(ConventionKeys, NameTheValuesOfTheEnumerations) {
  EXPECT_EQ(with("estimate", "material").estimate, Estimate::Material);
  EXPECT_EQ(with("estimate", "evaluation").estimate, Estimate::Evaluation);
  EXPECT_EQ(with("estimate", "bounds").estimate, Estimate::Bounds);
  EXPECT_EQ(with("reply", "piece").reply, Reply::Piece);
  EXPECT_EQ(with("reply", "attacked").reply, Reply::Attacked);
  EXPECT_EQ(with("reply", "exact").reply, Reply::Exact);
  EXPECT_EQ(with("in_check", "evasions").in_check, InCheck::Evasions);
  EXPECT_EQ(with("in_check", "stand_pat").in_check, InCheck::StandPat);
  EXPECT_EQ(with("tt_bound", "upper").tt_bound, TtBound::Upper);
  EXPECT_EQ(with("tt_bound", "lower").tt_bound, TtBound::Lower);
}

TEST(ConventionKeys, SetAndTellOneConventionAndLeaveTheOthers) {
  for (const ConventionKey& key : kConventionKeys) {
    for (std::size_t i = 0; i < key.values.size(); ++i) {
      Conventions c;
      key.set(c, i);
      EXPECT_EQ(key.get(c), i) << key.name;
      EXPECT_EQ(key.value_of(c), key.values[i].name) << key.name;
      key.set(c, key.get(Conventions{}));
      EXPECT_EQ(c, Conventions{}) << key.name;
    }
  }
}

TEST(ConventionKeys, EachSaysWhatItIs) {
  std::set<std::string_view> names;
  for (const ConventionKey& key : kConventionKeys) {
    EXPECT_TRUE(names.insert(key.name).second) << key.name;
    EXPECT_EQ(canonical(key.name), key.name);
    EXPECT_FALSE(key.meaning.empty()) << key.name;
    std::set<std::string_view> values;
    for (const ConventionValue& v : key.values) {
      EXPECT_TRUE(values.insert(v.name).second) << v.name;
      EXPECT_NE(v.name, "preset") << "that means: as the preset says";
      EXPECT_FALSE(v.meaning.empty()) << key.name << " " << v.name;
    }
  }
}

TEST(ConventionKeys, FindAValueInUpperOrLowerCase) {
  EXPECT_EQ(key_of("reply").find("EXACT"), 2U);
  EXPECT_FALSE(key_of("reply").find("exactly").has_value());
  EXPECT_FALSE(key_of("reply").find("").has_value());
  EXPECT_FALSE(key_of("reply").find("bounds").has_value());
}

}  // namespace
}  // namespace oknos::pruning
