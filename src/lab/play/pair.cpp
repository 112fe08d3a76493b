#include "lab/play/pair.h"

namespace oknos::lab {

std::optional<PairRecord> play_pair(const Opening& opening, Side first, Side second, const GameRules& rules) {
  PairRecord out;
  for (std::size_t game = 0; game < out.size(); ++game) {
    const std::array<Side*, kColors> sides =
        game == 0 ? std::array<Side*, kColors>{&first, &second} : std::array<Side*, kColors>{&second, &first};
    out[game] = play_game(opening.start, opening.moves, sides, rules);
    if (out[game].result == pgn::GameResult::Unknown) return std::nullopt;
  }
  return out;
}

PairSummary summarise(const PairRecord& games, const std::string& opening) {
  return {summarise(games[0], true, opening), summarise(games[1], false, opening)};
}

std::string name_of(const Opening& opening, std::size_t number) {
  return opening.name.empty() ? std::to_string(number + 1) : opening.name;
}

}  // namespace oknos::lab
