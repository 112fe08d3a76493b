#include "lab/commands/screen/value_curves.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>

#include "lab/statistics/linear_equations.h"

namespace oknos::lab {

namespace {

using Vector = std::vector<double>;

// The place of a value on the axis of the parabola: 0 at the base, -1 or 1 at the farthest value.
class Axis {
 public:
  Axis(double base, const Vector& values) : base_(base) {
    const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
    const double low = std::min(*least, base), high = std::max(*greatest, base);
    constexpr double kWide = 4.0;  // from here on factors matter, not differences
    by_factors_ = low > 0 && high >= kWide * low;
    unit_ = std::max(std::abs(distance(low)), std::abs(distance(high)));
    is_whole_ = std::all_of(values.begin(), values.end(), [](double v) { return v == std::round(v); }) &&
                base == std::round(base);
  }
  double place_of(double value) const { return distance(value) / unit_; }
  double value_at(double place) const {
    const double value = by_factors_ ? base_ * std::exp(place * unit_) : base_ + place * unit_;
    return is_whole_ ? std::round(value) : value;
  }

 private:
  double distance(double value) const { return by_factors_ ? std::log(value / base_) : value - base_; }

  double base_;
  double unit_ = 1.0;
  bool by_factors_ = false, is_whole_ = false;
};

// first * place + second * place^2.
struct Parabola {
  double first = 0, second = 0;

  double at(double place) const { return (first + second * place) * place; }
  double highest(double from, double to) const {
    double best = at(from) > at(to) ? from : to;
    const double vertex = second < 0 ? -first / (2 * second) : best;
    if (vertex > from && vertex < to) best = vertex;
    return best;
  }
};

struct FittedParabola {
  Parabola curve;
  SymmetricMatrix root{2};  // of the inverse of its covariance
  double misfit = 0;        // chi-square, with two degrees of freedom fewer than there are points

