// Repetitions that a move can make, and the keys that know the fifty-move clock. (Repetitions that are there:
// position_draws_test.cpp.)
#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <set>
#include <vector>

#include "engine/chess/cuckoo.h"
#include "support/random_games.h"

namespace oknos {
namespace {

using namespace test;

constexpr int kPliesBeforeRoot = 1 << 16;  // everything lies after such a root

// By trial: some legal move repeats.
bool can_repeat(Position& p, int ply) {
  const MoveList moves = legal_moves(p);
  return std::any_of(moves.begin(), moves.end(), [&](Move m) {
    const MadeMove made(p, m);
    return p.is_repetition(ply + 1);
  });
}

// Games that go to and fro: pieces often return to where they came from, and pawns and captures are rare.
struct ShufflingGame {
  std::uint8_t start = 0;
  std::vector<std::uint16_t> choices;
};

constexpr std::array<std::string_view, 8> kStarts = {
    fen::kInitial,
    "r3k2r/pp1qbppp/2npbn2/4p3/4P3/2NPBN2/PP1QBPPP/R3K2R w KQkq - 4 9",
    "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1",
    "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 30 40",
    "8/8/4k3/3n4/8/3B4/4K3/8 b - - 0 1",
    "3qk3/8/8/8/8/8/8/3QK3 w - - 0 1",
    "8/8/1p1k1n2/p2p1p2/P2P1P2/1P1KB3/8/8 w - - 2 48",
    "brnqkrnb/pppppppp/8/8/8/8/PPPPPPPP/BRNQKRNB w KQkq - 0 1",
};

Move pick(const Position& p, std::uint16_t choice, Move last_of_ours) {
  const MoveList moves = legal_moves(p);
  if (moves.empty()) return Move{};
  const Move back{last_of_ours.to(), last_of_ours.from()};
  if (choice % 8 < 3 && moves.contains(back)) return back;
  MoveList quiet;
  for (const Move m : moves)
    if (!p.is_tactical(m) && type_of(p.piece_on(m.from())) != PieceType::Pawn) quiet.push_back(m);
  const MoveList& pool = choice % 8 < 7 && !quiet.empty() ? quiet : moves;
  return pool[choice / 8 % pool.size()];
}

// Calls visit(Position&) before each move.
template <class Visit>
Position replay(const ShufflingGame& game, Visit&& visit) {
  Position position = position_from(kStarts[game.start % kStarts.size()]);
  std::array<Move, 2> last;
  for (const std::uint16_t choice : game.choices) {
    Move& own = last[static_cast<std::size_t>(index(position.side_to_move()))];
    own = pick(position, choice, own);
    if (!own) break;
    visit(position);
    position.play(own);
  }
  return position;
}

std::ostream& operator<<(std::ostream& out, const ShufflingGame& game) {
  return out << kStarts[game.start % kStarts.size()] << " ... "
             << fen::to_text(replay(game, [](Position&) {}), fen::CastlingStyle::Shredder);
}

}  // namespace
}  // namespace oknos

namespace rc {

template <>
struct Arbitrary<oknos::ShufflingGame> {
  static Gen<oknos::ShufflingGame> arbitrary() {
    using oknos::ShufflingGame;
    return gen::build<ShufflingGame>(
        gen::set(&ShufflingGame::start, gen::inRange<std::uint8_t>(0, oknos::kStarts.size())),
        gen::set(&ShufflingGame::choices,
                 gen::container<std::vector<std::uint16_t>>(gen::inRange<std::uint16_t>(0, 65535))));
  }
};

}  // namespace rc

