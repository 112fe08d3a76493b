// Guards that no value of the plain search needs, but the playing search does: what goes wrong without them.
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "oknos/observer.h"
#include "tests/engine/search/support.h"

namespace oknos {
namespace {

using pruning::Guard;
using testing::position;
using testing::to_depth;

// One search with a guard switched off, or (Guard::None) with all of them on.
SearchReport search_without(Guard guard, std::string_view fen, int depth, std::string_view preset, Observer& observer) {
  SearchRequest request = to_depth(depth, preset);
  request.tracing = Tracing::Observed;
  request.observer = &observer;
  request.guards.set(guard, guard == Guard::None);
  return testing::search(fen, request);
}

SearchReport search_without(Guard guard, std::string_view fen, int depth, std::string_view preset = "modern") {
  Observer nobody;
  return search_without(guard, fen, depth, preset, nobody);
}

struct MateCase {
  std::string fen;
  int moves;
};

// Mates of positions/mates.epd in two to four moves, every third.
std::vector<MateCase> some_mates() {
  constexpr int kEvery = 3;
  constexpr int kMax = 4;
  std::vector<MateCase> out;
  std::ifstream file(OKNOS_SOURCE_DIR "/positions/mates.epd");
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    const std::size_t mate = line.find("dm ");
    if (line.starts_with('#') || mate == std::string::npos || ++number % kEvery != 0) continue;
    const int moves = std::atoi(line.c_str() + mate + 3);
    if (moves <= kMax && moves > 0) out.push_back({line.substr(0, line.find(" bm ")) + " 0 1", moves});
  }
  return out;
}

// How many of them are found and no shorter ones are claimed.
int found_without(Guard guard, const std::vector<MateCase>& mates) {
  int found = 0;
  for (const MateCase& c : mates)
    if (search_without(guard, c.fen, 2 * c.moves + 1).lines.at(0).score == mate_in(2 * c.moves - 1)) ++found;
  return found;
}

// In some of them alpha becomes a mate score, which no margin reaches.
TEST(PlayingSearchGuards, MatesNeedTheMateWindow) {
  const std::vector<MateCase> mates = some_mates();
  ASSERT_GE(mates.size(), 100U);
  const int with_all = found_without(Guard::None, mates);
  EXPECT_GT(with_all, static_cast<int>(mates.size()) * 3 / 4);
  EXPECT_LT(found_without(Guard::MateWindow, mates), with_all);
}

// Counts the evasions that the main search skips.
class SkippedEvasions : public Observer {
 public:
  void move_skipped(const MoveSkipped& e) override {
    if (e.depth > 0 && e.position->in_check()) ++count_;
  }
  int count() const { return count_; }

 private:
  int count_ = 0;
};

// Without it late_move_pruning drops evasions, and whole lines of the mates are not looked at.
TEST(PlayingSearchGuards, InCheckKeepsEvasionsInTheTree) {
  const auto skipped_without = [](Guard guard) {
    SkippedEvasions observer;
    for (const MateCase& c : some_mates()) search_without(guard, c.fen, 2 * c.moves + 1, "modern", observer);
    return observer.count();
  };
  EXPECT_EQ(skipped_without(Guard::None), 0);
  EXPECT_GT(skipped_without(Guard::InCheck), 0);
}

// The root asks no rule.
TEST(PlayingSearchGuards, TheRootAlwaysNamesAMove) {
  constexpr std::string_view kHopeless = "3qk3/8/8/8/8/8/P7/K7 w - - 0 1";
  for (const auto preset : testing::all_presets())
    for (int depth = 1; depth <= 6; ++depth) {
      EXPECT_TRUE(search_without(Guard::None, kHopeless, depth, preset).best) << preset << ' ' << depth;
    }
}

}  // namespace
}  // namespace oknos
