#include "lab/commands/screen_model.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

#include "lab/record/report.h"
#include "lab/terminal/key_values.h"
#include "lab/terminal/text_table.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

FactorSet draw_factors(const Factors& factors, double probability, RandomNumbers& random) {
  FactorSet out;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    if (factors[i].level != 0) continue;  // drawn with the first value of its key
    FactorSet values;
    for (std::size_t k = i; k < factors.size(); ++k)
      if (factors[k].key == factors[i].key) values.push_back(k);
    if (random.unit() < probability) out.push_back(values[random.below(values.size())]);
  }
  std::sort(out.begin(), out.end());
  return out;
}

// --- The equations, in log odds -------------------------------------------------------------------------------------

namespace {

using Vector = std::vector<double>;

// An effect that nothing is known of stays at 0 and the equations can be solved. In a pair's information (at most 1/4)
// that is next to nothing.
constexpr double kRidge = 1e-3;

// One pair as an equation: which effects count for the first player (+1) and for the second (-1).
struct ScreenRow {
  std::vector<std::pair<std::size_t, double>> terms;
  double score = 0;  // of the first, 0 to 1

  // Expected score of the first.
  double expected(const Vector& effects) const {
    double log_odds = 0;
    for (const auto& [at, sign] : terms) log_odds += sign * effects[at];
    return 1.0 / (1.0 + std::exp(-log_odds));
  }
};

// The sum of weight(row) times the product of the row with itself.
template <class Weight>
SymmetricMatrix moments(const std::vector<ScreenRow>& rows, std::size_t size, Weight weight) {
  SymmetricMatrix out(size);
  for (const ScreenRow& row : rows) {
    const double w = weight(row);
    for (const auto& [i, a] : row.terms)
      for (const auto& [k, b] : row.terms) out.at(i, k) += w * a * b;
  }
  return out;
}

std::vector<ScreenRow> rows_of(const std::vector<ScreenPair>& pairs, const ScreenDesign& design) {
  std::vector<ScreenRow> out;
  out.reserve(pairs.size());
  for (const ScreenPair& pair : pairs) {
    ScreenRow row;
    row.score = static_cast<double>(pair.half_points) / ScreenPair::kMaxHalfPoints;
    const auto add = [&](std::size_t at, bool first, bool second) {
      if (first != second) row.terms.emplace_back(at, first ? 1.0 : -1.0);
    };
    const FactorSet first = design.in_effect(pair.first), second = design.in_effect(pair.second);
    const auto has = [](const FactorSet& set, std::size_t i) { return std::binary_search(set.begin(), set.end(), i); };
    for (const std::size_t i : first) add(i, true, has(second, i));
    for (const std::size_t i : second) add(i, has(first, i), true);
    const auto both = [&](const FactorSet& set, const Interaction& i) {
      return has(set, i.first) && has(set, i.second);
    };
    for (std::size_t k = 0; k < design.interactions.size(); ++k)
      add(design.factors + k, both(first, design.interactions[k]), both(second, design.interactions[k]));
    out.push_back(std::move(row));
  }
  return out;
}

// The inverse of the effects' covariance, were each pair a game without draws.
SymmetricMatrix information(const std::vector<ScreenRow>& rows, const Vector& effects) {
  SymmetricMatrix out = moments(rows, effects.size(), [&](const ScreenRow& row) {
    const double p = row.expected(effects);
    return p * (1 - p);
  });
  for (std::size_t i = 0; i < effects.size(); ++i) out.at(i, i) += kRidge;
  return out;
}

// Newton's method; the quasi-likelihood is concave.
Vector solve_effects(const std::vector<ScreenRow>& rows, std::size_t size) {
  constexpr int kMaxSteps = 30;
  constexpr double kPrecision = 1e-9;  // log odds
  constexpr double kLongestStep = 1.0;
  Vector effects(size, 0.0);
  for (int step = 0; step < kMaxSteps; ++step) {
    Vector gradient(size, 0.0);
    for (std::size_t i = 0; i < size; ++i) gradient[i] = -kRidge * effects[i];
    for (const ScreenRow& row : rows) {
      const double miss = row.score - row.expected(effects);
      for (const auto& [at, sign] : row.terms) gradient[at] += miss * sign;
    }
    const Vector change = solve(information(rows, effects).root(), std::move(gradient));
    double largest = 0;
    for (const double c : change) largest = std::max(largest, std::abs(c));
    const double part = largest > kLongestStep ? kLongestStep / largest : 1.0;
    for (std::size_t i = 0; i < size; ++i) effects[i] += part * change[i];
    if (largest < kPrecision) break;
  }
  return effects;
}

SymmetricMatrix inverse_of(const SymmetricMatrix& positive_definite) {
  const SymmetricMatrix root = positive_definite.root();
  SymmetricMatrix out(positive_definite.size());
  for (std::size_t i = 0; i < positive_definite.size(); ++i) {
    Vector unit(positive_definite.size(), 0.0);
    unit[i] = 1.0;
    const Vector row = solve(root, std::move(unit));
    for (std::size_t k = 0; k < positive_definite.size(); ++k) out.at(i, k) = row[k];
  }
  return out;
}

constexpr double kUnitOfElo = 400.0 / 2.302585092994046;  // Elo of a unit of log odds: 400 / ln 10

// The product need not be symmetric; all of its elements are computed.
SymmetricMatrix product_of(const SymmetricMatrix& left, const SymmetricMatrix& right) {
  const std::size_t size = left.size();
  SymmetricMatrix out(size);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t m = 0; m < size; ++m) {
      const double factor = left.at(i, m);
      for (std::size_t k = 0; k < size; ++k) out.at(i, k) += factor * right.at(m, k);
    }
  return out;
}

