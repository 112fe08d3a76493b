#include "lab/positions/zugzwang.h"
#include "position_file.h"

namespace oknos::lab {
namespace {

// The search that made the file and the one of today judge a few endings differently: 1 in 20 at most.
TEST(ZugzwangLong, NearlyEveryPositionOfTheFileHoldsWhatItSays) {
  constexpr int kMayDiffer = 20;
  constexpr int kPlies = 20;
  constexpr std::uint64_t kNodes = 2'000'000;
  BurdenSearcher searcher;
  int differ = 0;
  for (const epd::Record& record : read_position_file("zugzwang")) {
    searcher.forget();
    const auto burden = searcher.search(record.position, kPlies, kNodes);
    if (!burden.has_value() || zugzwang_name(*burden) != record.text("c1")) ++differ;
  }
  EXPECT_LE(differ, kMayDiffer);
}

}  // namespace
}  // namespace oknos::lab
