#include "lab/terminal/suggestion.h"

#include <algorithm>
#include <utility>

#include "engine/base/text.h"

namespace oknos::lab {

namespace {

// Letters inserted, deleted, replaced or exchanged with their neighbour (optimal string alignment).
std::size_t edits_between(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  return cost[a.size()][b.size()];
}

}  // namespace

std::string nearest_word(std::string_view word, const std::vector<std::string>& known) {
  constexpr std::size_t kLettersPerEdit = 3;  // one letter of three may be wrong
  constexpr std::size_t kShortestBeginning = 3;
  const std::string small = text::to_lower(word);
  std::size_t best = std::max<std::size_t>(small.size() / kLettersPerEdit, 1) + 1;
  std::string out;
  for (const std::string& candidate : known) {
    const bool begins = small.size() >= kShortestBeginning && candidate.starts_with(small);
    const std::size_t edits = begins ? 1 : edits_between(small, text::to_lower(candidate));
    if (edits < best) out = candidate;
    best = std::min(best, edits);
  }
  return out;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  const std::string nearest = nearest_word(word, known);
  return nearest.empty() ? "" : "; did you mean " + nearest + "?";
}

}  // namespace oknos::lab
