#pragma once

#include <cstddef>
#include <vector>

namespace oknos::lab {

// What happened, and by how much each of some features spoke for it.
struct Trials {
  std::size_t width = 0;         // features of each
  std::vector<double> features;  // one trial after the other
  std::vector<bool> outcomes;

  void add(const double* row, bool outcome) {
    features.insert(features.end(), row, row + width);
    outcomes.push_back(outcome);
  }
  std::size_t size() const { return outcomes.size(); }
  const double* row(std::size_t n) const { return features.data() + n * width; }
};

// A logistic regression (J. Berkson 1944) with a little shrinking towards nothing: the weights
// whose sum over the features is the logarithm of the odds. Precondition: some trials.
std::vector<double> fit_logistic(const Trials& trials);

// 0 to 1.
double probability_of(double log_odds);

}  // namespace oknos::lab
