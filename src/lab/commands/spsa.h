#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

// SPSA: simultaneous perturbation stochastic approximation. All parameters are moved at once, each by c up or down at
// random; two games tell which of the two points is better; every parameter takes a small step to that side. What a
// step owes to the other parameters cancels out over many iterations.
//
// With k from 1 to N, A = 10 % of N and c, a of each parameter:
//   c_k = c_end (N / k)^gamma                                  how far the two points lie from the values
//   r_k = r_end c_end^2 ((A + N) / (A + k))^alpha / c_k^2      the rate
//   value += r_k c_k direction result                          result: games won minus games lost by the upper point
// so that the last iteration has c_end and r_end.
//
// Sources: J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic optimization", IEEE
// Transactions on Aerospace and Electronic Systems 34 (1998), 817-823; c_end and r_end as Stockfish's testing framework
// (fishtest) and OpenBench have them; https://www.chessprogramming.org/SPSA.
namespace oknos::lab {

inline constexpr double kLongRateEnd = 0.002;  // usual in long runs

struct SpsaParameter {
  double start = 0.0;
  double min = 0.0;
  double max = 0.0;
  double c_end = 1.0;           // in units of the parameter
  double r_end = kLongRateEnd;  // share of c_end that a won game is worth
};

struct SpsaSettings {
  static constexpr double kAlpha = 0.602;
  static constexpr double kGamma = 0.101;
  static constexpr double kStability = 0.1;  // A as a share of the iterations

  std::int64_t iterations = 0;
  std::uint64_t seed = 1;
  // So many iterations are under way at the same time: iteration k begins from the values after iteration k -
  // in_flight. Part of the definition, so that the result does not depend on how many workers there are.
  std::int64_t in_flight = 1;
  double alpha = kAlpha;
  double gamma = kGamma;
  double stability = kStability;
};

// What suits so many iterations: enough for many workers, few beside the whole.
std::int64_t usual_in_flight(std::int64_t iterations);
// 0.002, which fishtest and OpenBench take, is for 50,000 iterations and more: in fewer the values would hardly move.
// So 100 / iterations, from 0.002 to 0.02.
double usual_rate_end(std::int64_t iterations);

// The two points of an iteration, in whole numbers. They are rounded up or down at random, so that the mean is the
// value itself: a parameter that moves by less than one moves all the same.
struct SpsaTrial {
  std::vector<int> plus;
  std::vector<int> minus;
};

class Spsa {
 public:
  Spsa(std::vector<SpsaParameter> parameters, const SpsaSettings& settings);

  const SpsaSettings& settings() const { return settings_; }
  std::int64_t applied() const { return applied_; }  // iterations
  bool finished() const { return applied_ == settings_.iterations; }

  // The points of an iteration are known when those that it begins after have been applied.
  bool has_trial(std::int64_t iteration) const { return iteration < static_cast<std::int64_t>(trials_.size()); }
  const SpsaTrial& trial(std::int64_t iteration) const { return trials_[static_cast<std::size_t>(iteration)]; }

  // What iteration number applied() came to: games won by `plus` minus games lost. Precondition: not finished().
  void apply(double result);

  const std::vector<double>& values() const { return values_; }
  std::vector<int> rounded() const;  // the values as whole numbers

  // Of an iteration from 0 on.
  double perturbation(std::size_t parameter, std::int64_t iteration) const;
  double rate(std::size_t parameter, std::int64_t iteration) const;

 private:
  void add_trial();

  std::vector<SpsaParameter> parameters_;
  SpsaSettings settings_;
  std::vector<double> values_;
  std::vector<SpsaTrial> trials_;
  std::int64_t applied_ = 0;
};

}  // namespace oknos::lab
