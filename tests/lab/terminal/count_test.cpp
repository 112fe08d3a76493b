#include "lab/terminal/count.h"

#include <gtest/gtest.h>

namespace oknos::lab {
namespace {

TEST(Count, IsReadAsPeopleWriteIt) {
  const std::pair<const char*, std::uint64_t> cases[] = {{"0", 0},
                                                         {"1000", 1000},
                                                         {"+5", 5},
                                                         {"50k", 50'000},
                                                         {"50K", 50'000},
                                                         {"1M", 1'000'000},
                                                         {"1m", 1'000'000},
                                                         {"2G", 2'000'000'000},
                                                         {"1e6", 1'000'000},
                                                         {"1E6", 1'000'000},
                                                         {"1.5M", 1'500'000},
                                                         {"2.50e2", 250},
                                                         {"1.0", 1},
                                                         {"18446744073709551615", ~0ULL}};
  for (const auto& [text, value] : cases) EXPECT_EQ(parse_large_count(text), value) << text;
}

TEST(Count, OtherTextIsNone) {
  for (const char* text : {"", "k", ".", "-1", "x", "1x", "1kk", "1.5", "0.0001k", "1e", "1e-3", "1e20", "1 000",
                           "1.2.3", "18446744073709551616", "99999999999G", "nan", "0x10", "1,000"})
    EXPECT_EQ(parse_large_count(text), std::nullopt) << text;
  EXPECT_EQ(parse_count<std::int32_t>("3G"), std::nullopt);
  EXPECT_EQ(parse_count<std::int32_t>("2G"), 2'000'000'000);
  EXPECT_EQ(parse_count<std::int64_t>("1e19"), std::nullopt);
}

}  // namespace
}  // namespace oknos::lab
