#include "lab/commands/screen/value_curves.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

#include "lab/terminal/key_values.h"
#include "lab/terminal/text_table.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

std::string verdict_of(const ValueCurve& curve) {
  const char* verdict = curve.is_best_as_it_is() ? "as it is" : curve.elo_of_best().low > 0 ? "better" : "open";
  return verdict + std::string(curve.is_best_at_edge() ? ", at the edge" : "");
}

// As it can be typed again.
std::string number_text(double value) {
  constexpr double kLargest = 1e15;
  return value == std::round(value) && std::abs(value) < kLargest ? fmt::format("{:.0f}", value)
                                                                  : fmt::format("{:g}", value);
}

}  // namespace

std::vector<NamedCurve> value_curves(const Factors& factors, const ScreenFit& fit) {
  std::vector<NamedCurve> out;
  for (const Factor& first : factors) {
    const auto base = parse_number(first.base);
    if (first.level != 0 || !base) continue;
    std::vector<std::size_t> known;
    std::vector<double> values;
    for (std::size_t i = 0; i < factors.size(); ++i) {
      const auto value = parse_number(factors[i].change.substr(factors[i].key.size() + 1));
      if (factors[i].key != first.key || !value || !is_known(fit.effects[i].elo)) continue;
      known.push_back(i);
      values.push_back(*value);
    }
    ValueCurve::Points points{std::move(values), {}, SymmetricMatrix(known.size())};
    for (std::size_t i = 0; i < known.size(); ++i) {
      points.elo.push_back(fit.effects[known[i]].elo.value);
      for (std::size_t k = 0; k < known.size(); ++k) points.covariance.at(i, k) = fit.covariance.at(known[i], known[k]);
    }
    if (auto curve = ValueCurve::through(*base, points)) out.push_back({first.key, *std::move(curve)});
  }
  sort_by_gain(out);
  return out;
}

void sort_by_gain(std::vector<NamedCurve>& curves) {
  std::stable_sort(curves.begin(), curves.end(), [](const NamedCurve& a, const NamedCurve& b) {
    return a.curve.elo_of_best().value > b.curve.elo_of_best().value;
  });
}

std::string curves_report(const std::vector<NamedCurve>& curves, const Style& style) {
  if (curves.empty()) return "";
  constexpr int kAlways = 2, kLong = 1;  // which column stays when the terminal is narrow
  TextTable table({{"parameter", Align::Left, kAlways},
                   {"now", Align::Right, kAlways},
                   {"fitted", Align::Right},
                   {"best value", Align::Right, kAlways},
                   {"95 %", Align::Right, kLong},
                   {"Elo", Align::Right, kAlways},
                   {"95 % interval", Align::Right, kLong},
                   {"verdict", Align::Left, kLong}});
  bool left_out = false;
  for (const auto& [key, curve] : curves) {
    const Estimate elo = curve.elo_of_best();
    const bool same = curve.is_best_as_it_is();
    const Tone tone = !same && elo.low > 0 ? Tone::Good : Tone::Plain;
    left_out = left_out || curve.left_out() > 0;
    table.add_row({{key, tone},
                   {number_text(curve.base())},
                   {number_text(curve.least()) + " to " + number_text(curve.greatest())},
                   {number_text(curve.best().value), tone},
                   {number_text(curve.best().low) + " to " + number_text(curve.best().high)},
                   {same ? "" : fmt::format("{:+.1f}", elo.value), tone},
                   {same ? "" : fmt::format("{:+.1f} to {:+.1f}", elo.low, elo.high), tone},
                   {verdict_of(curve), tone}});
  }
  const char* of_the_rest =
      left_out ? " Of some parameters, values far away were left out, because no parabola fits them as well." : "";
  return "\n" + table.to_text(style) + "\n" +
         wrapped(fmt::format(
                     "Best value: where a parabola through the effects of all values of a parameter is highest, within "
                     "the range that it was fitted to.{} Elo: there, against the base. The highest point of a curve is "
                     "too high, so confirm it with a match.",
                     of_the_rest),
                 static_cast<std::size_t>(style.width));
}

nlohmann::ordered_json curves_json(const std::vector<NamedCurve>& curves) {
  const auto json_of = [](const Estimate& e) {
    return nlohmann::ordered_json{{"value", e.value}, {"low", e.low}, {"high", e.high}};
  };
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const auto& [key, curve] : curves)
    out.push_back({{"parameter", key},
                   {"base", curve.base()},
                   {"from", curve.least()},
                   {"to", curve.greatest()},
                   {"left_out", curve.left_out()},
                   {"best", json_of(curve.best())},
                   {"elo", json_of(curve.elo_of_best())},
                   {"verdict", verdict_of(curve)}});
  return out;
}

}  // namespace oknos::lab
