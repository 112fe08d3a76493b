#include "lab/statistics/value_curve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "engine/base/random_numbers.h"

namespace oknos::lab {

namespace {

using Numbers = std::vector<double>;

constexpr std::size_t kParameters = 2;  // of a parabola through the base

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

bool is_positive(const SymmetricMatrix& root) {
  for (std::size_t i = 0; i < root.size(); ++i)
    if (!(root.at(i, i) > 0) || !std::isfinite(root.at(i, i))) return false;
  return true;
}

// Without what is no evidence of its own.
ValueCurve::Points distinct(ValueCurve::Points points, double base) {
  for (std::size_t i = 0; i < points.values.size();) {
    const auto before = points.values.begin() + static_cast<std::ptrdiff_t>(i);
    const bool again = std::find(points.values.begin(), before, points.values[i]) != before;
    if (again || points.values[i] == base)
      points = without(points, i);
    else
      ++i;
  }
  return points;
}

}  // namespace

double ValueCurve::Axis::distance(double value) const {
  return by_factors ? std::log(value / base) : value - base;
}

double ValueCurve::Axis::exact_value_at(double place) const {
  return by_factors ? base * std::exp(place * unit) : base + place * unit;
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

std::optional<ValueCurve> ValueCurve::through(double base, Points points) {
  points = distinct(std::move(points), base);
  const std::size_t all = points.values.size();
  if (all < kParameters) return std::nullopt;
  ValueCurve out;
  out.axis_ = axis_for(base, points.values);
  if (!out.fit_near_base(points)) return std::nullopt;
  const auto [least, greatest] = std::minmax_element(points.values.begin(), points.values.end());
  out.least_ = std::min(*least, base);
  out.greatest_ = std::max(*greatest, base);
  out.points_ = points.values.size();
  out.left_out_ = all - out.points_;
  if (out.points_ > kParameters) {
    const double birge = out.misfit_ / static_cast<double>(out.points_ - kParameters);
    if (birge > 1.0)
      for (std::size_t i = 0; i < kParameters; ++i)
        for (std::size_t k = 0; k < kParameters; ++k) out.root_.at(i, k) /= std::sqrt(birge);
  }
  out.find_best();
  return out;
}

bool ValueCurve::fit_near_base(Points& points) {
  if (!fit(points)) return false;
  while (points.values.size() > kParameters + 1 && misfit_ > chi_square_limit(points.values.size() - kParameters)) {
    // Which point fits worst: without it, the others fit best.
    std::optional<ValueCurve> best;
    double worst = 0.0;  // its value
    Points others = points;
    for (std::size_t i = 0; i < points.values.size(); ++i) {
      ValueCurve trial = *this;
      Points rest = without(points, i);
      if (!trial.fit(rest) || (best && trial.misfit_ >= best->misfit_)) continue;
      best = trial;
      worst = points.values[i];
      others = std::move(rest);
    }
    const auto [least, greatest] = std::minmax_element(points.values.begin(), points.values.end());
    const bool is_outermost = (worst == *least && worst < axis_.base) || (worst == *greatest && worst > axis_.base);
    if (!best || !is_outermost) return true;
    *this = *best;
    points = std::move(others);
  }
  return true;
}

// Not positive definite: nothing is fitted.
bool ValueCurve::fit(const Points& points) {
  const SymmetricMatrix root = points.covariance.root();
  if (!is_positive(root)) return false;
  std::array<Numbers, kParameters> columns;
  for (const double value : points.values) {
    const double place = axis_.place_of(value);
    columns[0].push_back(place);
    columns[1].push_back(place * place);
  }
  SymmetricMatrix information(kParameters);
  Numbers right(kParameters);
  for (std::size_t i = 0; i < kParameters; ++i) {
    const Numbers weighted = solve(root, columns[i]);
    for (std::size_t k = 0; k < kParameters; ++k) information.at(i, k) = product(weighted, columns[k]);
    right[i] = product(weighted, points.elo);
  }
  root_ = information.root();
  if (!is_positive(root_)) return false;
  const Numbers terms = solve(root_, right);
  curve_ = {terms[0], terms[1]};
  Numbers rest = points.elo;
  for (std::size_t i = 0; i < rest.size(); ++i) rest[i] -= columns[0][i] * terms[0] + columns[1][i] * terms[1];
  misfit_ = product(rest, solve(root, rest));
  return true;
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
  const double highest = curve_.highest(from, to);
  best_ = {best_value_near(highest), axis_.value_at(places[tail]), axis_.value_at(places[kDraws - 1 - tail])};
  at_edge_ = highest == from || highest == to;
}

// A whole number if all values are: one of the two around this place, or the base.
double ValueCurve::best_value_near(double place) const {
  const double exact = axis_.exact_value_at(place);
  if (!axis_.is_whole) return exact;
  double out = axis_.base;
  for (const double value : {std::floor(exact), std::ceil(exact)})
    if (includes(value) && curve_.at(axis_.place_of(value)) > curve_.at(axis_.place_of(out))) out = value;
  return out;
}

Estimate ValueCurve::elo_at(double value) const {
  const double place = axis_.place_of(value), elo = curve_.at(place);
  const Numbers x = {place, place * place};
  const double wide = kDeviationsOf95Percent * std::sqrt(product(x, solve(root_, x)));
  return {elo, elo - wide, elo + wide};
}

}  // namespace oknos::lab
