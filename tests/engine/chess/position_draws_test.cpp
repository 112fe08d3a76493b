// What src/engine/chess/position.cpp knows about draws: repetition, fifty moves, dead material.
#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <vector>

#include "support/random_games.h"

namespace oknos {
namespace {

using namespace test;

constexpr std::initializer_list<const char*> kShuffle = {"g1f3", "g8f6", "f3g1", "f6g8"};

TEST(PositionDraws, RepetitionsAreCounted) {
  Position p = Position::initial();
  EXPECT_EQ(p.repetitions(), 0);
  for (int n = 1; n <= 3; ++n) {
    play(p, kShuffle);
    EXPECT_EQ(p.repetitions(), n);
  }
  play(p, {"b1c3"});
  EXPECT_EQ(p.repetitions(), 0);
}

TEST(PositionDraws, OneRepetitionAfterTheRootIsEnoughTwoBefore) {
  Position p = Position::initial();
  play(p, kShuffle);
  // The position stood on the board 4 plies ago.
  EXPECT_TRUE(p.is_repetition(5)) << "after the root";
  EXPECT_FALSE(p.is_repetition(4)) << "the root itself: the players may still choose otherwise";
  EXPECT_FALSE(p.is_repetition(0));
  play(p, kShuffle);
  EXPECT_TRUE(p.is_repetition(0)) << "twice before";
  EXPECT_TRUE(p.is_repetition(4));
  play(p, {"g1f3"});
  EXPECT_TRUE(p.is_repetition(0)) << "Nf3 for the third time";
  play(p, {"d7d5"});
  EXPECT_FALSE(p.is_repetition(100));
}

TEST(PositionDraws, PawnMovesAndCapturesCutTheHistory) {
  Position p = position_from("4k1n1/8/8/8/8/8/4P3/4K1N1 w - - 0 1");
  play(p, {"g1f3", "g8f6", "f3g1", "f6g8"});
  EXPECT_EQ(p.repetitions(), 1);
  play(p, {"e2e3"});
  EXPECT_EQ(p.halfmove_clock(), 0);
  play(p, {"g8f6", "g1f3", "f6g8", "f3g1"});
  EXPECT_EQ(p.repetitions(), 1) << "only what was reached after the pawn move";

  Position q = position_from("4k1n1/8/8/8/4p3/8/8/4K1N1 w - - 0 1");
  play(q, {"g1h3", "g8f6", "h3g5", "f6g8", "g5e4", "g8f6", "e4g5", "f6g8", "g5e4"});
  EXPECT_EQ(q.repetitions(), 1);
}

TEST(PositionDraws, CastlingRightsMakePositionsDifferent) {
  Position p = position_from("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  play(p, {"h1g1", "e8d8", "g1h1", "d8e8"});
  EXPECT_EQ(p.repetitions(), 0);
  play(p, {"h1g1", "e8d8", "g1h1", "d8e8"});
  EXPECT_EQ(p.repetitions(), 1);
}

TEST(PositionDraws, NullMovesCutTheHistory) {
  Position p = Position::initial();
  play(p, kShuffle);
  {
    const NullMove white(p);
    const NullMove black(p);
    EXPECT_EQ(p.key(), Position::initial().key());
    EXPECT_EQ(p.repetitions(), 0) << "nothing from before the null move counts";
    EXPECT_FALSE(p.is_repetition(100));
    const MadeMove m1(p, move_in(p, "g1f3"));
    const MadeMove m2(p, move_in(p, "g8f6"));
    const MadeMove m3(p, move_in(p, "f3g1"));
    const MadeMove m4(p, move_in(p, "f6g8"));
    EXPECT_EQ(p.repetitions(), 1) << "but what came after it does";
    EXPECT_TRUE(p.is_repetition(5));
  }
  EXPECT_EQ(p.repetitions(), 1);
}

TEST(PositionDraws, TheFenClockDoesNotReachBeyondTheGame) {
  Position p = position_from("4k1n1/8/8/8/8/8/8/4K1N1 w - - 60 90");
  EXPECT_EQ(p.repetitions(), 0);
  play(p, kShuffle);
  EXPECT_EQ(p.repetitions(), 1);
}

TEST(PositionDraws, FiftyMoves) {
  Position p = position_from("7k/5K2/8/8/8/8/8/R7 w - - 99 80");
  EXPECT_FALSE(p.is_fifty_move_draw());
  {
    const MadeMove quiet(p, move_in(p, "a1a2"));
    EXPECT_TRUE(p.is_fifty_move_draw());
  }
  {
    const MadeMove mate(p, move_in(p, "a1h1"));
    EXPECT_FALSE(p.is_fifty_move_draw()) << "mate comes first";
  }
  Position check = position_from("7k/8/6K1/8/8/8/8/R7 w - - 99 80");
  play(check, {"g6f6"});
  EXPECT_TRUE(check.is_fifty_move_draw());
  Position with_escape = position_from("7k/8/5K2/8/8/8/8/R7 w - - 99 80");
  play(with_escape, {"a1h1"});
  EXPECT_TRUE(with_escape.in_check());
  EXPECT_TRUE(with_escape.is_fifty_move_draw()) << "check is not mate";
}

TEST(PositionDraws, DeadMaterial) {
  struct Case {
    const char* board;
    bool dead;
  };
  for (const Case& c : {
           Case{"4k3/8/8/8/8/8/8/4K3", true},       // kings
           Case{"4k3/8/8/8/8/8/8/2B1K3", true},     // one bishop
           Case{"4k3/8/8/8/8/8/8/1N2K3", true},     // one knight
           Case{"2b1k3/8/8/8/8/8/8/4K1B1", false},  // c8 is light, g1 is dark
           Case{"2b1k3/8/8/8/8/8/8/4KB2", true},    // c8 and f1 are both light
           Case{"2b1k3/8/b7/8/8/8/8/4KB2", true},   // three on light squares
           Case{"4k3/8/8/8/8/8/8/2B1KB2", false},   // the pair
           Case{"4k3/8/8/8/8/8/8/1NB1K3", false},
           Case{"1n2k3/8/8/8/8/8/8/1N2K3", false},  // a helpmate exists
           Case{"4k3/8/8/8/8/8/8/1N2K1N1", false},
           Case{"1n2k3/8/8/8/8/8/8/2B1K3", false},
           Case{"4k3/8/8/8/8/8/4P3/4K3", false},
           Case{"4k3/8/8/8/8/8/8/R3K3", false},
           Case{"3qk3/8/8/8/8/8/8/4K3", false},
       }) {
    for (const char* side : {" w", " b"}) {
      const std::string text = c.board + std::string(side) + " - - 0 1";
      EXPECT_EQ(position_from(text).is_dead(), c.dead) << text;
    }
  }
}

RC_GTEST_PROP(PositionDrawsProperty, RepetitionsAreWhatTheListOfKeysSays, (const RandomGame& game)) {
  std::vector<Key> keys;
  replay(game, [&](Position& p, Move) {
    const auto earlier = static_cast<int>(std::count(keys.begin(), keys.end(), p.key()));
    RC_ASSERT(p.repetitions() == earlier);
    RC_ASSERT(p.is_repetition(static_cast<int>(keys.size()) + 1) == (earlier > 0));
    RC_ASSERT(p.is_repetition(0) == (earlier > 1));
    keys.push_back(p.key());
  });
}

}  // namespace
}  // namespace oknos
