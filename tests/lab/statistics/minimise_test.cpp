#include "lab/statistics/minimise.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace oknos::lab {
namespace {

TEST(Minimise, OneVariable) {
  EXPECT_NEAR(minimise_on(-10.0, 10.0, 1e-6, [](double x) { return (x - 3.25) * (x - 3.25); }), 3.25, 1e-5);
  EXPECT_NEAR(minimise_on(0.0, 1.0, 1e-6, [](double x) { return x; }), 0.0, 1e-5);  // at the border
}

// Rosenbrock's valley: narrow and bent.
TEST(Minimise, ABentValley) {
  const auto valley = [](const std::vector<double>& x, std::vector<double>& gradient) {
    const double a = 1.0 - x[0];
    const double b = x[1] - x[0] * x[0];
    gradient = {-2.0 * a - 400.0 * x[0] * b, 200.0 * b};
    return a * a + 100.0 * b * b;
  };
  const Minimum found = minimise(valley, {-1.2, 1.0}, 1e-12);
  EXPECT_NEAR(found.point[0], 1.0, 1e-3);
  EXPECT_NEAR(found.point[1], 1.0, 1e-3);
  EXPECT_LT(found.steps, 200);
}

TEST(Minimise, KeepsOffWhereTheFunctionIsNotDefined) {
  const auto with_wall = [](const std::vector<double>& x, std::vector<double>& gradient) {
    if (x[0] <= 0) return std::numeric_limits<double>::infinity();
    gradient = {1.0 - 1.0 / x[0]};
    return x[0] - std::log(x[0]);
  };
  EXPECT_NEAR(minimise(with_wall, {30.0}, 1e-12).point[0], 1.0, 1e-3);
}

}  // namespace
}  // namespace oknos::lab
