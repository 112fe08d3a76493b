#include "engine/base/static_vector.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <vector>

namespace oknos {
namespace {

constexpr std::size_t kCapacity = 64;

TEST(StaticVector, StartsEmpty) {
  const StaticVector<int, 4> v{};
  EXPECT_TRUE(v.empty());
  EXPECT_EQ(v.size(), 0u);
  EXPECT_EQ(v.begin(), v.end());
  EXPECT_FALSE(v.contains(0)) << "what lies behind the end is not in it";
}

TEST(StaticVector, HoldsAsManyAsItSays) {
  StaticVector<int, 3> v;
  for (const int i : {7, 8, 9}) v.push_back(i);
  EXPECT_EQ(v.size(), 3u);
  EXPECT_EQ(v.back(), 9);
  v.pop_back();
  EXPECT_EQ(v.back(), 8);
  EXPECT_FALSE(v.contains(9));
  v.resize(1);
  EXPECT_EQ(std::vector<int>(v.begin(), v.end()), std::vector<int>{7});
  v.clear();
  EXPECT_TRUE(v.empty());
}

RC_GTEST_PROP(StaticVectorProperty, IsAVector, (const std::vector<std::uint16_t>& values)) {
  std::vector<std::uint16_t> expected(values.begin(),
                                      values.begin() + static_cast<std::ptrdiff_t>(std::min(values.size(), kCapacity)));
  StaticVector<std::uint16_t, kCapacity> v;
  for (const auto x : expected) v.push_back(x);
  RC_ASSERT(std::vector<std::uint16_t>(v.begin(), v.end()) == expected);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    RC_ASSERT(v[i] == expected[i]);
    RC_ASSERT(v.contains(expected[i]));
  }
  const StaticVector<std::uint16_t, kCapacity> copy = v;
  RC_ASSERT(std::equal(copy.begin(), copy.end(), expected.begin(), expected.end()));
}

}  // namespace
}  // namespace oknos