// Of the effects, in log odds. `inverse`: of their information.
SymmetricMatrix covariance_of(const std::vector<ScreenRow>& rows, const Vector& effects,
                              const SymmetricMatrix& inverse) {
  const std::size_t size = effects.size();
  const SymmetricMatrix scatter = moments(rows, size, [&](const ScreenRow& row) {
    const double miss = row.score - row.expected(effects);
    return miss * miss;
  });
  SymmetricMatrix out = product_of(product_of(inverse, scatter), inverse);
  // As many pairs as effects say nothing of the scatter.
  const double n = static_cast<double>(rows.size());
  const double correction = n / std::max(n - static_cast<double>(size), 1.0);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t k = 0; k < size; ++k) out.at(i, k) *= correction;
  return out;
}

}  // namespace

// --- The model ------------------------------------------------------------------------------------------------------

ScreenDesign design_of(const Factors& factors, std::vector<Interaction> interactions) {
  ScreenDesign out{factors.size(), std::move(interactions), {}};
  for (const Factor& factor : factors) {
    out.conditions.emplace_back();
    const std::size_t dot = factor.key.find('.');
    if (dot == std::string::npos) continue;
    const std::string rule = factor.key.substr(0, dot);
    for (std::size_t i = 0; i < factors.size(); ++i) {
      if (factors[i].change == rule + "=off") out.conditions.back() = {i, false};
      if (factors[i].change == rule + "=on") out.conditions.back() = {i, true};
    }
  }
  return out;
}

FactorSet ScreenDesign::in_effect(const FactorSet& set) const {
  FactorSet out;
  for (const std::size_t i : set) {
    const auto condition = i < conditions.size() ? conditions[i] : std::nullopt;
    if (!condition || std::binary_search(set.begin(), set.end(), condition->factor) == condition->beside)
      out.push_back(i);
  }
  return out;
}

