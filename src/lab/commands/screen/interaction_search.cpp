#include "lab/commands/screen/interaction_search.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "lab/commands/screen/screen_equations.h"

namespace oknos::lab {

namespace {

using Vector = std::vector<double>;

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

struct Step {
  std::optional<Interaction> found;
  std::size_t searched = 0;
};

Step next_interaction(const std::vector<ScreenPair>& games, const Factors& factors, const ScreenDesign& design) {
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
  if (!(scatter > 0)) return {};
  const auto n = static_cast<double>(rows.size());
  const double dispersion = scatter / without_draws * n / (n - static_cast<double>(design.size()));
  return {candidates.best(information(rows, effects).root(), dispersion), candidates.searched()};
}

}  // namespace

InteractionSearch find_interactions(const std::vector<ScreenPair>& games, const Factors& factors, ScreenDesign design) {
  constexpr std::size_t kMost = 20;
  constexpr std::size_t kGamesPerEffect = 10;  // pairs of games; fewer cannot tell pairs of factors apart
  InteractionSearch out;
  while (out.found.size() < kMost &&
         games.size() >= std::max(kGamesPerEffect * design.size(), InteractionSearch::kFewest)) {
    const Step step = next_interaction(games, factors, design);
    if (out.found.empty()) out.searched = step.searched;
    if (!step.found) break;
    out.found.push_back(*step.found);
    design.interactions.push_back(*step.found);
  }
  return out;
}

}  // namespace oknos::lab
