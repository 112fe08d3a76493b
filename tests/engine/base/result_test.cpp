#include "engine/base/result.h"

#include <gtest/gtest.h>
#include <memory>

namespace oknos {
namespace {

Result<int> half(int n) {
  if (n % 2 != 0) return Error{"odd"};
  return n / 2;
}

TEST(Result, HoldsAValueOrTheReasonWhyNot) {
  const Result<int> good = half(8);
  ASSERT_TRUE(good.ok() && good);
  EXPECT_EQ(*good, 4);
  const Result<int> bad = half(7);
  ASSERT_FALSE(bad.ok() || bad);
  EXPECT_EQ(bad.error(), "odd");
}

TEST(Result, MovesWhatCannotBeCopied) {
  Result<std::unique_ptr<int>> r = std::make_unique<int>(5);
  const std::unique_ptr<int> taken = std::move(*r);
  EXPECT_EQ(*taken, 5);
}

TEST(Result, AnEmptyTextIsAValueToo) {
  Result<std::string> r = std::string();
  ASSERT_TRUE(r);
  EXPECT_TRUE(r->empty());
}

}  // namespace
}  // namespace oknos
