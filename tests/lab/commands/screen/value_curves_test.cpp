// Curves for the factors of a screening.
#include "lab/commands/screen/value_curves.h"

#include <gtest/gtest.h>

namespace {

using namespace oknos::lab;

Factors factors_of(const std::vector<std::string>& values, const std::string& base = "100") {
  Factors out;
  for (const auto& value : values) out.push_back({"rule.margin=" + value, "rule.margin", out.size(), base});
  return out;
}

ScreenFit fit_of(const std::vector<double>& elo) {
  ScreenFit out{{}, SymmetricMatrix(elo.size())};
  for (std::size_t i = 0; i < elo.size(); ++i) {
    out.effects.push_back({1000, {elo[i], elo[i] - kDeviationsOf95Percent, elo[i] + kDeviationsOf95Percent}});
    out.covariance.at(i, i) = 1;
  }
  return out;
}

TEST(ValueCurves, AreThoseOfNumbersWithABase) {
  const auto curves = value_curves(factors_of({"50", "200"}), fit_of({-3, -4}));
  ASSERT_EQ(curves.size(), 1U);
  EXPECT_EQ(curves[0].key, "rule.margin");
  EXPECT_EQ(curves[0].curve.base(), 100);
  EXPECT_EQ(curves[0].curve.least(), 50);
  EXPECT_EQ(curves[0].curve.greatest(), 200);
  EXPECT_TRUE(value_curves(factors_of({"50"}), fit_of({3})).empty());
  EXPECT_TRUE(value_curves(factors_of({"50", "200"}, ""), fit_of({3, 4})).empty());
  EXPECT_TRUE(value_curves(factors_of({"50", "200"}, "on"), fit_of({3, 4})).empty());
  EXPECT_TRUE(value_curves(factors_of({"50", "wild"}), fit_of({3, 4})).empty());
  EXPECT_TRUE(value_curves(factors_of({"50", "050"}), fit_of({3, 3})).empty());
}

TEST(ValueCurves, ATableSaysWhatIsBest) {
  const Style style{.width = 200};
  EXPECT_EQ(curves_report({}, style), "");
  const auto report = [&](const std::vector<std::string>& values, const std::vector<double>& elo) {
    return curves_report(value_curves(factors_of(values), fit_of(elo)), style);
  };
  EXPECT_NE(report({"50", "150"}, {-60, 40}).find("better, at the edge"), std::string::npos);
  EXPECT_NE(report({"50", "150"}, {-40, -40}).find("as it is\n"), std::string::npos);
  EXPECT_NE(report({"150", "200"}, {-40, -80}).find("as it is, at the edge"), std::string::npos);
  EXPECT_EQ(report({"50", "150"}, {-40, -40}).find("left out"), std::string::npos);
  EXPECT_NE(report({"25", "50", "75", "133", "200"}, {60, -10, -2, -2, -10}).find("left out"), std::string::npos);
  const auto json = curves_json(value_curves(factors_of({"50", "150"}), fit_of({-60, 40})));
  EXPECT_EQ(json[0]["parameter"], "rule.margin");
  EXPECT_EQ(json[0]["best"]["value"], 150);
}

TEST(ValueCurves, NeedEffectsThatAreKnown) {
  ScreenFit fit = fit_of({3, 4});
  EXPECT_EQ(value_curves(factors_of({"50", "200"}), fit).size(), 1U);
  fit.effects[1].elo = {4, -kEloLimit, kEloLimit};
  EXPECT_TRUE(value_curves(factors_of({"50", "200"}), fit).empty());
}

TEST(ValueCurves, TheOneThatGainsMostIsFirst) {
  Factors factors = factors_of({"50", "200"});
  for (const std::size_t i : {0, 1}) {
    factors.push_back(factors[i]);
    factors.back().key = "rule.slope";
    factors.back().change.replace(5, 6, "slope");
  }
  const auto curves = value_curves(factors, fit_of({-5, 2, -5, 8}));
  ASSERT_EQ(curves.size(), 2U);
  EXPECT_EQ(curves[0].key, "rule.slope");
  EXPECT_EQ(curves[1].key, "rule.margin");
}

}  // namespace
