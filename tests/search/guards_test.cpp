// Guards that no value of the plain search needs, but the playing search does: what goes wrong without them.
#include <gtest/gtest.h>

#include "oknos/observer.h"
#include "tests/search/support.h"

namespace oknos {
namespace {

using pruning::Guard;
using testing::position;
using testing::to_depth;

// One search with a guard switched off, or (Guard::None) with all of them on.
SearchReport search_without(Guard guard, std::string_view fen, int depth, std::string_view preset = "modern") {
  Observer nobody;
  SearchRequest request = to_depth(depth, preset);
  request.tracing = Tracing::Observed;
  request.observer = &nobody;
  request.guards.set(guard, guard == Guard::None);
  return testing::search(fen, request);
}

struct MateCase {
  std::string_view fen;
  int moves;
};

// Of positions/mates.epd. In each alpha becomes a mate score, and no margin reaches it.
constexpr MateCase kBehindAMate[] = {
    {"1r4k1/8/3p2pp/p1pPp3/PrP1P1P1/1P3PN1/K2R3P/2q2B2 b - - 0 1", 2},
    {"3k3K/8/8/pq6/8/8/7N/7r b - - 0 1", 2},
    {"4Q3/4B3/k5p1/5p1p/4pb1P/7K/5P2/5R2 w - - 0 1", 2},
    {"5K2/p5N1/3r2q1/8/8/k7/8/8 b - - 0 1", 2},
    {"5Q2/8/3R4/8/8/K7/8/4k1r1 w - - 0 1", 2},
};

TEST(PlayingSearchGuards, MateWindowSeesTheMateBehindAMate) {
  for (const MateCase& c : kBehindAMate) {
    const Score mate = mate_in(2 * c.moves - 1);
    const int depth = 2 * c.moves + 1;
    EXPECT_EQ(search_without(Guard::None, c.fen, depth).lines.at(0).score, mate) << c.fen;
    EXPECT_NE(search_without(Guard::MateWindow, c.fen, depth).lines.at(0).score, mate)
        << c.fen << ": the guard is not needed here";
  }
}

// Mates in four of positions/mates.epd: move_count drops the evasion that matters, and the mate is claimed too early or
// too late.
TEST(PlayingSearchGuards, InCheckLooksAtEveryWayOut) {
  constexpr int kMoves = 4;
  for (const std::string_view fen :
       {"8/k7/r7/7Q/2R5/7K/8/8 w - - 0 1", "1r6/Rp1b2kp/1P2p2p/3pP1PQ/8/1P2p3/5P1P/4KBR1 w - - 0 1"}) {
    const Score mate = mate_in(2 * kMoves - 1);
    EXPECT_EQ(search_without(Guard::None, fen, 2 * kMoves + 1).lines.at(0).score, mate) << fen;
    EXPECT_NE(search_without(Guard::InCheck, fen, 2 * kMoves + 1).lines.at(0).score, mate)
        << fen << ": the guard is not needed here";
  }
}

// The root asks no rule, and each rule would be held there if it did.
TEST(PlayingSearchGuards, TheRootAlwaysNamesAMove) {
  constexpr std::string_view kHopeless = "3qk3/8/8/8/8/8/P7/K7 w - - 0 1";
  for (const auto preset : testing::all_presets())
    for (int depth = 1; depth <= 6; ++depth) {
      EXPECT_TRUE(search_without(Guard::Root, kHopeless, depth, preset).best) << preset << ' ' << depth;
      EXPECT_TRUE(search_without(Guard::None, kHopeless, depth, preset).best) << preset << ' ' << depth;
    }
}

}  // namespace
}  // namespace oknos
