#include "lab/commands/price/price_file.h"

#include <gtest/gtest.h>
#include <string>

#include "lab/commands/price/prices.h"

namespace oknos::lab {
namespace {

std::string file_with(const std::string& last) {
  return R"({"oknos_prices":1,"audit":{"limits":"depth 8","sample":"100"},"deviation":1.0,"deviation_of_a_game":1.0,)"
         R"("prices":[{"of":"nodes","elo":-10.0},{"of":"depth 0 to 1","elo":-1.0},{"of":"depth 2 to 4","elo":-1.0},)"
         R"({"of":"depth 5 or more","elo":-1.0},{"of":")" +
         last + R"(","elo":-2.0}]})";
}

TEST(PriceFile, IsReadWithItsOlderNames) {
  for (const char* name : {"not found", "unnoticed"}) {
    const auto file = parse_price_file(file_with(name));
    ASSERT_TRUE(file.ok()) << file.error();
    EXPECT_EQ(file->names, feature_names());
    EXPECT_EQ(file->prices.back(), -2.0);
  }
  EXPECT_FALSE(parse_price_file(file_with("anything else")).ok());
}

}  // namespace
}  // namespace oknos::lab
