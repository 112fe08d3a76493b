#include "lab/terminal/key_values.h"

#include <gtest/gtest.h>

namespace oknos::lab {
namespace {

TEST(KeyValues, InTheOrderGiven) {
  const auto words = parse_key_values("moves=4, score=600 ,name=a=b", "--x", {"score", "moves", "name"});
  ASSERT_TRUE(words) << words.error();
  EXPECT_EQ(*words, (std::vector<KeyValue>{{"moves", "4"}, {"score", "600"}, {"name", "a=b"}}));
}

TEST(KeyValues, ErrorsSayWhatIsTaken) {
  for (const char* text : {"", "moves", "moves=4,", ",moves=4", "Moves=4", "speed=1", "=4"}) {
    const auto words = parse_key_values(text, "--x", {"moves", "score"});
    ASSERT_FALSE(words) << text;
    EXPECT_NE(words.error().find("--x: "), std::string::npos);
    EXPECT_NE(words.error().find("moves=, score="), std::string::npos) << words.error();
  }
  const auto twice = parse_key_values("moves=4,moves=5", "--x", {"moves"});
  ASSERT_FALSE(twice);
  EXPECT_NE(twice.error().find("moves is given twice"), std::string::npos);
}

TEST(KeyValues, Numbers) {
  EXPECT_EQ(parse_number("0.05"), 0.05);
  EXPECT_EQ(parse_number("+2"), 2.0);
  EXPECT_EQ(parse_number("-1e2"), -100.0);
  for (const char* text : {"", "x", "1x", " 1", "nan", "inf", "1e999", "+-1", "+"})
    EXPECT_EQ(parse_number(text), std::nullopt) << text;
}

}  // namespace
}  // namespace oknos::lab
