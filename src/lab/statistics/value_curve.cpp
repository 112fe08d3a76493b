#include "lab/statistics/value_curve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "engine/base/random_numbers.h"

namespace oknos::lab {

namespace {

using Numbers = std::vector<double>;

double product(const Numbers& a, const Numbers& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// The chi-square that 5 of 100 exceed (approximation of E. Wilson and M. Hilferty, 1931).
double chi_square_limit(std::size_t degrees) {
  constexpr double kNinetyFive = 1.6449;
  const double n = static_cast<double>(degrees), v = 2.0 / (9.0 * n);
  return n * std::pow(1.0 - v + kNinetyFive * std::sqrt(v), 3);
}

ValueCurve::Points without(const ValueCurve::Points& points, std::size_t left_out) {
  const std::size_t n = points.values.size();
  ValueCurve::Points out{{}, {}, SymmetricMatrix(n - 1)};
  for (std::size_t i = 0; i < n; ++i) {
    if (i == left_out) continue;
    const std::size_t to = out.values.size();
    out.values.push_back(points.values[i]);
    out.elo.push_back(points.elo[i]);
    for (std::size_t k = 0, column = 0; k < n; ++k)
      if (k != left_out) out.covariance.at(to, column++) = points.covariance.at(i, k);
  }
  return out;
}

std::size_t farthest_of(const Numbers& places) {
  const auto is_closer = [](double a, double b) { return std::abs(a) < std::abs(b); };
  return static_cast<std::size_t>(std::max_element(places.begin(), places.end(), is_closer) - places.begin());
}

}  // namespace

double ValueCurve::Axis::distance(double value) const {
  return by_factors ? std::log(value / base) : value - base;
}

double ValueCurve::Axis::value_at(double place) const {
  const double value = by_factors ? base * std::exp(place * unit) : base + place * unit;
  return is_whole ? std::round(value) : value;
}

ValueCurve::Axis ValueCurve::axis_for(double base, const Numbers& values) {
  constexpr double kWide = 4.0;  // from here on factors matter, not differences
  const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  const double low = std::min(*least, base), high = std::max(*greatest, base);
  const auto is_whole = [](double v) { return v == std::round(v); };
  Axis out;
  out.base = base;
  out.by_factors = low > 0 && high >= kWide * low;
  out.unit = std::max(std::abs(out.distance(low)), std::abs(out.distance(high)));
  out.is_whole = is_whole(base) && std::all_of(values.begin(), values.end(), is_whole);
  return out;
}

double ValueCurve::Parabola::highest(double from, double to) const {
  const double best = at(from) > at(to) ? from : to;
  const double vertex = second < 0 ? -first / (2 * second) : best;
  return vertex > from && vertex < to ? vertex : best;
}

std::optional<ValueCurve> ValueCurve::through(double base, const Points& points) {
  constexpr std::size_t kParameters = 2;
  if (points.values.size() < kParameters) return std::nullopt;
  ValueCurve out;
  out.axis_ = axis_for(base, points.values);
  Points used = points;
  while (true) {
    Numbers places;
    for (const double value : used.values) places.push_back(out.axis_.place_of(value));
    const double misfit = out.fit(places, used);
    const std::size_t n = used.values.size();
    if (n <= kParameters + 1 || misfit <= chi_square_limit(n - kParameters)) break;
    used = without(used, farthest_of(places));
  }
  const auto [least, greatest] = std::minmax_element(used.values.begin(), used.values.end());
  out.least_ = std::min(*least, base);
  out.greatest_ = std::max(*greatest, base);
  out.points_ = used.values.size();
  out.find_best();
  return out;
}

// The misfit: a chi-square with two degrees of freedom fewer than there are points.
double ValueCurve::fit(const Numbers& places, const Points& points) {
  const SymmetricMatrix root = points.covariance.root();
  Numbers squares;
  for (const double u : places) squares.push_back(u * u);
  const std::array columns = {places, squares};
  SymmetricMatrix information(2);
  Numbers right(2);
  for (std::size_t i = 0; i < 2; ++i) {
    const Numbers weighted = solve(root, columns[i]);
    for (std::size_t k = 0; k < 2; ++k) information.at(i, k) = product(weighted, columns[k]);
    right[i] = product(weighted, points.elo);
  }
  root_ = information.root();
  const Numbers terms = solve(root_, right);
  curve_ = {terms[0], terms[1]};
  Numbers rest = points.elo;
  for (std::size_t i = 0; i < rest.size(); ++i) rest[i] -= curve_.at(places[i]);
  return product(rest, solve(root, rest));
}

// The interval comes from curves drawn at random within the errors of this one.
void ValueCurve::find_best() {
  constexpr std::size_t kDraws = 2000;
  constexpr std::uint64_t kSeed = 1;
  constexpr double kTail = 0.025;
  const double from = axis_.place_of(least_), to = axis_.place_of(greatest_);
  RandomNumbers random(kSeed);
  Numbers places;
  for (std::size_t n = 0; n < kDraws; ++n) {
    // Two normal numbers (G. Box and M. Muller, 1958). If L' x = z, x has the covariance whose inverse is L L'.
    const double radius = std::sqrt(-2.0 * std::log(1.0 - random.unit()));
    const double angle = 2.0 * std::numbers::pi * random.unit();
    const double second = radius * std::sin(angle) / root_.at(1, 1);
    const double first = (radius * std::cos(angle) - root_.at(1, 0) * second) / root_.at(0, 0);
    places.push_back(Parabola{curve_.first + first, curve_.second + second}.highest(from, to));
  }
  std::sort(places.begin(), places.end());
  const auto tail = static_cast<std::size_t>(kTail * kDraws);
  best_ = {axis_.value_at(curve_.highest(from, to)), axis_.value_at(places[tail]),
           axis_.value_at(places[kDraws - 1 - tail])};
}

Estimate ValueCurve::elo_at(double value) const {
  const double place = axis_.place_of(value), elo = curve_.at(place);
  const Numbers x = {place, place * place};
  const double wide = kDeviationsOf95Percent * std::sqrt(product(x, solve(root_, x)));
  return {elo, elo - wide, elo + wide};
}

}  // namespace oknos::lab
