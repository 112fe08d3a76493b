#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "lab/commands/calibrate/fit.h"
#include "lab/shadow/audit_case.h"

// Instead of a margin: the probability that leaving the thing out is wrong, by all that is known of it.
namespace oknos::lab {

class Likelihood {
 public:
  // What it goes by: slack, depth, history, moves searched, improving, phase, kinds of move and node, correction.
  static constexpr std::size_t kFeatures = 16;
  using Features = std::array<double, kFeatures>;

  static Features features_of(const AuditCase& c);

  // Precondition: some cases.
  explicit Likelihood(const std::vector<const AuditCase*>& cases);

  double probability(const AuditCase& c) const;  // that it is an error, 0 to 1
  const Features& weights() const { return weights_; }

 private:
  Features weights_{};
};

// What the rule would leave out if it went by the probability, those cases with the smallest: so many that in the cases
// that it was fitted to no more than `risk` of them are wrong.
struct LikelihoodFit {
  double limit = 0.0;     // the largest probability that is left out
  MarginEffect fitted;    // in the cases that it was fitted to
  CheckedEffect checked;  // in others
};
LikelihoodFit fit_likelihood(const std::vector<const AuditCase*>& fit, const std::vector<const AuditCase*>& check,
                             double risk);

}  // namespace oknos::lab
