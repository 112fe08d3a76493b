#include "lab/positions/zugzwang.h"
#include "position_file.h"

namespace oknos::lab {
namespace {

TEST(ZugzwangLong, EveryPositionOfTheFileHoldsWhatItSays) {
  constexpr int kPlies = 20;
  constexpr std::uint64_t kNodes = 2'000'000;
  BurdenSearcher searcher;
  for (const epd::Record& record : read_position_file("zugzwang")) {
    searcher.forget();
    const auto burden = searcher.search(record.position, kPlies, kNodes);
    ASSERT_TRUE(burden.has_value()) << record.id();
    EXPECT_EQ(zugzwang_name(*burden), record.text("c1")) << record.id();
  }
}

}  // namespace
}  // namespace oknos::lab
