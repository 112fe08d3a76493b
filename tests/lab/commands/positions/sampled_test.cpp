#include <gtest/gtest.h>
#include <set>

#include "lab/commands/positions/kinds.h"
#include "tests/support/test_folder.h"

namespace oknos::lab {
namespace {

std::vector<std::string> names(const std::vector<epd::Record>& records) {
  std::vector<std::string> out;
  for (const epd::Record& r : records) out.push_back(position_name(r.position));
  return out;
}

class SampledPositions : public test::TestWithFolder {};

TEST_F(SampledPositions, AreEveryFourthOfAGameAndEachOnce) {
  file("two.pgn", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 *\n");
  MineTask task;
  task.games = path("two.pgn");
  task.count = 100;
  const auto found = sampled_kind().mine(task);
  ASSERT_TRUE(found.ok()) << found.error();
  const auto all = names(*found);
  EXPECT_GE(all.size(), 3U);
  EXPECT_LE(all.size(), 5U);
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
  task.count = 2;
  EXPECT_EQ(sampled_kind().mine(task)->size(), 2U);
  task.games = path("none.pgn");
  EXPECT_FALSE(sampled_kind().mine(task).ok());
}

}  // namespace
}  // namespace oknos::lab
