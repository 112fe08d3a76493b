#include <algorithm>
#include <gtest/gtest.h>

#include "engine/chess/notation.h"
#include "lab/commands/analyse.h"

namespace oknos::lab {
namespace {

Info an_iteration(const Position& position, int depth) {
  Info info;
  info.depth = info.seldepth = depth;
  info.score = Score{25};
  info.nodes = 20;
  info.pv = {*move_from_text(position, "e2e4")};
  return info;
}

TEST(LinePrinter, EveryIterationHasItsRowAndABoundKeepsTheLineThatWasComplete) {
  const Position position = Position::initial();
  const Style style;
  LinePrinter printer(position, 1, style);
  ::testing::internal::CaptureStdout();
  // An iteration that changed neither score nor line is an iteration all the same.
  for (const int depth : {1, 2, 3, 3}) printer.on_info(an_iteration(position, depth));
  const std::string out = ::testing::internal::GetCapturedStdout();
  EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 3) << out;
  EXPECT_NE(out.find("<1 ms"), std::string::npos) << out;

  // A search that stops while a score falls knows only a bound and one move; the line is the last complete one.
  Info exact = an_iteration(position, 5), bound = an_iteration(position, 6);
  exact.bound = Bound::Exact;
  bound.bound = Bound::Upper;
  Position after = position;
  after.play(exact.pv.front());
  exact.pv.push_back(*move_from_text(after, "e7e5"));
  ::testing::internal::CaptureStdout();
  printer.on_info(exact);
  printer.on_info(bound);
  ::testing::internal::GetCapturedStdout();
  EXPECT_EQ(printer.line_of(bound), exact.pv);
  bound.pv = {*move_from_text(position, "d2d4")};
  EXPECT_EQ(printer.line_of(bound), bound.pv) << "another move";
}

}  // namespace
}  // namespace oknos::lab
