#include <cstdlib>
#include <map>

#include "lab/commands/positions/position_file.h"
#include "lab/commands/positions/proved_mate.h"

namespace oknos::lab {
namespace {

TEST(Mates, TheShortOnesOfTheFileAreProvedAgain) {
  constexpr int kLongest = 3;
  MateSolver solver;
  std::map<int, int> counts;  // by moves, negative for the side that is mated
  for (const epd::Record& record : read_position_file("mates")) {
    const int moves = record.mate_distance().value_or(0);
    ++counts[moves];
    ASSERT_NE(moves, 0) << record.id();
    if (std::abs(moves) <= kLongest) {
      EXPECT_EQ(what_is_wrong_with_mate(record, solver), "") << record.id();
    }
  }
  for (int n = 2; n <= 6; ++n) EXPECT_GT(counts[n], 0) << n;
  for (int n = 1; n <= 4; ++n) EXPECT_GT(counts[-n], 0) << n;
}

TEST(Mates, AWrongLineIsNoticed) {
  MateSolver solver;
  const std::string board = "r6k/6pp/7N/8/2Q5/8/8/6K1 w - - ";
  const auto wrong = [&](const std::string& operations) {
    return what_is_wrong_with_mate(*epd::parse(board + operations), solver);
  };
  EXPECT_EQ(wrong("bm Qg8+; dm 2;"), "");
  EXPECT_NE(wrong("bm Qg8+; dm 3;"), "");
  EXPECT_NE(wrong("bm Qg8+; dm 1;"), "");
  EXPECT_NE(wrong("bm Nf7+; dm 2;"), "");
  EXPECT_NE(wrong("bm Qg8+ Nf7+; dm 2;"), "");
  EXPECT_NE(wrong("bm Qg8+;"), "");
}

}  // namespace
}  // namespace oknos::lab