ScreenFit fit_screening(const std::vector<ScreenPair>& pairs, const ScreenDesign& design) {
  constexpr std::size_t kFewPairs = 10;  // with an effect; fewer say nothing
  constexpr double kFewPerEffect = 1.5;  // pairs; with fewer, the scatter is underestimated
  constexpr double kMuchOfRidge = 0.05;  // of an effect's information
  const std::size_t size = design.size();
  const std::vector<ScreenRow> rows = rows_of(pairs, design);
  std::vector<Effect> out(size);
  for (const ScreenRow& row : rows)
    for (const auto& [at, sign] : row.terms) out[at].games += ScreenPair::kGames;
  const Vector effects = solve_effects(rows, size);
  const SymmetricMatrix inverse = inverse_of(information(rows, effects));
  SymmetricMatrix covariance = covariance_of(rows, effects, inverse);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t k = 0; k < size; ++k) covariance.at(i, k) *= kUnitOfElo * kUnitOfElo;
  for (std::size_t i = 0; i < size; ++i) {
    const double value = std::clamp(effects[i] * kUnitOfElo, -kEloLimit, kEloLimit);
    const double variance = covariance.at(i, i);
    const double wide = kDeviationsOf95Percent * std::sqrt(variance);
    // Where the model explains all pairs exactly, as if all were even, nothing is known of the scatter. Where only the
    // ridge keeps an effect where it is, as if no player was without it, nothing is known of the effect.
    const bool known = out[i].games >= kFewPairs * ScreenPair::kGames && variance > 0 &&
                       static_cast<double>(rows.size()) >= kFewPerEffect * static_cast<double>(size) &&
                       kRidge * inverse.at(i, i) < kMuchOfRidge;
    out[i].elo = known ? Estimate{value, std::max(value - wide, -kEloLimit), std::min(value + wide, kEloLimit)}
                       : Estimate{value, -kEloLimit, kEloLimit};
  }
  return {std::move(out), std::move(covariance)};
}

std::optional<Estimate> gain_of(std::size_t factor, const FactorSet& beside, const ScreenDesign& design,
                                const ScreenFit& fit) {
  FactorSet with = beside;
  with.insert(std::upper_bound(with.begin(), with.end(), factor), factor);
  const std::vector<ScreenRow> rows = rows_of({{with, beside, 0}}, design);
  Estimate out;
  double variance = 0;
  for (const auto& [i, sign] : rows.front().terms) {
    if (!is_known(fit.effects[i].elo)) return std::nullopt;
    out.value += sign * fit.effects[i].elo.value;
    for (const auto& [k, other] : rows.front().terms) variance += sign * other * fit.covariance.at(i, k);
  }
  if (rows.front().terms.empty()) return std::nullopt;
  const double wide = kDeviationsOf95Percent * std::sqrt(variance);
  out.low = out.value - wide;
  out.high = out.value + wide;
  return out;
}

// --- Interactions ---------------------------------------------------------------------------------------------------

namespace {

// What the games say of a pair of factors that is not in the model.
struct Candidate {
  std::size_t games = 0;   // pairs of games in which both factors were in effect for one player alone
  double score = 0;        // derivative of the quasi-likelihood by the interaction, at 0
  double information = 0;  // on the interaction by itself
  Vector shared;           // information that it shares with each effect of the model
};

// All pairs of factors.
class Candidates {
 public:
  Candidates(const Factors& factors, const ScreenDesign& design)
      : factors_(factors), design_(design), signs_(factors.size() * factors.size()), all_(signs_.size()) {}

  // `miss`: of the score of the first player; `weight`: the variance of one game without draws.
  void add(const ScreenPair& pair, const ScreenRow& row, double miss, double weight) {
    mark(design_.in_effect(pair.first), 1);
    mark(design_.in_effect(pair.second), -1);
    for (const std::size_t at : marked_) {
      const int sign = signs_[at];
      signs_[at] = 0;
      if (sign == 0) continue;
      Candidate& candidate = all_[at];
      candidate.shared.resize(design_.size());
      ++candidate.games;
      candidate.score += miss * sign;
      candidate.information += weight;
      for (const auto& [effect, term] : row.terms) candidate.shared[effect] += weight * sign * term;
    }
    marked_.clear();
  }

