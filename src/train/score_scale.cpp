#include "train/score_scale.h"

#include "lab/statistics/minimise.h"

namespace oknos::train {

ScoreHistogram& ScoreHistogram::operator+=(const ScoreHistogram& other) {
  for (std::size_t i = 0; i < counts_.size(); ++i)
    for (std::size_t r = 0; r < counts_[i].size(); ++r) counts_[i][r] += other.counts_[i][r];
  return *this;
}

std::uint64_t ScoreHistogram::count() const {
  std::uint64_t out = 0;
  for (const auto& by_result : counts_)
    for (const std::uint64_t n : by_result) out += n;
  return out;
}

double ScoreHistogram::error(double scale) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    const double score = static_cast<double>(i) - Filter::kMaxDecided;
    const double expected = sigmoid(score / scale);
    for (std::size_t r = 0; r < counts_[i].size(); ++r) {
      const double difference = expected - static_cast<double>(r) / 2;
      sum += static_cast<double>(counts_[i][r]) * difference * difference;
    }
  }
  const std::uint64_t n = count();
  return n == 0 ? 0.0 : sum / static_cast<double>(n);
}

double ScoreHistogram::best_scale() const {
  constexpr double kPrecision = 1e-4;  // of the logarithm
  return std::exp(lab::minimise_on(std::log(kMinScale), std::log(kMaxScale), kPrecision,
                                   [this](double x) { return error(std::exp(x)); }));
}

double ScoreHistogram::correlation() const {
  double n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    const double score = static_cast<double>(i) - Filter::kMaxDecided;
    for (std::size_t r = 0; r < counts_[i].size(); ++r) {
      const auto times = static_cast<double>(counts_[i][r]);
      const double points = static_cast<double>(r) / 2;
      n += times;
      x += times * score;
      y += times * points;
      xx += times * score * score;
      yy += times * points * points;
      xy += times * score * points;
    }
  }
  const double spread = (n * xx - x * x) * (n * yy - y * y);
  return spread > 0 ? (n * xy - x * y) / std::sqrt(spread) : 0.0;
}

}  // namespace oknos::train
