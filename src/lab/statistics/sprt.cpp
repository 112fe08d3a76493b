#include "lab/statistics/sprt.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <optional>

#include "engine/base/text.h"
#include "lab/terminal/key_values.h"

namespace oknos::lab {

namespace {

constexpr std::size_t kCells = 5;
using Vector = std::array<double, kCells>;

// Mean pair scores less 1/2.
constexpr Vector kScores = {-0.5, -0.25, 0.0, 0.25, 0.5};
constexpr double kEmptyCell = 1e-3;  // pairs

double mean(const Vector& p, const Vector& f) {
  double sum = 0.0;
  for (std::size_t i = 0; i < kCells; ++i) sum += p[i] * f[i];
  return sum;
}

double mean_square(const Vector& p) {
  double sum = 0.0;
  for (std::size_t i = 0; i < kCells; ++i) sum += p[i] * kScores[i] * kScores[i];
  return sum;
}

// Of all distributions under which f has mean 0, the one that makes a sample with the shares `sample` most likely. It
// is p_i = sample_i / (1 + theta f_i), where theta makes the mean of f vanish.
struct Likeliest {
  Vector p{};
  double value = 0.0;  // mean over the sample of log(p_i / sample_i), at most 0
};

// Nothing when f has one sign only: no distribution obeys then.
std::optional<Likeliest> likeliest_without_mean(const Vector& sample, const Vector& f) {
  constexpr int kMaxSteps = 200;
  constexpr double kExact = 1e-14;
  const auto [least, most] = std::minmax_element(f.begin(), f.end());
  if (*least >= 0.0 || *most <= 0.0) return std::nullopt;
  double low = -1.0 / *most;  // between these every p_i is positive, and the mean falls from +infinity to -infinity
  double high = -1.0 / *least;
  double theta = 0.0;
  for (int step = 0; step < kMaxSteps; ++step) {
    double value = 0.0;
    double slope = 0.0;
    for (std::size_t i = 0; i < kCells; ++i) {
      const double ratio = f[i] / (1.0 + theta * f[i]);
      value += sample[i] * ratio;
      slope -= sample[i] * ratio * ratio;
    }
    (value > 0.0 ? low : high) = theta;
    double next = theta - value / slope;
    if (!(next > low && next < high)) next = (low + high) / 2.0;
    const double change = std::abs(next - theta);
    theta = next;
    if (change <= kExact * (1.0 + std::abs(theta))) break;
  }
  Likeliest out;
  for (std::size_t i = 0; i < kCells; ++i) {
    out.p[i] = sample[i] / (1.0 + theta * f[i]);
    out.value -= sample[i] * std::log1p(theta * f[i]);
  }
  return out;
}

double with_mean(const Vector& sample, double score) {
  Vector f = kScores;
  for (double& x : f) x -= score;
  const auto best = likeliest_without_mean(sample, f);
  return best ? best->value : 0.0;
}

// The likeliest distribution with mean / standard deviation = t, for t > 0. Writing y for the pair score less 1/2 and
// c = t^2 / (1 + t^2), the condition is
//   E y = sqrt(c E y^2).
// For any w > 0 the right side is at most c E y^2 / (2 w) + w / 2, with equality where w^2 = c E y^2. So at the answer,
// with that w, the function y - c y^2 / (2 w) - w / 2 has mean 0, which is the simple problem above; w is found by
// iteration. It is Van den Bergh's equation in other letters.
class RatioProblem {
 public:
  RatioProblem(const Vector& sample, double t) : sample_(sample), c_(t * t / (1.0 + t * t)) {}

  double solve() const {
    const double square = mean_square(sample_);
    // With next to no variance in the sample there may be two valleys between which the iteration would choose blindly.
    if (square >= c_)
      if (const auto value = iterate(std::sqrt(c_ * square))) return *value;
    const double mean = lab::mean(sample_, kScores);
    const double root = mean * mean - c_ * square;
    return mean > 0.0 && root > 0.0 ? from_above(mean, std::sqrt(root)) : from_below();
  }

