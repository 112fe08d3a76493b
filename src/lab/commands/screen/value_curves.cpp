#include "lab/commands/screen/value_curves.h"

#include <algorithm>
#include <optional>

#include "lab/terminal/key_values.h"

namespace oknos::lab {

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
  std::stable_sort(out.begin(), out.end(), [](const NamedCurve& a, const NamedCurve& b) {
    return a.curve.elo_of_best().value > b.curve.elo_of_best().value;
  });
  return out;
}

}  // namespace oknos::lab