  // Of its height at this place.
  double variance_at(double place) const {
    const Vector x = {place, place * place};
    const Vector v = solve(root, x);
    return x[0] * v[0] + x[1] * v[1];
  }
};

double product(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// The effects of values of one parameter.
struct Points {
  std::vector<std::size_t> factors;
  Vector values, places, elo;

  void erase(std::size_t i) {
    const auto at = static_cast<std::ptrdiff_t>(i);
    factors.erase(factors.begin() + at);
    for (Vector* v : {&values, &places, &elo}) v->erase(v->begin() + at);
  }
  std::size_t farthest() const {
    const auto closer = [](double a, double b) { return std::abs(a) < std::abs(b); };
    return static_cast<std::size_t>(std::max_element(places.begin(), places.end(), closer) - places.begin());
  }
};

FittedParabola fitted(const Points& points, const SymmetricMatrix& covariance) {
  const std::size_t n = points.factors.size();
  SymmetricMatrix block(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < n; ++k) block.at(i, k) = covariance.at(points.factors[i], points.factors[k]);
  const SymmetricMatrix root = block.root();
  Vector squares;
  for (const double u : points.places) squares.push_back(u * u);
  const std::array columns = {points.places, squares};
  SymmetricMatrix information(2);
  Vector right(2);
  for (std::size_t i = 0; i < 2; ++i) {
    const Vector weighted = solve(root, columns[i]);
    for (std::size_t k = 0; k < 2; ++k) information.at(i, k) = product(weighted, columns[k]);
    right[i] = product(weighted, points.elo);
  }
  FittedParabola out;
  out.root = information.root();
  const Vector terms = solve(out.root, right);
  out.curve = {terms[0], terms[1]};
  Vector rest = points.elo;
  for (std::size_t i = 0; i < n; ++i) rest[i] -= out.curve.at(points.places[i]);
  out.misfit = product(rest, solve(root, rest));
  return out;
}

// The chi-square that 5 of 100 exceed (approximation of E. Wilson and M. Hilferty, 1931).
double chi_square_limit(std::size_t degrees) {
  constexpr double kDeviations = 1.6449;
  const double n = static_cast<double>(degrees), v = 2.0 / (9.0 * n);
  return n * std::pow(1.0 - v + kDeviations * std::sqrt(v), 3);
}

// Leaves out the farthest points until a parabola fits the others.
FittedParabola fitted_near_base(Points& points, const SymmetricMatrix& covariance) {
  constexpr std::size_t kParameters = 2;
  FittedParabola out = fitted(points, covariance);
  while (points.factors.size() > kParameters + 1 &&
         out.misfit > chi_square_limit(points.factors.size() - kParameters)) {
    points.erase(points.farthest());
    out = fitted(points, covariance);
  }
  return out;
}

// 95 % of where the curve is highest, from curves drawn at random within its errors.
std::array<double, 2> range_of_highest(const FittedParabola& fit, double from, double to) {
  constexpr std::size_t kDraws = 2000;
  constexpr std::uint64_t kSeed = 1;
  constexpr double kTail = 0.025;
  RandomNumbers random(kSeed);
  Vector places;
  for (std::size_t n = 0; n < kDraws; ++n) {
    // Two normal numbers (Box and Muller); with L' x = z, x has the covariance of the curve, whose inverse is L L'.
    const double radius = std::sqrt(-2.0 * std::log(1.0 - random.unit()));
    const double angle = 2.0 * std::numbers::pi * random.unit();
    const double second = radius * std::sin(angle) / fit.root.at(1, 1);
    const double first = (radius * std::cos(angle) - fit.root.at(1, 0) * second) / fit.root.at(0, 0);
    places.push_back(Parabola{fit.curve.first + first, fit.curve.second + second}.highest(from, to));
  }
  std::sort(places.begin(), places.end());
  const auto tail = static_cast<std::size_t>(kTail * kDraws);
  return {places[tail], places[kDraws - 1 - tail]};
}

std::optional<double> number_in(const std::string& text) {
  double out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(out)) return std::nullopt;
  return out;
}

std::optional<ValueCurve> curve_of(Points points, double base, const std::string& key, const ScreenFit& fit) {
  constexpr std::size_t kFewest = 2;
  if (points.factors.size() < kFewest) return std::nullopt;
  const Axis axis(base, points.values);
  for (const double value : points.values) points.places.push_back(axis.place_of(value));
  const FittedParabola parabola = fitted_near_base(points, fit.covariance);
  const auto [least, greatest] = std::minmax_element(points.values.begin(), points.values.end());
  ValueCurve out{key, base, std::min(*least, base), std::max(*greatest, base), points.values.size()};
  const double from = axis.place_of(out.least), to = axis.place_of(out.greatest);
  out.best = axis.value_at(parabola.curve.highest(from, to));
  const auto [low, high] = range_of_highest(parabola, from, to);
  out.best_low = axis.value_at(low);
  out.best_high = axis.value_at(high);
  const double place = axis.place_of(out.best), elo = parabola.curve.at(place);
  const double wide = kDeviationsOf95Percent * std::sqrt(parabola.variance_at(place));
  out.elo = {elo, elo - wide, elo + wide};
  return out;
}

}  // namespace

std::vector<ValueCurve> value_curves(const Factors& factors, const ScreenFit& fit) {
  std::vector<ValueCurve> out;
  for (const Factor& first : factors) {
    const auto base = number_in(first.base);
    if (first.level != 0 || !base) continue;
    Points points;
    for (std::size_t i = 0; i < factors.size(); ++i) {
      const auto value = number_in(factors[i].change.substr(factors[i].key.size() + 1));
      if (factors[i].key != first.key || !value || !is_known(fit.effects[i].elo)) continue;
      points.factors.push_back(i);
      points.values.push_back(*value);
      points.elo.push_back(fit.effects[i].elo.value);
    }
    if (auto curve = curve_of(std::move(points), *base, first.key, fit)) out.push_back(*std::move(curve));
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const ValueCurve& a, const ValueCurve& b) { return a.elo.value > b.elo.value; });
  return out;
}

}  // namespace oknos::lab
