#include "lab/commands/screen/interaction_search.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "lab/commands/screen/screen_equations.h"

namespace oknos::lab {

namespace {

using Vector = std::vector<double>;

// What the pairs of games say of a pair of factors that is not in the model.
struct Candidate {
  std::size_t pairs = 0;   // of games in which one player had both and the other had not
  double score = 0;        // the derivative of the quasi-likelihood by its effect, at 0
  double information = 0;  // of it by itself
  Vector shared;           // with each effect of the model
};

// All of them, by their two factors.
class Candidates {
 public:
  Candidates(const Factors& factors, const ScreenDesign& design)
      : factors_(factors), design_(design), signs_(factors.size() * factors.size()), all_(signs_.size()) {}

  // `miss`: of the score of the first player; `weight`: variance of one game without draws.
  void add(const ScreenPair& pair, const ScreenRow& row, double miss, double weight) {
    count(pair.first, 1);
    count(pair.second, -1);
    for (const std::size_t at : touched_) {
      const int sign = signs_[at];
      signs_[at] = 0;
      if (sign == 0) continue;
      Candidate& candidate = all_[at];
      candidate.shared.resize(design_.size());
      ++candidate.pairs;
      candidate.score += miss * sign;
      candidate.information += weight;
      for (const auto& [effect, term] : row.terms) candidate.shared[effect] += weight * sign * term;
    }
    touched_.clear();
  }

  // The one that explains most, if that is no chance; `dispersion`: of the scores, against games without draws.
  std::optional<Interaction> best(const SymmetricMatrix& root, double dispersion) const {
    constexpr std::size_t kFewest = 100;  // pairs of games
    constexpr double kByChance = 0.05;    // of all candidates together
    constexpr double kOwn = 0.1;          // of a candidate's information, that no other effect has
    std::size_t tried = 0, best = 0;
    double most = 0;
    for (std::size_t at = 0; at < all_.size(); ++at) {
      const Candidate& c = all_[at];
      if (c.pairs < kFewest) continue;
      ++tried;
      const Vector explained = solve(root, c.shared);
      double rest = c.information;
      for (std::size_t k = 0; k < explained.size(); ++k) rest -= c.shared[k] * explained[k];
      if (rest < kOwn * c.information) continue;
      const double chi_square = c.score * c.score / (dispersion * rest);
      if (chi_square > most) most = chi_square, best = at;
    }
    if (most == 0) return std::nullopt;
    const double by_chance = std::erfc(std::sqrt(most / 2.0));
    if (by_chance * static_cast<double>(tried) > kByChance) return std::nullopt;
    return Interaction{best / factors_.size(), best % factors_.size()};
  }

 private:
  void count(const FactorSet& set, int sign) {
    for (std::size_t i = 0; i < set.size(); ++i) {
      if (!counts(design_, set, set[i])) continue;
      for (std::size_t k = i + 1; k < set.size(); ++k) {
        if (!counts(design_, set, set[k])) continue;
        const std::size_t at = set[i] * factors_.size() + set[k];
        signs_[at] += sign;
        touched_.push_back(at);
      }
    }
  }

  const Factors& factors_;
  const ScreenDesign& design_;
  std::vector<int> signs_;  // of the pair of games that is added
  std::vector<std::size_t> touched_;
  std::vector<Candidate> all_;
};

std::optional<Interaction> next_interaction(const std::vector<ScreenPair>& pairs, const Factors& factors,
                                            const ScreenDesign& design) {
  const std::vector<ScreenRow> rows = rows_of(pairs, design);
  const Vector effects = solve_effects(rows, design.size());
  Candidates candidates(factors, design);
  double scatter = 0, expected = 0;
  for (std::size_t n = 0; n < rows.size(); ++n) {
    const double p = rows[n].expected(effects), miss = rows[n].score - p, weight = p * (1 - p);
    candidates.add(pairs[n], rows[n], miss, weight);
    scatter += miss * miss;
    expected += weight;
  }
  if (!(scatter > 0)) return std::nullopt;
  return candidates.best(information(rows, effects).root(), scatter / expected);
}

}  // namespace

std::vector<Interaction> find_interactions(const std::vector<ScreenPair>& pairs, const Factors& factors,
                                           ScreenDesign design) {
  constexpr std::size_t kMost = 20;
  constexpr std::size_t kFewPairs = 10;  // for each effect: fewer cannot tell pairs of factors apart
  std::vector<Interaction> out;
  while (out.size() < kMost && pairs.size() >= kFewPairs * design.size()) {
    const auto next = next_interaction(pairs, factors, design);
    if (!next) break;
    out.push_back(*next);
    design.interactions.push_back(*next);
  }
  return out;
}

}  // namespace oknos::lab