namespace oknos {
namespace {

RC_GTEST_PROP(RepetitionProperty, UpcomingRepetitionsAreThoseThatAMoveMakes, (const ShufflingGame& game)) {
  int found = 0;
  replay(game, [&](Position& p) {
    for (const int ply : {0, 1, 3, 4, 5, 6, 8, 12, kPliesBeforeRoot}) {
      const bool expected = can_repeat(p, ply);
      RC_ASSERT(p.has_upcoming_repetition(ply) == expected);
      found += expected;
    }
  });
  RC_CLASSIFY(found > 0, "some found");
}

RC_GTEST_PROP(RepetitionProperty, AlsoAfterNullMoves, (const ShufflingGame& game, std::uint8_t pass_at)) {
  const std::size_t pass = pass_at % (game.choices.size() + 1);
  const auto half = game.choices.begin() + static_cast<std::ptrdiff_t>(pass);
  Position p = replay({game.start, {game.choices.begin(), half}}, [](Position&) {});
  if (p.in_check()) return;
  const NullMove passed(p);
  std::vector<std::unique_ptr<MadeMove>> line;
  std::array<Move, 2> last;
  for (auto choice = half; choice != game.choices.end(); ++choice) {
    RC_ASSERT(p.has_upcoming_repetition(kPliesBeforeRoot) == can_repeat(p, kPliesBeforeRoot));
    RC_ASSERT(p.has_upcoming_repetition(2) == can_repeat(p, 2));
    Move& own = last[static_cast<std::size_t>(index(p.side_to_move()))];
    own = pick(p, *choice, own);
    if (!own) break;
    line.push_back(std::make_unique<MadeMove>(p, own));
  }
  while (!line.empty()) line.pop_back();  // the last first
}

TEST(Repetition, AMoveThatGoesBackIsSeen) {
  Position p = Position::initial();
  EXPECT_FALSE(p.has_upcoming_repetition(kPliesBeforeRoot));
  play(p, {"g1f3", "g8f6"});
  EXPECT_FALSE(p.has_upcoming_repetition(kPliesBeforeRoot));
  play(p, {"f3g1"});
  EXPECT_TRUE(p.has_upcoming_repetition(4)) << "f6g8, and the position after the root stands again";
  EXPECT_FALSE(p.has_upcoming_repetition(3)) << "the position at the root only once";
  play(p, {"f6g8", "g1f3", "g8f6", "f3g1"});
  EXPECT_TRUE(p.has_upcoming_repetition(0)) << "f6g8 for the second time";
}

TEST(Repetition, APieceInTheWayMakesItImpossible) {
  const std::initializer_list<const char*> detour = {"g7h7", "a1b1", "h7h6", "b1b8", "h6g6", "b8a8", "g6g7"};
  Position open = position_from("8/6k1/8/8/8/8/8/R5K1 b - - 0 1");
  play(open, detour);
  EXPECT_TRUE(open.has_upcoming_repetition(kPliesBeforeRoot)) << "a8a1";
  Position blocked = position_from("8/6k1/8/8/P7/8/8/R5K1 b - - 0 1");
  play(blocked, detour);
  EXPECT_FALSE(blocked.has_upcoming_repetition(kPliesBeforeRoot));
}

// The table's place for the rook's c7-e6, which is no move, holds the knight's.
TEST(Repetition, AnotherPiecesMoveIsNotTakenForOurs) {
  Position p = position_from("5k2/8/4R3/8/8/8/8/5K2 b - - 0 1");
  play(p, {"f8g8", "e6c6", "g8g7", "c6c7", "g7f8"});
  EXPECT_FALSE(p.has_upcoming_repetition(kPliesBeforeRoot));
}

TEST(Repetition, PawnMovesEndIt) {
  Position p = position_from("6k1/4p3/8/8/8/8/8/R5K1 b - - 0 1");
  play(p, {"g8f8", "a1a2", "f8g8"});
  EXPECT_TRUE(p.has_upcoming_repetition(kPliesBeforeRoot));
  play(p, {"a2b2", "e7e6", "b2a2"});
  EXPECT_FALSE(p.has_upcoming_repetition(kPliesBeforeRoot));
}

TEST(Repetition, TheOtherSidesDetourIsNotOurs) {
  // White has come back; Black has gone from a8 to b8 in three moves and could have done it in one.
  Position p = position_from("r5k1/8/8/8/8/8/8/R5K1 b - - 0 1");
  play(p, {"a8c8", "a1a2", "c8d8", "a2a1", "d8b8"});
  EXPECT_FALSE(p.has_upcoming_repetition(kPliesBeforeRoot));
}

TEST(Cuckoo, EveryMoveOfAPieceIsFound) {
  int moves = 0;
  for (const Color c : {Color::White, Color::Black})
    for (int t = index(PieceType::Knight); t <= index(PieceType::King); ++t)
      for (int i = 0; i < kSquares; ++i) {
        const auto type = static_cast<PieceType>(t);
        attacks::init();
        for_each_square(attacks::piece(type, square_at(i), 0) & (kAllSquares << i), [&](Square to) {
          const Move m{square_at(i), to};
          const auto found = cuckoo::candidates(cuckoo::change(make_piece(c, type), m.from(), m.to()));
          EXPECT_TRUE(found[0] == m || found[1] == m);
          ++moves;
        });
      }
  EXPECT_EQ(moves, 3668);
  const auto& table = cuckoo::detail::kMoves;
  EXPECT_EQ(std::count_if(table.begin(), table.end(), [](Move m) { return bool(m); }), moves);
}

Key table_key_at(int clock) {
  return position_from("4k3/8/8/8/8/8/8/R3K3 w - - " + std::to_string(clock) + " 80").table_key();
}

TEST(TableKey, ChangesWithTheClockInSteps) {
  const Key key = position_from("4k3/8/8/8/8/8/8/R3K3 w - - 0 80").key();
  std::vector<int> steps;
  for (int clock = 1; clock < 120; ++clock)
    if (table_key_at(clock) != table_key_at(clock - 1)) steps.push_back(clock);
  std::vector<int> expected = {16, 24, 32, 40, 48, 56, 64, 72, 80};
  for (int clock = 88; clock <= 100; ++clock) expected.push_back(clock);
  EXPECT_EQ(steps, expected);
  EXPECT_EQ(table_key_at(15), key);
  std::set<Key> all;
  for (int clock = 0; clock < 120; ++clock) all.insert(table_key_at(clock));
  EXPECT_EQ(all.size(), expected.size() + 1) << "no two steps are alike";
}

TEST(TableKey, TheKeyOfThePositionDoesNotChangeWithTheClock) {
  EXPECT_EQ(position_from("4k3/8/8/8/8/8/8/R3K3 w - - 99 80").key(),
            position_from("4k3/8/8/8/8/8/8/R3K3 w - - 0 80").key());
}

RC_GTEST_PROP(TableKeyProperty, IsForeseenForPlainMoves, (const RandomGame& game, std::uint8_t clock)) {
  Setup setup = setup_of(end_of(game));
  setup.halfmove_clock = clock % 101;
  Position p(setup);
  for (const Move m : legal_moves(p)) {
    const Key foreseen = p.table_key_after(m);
    const MadeMove made(p, m);
    if (m.kind() != MoveKind::Normal || setup.en_passant != Square::None || p.en_passant() != Square::None) continue;
    if (p.castling_rights() == Position(setup).castling_rights()) RC_ASSERT(foreseen == p.table_key());
  }
}

RC_GTEST_PROP(TableKeyProperty, IsForeseenForNullMoves, (const RandomGame& game)) {
  Position p = end_of(game);
  RC_PRE(!p.in_check());
  const Key foreseen = p.table_key_after_null();
  const NullMove passed(p);
  RC_ASSERT(foreseen == p.table_key());
}

}  // namespace
}  // namespace oknos
