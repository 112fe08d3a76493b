#include "engine/base/text.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace oknos::text {
namespace {

TEST(Text, TrimTakesWhiteSpaceFromBothEnds) {
  EXPECT_EQ(trim("  a b\t\r\n"), "a b");
  EXPECT_EQ(trim("\v\f x"), "x");
  EXPECT_EQ(trim(" \t "), "");
  EXPECT_EQ(trim(""), "");
}

TEST(Text, CaseIsThatOfAscii) {
  EXPECT_EQ(to_lower("aBZ[@1"), "abz[@1");
  EXPECT_EQ(to_lower("\xc4"), "\xc4") << "bytes beyond ASCII stay";
  EXPECT_TRUE(equal_ignoring_case("Hash", "hASH"));
  EXPECT_FALSE(equal_ignoring_case("Hash", "Hashes"));
  EXPECT_FALSE(equal_ignoring_case("Hashes", "Hash"));
  EXPECT_EQ(upper('q'), 'Q');
  EXPECT_EQ(upper('{'), '{');
  EXPECT_TRUE(is_upper('A') && is_upper('Z') && !is_upper('a') && !is_upper('[') && !is_upper('@'));
}

TEST(Text, Words) {
  EXPECT_EQ(words(" go  depth\t12\n"), (std::vector<std::string_view>{"go", "depth", "12"}));
  EXPECT_TRUE(words("").empty());
  EXPECT_TRUE(words(" \t").empty());
}

TEST(Text, NextWordLeavesTheRest) {
  std::string_view rest = "  name Clear Hash";
  EXPECT_EQ(next_word(rest), "name");
  EXPECT_EQ(rest, " Clear Hash");
  EXPECT_EQ(next_word(rest), "Clear");
  EXPECT_EQ(next_word(rest), "Hash");
  EXPECT_EQ(next_word(rest), "");
  EXPECT_EQ(rest, "");
}

TEST(Text, NumbersAreWholeTexts) {
  EXPECT_EQ(parse_int<int>("42"), 42);
  EXPECT_EQ(parse_int<int>("-7"), -7);
  EXPECT_EQ(parse_int<int>("+7"), 7);
  EXPECT_EQ(parse_int<int>("007"), 7);
  for (const char* bad : {"", "+", "-", "+-7", "++7", "12x", " 12", "12 ", "0x10", "1.5", "99999999999"})
    EXPECT_EQ(parse_int<int>(bad), std::nullopt) << bad;
  EXPECT_EQ(parse_int<std::uint8_t>("255"), 255);
  EXPECT_EQ(parse_int<std::uint8_t>("256"), std::nullopt);
  EXPECT_EQ(parse_int<unsigned>("-1"), std::nullopt);
}

TEST(Text, QuotedFitsOneLine) {
  EXPECT_EQ(quoted("e9"), "\"e9\"");
  EXPECT_EQ(quoted("a\nb\x7f\x01"), "\"a?b??\"");
  EXPECT_EQ(quoted("abcdef", 3), "\"abc...\"");
  EXPECT_EQ(quoted("abc", 3), "\"abc\"");
}

TEST(Text, QuotedIsUtf8WhateverComes) {
  EXPECT_EQ(quoted("\xc3\xa9\xe2\x82\xac\xf0\x9f\x99\x82"), "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x99\x82\"");
  EXPECT_EQ(quoted("\xff\xfe"
                   "a"),
            "\"\\xff\\xfea\"");
  EXPECT_EQ(quoted("\xc3"), "\"\\xc3\"");                             // cut short
  EXPECT_EQ(quoted("\xc0\xaf"), "\"\\xc0\\xaf\"");                    // a longer form than needed
  EXPECT_EQ(quoted("\xed\xa0\x80"), "\"\\xed\\xa0\\x80\"");           // half of a surrogate pair
  EXPECT_EQ(quoted("\xf4\x90\x80\x80"), "\"\\xf4\\x90\\x80\\x80\"");  // beyond the last character
  EXPECT_EQ(quoted("ab\xc3\xa9", 3), "\"ab...\"") << "not within a character";
}

RC_GTEST_PROP(TextProperty, NumbersComeBack, (std::int64_t n)) {
  RC_ASSERT(parse_int<std::int64_t>(std::to_string(n)) == n);
}

RC_GTEST_PROP(TextProperty, NextWordAndWordsAgree, (const std::string& s)) {
  std::string_view rest = s;
  for (const std::string_view word : words(s)) {
    RC_ASSERT(!word.empty() && trim(word) == word);
    RC_ASSERT(next_word(rest) == word);
  }
  RC_ASSERT(trim(rest).empty());
}

}  // namespace
}  // namespace oknos::text