 private:
  std::optional<Likeliest> at(double w) const {
    Vector f;
    for (std::size_t i = 0; i < kCells; ++i) f[i] = kScores[i] - c_ * kScores[i] * kScores[i] / (2.0 * w) - w / 2.0;
    return likeliest_without_mean(sample_, f);
  }

  std::optional<double> iterate(double w) const {
    constexpr int kMaxSteps = 50;
    constexpr double kClose = 1e-9;  // the value is flat there: its error is the square of this
    for (int step = 0; step < kMaxSteps; ++step) {
      const auto best = at(w);
      if (!best) return std::nullopt;
      const double next = std::sqrt(c_ * mean_square(best->p));
      if (std::abs(next - w) <= kClose * w) return best->value;
      w = next;
    }
    return std::nullopt;
  }

  // The sample's own ratio is above t. Outside mean -+ root the sample obeys already; within, w^2 crosses c E y^2 once,
  // since distributions with a ratio of at most t are a convex set.
  double from_above(double mean, double root) const {
    constexpr int kHalvings = 100;
    double low = mean - root;
    double high = mean + root;
    double value = 0.0;
    for (int i = 0; i < kHalvings; ++i) {
      const double w = (low + high) / 2.0;
      const auto best = at(w);
      if (!best) {  // so much w that not even a pair won would do
        (w < mean ? low : high) = w;
        continue;
      }
      value = best->value;
      (c_ * mean_square(best->p) > w * w ? low : high) = w;
    }
    return value;
  }

  // It is below. Distributions with a ratio of at least t are what any w allows: the best w is wanted. Possible are
  // those with which one of the two good scores makes the function positive.
  double from_below() const {
    constexpr int kGrid = 200;
    const double least = kScores[3] * (1.0 - std::sqrt(1.0 - c_));
    const double most = kScores[4] * (1.0 + std::sqrt(1.0 - c_));
    const double step = std::log(most / least) / kGrid;
    int best = 1;
    double best_value = -std::numeric_limits<double>::infinity();
    const auto value_at = [&](double place) {
      const auto found = at(least * std::exp(step * place));
      return found ? found->value : -std::numeric_limits<double>::infinity();
    };
    for (int i = 1; i < kGrid; ++i)
      if (const double value = value_at(i); value > best_value) {
        best = i;
        best_value = value;
      }
    return highest(value_at, best - 1.0, best + 1.0);
  }

  // Golden section.
  template <class F>
  static double highest(F&& f, double low, double high) {
    constexpr int kSteps = 60;
    constexpr double kPart = std::numbers::phi - 1.0;
    double a = high - kPart * (high - low);
    double b = low + kPart * (high - low);
    double at_a = f(a);
    double at_b = f(b);
    for (int i = 0; i < kSteps; ++i) {
      if (at_a > at_b) {
        high = b;
        b = a;
        at_b = at_a;
        at_a = f(a = high - kPart * (high - low));
      } else {
        low = a;
        a = b;
        at_a = at_b;
        at_b = f(b = low + kPart * (high - low));
      }
    }
    return std::max(at_a, at_b);
  }

