#include "lab/commands/positions/position_file.h"
#include "lab/commands/positions/zugzwang.h"

namespace oknos::lab {
namespace {

// The search that made the file and the one of today judge some endings differently, within so few plies.
TEST(ZugzwangLong, MostPositionsOfTheFileHoldWhatTheySay) {
  constexpr int kMayDiffer = 100;
  constexpr int kPlies = 16;
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
