#include "lab/commands/spsa.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "engine/base/random_numbers.h"

namespace oknos::lab {

namespace {

// Nearer together the two points would often be the same whole number.
constexpr double kMinPerturbation = 0.5;

// What is drawn for an iteration depends on its number alone.
struct Drawing {
  std::vector<int> directions;    // 1 or -1
  std::vector<double> roundings;  // 0 to 1
};

Drawing draw(std::uint64_t seed, std::int64_t iteration, std::size_t parameters) {
  RandomNumbers random(seed, static_cast<std::uint64_t>(iteration));
  Drawing out;
  for (std::size_t i = 0; i < parameters; ++i) {
    out.directions.push_back(random.below(2) == 0 ? -1 : 1);
    out.roundings.push_back(random.unit());
  }
  return out;
}

int as_whole(double value, double rounding, const SpsaParameter& p) {
  return static_cast<int>(std::clamp(std::floor(value + rounding), p.min, p.max));
}

}  // namespace

std::int64_t usual_in_flight(std::int64_t iterations) {
  constexpr std::int64_t kFewest = 4, kMax = 64, kShare = 100;
  return std::clamp(iterations / kShare, kFewest, kMax);
}

double usual_rate_end(std::int64_t iterations) {
  constexpr double kMax = 0.02, kTimesIterations = 100.0;
  return std::clamp(kTimesIterations / static_cast<double>(std::max<std::int64_t>(iterations, 1)), kLongRateEnd, kMax);
}

Spsa::Spsa(std::vector<SpsaParameter> parameters, const SpsaSettings& settings)
    : parameters_(std::move(parameters)), settings_(settings) {
  assert(settings_.in_flight >= 1);
  for (const SpsaParameter& p : parameters_) values_.push_back(p.start);
  while (static_cast<std::int64_t>(trials_.size()) < std::min(settings_.in_flight, settings_.iterations)) add_trial();
}

double Spsa::perturbation(std::size_t parameter, std::int64_t iteration) const {
  const auto n = static_cast<double>(settings_.iterations);
  const double k = static_cast<double>(iteration) + 1.0;
  return std::max(parameters_[parameter].c_end * std::pow(n / k, settings_.gamma), kMinPerturbation);
}

double Spsa::rate(std::size_t parameter, std::int64_t iteration) const {
  const SpsaParameter& p = parameters_[parameter];
  const auto n = static_cast<double>(settings_.iterations);
  const double k = static_cast<double>(iteration) + 1.0;
  const double a = settings_.stability * n;
  const double c = perturbation(parameter, iteration);
  return p.r_end * p.c_end * p.c_end * std::pow((a + n) / (a + k), settings_.alpha) / (c * c);
}

// From the values of now.
void Spsa::add_trial() {
  const auto iteration = static_cast<std::int64_t>(trials_.size());
  const Drawing drawn = draw(settings_.seed, iteration, parameters_.size());
  SpsaTrial trial;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const double step = perturbation(i, iteration) * drawn.directions[i];
    trial.plus.push_back(as_whole(values_[i] + step, drawn.roundings[i], parameters_[i]));
    trial.minus.push_back(as_whole(values_[i] - step, drawn.roundings[i], parameters_[i]));
  }
  trials_.push_back(std::move(trial));
}

void Spsa::apply(double result) {
  assert(!finished());
  const Drawing drawn = draw(settings_.seed, applied_, parameters_.size());
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const SpsaParameter& p = parameters_[i];
    const double step = rate(i, applied_) * perturbation(i, applied_) * drawn.directions[i] * result;
    values_[i] = std::clamp(values_[i] + step, p.min, p.max);
  }
  ++applied_;
  if (static_cast<std::int64_t>(trials_.size()) < settings_.iterations) add_trial();
}

std::vector<int> Spsa::rounded() const {
  std::vector<int> out;
  for (const double value : values_) out.push_back(static_cast<int>(std::lround(value)));
  return out;
}

}  // namespace oknos::lab
