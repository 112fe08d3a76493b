#include "lab/terminal/suggestion.h"

#include <gtest/gtest.h>

namespace oknos::lab {
namespace {

TEST(Suggestion, NamesTheNearestWord) {
  const std::vector<std::string> known = {"analyse", "audit", "why", "match", "merge", "--depth", "--nodes"};
  EXPECT_EQ(nearest_word("analyze", known), "analyse");
  EXPECT_EQ(nearest_word("anaylse", known), "analyse");
  EXPECT_EQ(nearest_word("anal", known), "analyse");
  EXPECT_EQ(nearest_word("adit", known), "audit");
  EXPECT_EQ(nearest_word("Why", known), "why");
  EXPECT_EQ(nearest_word("--dpeth", known), "--depth");
  EXPECT_EQ(nearest_word("x", known), "");
  EXPECT_EQ(nearest_word("", known), "");
  EXPECT_EQ(nearest_word("nonsense", known), "");
  EXPECT_EQ(did_you_mean("mach", known), "; did you mean match?");
}

}  // namespace
}  // namespace oknos::lab