  Vector sample_;
  double c_;
};

double with_ratio(Vector sample, double t) {
  if (t == 0.0) return with_mean(sample, 0.0);
  if (t < 0.0) std::reverse(sample.begin(), sample.end());
  return RatioProblem(sample, std::abs(t)).solve();
}

// Log-likelihood of the best distribution under a hypothesis, per pair, less that of the sample itself.
double best_under(const Vector& sample, SprtModel model, double elo) {
  if (model == SprtModel::Logistic) return with_mean(sample, score_of_elo(elo) - 0.5);
  return with_ratio(sample, std::numbers::sqrt2 * t_of_normalized_elo(elo));
}

std::string_view name_of(SprtModel model) {
  return model == SprtModel::Normalized ? "normalized" : "logistic";
}

constexpr std::string_view kForm =
    "write --sprt E0,E1, for example --sprt 0,5 or --sprt -3,1,alpha=0.05,model=logistic";

std::optional<Error> set(SprtSettings& settings, const KeyValue& word) {
  if (word.key == "model") {
    if (word.value != "normalized" && word.value != "logistic")
      return Error{fmt::format("--sprt: there is no model {}; normalized or logistic", text::quoted(word.value))};
    settings.model = word.value == "normalized" ? SprtModel::Normalized : SprtModel::Logistic;
    return std::nullopt;
  }
  const auto number = parse_number(word.value);
  if (!number || *number <= 0.0 || *number >= 1.0)
    return Error{fmt::format("--sprt: {} is {}; a number between 0 and 1 is needed, such as 0.05", word.key,
                             text::quoted(word.value))};
  (word.key == "alpha" ? settings.alpha : settings.beta) = *number;
  return std::nullopt;
}

// "0" and "5" of "0,5,alpha=...": handed back is what follows.
Result<std::string> take_elo(const std::string& text, SprtSettings& settings) {
  std::string rest = text;
  for (double* elo : {&settings.elo0, &settings.elo1}) {
    const std::size_t comma = rest.find(',');
    const std::string word(text::trim(rest.substr(0, comma)));
    const auto number = parse_number(word);
    const bool last = elo == &settings.elo1;
    if (!number || (!last && comma == std::string::npos))
      return Error{fmt::format("--sprt {}: {} is missing; {}", text::quoted(text),
                               number ? "E1"
                               : last ? "the number E1"
                                      : "the number E0",
                               kForm)};
    if (std::abs(*number) > kSprtElo)
      return Error{
          fmt::format("--sprt {}: {} is too much; Elo from {} to {}", text::quoted(text), word, -kSprtElo, kSprtElo)};
    *elo = *number;
    rest = comma == std::string::npos ? "" : rest.substr(comma + 1);
    if (last && comma != std::string::npos && rest.empty())
      return Error{fmt::format("--sprt {}: nothing stands after the last comma", text::quoted(text))};
  }
  return rest;
}

}  // namespace

double SprtSettings::lower_bound() const {
  return std::log(beta / (1.0 - alpha));
}

double SprtSettings::upper_bound() const {
  return std::log((1.0 - beta) / alpha);
}

double log_likelihood_ratio(const Pentanomial& pairs, const SprtSettings& settings) {
  if (pairs.count() == 0) return 0.0;
  Vector sample;
  double size = 0.0;
  for (std::size_t i = 0; i < kCells; ++i) {
    sample[i] = pairs.pairs[i] > 0 ? static_cast<double>(pairs.pairs[i]) : kEmptyCell;
    size += sample[i];
  }
  for (double& share : sample) share /= size;
  return size * (best_under(sample, settings.model, settings.elo1) - best_under(sample, settings.model, settings.elo0));
}

SprtStatus sprt_status(const Pentanomial& pairs, const SprtSettings& settings) {
  const double llr = log_likelihood_ratio(pairs, settings);
  const SprtState state = llr >= settings.upper_bound()   ? SprtState::AcceptH1
                          : llr <= settings.lower_bound() ? SprtState::AcceptH0
                                                          : SprtState::Running;
  return {llr, state};
}

Result<SprtSettings> parse_sprt(const std::string& text) {
  SprtSettings out;
  const auto rest = take_elo(text, out);
  if (!rest) return Error{rest.error()};
  if (!rest->empty()) {
    const auto words = parse_key_values(*rest, "--sprt", {"alpha", "beta", "model"});
    if (!words) return Error{words.error()};
    for (const KeyValue& word : *words)
      if (auto error = set(out, word)) return *error;
  }
  if (out.elo0 >= out.elo1)
    return Error{
        fmt::format("--sprt {}: E0 ({}) must be below E1 ({}); {}", text::quoted(text), out.elo0, out.elo1, kForm)};
  if (out.alpha + out.beta >= 1.0)
    return Error{fmt::format("--sprt: alpha ({}) and beta ({}) must be less than 1 together", out.alpha, out.beta)};
  return out;
}

std::string in_words(const SprtSettings& settings) {
  return fmt::format("{} Elo {} against {}, alpha {}, beta {}", name_of(settings.model), settings.elo0, settings.elo1,
                     settings.alpha, settings.beta);
}

}  // namespace oknos::lab
