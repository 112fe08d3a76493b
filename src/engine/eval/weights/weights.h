#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

// The list of everything that the evaluation weighs. A weight is a number in centipawns for the middlegame and one for
// the ending; groups of them belong together (one for each rank, number of squares, ...). Their values stand in
// weight_values.h, which the tuner writes; how a value is made from them is told in trace.h.
namespace oknos::eval {

// By phase of the game.
struct Tapered {
  std::int16_t mg = 0;
  std::int16_t eg = 0;
  constexpr bool operator==(const Tapered&) const = default;
};

enum class WeightKind : std::uint8_t {
  Psqt,     // tapered, by square as the owner sees it; kept incrementally, so outside the positional part
  Tapered,  // a part of the positional part: sum of weight * (White's count - Black's)
  Danger,   // units of danger to the king of the side that counts them, in .mg; .eg is 0. See Trace
  Winnable  // centipawns in .mg by which the better side's ending gets easier to win; .eg is 0. See Trace
};

// clang-format off
enum class Group : std::uint8_t {
  PawnPsqt, KnightPsqt, BishopPsqt, RookPsqt, QueenPsqt, KingPsqt,
  PawnDoubled, PawnIsolated, PawnIsolatedDoubled, PawnBackward, PawnPhalanx, PawnSupported, PawnCandidate, PawnPassed,
  KnightMobility, BishopMobility, RookMobility, QueenMobility,
  KnightOutpost, KnightReachesOutpost, BishopOutpost, MinorBehindPawn, KnightFromKing, BishopFromKing,
  BishopPawns, BishopEnemyPawns, BishopLongDiagonal, BishopPair, KnightPawnCount, RookPawnCount,
  RookOnFile, RookBlocked, RookTrapped, RookOnSeventh, QueenExposed,
  Shelter, Storm, StormBlocked, KingFile, PawnlessFlank, KingFromPawns, CastlingRight,
  DangerBase, DangerAttacker, DangerAttackers, DangerRing, DangerWeakSquare, DangerSafeCheck, DangerUnsafeCheck,
  DangerBlocker, DangerFlank, DangerFlankTwice, DangerFlankDefended, DangerNoQueen, DangerDefender,
  DangerShelter, DangerStorm,
  ThreatByPawn, ThreatByMinor, ThreatByRook, ThreatByKing, ThreatHanging, ThreatOnlyQueenGuards, ThreatByPawnPush,
  ThreatRestricted, ThreatKnightOnQueen, ThreatSliderOnQueen,
  PassedBlocked, PassedFree, PassedSafeStep, PassedSafePath, PassedSupported, PassedOwnKing, PassedEnemyKing,
  PassedRookBehind, PassedEnemyBehind, PassedFromEdge, PassedUnstoppable,
  Space, Tempo,
  WinnableBase, WinnablePawn, WinnablePassed, WinnableBothWings, WinnableOutflanking, WinnableInfiltration,
  WinnablePawnEnding, WinnableOneWing,
  kCount
};
// clang-format on
inline constexpr std::size_t kGroupCount = static_cast<std::size_t>(Group::kCount);

constexpr std::size_t at(Group g) {
  return static_cast<std::size_t>(g);
}

struct WeightGroup {
  Group group;
  const char* name;
  int count;
  WeightKind kind;
  const char* what;  // for people: what is counted, and by what the weights of the group differ
  int first = 0;     // index of the group's first weight
};

namespace weight_list {

inline constexpr int kByRank = 8;     // relative rank, 0 to 7
inline constexpr int kBySquare = 64;  // relative square

using enum WeightKind;

inline constexpr std::array<WeightGroup, kGroupCount> kGroupList = {{
    {Group::PawnPsqt, "psqt.pawn", kBySquare, Psqt, "by square as the owner sees it"},
    {Group::KnightPsqt, "psqt.knight", kBySquare, Psqt, "by square"},
    {Group::BishopPsqt, "psqt.bishop", kBySquare, Psqt, "by square"},
    {Group::RookPsqt, "psqt.rook", kBySquare, Psqt, "by square"},
    {Group::QueenPsqt, "psqt.queen", kBySquare, Psqt, "by square"},
    {Group::KingPsqt, "psqt.king", kBySquare, Psqt, "by square"},

    {Group::PawnDoubled, "pawn.doubled", 1, Tapered, "a pawn with an own one ahead on its file"},
    {Group::PawnIsolated, "pawn.isolated", 2, Tapered, "no own pawn on the next files: opposed, on a half-open file"},
    {Group::PawnIsolatedDoubled, "pawn.isolated_doubled", 1, Tapered, "both"},
    {Group::PawnBackward, "pawn.backward", 2, Tapered, "cannot be defended by pawns nor advance: opposed, half-open"},
    {Group::PawnPhalanx, "pawn.phalanx", kByRank, Tapered, "an own pawn beside it, by rank"},
    {Group::PawnSupported, "pawn.supported", kByRank, Tapered, "each own pawn that defends it, by rank"},
    {Group::PawnCandidate, "pawn.candidate", kByRank, Tapered, "will be passed after exchanges, by rank"},
    {Group::PawnPassed, "pawn.passed", kByRank, Tapered, "no enemy pawn can stop it, by rank"},

    {Group::KnightMobility, "mobility.knight", 9, Tapered, "by number of good squares"},
    {Group::BishopMobility, "mobility.bishop", 14, Tapered, "by number of good squares"},
    {Group::RookMobility, "mobility.rook", 15, Tapered, "by number of good squares"},
    {Group::QueenMobility, "mobility.queen", 28, Tapered, "by number of good squares"},

    {Group::KnightOutpost, "knight.outpost", 2, Tapered, "where no pawn can attack it: alone, defended by a pawn"},
    {Group::KnightReachesOutpost, "knight.reaches_outpost", 1, Tapered, "one move from an outpost defended by a pawn"},
    {Group::BishopOutpost, "bishop.outpost", 2, Tapered, "where no pawn can attack it: alone, defended by a pawn"},
    {Group::MinorBehindPawn, "minor.behind_pawn", 1, Tapered, "a pawn right before a knight or bishop"},
    {Group::KnightFromKing, "knight.from_king", 1, Tapered, "squares between a knight and its king"},
    {Group::BishopFromKing, "bishop.from_king", 1, Tapered, "squares between a bishop and its king"},
    {Group::BishopPawns, "bishop.pawns", 4, Tapered, "own pawns on its colour, by blocked pawns on files c to f"},
    {Group::BishopEnemyPawns, "bishop.enemy_pawns", 1, Tapered, "enemy pawns on its diagonals"},
    {Group::BishopLongDiagonal, "bishop.long_diagonal", 1, Tapered, "sees two squares of the centre through pawns"},
    {Group::BishopPair, "bishop.pair", 1, Tapered, "bishops on both colours"},
    {Group::KnightPawnCount, "knight.pawn_count", 1, Tapered, "for each knight: own pawns less 5"},
    {Group::RookPawnCount, "rook.pawn_count", 1, Tapered, "for each rook: own pawns less 5"},
    {Group::RookOnFile, "rook.on_file", 2, Tapered, "half-open, open"},
    {Group::RookBlocked, "rook.blocked", 1, Tapered, "behind an own pawn that cannot move"},
    {Group::RookTrapped, "rook.trapped", 2, Tapered, "shut in by its king: which may castle, may not"},
    {Group::RookOnSeventh, "rook.on_seventh", 1, Tapered, "with pawns to attack or a king to cut off"},
    {Group::QueenExposed, "queen.exposed", 1, Tapered, "an enemy slider looks at her through one man"},

    {Group::Shelter, "king.shelter", 4 * kByRank, Tapered,
     "own pawn before the king, by distance of its file from "
     "the edge and rank (0: none)"},
    {Group::Storm, "king.storm", 4 * kByRank, Tapered, "enemy pawn coming, by distance from the edge and rank"},
    {Group::StormBlocked, "king.storm_blocked", kByRank, Tapered, "enemy pawn stopped by ours, by rank"},
    {Group::KingFile, "king.file", 2, Tapered, "the king's file: half-open, open"},
    {Group::PawnlessFlank, "king.pawnless_flank", 1, Tapered, "no pawn at all on its wing"},
    {Group::KingFromPawns, "king.from_pawns", 1, Tapered, "moves to the nearest own pawn"},
    {Group::CastlingRight, "king.castling_right", 1, Tapered, "each right"},

    {Group::DangerBase, "danger.base", 1, Danger, "always"},
    {Group::DangerAttacker, "danger.attacker", 4, Danger, "knight, bishop, rook, queen that attacks the king's ring"},
    {Group::DangerAttackers, "danger.attackers", 6, Danger, "by the number of these, 5 for more"},
    {Group::DangerRing, "danger.ring", 1, Danger, "attacks on squares next to the king"},
    {Group::DangerWeakSquare, "danger.weak_square", 1, Danger, "squares of the ring that are attacked and hardly held"},
    {Group::DangerSafeCheck, "danger.safe_check", 8, Danger, "knight, bishop, rook, queen: one check, more than one"},
    {Group::DangerUnsafeCheck, "danger.unsafe_check", 1, Danger, "squares for checks that lose the piece"},
    {Group::DangerBlocker, "danger.blocker", 1, Danger, "men that alone stand between the king and a slider"},
    {Group::DangerFlank, "danger.flank", 1, Danger, "attacked squares in our camp on the king's wing"},
    {Group::DangerFlankTwice, "danger.flank_twice", 1, Danger, "the same, attacked twice"},
    {Group::DangerFlankDefended, "danger.flank_defended", 1, Danger, "defended squares there"},
    {Group::DangerNoQueen, "danger.no_queen", 1, Danger, "the attacker has no queen"},
    {Group::DangerDefender, "danger.defender", 2, Danger, "a knight, a bishop that guards the ring"},
    {Group::DangerShelter, "danger.shelter", kByRank, Danger, "own pawn on the files at the king, by rank (0: none)"},
    {Group::DangerStorm, "danger.storm", kByRank, Danger, "enemy pawn on these files, by rank (0: none)"},

    {Group::ThreatByPawn, "threat.by_pawn", 4, Tapered, "a pawn attacks a knight, bishop, rook, queen"},
    {Group::ThreatByMinor, "threat.by_minor", 5, Tapered, "a knight or bishop attacks a pawn, ... queen"},
    {Group::ThreatByRook, "threat.by_rook", 5, Tapered, "a rook attacks a weak pawn, ... queen"},
    {Group::ThreatByKing, "threat.by_king", 1, Tapered, "the king attacks weak men"},
    {Group::ThreatHanging, "threat.hanging", 1, Tapered, "attacked and not defended enough"},
    {Group::ThreatOnlyQueenGuards, "threat.only_queen_guards", 1, Tapered, "attacked, and only the queen defends"},
    {Group::ThreatByPawnPush, "threat.by_pawn_push", 1, Tapered, "a safe pawn step would attack a piece"},
    {Group::ThreatRestricted, "threat.restricted", 1, Tapered, "squares of theirs that we attack as well"},
    {Group::ThreatKnightOnQueen, "threat.knight_on_queen", 1, Tapered, "safe squares from which a knight attacks her"},
    {Group::ThreatSliderOnQueen, "threat.slider_on_queen", 1, Tapered, "the same for bishops and rooks"},

    {Group::PassedBlocked, "passed.blocked", kByRank, Tapered, "an enemy stands before it, by rank"},
    {Group::PassedFree, "passed.free", kByRank, Tapered, "nothing stands on its way, by rank"},
    {Group::PassedSafeStep, "passed.safe_step", kByRank, Tapered,
     "the square ahead is empty and not attacked, by rank"},
    {Group::PassedSafePath, "passed.safe_path", kByRank, Tapered, "no square ahead is attacked, by rank"},
    {Group::PassedSupported, "passed.supported", kByRank, Tapered, "we defend the square ahead, by rank"},
    {Group::PassedOwnKing, "passed.own_king", kByRank, Tapered, "moves of our king to the square ahead, by rank"},
    {Group::PassedEnemyKing, "passed.enemy_king", kByRank, Tapered, "moves of their king to it, by rank"},
    {Group::PassedRookBehind, "passed.rook_behind", 1, Tapered, "our rook or queen behind it"},
    {Group::PassedEnemyBehind, "passed.enemy_behind", 1, Tapered, "their rook or queen behind it"},
    {Group::PassedFromEdge, "passed.from_edge", 1, Tapered, "files between it and the edge"},
    {Group::PassedUnstoppable, "passed.unstoppable", 1, Tapered, "a lone king comes too late"},

    {Group::Space, "space", 1, Tapered, "safe squares in the centre behind our pawns, more with many pieces"},
    {Group::Tempo, "tempo", 1, Tapered, "the side to move"},

    {Group::WinnableBase, "winnable.base", 1, Winnable, "always"},
    {Group::WinnablePawn, "winnable.pawn", 1, Winnable, "pawns of both sides"},
    {Group::WinnablePassed, "winnable.passed", 1, Winnable, "passed pawns of both sides"},
    {Group::WinnableBothWings, "winnable.both_wings", 1, Winnable, "pawns on both wings"},
    {Group::WinnableOutflanking, "winnable.outflanking", 1, Winnable, "files between the kings less ranks"},
    {Group::WinnableInfiltration, "winnable.infiltration", 1, Winnable, "a king beyond the middle"},
    {Group::WinnablePawnEnding, "winnable.pawn_ending", 1, Winnable, "kings and pawns only"},
    {Group::WinnableOneWing, "winnable.one_wing", 1, Winnable, "kings face each other, pawns on one wing only"},
}};

constexpr std::array<WeightGroup, kGroupCount> numbered() {
  std::array<WeightGroup, kGroupCount> out = kGroupList;
  int next = 0;
  for (WeightGroup& g : out) {
    g.first = next;
    next += g.count;
  }
  return out;
}

}  // namespace weight_list

// In the order of Group, and of weight_values.h.
inline constexpr std::array<WeightGroup, kGroupCount> kWeightGroups = weight_list::numbered();
inline constexpr int kWeightCount = kWeightGroups.back().first + kWeightGroups.back().count;

constexpr const WeightGroup& group(Group g) {
  return kWeightGroups[at(g)];
}
// Index of the n-th weight of a group.
constexpr std::size_t weight_index(Group g, int n = 0) {
  return static_cast<std::size_t>(group(g).first + n);
}

namespace detail {
constexpr bool in_order() {
  for (std::size_t i = 0; i < kGroupCount; ++i)
    if (at(kWeightGroups[i].group) != i) return false;
  return true;
}
static_assert(in_order(), "kGroupList must be in the order of Group");
}  // namespace detail

}  // namespace oknos::eval
