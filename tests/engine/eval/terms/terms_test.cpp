// Each term counts what it says: small positions made by hand.
#include <gtest/gtest.h>

#include "engine/eval/trace.h"
#include "support/positions.h"

namespace oknos::eval {
namespace {

using namespace test;

constexpr Color kWhite = Color::White;
constexpr Color kBlack = Color::Black;

int counted(const char* fen, Group g, int n = 0, Color c = kWhite) {
  return trace(position_from(fen)).counted(c, g, n);
}
// Of all weights of the group.
int sum(const char* fen, Group g, Color c = kWhite) {
  const Trace t = trace(position_from(fen));
  int out = 0;
  for (int n = 0; n < group(g).count; ++n) out += t.counted(c, g, n);
  return out;
}

TEST(PawnTerms, DoubledIsolatedAndBackward) {
  const char* doubled = "4k3/2p5/8/8/8/2P5/2P5/4K3 w - - 0 1";
  EXPECT_EQ(counted(doubled, Group::PawnDoubled), 1);
  EXPECT_EQ(counted(doubled, Group::PawnDoubled, 0, kBlack), 0);
  EXPECT_EQ(counted(doubled, Group::PawnIsolated, 0), 2) << "opposed";
  EXPECT_EQ(counted(doubled, Group::PawnIsolated, 0, kBlack), 1);
  EXPECT_EQ(counted(doubled, Group::PawnIsolatedDoubled), 1);
  EXPECT_EQ(counted("4k3/p7/8/8/8/8/2P5/4K3 w - - 0 1", Group::PawnIsolated, 1), 1) << "half-open";

  const char* backward = "4k3/8/8/2p5/2P5/3P4/8/4K3 w - - 0 1";  // d3 beside c4, d4 is attacked
  EXPECT_EQ(sum(backward, Group::PawnBackward), 1);
  EXPECT_EQ(counted(backward, Group::PawnBackward, 1), 1) << "on a half-open file";
  EXPECT_EQ(counted("4k3/8/3p4/2p5/2P5/3P4/8/4K3 w - - 0 1", Group::PawnBackward, 0), 1) << "opposed";
  EXPECT_EQ(sum("4k3/8/8/2p5/8/3P4/2P5/4K3 w - - 0 1", Group::PawnBackward), 0) << "c2 can come";
}

TEST(PawnTerms, PhalanxAndSupportByRank) {
  const char* fen = "4k3/pp6/8/3PP3/2P5/8/8/4K3 w - - 0 1";
  EXPECT_EQ(counted(fen, Group::PawnPhalanx, 4), 2);
  EXPECT_EQ(counted(fen, Group::PawnPhalanx, 1, kBlack), 2);
  EXPECT_EQ(counted(fen, Group::PawnSupported, 4), 1) << "d5 by c4";
  EXPECT_EQ(sum(fen, Group::PawnSupported), 1);
  EXPECT_EQ(counted("4k3/pp6/8/3P4/2P1P3/8/8/4K3 w - - 0 1", Group::PawnSupported, 4), 2) << "by two";
}

TEST(PawnTerms, PassedAndCandidate) {
  const char* fen = "4k3/p4p2/8/3P4/1P4P1/8/7P/4K3 w - - 0 1";
  EXPECT_EQ(counted(fen, Group::PawnPassed, 4), 1) << "d5";
  EXPECT_EQ(sum(fen, Group::PawnPassed), 2) << "d5 and h2";
  EXPECT_EQ(sum(fen, Group::PawnPassed, kBlack), 0);
  EXPECT_EQ(counted(fen, Group::PawnCandidate, 3), 1) << "g4 has a helper on h2";
  EXPECT_EQ(sum("4k3/8/8/3P4/3P4/8/8/4K3 w - - 0 1", Group::PawnPassed), 1) << "the one behind is not passed";
}

TEST(Mobility, CountsGoodSquares) {
  // From d4 eight squares; c6 and e6 are attacked by d7, none else.
  EXPECT_EQ(counted("4k3/3p4/8/8/3N4/8/8/K7 w - - 0 1", Group::KnightMobility, 6), 1);
  EXPECT_EQ(counted("4k3/7p/8/8/8/8/7P/B3K3 w - - 0 1", Group::BishopMobility, 7), 1);
  EXPECT_EQ(counted("4k3/7p/8/8/8/8/7P/R3K3 w - - 0 1", Group::RookMobility, 10), 1) << "the king's square is no use";
  EXPECT_EQ(counted("4k3/7p/8/8/8/8/7P/Q3K3 w - - 0 1", Group::QueenMobility, 17), 1);
  // Pinned to the line of the rook.
  EXPECT_EQ(counted("4r1k1/7p/8/8/8/8/4N2P/4K3 w - - 0 1", Group::KnightMobility, 0), 1);
  EXPECT_EQ(counted("4r1k1/7p/8/8/8/8/4R2P/4K3 w - - 0 1", Group::RookMobility, 6), 1);
}

TEST(PieceTerms, Minors) {
  const char* outpost = "4k3/pp6/8/4N3/3P4/8/8/4K3 w - - 0 1";
  EXPECT_EQ(counted(outpost, Group::KnightOutpost, 1), 1);
  EXPECT_EQ(counted("4k3/pp6/8/4N3/P7/8/8/4K3 w - - 0 1", Group::KnightOutpost, 0), 1) << "alone";
  EXPECT_EQ(sum("4k3/pp3p2/8/4N3/3P4/8/8/4K3 w - - 0 1", Group::KnightOutpost), 0) << "f7-f6 drives it away";
  EXPECT_EQ(counted("4k3/pp6/8/4B3/3P4/8/8/4K3 w - - 0 1", Group::BishopOutpost, 1), 1);
  EXPECT_EQ(counted("4k3/pp6/8/8/3P4/5N2/8/4K3 w - - 0 1", Group::KnightReachesOutpost), 1);
  EXPECT_EQ(counted("4k3/pp6/8/8/8/5P2/5N2/4K3 w - - 0 1", Group::MinorBehindPawn), 1);
  EXPECT_EQ(counted("4k3/pp6/8/8/8/5P2/5N2/4K3 w - - 0 1", Group::KnightFromKing), 1);
  EXPECT_EQ(counted("4k3/pp6/B7/8/8/5P2/8/4K3 w - - 0 1", Group::BishopFromKing), 5);
  EXPECT_EQ(counted("4k3/pp6/8/8/8/8/8/2B1KB2 w - - 0 1", Group::BishopPair), 1);
  EXPECT_EQ(counted("4k3/pp6/8/8/8/8/8/B1B1K3 w - - 0 1", Group::BishopPair), 0) << "both on dark squares";
  EXPECT_EQ(counted("4k3/p7/8/8/8/8/PPPPPPPP/1N2K3 w - - 0 1", Group::KnightPawnCount), 3);
  EXPECT_EQ(counted("4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1", Group::RookPawnCount), -4);
}

TEST(PieceTerms, BishopsAndPawns) {
  // c1 is dark: b2, d4 and e5 are dark, e4 is light; d4 is blocked, e4 too.
  const char* fen = "4k3/8/8/3pp3/3PP3/8/1P6/2B1K3 w - - 0 1";
  EXPECT_EQ(counted(fen, Group::BishopPawns, 2), 2) << "b2 and d4, two blocked in the middle";
  EXPECT_EQ(counted("4k3/8/7p/6p1/8/8/8/2B1K3 w - - 0 1", Group::BishopEnemyPawns), 2);
  EXPECT_EQ(counted("4k3/pp6/8/8/8/8/1B4PP/6K1 w - - 0 1", Group::BishopLongDiagonal), 1);
  EXPECT_EQ(counted("4k3/pp6/8/8/3P4/8/1B4PP/6K1 w - - 0 1", Group::BishopLongDiagonal), 0) << "d4 is in its way";
}

TEST(PieceTerms, RooksAndQueens) {
  EXPECT_EQ(counted("4k3/p7/8/8/8/8/7P/3RK3 w - - 0 1", Group::RookOnFile, 1), 1) << "open";
  EXPECT_EQ(counted("4k3/3p4/8/8/8/8/7P/3RK3 w - - 0 1", Group::RookOnFile, 0), 1) << "half-open";
  EXPECT_EQ(counted("4k3/8/8/8/3p4/3P4/7P/3RK3 w - - 0 1", Group::RookBlocked), 1);
  EXPECT_EQ(counted("4k3/3p4/8/8/8/3P4/7P/3RK3 w - - 0 1", Group::RookBlocked), 0);
  const char* trapped = "4k3/7p/8/8/8/6P1/5P1P/5K1R w - - 0 1";
  EXPECT_EQ(counted(trapped, Group::RookTrapped, 1), 1);
  EXPECT_EQ(counted("4k3/7p/8/8/8/7P/4BPP1/R3K1NR w KQ - 0 1", Group::RookTrapped, 0), 1) << "it may still castle";
  EXPECT_EQ(sum("4k3/7p/8/8/8/6P1/5P1P/5R1K w - - 0 1", Group::RookTrapped), 0) << "on the right side of its king";
  EXPECT_EQ(counted("4k3/R5p1/8/8/8/8/7P/4K3 w - - 0 1", Group::RookOnSeventh), 1);
  EXPECT_EQ(counted("8/R7/4k3/8/8/8/7P/4K3 w - - 0 1", Group::RookOnSeventh), 0) << "nothing there";
  EXPECT_EQ(counted("3rk3/8/8/8/3P4/8/3Q3P/4K3 w - - 0 1", Group::QueenExposed), 1);
  EXPECT_EQ(counted("3rk3/3p4/8/8/3P4/8/3Q3P/4K3 w - - 0 1", Group::QueenExposed), 0) << "two men between";
}

TEST(KingTerms, Shelter) {
  const char* fen = "6k1/5ppp/8/8/6P1/8/5P2/6K1 w - - 0 1";
  EXPECT_EQ(counted(fen, Group::Shelter, 2 * kRanks + 1), 1) << "f2";
  EXPECT_EQ(counted(fen, Group::Shelter, 1 * kRanks + 3), 1) << "g4";
  EXPECT_EQ(counted(fen, Group::Shelter, 0 * kRanks + 0), 1) << "no h pawn";
  EXPECT_EQ(sum(fen, Group::Shelter), 3);
  EXPECT_EQ(counted(fen, Group::Storm, 1 * kRanks + 4, kBlack), 1) << "g4 as Black sees it";
  EXPECT_EQ(counted(fen, Group::Storm, 1 * kRanks + 6), 1) << "g7 is far";
  EXPECT_EQ(counted("6k1/8/8/6p1/6P1/8/8/6K1 w - - 0 1", Group::StormBlocked, 4), 1);
  EXPECT_EQ(counted("6k1/6p1/8/8/8/8/7P/6K1 w - - 0 1", Group::KingFile, 0), 1) << "half-open";
  EXPECT_EQ(counted("6k1/7p/8/8/8/8/7P/6K1 w - - 0 1", Group::KingFile, 1), 1) << "open";
  EXPECT_EQ(counted("k7/p7/8/8/8/8/P7/6K1 w - - 0 1", Group::PawnlessFlank), 1);
  EXPECT_EQ(counted("k7/p7/8/8/8/8/P7/6K1 w - - 0 1", Group::PawnlessFlank, 0, kBlack), 0);
  EXPECT_EQ(counted("k7/p7/8/8/8/8/P7/6K1 w - - 0 1", Group::KingFromPawns), 6);
  EXPECT_EQ(counted("r3k2r/p7/8/8/8/8/P7/R3K2R w KQk - 0 1", Group::CastlingRight), 2);
  EXPECT_EQ(counted("r3k2r/p7/8/8/8/8/P7/R3K2R w KQk - 0 1", Group::CastlingRight, 0, kBlack), 1);
}

// White's queen and rook stand before Black's king; his own king is not attacked.
constexpr const char* kAttack = "6k1/5p1p/6p1/8/7R/8/3Q4/B5K1 w - - 0 1";

TEST(KingTerms, DangerNeedsAttackers) {
  EXPECT_EQ(counted(kAttack, Group::DangerBase, 0, kBlack), 1);
  for (const WeightGroup& g : kWeightGroups)
    if (g.kind == WeightKind::Danger) {
      EXPECT_EQ(sum(kAttack, g.group, kWhite), 0) << g.name;
    }
  EXPECT_EQ(counted("6k1/5ppp/8/8/7R/8/8/6K1 w - - 0 1", Group::DangerBase, 0, kBlack), 0)
      << "one rook is not enough without a queen";
}

TEST(KingTerms, Danger) {
  EXPECT_EQ(counted(kAttack, Group::DangerAttacker, 2, kBlack), 1) << "the rook: h7";
  EXPECT_EQ(counted(kAttack, Group::DangerAttacker, 3, kBlack), 1) << "the queen: h6";
  EXPECT_EQ(counted(kAttack, Group::DangerAttacker, 1, kBlack), 1) << "the bishop: g7";
  EXPECT_EQ(counted(kAttack, Group::DangerAttackers, 3, kBlack), 1);
  EXPECT_EQ(counted(kAttack, Group::DangerRing, 0, kBlack), 3) << "h7 by the rook, g7 and h8 by the bishop";
  EXPECT_EQ(counted(kAttack, Group::DangerNoQueen, 0, kBlack), 0);
  EXPECT_EQ(counted(kAttack, Group::DangerSafeCheck, 6, kBlack), 1) << "one safe check of the queen: d8";
  EXPECT_EQ(counted(kAttack, Group::DangerShelter, 0, kBlack), 0);
  EXPECT_EQ(counted(kAttack, Group::DangerShelter, 1, kBlack), 2) << "f7, h7";
  EXPECT_EQ(counted(kAttack, Group::DangerShelter, 2, kBlack), 1) << "g6";
  EXPECT_EQ(counted(kAttack, Group::DangerStorm, 0, kBlack), 3) << "no pawns come";
  EXPECT_GT(counted(kAttack, Group::DangerWeakSquare, 0, kBlack), 0);
  EXPECT_GT(counted(kAttack, Group::DangerFlank, 0, kBlack), 0);
  EXPECT_GT(counted(kAttack, Group::DangerFlankDefended, 0, kBlack), 0);
  const char* knights = "6k1/5p1p/5np1/6N1/7R/8/8/6K1 w - - 0 1";
  EXPECT_EQ(counted(knights, Group::DangerNoQueen, 0, kBlack), 1);
  EXPECT_EQ(counted(knights, Group::DangerDefender, 0, kBlack), 1);
  EXPECT_EQ(counted(knights, Group::DangerDefender, 1, kBlack), 0);
  const char* pinned = "3R2rk/6bp/8/8/3Q4/8/8/6K1 b - - 0 1";
  EXPECT_EQ(counted(pinned, Group::DangerBlocker, 0, kBlack), 2) << "g8 before the rook, g7 before the queen";
}

TEST(Threats, ByPawnMinorRookKing) {
  EXPECT_EQ(counted("4k3/8/8/2n1r3/3P4/8/8/4K3 w - - 0 1", Group::ThreatByPawn, 0), 1) << "on a knight";
  EXPECT_EQ(counted("4k3/8/8/2n1r3/3P4/8/8/4K3 w - - 0 1", Group::ThreatByPawn, 2), 1) << "on a rook";
  const char* minor = "4k3/8/3r4/8/4N3/8/5q2/1K6 w - - 0 1";
  EXPECT_EQ(counted(minor, Group::ThreatByMinor, 3), 1);
  EXPECT_EQ(counted(minor, Group::ThreatByMinor, 4), 1);
  EXPECT_EQ(counted("4k3/8/8/3p1p2/8/4N3/8/4K3 w - - 0 1", Group::ThreatByMinor, 0), 2) << "pawns";
  const char* rook = "4k3/p7/8/3b4/8/8/8/1K1R4 w - - 0 1";
  EXPECT_EQ(counted(rook, Group::ThreatByRook, 2), 1);
  EXPECT_EQ(counted(rook, Group::ThreatHanging), 1);
  const char* defended = "4k3/8/4p3/3b4/8/8/8/1K1R4 w - - 0 1";
  EXPECT_EQ(counted(defended, Group::ThreatByRook, 2), 0) << "a pawn guards it";
  EXPECT_EQ(counted(defended, Group::ThreatHanging), 0);
  EXPECT_EQ(counted("4k3/8/8/8/8/2n5/3K1p2/8 w - - 0 1", Group::ThreatByKing), 1);
  EXPECT_EQ(counted("4k3/8/8/3b1q2/8/8/8/1K1R4 w - - 0 1", Group::ThreatOnlyQueenGuards), 1);
}

TEST(Threats, ByPushesAndOnTheQueen) {
  EXPECT_EQ(counted("4k3/8/3n4/8/8/2P5/8/4K3 w - - 0 1", Group::ThreatByPawnPush), 0);
  EXPECT_EQ(counted("4k3/8/3n4/8/2P5/8/8/4K3 w - - 0 1", Group::ThreatByPawnPush), 1) << "c5";
  EXPECT_EQ(counted("4k3/8/8/2n5/8/8/1P6/4K3 w - - 0 1", Group::ThreatByPawnPush), 1) << "b2-b4";
  EXPECT_EQ(counted("4k3/3q4/8/8/3N4/8/8/4K3 w - - 0 1", Group::ThreatKnightOnQueen), 0);
  EXPECT_EQ(counted("4k3/p7/8/3q4/8/3N4/8/4K3 w - - 0 1", Group::ThreatKnightOnQueen), 2) << "b4 and f4";
  EXPECT_EQ(counted("7k/p7/8/3q4/8/4R3/8/K4R2 w - - 0 1", Group::ThreatSliderOnQueen), 0) << "e5 once, f5 once";
  EXPECT_EQ(counted("7k/p7/8/3q4/8/8/4R3/K3R3 w - - 0 1", Group::ThreatSliderOnQueen), 1) << "e5 twice";
  EXPECT_GT(counted("4k3/p7/8/3q4/8/8/8/K1R1R3 b - - 0 1", Group::ThreatRestricted), 0);
}

TEST(PassedPawnTerms, ThePath) {
  const char* free = "k7/8/8/3P4/8/8/8/K7 w - - 0 1";  // a known ending: nothing is counted
  EXPECT_EQ(trace(position_from(free)).ending, Trace::Ending::Exact);
  const char* path = "k7/p7/8/3P4/8/8/8/3RK2n w - - 0 1";
  EXPECT_EQ(counted(path, Group::PassedFree, 4), 1);
  EXPECT_EQ(counted(path, Group::PassedSafePath, 4), 1);
  EXPECT_EQ(counted(path, Group::PassedSupported, 4), 1) << "the rook sees through";
  EXPECT_EQ(counted(path, Group::PassedRookBehind), 1);
  EXPECT_EQ(counted(path, Group::PassedFromEdge), 3);
  EXPECT_EQ(counted(path, Group::PassedOwnKing, 4), 5);
  EXPECT_EQ(counted(path, Group::PassedEnemyKing, 4), 3);
  const char* guarded = "3r3k/p7/8/3P4/8/8/8/4K2N w - - 0 1";
  EXPECT_EQ(counted(guarded, Group::PassedFree, 4), 0) << "the rook stands on it";
  EXPECT_EQ(counted(guarded, Group::PassedSafeStep, 4), 0);
  const char* step = "k7/p7/5b2/3P4/8/8/8/4K2N w - - 0 1";  // d8 is attacked, d6 is not
  EXPECT_EQ(counted(step, Group::PassedSafeStep, 4), 1);
  EXPECT_EQ(counted(step, Group::PassedSafePath, 4), 0);
  EXPECT_EQ(counted("k7/p7/3n4/3P4/8/8/8/4K2N w - - 0 1", Group::PassedBlocked, 4), 1);
  const char* behind = "k7/p7/8/3P4/8/8/8/3rK2N w - - 0 1";
  EXPECT_EQ(counted(behind, Group::PassedEnemyBehind), 1);
  EXPECT_EQ(counted(behind, Group::PassedSafePath, 4), 0);
}

TEST(PassedPawnTerms, Unstoppable) {
  EXPECT_EQ(counted("8/7p/8/P7/6k1/8/8/K7 w - - 0 1", Group::PassedUnstoppable), 1);
  EXPECT_EQ(counted("8/7p/8/P7/4k3/8/8/K7 w - - 0 1", Group::PassedUnstoppable), 1);
  EXPECT_EQ(counted("8/7p/8/P7/4k3/8/8/K7 b - - 0 1", Group::PassedUnstoppable), 0) << "Black reaches the square";
  EXPECT_EQ(counted("8/6np/8/P7/6k1/8/8/K7 w - - 0 1", Group::PassedUnstoppable), 0) << "he has a knight";
  EXPECT_EQ(counted("8/7p/8/8/8/6k1/P7/K7 w - - 0 1", Group::PassedUnstoppable), 1) << "two squares at once";
}

TEST(WholeBoard, SpaceTempoAndWinning) {
  const char* start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
  EXPECT_EQ(counted(start, Group::Tempo), 0);
  EXPECT_EQ(counted(start, Group::Tempo, 0, kBlack), 1);
  EXPECT_EQ(counted(start, Group::Space), counted(start, Group::Space, 0, kBlack));
  EXPECT_GT(counted("rnbqkbnr/pppppppp/8/8/2PPP3/8/PP3PPP/RNBQKBNR w KQkq - 0 1", Group::Space),
            counted(start, Group::Space));
  EXPECT_EQ(counted("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1", Group::Space), 0) << "nobody to use it";
  EXPECT_EQ(counted(start, Group::WinnableBase), 0) << "not in the middlegame";

  const char* ending = "8/p6p/8/4K3/8/k7/P6P/8 w - - 0 1";
  EXPECT_EQ(counted(ending, Group::WinnableBase), 1);
  EXPECT_EQ(counted(ending, Group::WinnablePawn), 4);
  EXPECT_EQ(counted(ending, Group::WinnableBothWings), 1);
  EXPECT_EQ(counted(ending, Group::WinnableOutflanking), 2) << "four files, two ranks";
  EXPECT_EQ(counted(ending, Group::WinnableInfiltration), 1);
  EXPECT_EQ(counted(ending, Group::WinnablePawnEnding), 1);
  EXPECT_EQ(counted(ending, Group::WinnableOneWing), 0);
  EXPECT_EQ(counted("4k3/pp6/8/8/8/8/P7/4K3 w - - 0 1", Group::WinnableOneWing), 1);
  EXPECT_EQ(counted("4k3/1p6/8/8/8/8/7P/4K3 w - - 0 1", Group::WinnablePassed), 2);
}

}  // namespace
}  // namespace oknos::eval
