#include "lab/store/parcel.h"

#include <gtest/gtest.h>
#include <limits>

namespace oknos::lab::store {
namespace {

TEST(Parcel, BringsRowsAsTheyWere) {
  Parcel p;
  p.rows.push_back({0, {Value(std::int64_t{-7}), Value(), Value(std::string("a \"b\"\n")), Value(0.1)}});
  p.rows.push_back(
      {2, {Value(std::numeric_limits<std::int64_t>::min()), Value(std::numeric_limits<std::int64_t>::max())}});
  p.rows.push_back({1, {}});
  p.rows.push_back({1, {Value(std::string("\xff\x00\xfe", 3)), Value(std::string()), Value(2.0)}});
  EXPECT_EQ(parcel_from_bytes(to_bytes(p)), p);
}

TEST(Parcel, BringsWhyThereAreNone) {
  const Parcel p{{}, "the engine is gone"};
  EXPECT_EQ(parcel_from_bytes(to_bytes(p)), p);
}

TEST(Parcel, RefusesWhatIsNone) {
  const std::string whole = to_bytes({{{0, {Value(std::int64_t{1}), Value(std::string("text"))}}}, ""});
  for (std::size_t n = 0; n < whole.size(); ++n) EXPECT_FALSE(parcel_from_bytes(whole.substr(0, n))) << n;
  EXPECT_FALSE(parcel_from_bytes("nonsense"));
}

}  // namespace
}  // namespace oknos::lab::store