  std::size_t searched() const {
    return static_cast<std::size_t>(std::count_if(all_.begin(), all_.end(), is_searched));
  }

  // The one that explains most, if that is no chance. `root`: of the model's information; `dispersion`: of the scores,
  // against games without draws.
  std::optional<Interaction> best(const SymmetricMatrix& root, double dispersion) const {
    constexpr double kByChance = 0.05;      // for all candidates together
    constexpr double kLeastOwnShare = 0.1;  // of a candidate's information, not shared with the model
    std::size_t best = 0;
    double most = 0;
    for (std::size_t at = 0; at < all_.size(); ++at) {
      const Candidate& c = all_[at];
      if (!is_searched(c)) continue;
      const Vector explained = solve(root, c.shared);
      double own = c.information;
      for (std::size_t k = 0; k < explained.size(); ++k) own -= c.shared[k] * explained[k];
      if (own < kLeastOwnShare * c.information) continue;
      const double chi_square = c.score * c.score / (dispersion * own);
      if (chi_square > most) {
        most = chi_square;
        best = at;
      }
    }
    if (std::erfc(std::sqrt(most / 2.0)) * static_cast<double>(searched()) > kByChance || most == 0)
      return std::nullopt;
    return Interaction{best / factors_.size(), best % factors_.size()};
  }

 private:
  static bool is_searched(const Candidate& c) { return c.games >= InteractionSearch::kFewest; }

  void mark(const FactorSet& set, int sign) {
    for (std::size_t i = 0; i < set.size(); ++i)
      for (std::size_t k = i + 1; k < set.size(); ++k) {
        const std::size_t at = set[i] * factors_.size() + set[k];
        signs_[at] += sign;
        marked_.push_back(at);
      }
  }

  const Factors& factors_;
  const ScreenDesign& design_;
  std::vector<int> signs_;  // of the pair of games that is being added
  std::vector<std::size_t> marked_;
  std::vector<Candidate> all_;
};

}  // namespace

InteractionSearch find_interactions(const std::vector<ScreenPair>& games, const Factors& factors, ScreenDesign design) {
  constexpr std::size_t kMost = 20;
  constexpr std::size_t kGamesPerEffect = 10;  // pairs of games; fewer cannot tell pairs of factors apart
  InteractionSearch out;
  while (out.found.size() < kMost &&
         games.size() >= std::max(kGamesPerEffect * design.size(), InteractionSearch::kFewest)) {
    const std::vector<ScreenRow> rows = rows_of(games, design);
    const Vector effects = solve_effects(rows, design.size());
    Candidates candidates(factors, design);
    double scatter = 0, without_draws = 0;
    for (std::size_t n = 0; n < rows.size(); ++n) {
      const double p = rows[n].expected(effects), miss = rows[n].score - p, weight = p * (1 - p);
      candidates.add(games[n], rows[n], miss, weight);
      scatter += miss * miss;
      without_draws += weight;
    }
    if (!(scatter > 0)) break;
    const auto n = static_cast<double>(rows.size());
    const double dispersion = scatter / without_draws * n / (n - static_cast<double>(design.size()));
    if (out.found.empty()) out.searched = candidates.searched();
    const auto found = candidates.best(information(rows, effects).root(), dispersion);
    if (!found) break;
    out.found.push_back(*found);
    design.interactions.push_back(*found);
  }
  return out;
}

// --- Curves --------------------------------------------------------------------------------------------------------

namespace {

std::string verdict_of(const ValueCurve& curve) {
  const char* verdict = curve.is_best_as_it_is() ? "as it is" : curve.elo_of_best().low > 0 ? "better" : "open";
  return verdict + std::string(curve.is_best_at_edge() ? ", at the edge" : "");
}

// As it can be typed again.
std::string number_text(double value) {
  constexpr double kLargest = 1e15;
  return value == std::round(value) && std::abs(value) < kLargest ? fmt::format("{:.0f}", value)
                                                                  : fmt::format("{:g}", value);
}

}  // namespace

