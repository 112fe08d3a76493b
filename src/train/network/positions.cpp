#include "train/network/positions.h"

#include "train/network/stray.h"
#include "train/scan.h"

namespace oknos::train::network {

namespace {

Positions positions_of(const GameBlock& block, const LoadOptions& options, const Lookahead& lookahead) {
  constexpr int kPoint = 2;  // half points
  Positions out;
  for_each_game(block, out.tally, [&](const GameRecord& game, std::uint64_t number) {
    auto& to = is_for_validation(number, options) ? out.validation : out.training;
    RandomNumbers random(options.seed, number);
    const bool looks_ahead = lookahead.weight > 0.0;
    const std::vector<Score> ahead = looks_ahead ? scores_ahead(game, lookahead) : std::vector<Score>();
    walk(game, options.filter, out.tally, [&](const Sighting& seen) {
      if (seen.fate != Fate::Kept) return;
      out.scores.add(seen.score, seen.half_points);
      for (int i = 0; i < options.strays; ++i)
        if (const auto stray = stray_from(seen.position, random)) to.push_back(*stray);
      const bool white = seen.position.side_to_move() == Color::White;
      const Score score = looks_ahead ? ahead[static_cast<std::size_t>(seen.ply)] : seen.score;
      to.push_back(pack(seen.position, white ? score : -score, white ? seen.half_points : kPoint - seen.half_points));
    });
  });
  return out;
}

}  // namespace

std::optional<Positions> load_positions(const std::vector<GameFile>& files, const LoadOptions& options,
                                        const Lookahead& lookahead) {
  Positions out;
  const auto read = [&](const GameBlock& block) { return positions_of(block, options, lookahead); };
  const auto keep = [&](const Positions& part) {
    out.training.insert(out.training.end(), part.training.begin(), part.training.end());
    out.validation.insert(out.validation.end(), part.validation.begin(), part.validation.end());
    out.tally += part.tally;
    out.scores += part.scores;
  };
  if (!scan<Positions>(cut_into_blocks(files), options.threads, read, keep)) return std::nullopt;
  return out;
}

}  // namespace oknos::train::network
