#include "train/load.h"

#include "engine/base/random_numbers.h"
#include "train/quiet.h"
#include "train/scan.h"

namespace oknos::train {

namespace {

struct BlockSamples {
  SampleSet samples;
  std::vector<bool> validation;  // for each sample
  GameTally tally;
  ScoreHistogram scores;
  std::uint64_t exact_endings = 0;
};

BlockSamples samples_of(const GameBlock& block, const LoadOptions& options) {
  BlockSamples out;
  for_each_game(block, out.tally, [&](const GameRecord& game, std::uint64_t number) {
    const bool validation = is_for_validation(number, options);
    walk(game, options.filter, out.tally, [&](const Sighting& seen) {
      if (seen.fate != Fate::Kept) return;
      out.scores.add(seen.score, seen.half_points);
      const eval::Trace trace = options.resolve ? eval::trace(resolved(seen.position)) : eval::trace(seen.position);
      if (out.samples.add(trace, seen.score, seen.half_points))
        out.validation.push_back(validation);
      else
        ++out.exact_endings;
    });
  });
  return out;
}

}  // namespace

bool is_for_validation(std::uint64_t game, const LoadOptions& options) {
  constexpr std::uint64_t kPercent = 100;
  return RandomNumbers(options.seed, game).below(kPercent) < static_cast<std::uint64_t>(options.validation);
}

std::optional<Loaded> load(const std::vector<GameFile>& files, const LoadOptions& options) {
  Loaded out;
  const auto read = [&](const GameBlock& block) { return samples_of(block, options); };
  const auto keep = [&](BlockSamples part) {
    for (std::size_t i = 0; i < part.validation.size(); ++i) {
      const auto number = static_cast<std::uint32_t>(out.samples.size() + i);
      (part.validation[i] ? out.division.validation : out.division.training).push_back(number);
    }
    out.samples.append(part.samples);
    out.tally += part.tally;
    out.scores += part.scores;
    out.exact_endings += part.exact_endings;
  };
  if (!scan<BlockSamples>(cut_into_blocks(files), options.threads, read, keep)) return std::nullopt;
  return out;
}

}  // namespace oknos::train