std::vector<NamedCurve> value_curves(const Factors& factors, const ScreenFit& fit) {
  std::vector<NamedCurve> out;
  for (const Factor& first : factors) {
    const auto base = parse_number(first.base);
    if (first.level != 0 || !base) continue;
    std::vector<std::size_t> known;
    std::vector<double> values;
    for (std::size_t i = 0; i < factors.size(); ++i) {
      const auto value = parse_number(factors[i].value());
      if (factors[i].key != first.key || !value || !is_known(fit.effects[i].elo)) continue;
      known.push_back(i);
      values.push_back(*value);
    }
    ValueCurve::Points points{std::move(values), {}, SymmetricMatrix(known.size())};
    for (std::size_t i = 0; i < known.size(); ++i) {
      points.elo.push_back(fit.effects[known[i]].elo.value);
      for (std::size_t k = 0; k < known.size(); ++k) points.covariance.at(i, k) = fit.covariance.at(known[i], known[k]);
    }
    if (auto curve = ValueCurve::through(*base, points)) out.push_back({first.key, *std::move(curve)});
  }
  sort_by_gain(out);
  return out;
}

void sort_by_gain(std::vector<NamedCurve>& curves) {
  std::stable_sort(curves.begin(), curves.end(), [](const NamedCurve& a, const NamedCurve& b) {
    return a.curve.elo_of_best().value > b.curve.elo_of_best().value;
  });
}

std::string curves_report(const std::vector<NamedCurve>& curves, const Style& style) {
  if (curves.empty()) return "";
  constexpr int kAlways = 2, kLong = 1;  // which column stays when the terminal is narrow
  TextTable table({{"parameter", Align::Left, kAlways},
                   {"now", Align::Right, kAlways},
                   {"fitted", Align::Right},
                   {"best value", Align::Right, kAlways},
                   {"95 %", Align::Right, kLong},
                   {"Elo", Align::Right, kAlways},
                   {"95 % interval", Align::Right, kLong},
                   {"verdict", Align::Left, kLong}});
  bool left_out = false;
  for (const auto& [key, curve] : curves) {
    const Estimate elo = curve.elo_of_best();
    const bool same = curve.is_best_as_it_is();
    const Tone tone = !same && elo.low > 0 ? Tone::Good : Tone::Plain;
    left_out = left_out || curve.left_out() > 0;
    table.add_row({{key, tone},
                   {number_text(curve.base())},
                   {number_text(curve.least()) + " to " + number_text(curve.greatest())},
                   {number_text(curve.best().value), tone},
                   {number_text(curve.best().low) + " to " + number_text(curve.best().high)},
                   {same ? "" : fmt::format("{:+.1f}", elo.value), tone},
                   {same ? "" : fmt::format("{:+.1f} to {:+.1f}", elo.low, elo.high), tone},
                   {verdict_of(curve), tone}});
  }
  const char* of_the_rest =
      left_out ? " Of some parameters, values far away were left out, because no parabola fits them as well." : "";
  return "\n" + table.to_text(style) + "\n" +
         wrapped(fmt::format(
                     "Best value: where a parabola through the effects of all values of a parameter is highest, within "
                     "the range that it was fitted to.{} Elo: there, against the base. The highest point of a curve is "
                     "too high, so confirm it with a match.",
                     of_the_rest),
                 static_cast<std::size_t>(style.width));
}

nlohmann::ordered_json curves_json(const std::vector<NamedCurve>& curves) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const auto& [key, curve] : curves)
    out.push_back({{"parameter", key},
                   {"base", curve.base()},
                   {"from", curve.least()},
                   {"to", curve.greatest()},
                   {"left_out", curve.left_out()},
                   {"best", record::json_of(curve.best())},
                   {"elo", record::json_of(curve.elo_of_best())},
                   {"verdict", verdict_of(curve)}});
  return out;
}

}  // namespace oknos::lab
