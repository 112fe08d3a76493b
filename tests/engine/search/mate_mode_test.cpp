// `go mate N` on mates that were proved by full width.
#include "engine/search/mate_mode.h"

#include <fstream>
#include <gtest/gtest.h>

#include "engine/search/engine.h"
#include "lab/formats/epd.h"
#include "tests/engine/search/support.h"

namespace oknos {
namespace {

TEST(MateSettings, LeaveOutNothingOnAGuess) {
  for (const std::string_view name : testing::all_presets()) {
    const pruning::Settings before = testing::settings(name);
    const pruning::Settings settings = mate_settings(before);
    EXPECT_FALSE(settings.enabled<pruning::NullMovePruning>());
    EXPECT_FALSE(settings.enabled<pruning::ReverseFutility>());
    EXPECT_FALSE(settings.enabled<pruning::FrontierFutility>());
    EXPECT_FALSE(settings.enabled<pruning::LateMovePruning>());
    EXPECT_FALSE(settings.enabled<pruning::SeePruning>());
    EXPECT_EQ(settings.enabled<pruning::StandPat>(), before.enabled<pruning::StandPat>());
    EXPECT_EQ(settings.enabled<pruning::TranspositionTable>(), before.enabled<pruning::TranspositionTable>());
  }
}

// Every tenth of the shipped mates in 2 to 6, by the side that mates and by the one that is mated.
TEST(MateMode, SolvesTheShippedMates) {
  constexpr int kStep = 10;
  constexpr std::uint64_t kNodes = 300'000;
  Engine engine(16, 1);
  std::ifstream file(std::string(OKNOS_SOURCE_DIR) + "/positions/mates.epd");
  int asked = 0;
  int solved = 0;
  std::string unsolved;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#' || number++ % kStep != 0) continue;
    const Result<epd::Record> record = epd::parse(line);
    ASSERT_TRUE(record.ok()) << record.error();
    const std::optional<int> moves = record->mate_distance();
    ASSERT_TRUE(moves.has_value()) << line;
    SearchRequest request;
    request.settings = testing::settings();
    request.limits.mate = std::abs(*moves);
    request.limits.nodes = kNodes;
    engine.clear();
    engine.set_position(record->position);
    const SearchReport report = engine.search(request);
    ASSERT_FALSE(report.lines.empty());
    const Score score = report.lines.front().score;
    const int plies = kMate.value() - std::abs(score.value());
    const bool found = (*moves > 0 ? is_win(score) : is_loss(score)) && (plies + 1) / 2 <= std::abs(*moves);
    ++asked;
    solved += found;
    if (!found) unsolved += record->id() + " ";
  }
  EXPECT_GE(asked, 60);
  EXPECT_EQ(solved, asked) << unsolved;
}

}  // namespace
}  // namespace oknos
