#include "lab/commands/positions/position_file.h"
#include "lab/commands/positions/proved_mate.h"

namespace oknos::lab {
namespace {

TEST(MatesLong, EveryMateOfTheFileIsProvedAgain) {
  MateSolver solver;
  for (const epd::Record& record : read_position_file("mates"))
    EXPECT_EQ(what_is_wrong_with_mate(record, solver), "") << record.id();
}

}  // namespace
}  // namespace oknos::lab
