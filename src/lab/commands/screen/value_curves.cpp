#include "lab/commands/screen/value_curves.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "lab/terminal/key_values.h"
#include "lab/terminal/text_table.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

std::string verdict_of(const ValueCurve& curve) {
  if (curve.is_best_as_it_is()) return "as it is";
  return (curve.elo_of_best().low > 0 ? "better" : "open") +
         std::string(curve.is_best_at_edge() ? ", at the edge" : "");
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
      if (value == base || std::find(values.begin(), values.end(), *value) != values.end()) continue;  // "060" is 60
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
  TextTable table({{"best value", Align::Left, kAlways},
                   {"now", Align::Right, kAlways},
                   {"tried", Align::Right},
                   {"best", Align::Right, kAlways},
                   {"95 %", Align::Right, kLong},
                   {"Elo", Align::Right, kAlways},
                   {"95 % interval", Align::Right, kLong},
                   {"verdict", Align::Left, kLong}});
  for (const auto& [key, curve] : curves) {
    const Estimate elo = curve.elo_of_best();
    const bool same = curve.is_best_as_it_is();
    const Tone tone = same ? Tone::Plain : elo.low > 0 ? Tone::Good : elo.high < 0 ? Tone::Bad : Tone::Plain;
    table.add_row({{key, tone},
                   {fmt::format("{:g}", curve.base())},
                   {fmt::format("{:g} to {:g}", curve.least(), curve.greatest())},
                   {fmt::format("{:g}", curve.best().value), tone},
                   {fmt::format("{:g} to {:g}", curve.best().low, curve.best().high)},
                   {same ? "" : fmt::format("{:+.1f}", elo.value), tone},
                   {same ? "" : fmt::format("{:+.1f} to {:+.1f}", elo.low, elo.high), tone},
                   {verdict_of(curve), tone}});
  }
  return "\n" + table.to_text(style) + "\n" +
         wrapped(
             "Best value: where a parabola through the effects of all values of a parameter is highest, between "
             "those that it was fitted to (tried). Elo: there, against the base; the highest point of a curve is "
             "too high, so confirm it with a match.",
             static_cast<std::size_t>(style.width));
}

nlohmann::ordered_json curves_json(const std::vector<NamedCurve>& curves) {
  const auto json_of = [](const Estimate& e) {
    return nlohmann::ordered_json{{"value", e.value}, {"low", e.low}, {"high", e.high}};
  };
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const auto& [key, curve] : curves)
    out.push_back({{"value", key},
                   {"base", curve.base()},
                   {"from", curve.least()},
                   {"to", curve.greatest()},
                   {"best", json_of(curve.best())},
                   {"elo", json_of(curve.elo_of_best())},
                   {"verdict", verdict_of(curve)}});
  return out;
}

}  // namespace oknos::lab
