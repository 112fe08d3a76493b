#pragma once

#include <cstdint>
#include <string>

#include "engine/base/result.h"
#include "lab/statistics/statistics.h"

// The sequential probability ratio test: games are played until the results speak clearly enough for one of two
// hypotheses, "the difference is elo0" (H0) or "it is elo1" (H1).
//
// Sources: A. Wald, "Sequential Tests of Statistical Hypotheses", Annals of Mathematical Statistics 16 (1945), 117-186;
// M. Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of a distribution" and
// "Comments on normalized Elo" (https://www.cantate.be/Fishtest/).
namespace oknos::lab {

enum class SprtModel : std::uint8_t {
  Normalized,  // elo0 and elo1 are normalized Elo: the length of the test does not depend on how many games are drawn
  Logistic     // they are ordinary Elo
};

struct SprtSettings {
  double elo0 = 0.0;
  double elo1 = 5.0;
  double alpha = 0.05;  // how often H1 may be accepted although H0 holds
  double beta = 0.05;   // how often H0 may be accepted although H1 holds
  SprtModel model = SprtModel::Normalized;

  bool operator==(const SprtSettings&) const = default;
  double lower_bound() const;  // log(beta / (1 - alpha)): there H0 is accepted
  double upper_bound() const;  // log((1 - beta) / alpha): there H1 is accepted
};

enum class SprtState : std::uint8_t { Running, AcceptH0, AcceptH1 };

struct SprtStatus {
  double llr = 0.0;
  SprtState state = SprtState::Running;
};

// The logarithm of how much better H1 explains the pairs than H0. Each hypothesis may choose, among all distributions
// of the five pair scores that agree with it, the one that makes the results most likely:
//   logistic    those whose mean is the score that belongs to the Elo difference;
//   normalized  those whose (mean - 1/2) / standard deviation is sqrt(2) t, where t belongs to the normalized Elo.
// An empty cell counts as a thousandth of a pair, so that no distribution is impossible. 0 without pairs.
double log_likelihood_ratio(const Pentanomial& pairs, const SprtSettings& settings);

// The state after these pairs alone. A test ends the first time that it is not Running.
SprtStatus sprt_status(const Pentanomial& pairs, const SprtSettings& settings);

// "0,5", "-3,1,alpha=0.05,beta=0.1,model=logistic". Elo from -kSprtElo to kSprtElo, elo0 < elo1, alpha and beta above 0
// and together below 1.
inline constexpr double kSprtElo = 1000.0;
Result<SprtSettings> parse_sprt(const std::string& text);
// "normalized Elo 0 against 5, alpha 0.05, beta 0.05".
std::string in_words(const SprtSettings& settings);

}  // namespace oknos::lab
