// A parameter that is displaced on purpose comes back by playing.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/lab_program.h"

namespace oknos::lab {
namespace {

using TuneLong = test::LabProgram;

TEST_F(TuneLong, ADisplacedMarginReturns) {
  const test::Outcome run = test::lab(
      "tune --set reverse_futility.margin=400 --parameter reverse_futility.margin=0..800,step=120 --nodes 500 --hash 1 "
      "--iterations 2000 --r-end 0.02 --verify 0 --json 2>/dev/null");
  ASSERT_EQ(run.code, 0) << run.out;
  const auto result = nlohmann::json::parse(run.out);
  EXPECT_LT(result["parameters"][0]["value"].get<double>(), 300.0) << run.out;
}

}  // namespace
}  // namespace oknos::lab
