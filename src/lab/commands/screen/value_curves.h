#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lab/commands/screen/factors.h"
#include "lab/commands/screen/screen_model.h"
#include "lab/statistics/value_curve.h"
#include "lab/terminal/style.h"

// Which value of a parameter is best, from the effects of several of its values.
namespace oknos::lab {

struct NamedCurve {
  std::string key;  // "reverse_futility.margin"
  ValueCurve curve;
};

// One for each parameter whose base value and at least two other values are known. The one that gains most is the
// first.
std::vector<NamedCurve> value_curves(const Factors& factors, const ScreenFit& fit);
void sort_by_gain(std::vector<NamedCurve>& curves);

// A table with a line above it; empty if there are no curves.
std::string curves_report(const std::vector<NamedCurve>& curves, const Style& style);
nlohmann::ordered_json curves_json(const std::vector<NamedCurve>& curves);

}  // namespace oknos::lab
