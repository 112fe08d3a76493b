#include "engine/search/move_picker.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <set>
#include <string>

#include "engine/chess/see.h"
#include "tests/engine/search/support.h"

namespace oknos {
namespace {

using testing::position;

std::vector<std::uint16_t> sorted(std::vector<std::uint16_t> v) {
  std::sort(v.begin(), v.end());
  return v;
}

std::vector<std::uint16_t> legal(const Position& p) {
  std::vector<std::uint16_t> out;
  for (const Move m : legal_moves(p)) out.push_back(m.bits());
  return sorted(out);
}

Position random_position() {
  Position p = Position::initial();
  const int plies = *rc::gen::inRange(0, 100);
  for (int i = 0; i < plies; ++i) {
    const MoveList moves = legal_moves(p);
    if (moves.empty()) break;
    p.play(moves[*rc::gen::inRange<std::size_t>(0, moves.size())]);
  }
  return p;
}

Move any_move() {
  return Move::from_bits(*rc::gen::arbitrary<std::uint16_t>());
}

// A move of this position half of the time, nonsense otherwise.
Move likely_move(const Position& p) {
  const MoveList moves = legal_moves(p);
  if (moves.empty() || *rc::gen::arbitrary<bool>()) return any_move();
  return moves[*rc::gen::inRange<std::size_t>(0, moves.size())];
}

RC_GTEST_PROP(MovePicker, HandsOutEveryLegalMoveOnceWhateverItIsTold, ()) {
  const Position p = random_position();
  const Histories histories;
  const Killers killers{likely_move(p), likely_move(p)};
  MovePicker picker(p, histories, likely_move(p), killers, likely_move(p));
  std::vector<std::uint16_t> seen;
  while (const Move m = picker.next()) seen.push_back(m.bits());
  RC_ASSERT(sorted(seen) == legal(p));
}

RC_GTEST_PROP(MovePicker, TheOrderOfThreatsLosesNoMove, ()) {
  using P = pruning::MoveHistories::P;
  const Position p = random_position();
  const Histories histories;
  pruning::RuleSetting setting = kDefaultHistories;
  setting.values[static_cast<std::size_t>(P::Checks)] = *rc::gen::inRange<std::int16_t>(0, 32000);
  setting.values[static_cast<std::size_t>(P::Escapes)] = *rc::gen::inRange<std::int16_t>(0, 200);
  setting.values[static_cast<std::size_t>(P::CaptureLoss)] = *rc::gen::inRange<std::int16_t>(0, 100);
  const CheckInfo checks = p.check_info();
  const HistoryContext situation{.setting = setting, .checks = &checks};
  MovePicker picker(p, histories, likely_move(p), Killers{likely_move(p), Move{}}, Move{}, situation);
  std::vector<std::uint16_t> seen;
  while (const Move m = picker.next()) {
    seen.push_back(m.bits());
    if (picker.loses_nothing()) RC_ASSERT(see_at_least(p, m, Score{0}));
  }
  RC_ASSERT(sorted(seen) == legal(p));
}

RC_GTEST_PROP(MovePicker, QuiescenceGetsTheTacticalMovesOrAllEvasions, ()) {
  const Position p = random_position();
  const Histories histories;
  MovePicker picker(p, histories, likely_move(p));
  std::vector<std::uint16_t> seen;
  while (const Move m = picker.next()) seen.push_back(m.bits());
  std::vector<std::uint16_t> wanted;
  for (const Move m : legal_moves(p))
    if (p.in_check() || p.is_tactical(m)) wanted.push_back(m.bits());
  RC_ASSERT(sorted(seen) == sorted(wanted));
}

RC_GTEST_PROP(MovePicker, AfterSkipQuietsTheRemainingQuietsAreExactlyWhatIsMissing, ()) {
  const Position p = random_position();
  const Histories histories;
  const Killers killers{likely_move(p), likely_move(p)};
  const Move tt_move = likely_move(p);
  MovePicker picker(p, histories, tt_move, killers, likely_move(p));
  const CheckInfo checks = p.check_info();
  const bool spare = *rc::gen::arbitrary<bool>();
  std::vector<std::uint16_t> all;
  const int before = *rc::gen::inRange(1, 30);
  for (int i = 0; i < before; ++i) {
    const Move m = picker.next();
    if (!m) break;
    all.push_back(m.bits());
  }
  Position board = p;
  const eval::Incremental incremental = eval::Incremental::of(board);
  const pruning::NodeContext node(board, incremental);
  picker.skip_quiets(pruning::ExemptMoves(
      node, checks, spare ? pruning::ExemptionSet{pruning::Guard::GivesCheck} : pruning::ExemptionSet{}));
  picker.for_each_remaining_quiet([&](Move m) {
    RC_ASSERT(!spare || !p.gives_check(m, checks));
    all.push_back(m.bits());
  });
  while (const Move m = picker.next()) {
    RC_ASSERT(p.is_tactical(m) || m == tt_move || (spare && p.gives_check(m, checks)));
    all.push_back(m.bits());
  }
  RC_ASSERT(sorted(all) == legal(p));
}

TEST(MovePickerOrder, TableMoveThenGoodCapturesThenKillersThenQuietsThenLosingCaptures) {
  const Position p = position("4k3/3p4/4n3/8/8/4R2q/3P4/4K2B w - - 0 1");
  Histories histories;
  const Move rook_lift = *move_from_text(p, "e3e4");
  histories.quiet.update(Color::White, rook_lift, 0, 1000);
  const Killers killers{*move_from_text(p, "h1c6"), Move{}};
  MovePicker picker(p, histories, *move_from_text(p, "e1d1"), killers, Move{});
  std::vector<std::string> order;
  while (const Move m = picker.next()) order.push_back(to_text(m, false));
  ASSERT_GE(order.size(), 5u);
  EXPECT_EQ(order[0], "e1d1");      // the table's
  EXPECT_EQ(order[1], "e3h3");      // takes a queen
  EXPECT_EQ(order[2], "h1c6");      // killer
  EXPECT_EQ(order[3], "e3e4");      // best history
  EXPECT_EQ(order.back(), "e3e6");  // a rook for a knight: the pawn guards it
}

class MovePickerThreats : public ::testing::Test {
 protected:
  using P = pruning::MoveHistories::P;

  // The moves of the position in their order, with this value of one parameter.
  static std::vector<std::string> order(const char* fen, P parameter, std::int16_t value) {
    const Position p = position(fen);
    const Histories histories;
    pruning::RuleSetting setting = kDefaultHistories;
    setting.values[static_cast<std::size_t>(parameter)] = value;
    const CheckInfo checks = p.check_info();
    const HistoryContext situation{.setting = setting, .checks = &checks};
    MovePicker picker(p, histories, Move{}, Killers{}, Move{}, situation);
    std::vector<std::string> out;
    while (const Move m = picker.next()) out.push_back(to_text(m, false));
    return out;
  }
  static std::ptrdiff_t place(const std::vector<std::string>& moves, const char* move) {
    return std::find(moves.begin(), moves.end(), move) - moves.begin();
  }
};

TEST_F(MovePickerThreats, QuietChecksThatLoseNothingComeFirst) {
  constexpr const char* kFen = "7k/8/5p2/8/8/8/Q7/K7 w - - 0 1";  // Qg8+ loses the queen, and Qb2 gives no check
  const auto moves = order(kFen, P::Checks, 16000);
  EXPECT_EQ(std::set<std::string>(moves.begin(), moves.begin() + 2), (std::set<std::string>{"a2a8", "a2h2"}));
}

TEST_F(MovePickerThreats, APieceThatALesserOneAttacksMovesFirst) {
  constexpr const char* kFen = "4k3/8/8/2p5/3R4/8/P7/4K2N w - - 0 1";
  const auto moves = order(kFen, P::Escapes, 100);
  EXPECT_EQ(moves.front().substr(0, 2), "d4") << moves.front();
  const auto into = place(moves, "d4b4");  // the pawn attacks b4 too
  EXPECT_GT(into, place(moves, "d4d1"));
}

TEST_F(MovePickerThreats, ACaptureMayLoseAShareOfItsScore) {
  constexpr const char* kFen = "4k3/3p4/4n3/8/8/4R3/3P4/4K3 w - - 0 1";  // a rook for a knight, guarded
  EXPECT_EQ(order(kFen, P::CaptureLoss, 0).back(), "e3e6");
  EXPECT_EQ(order(kFen, P::CaptureLoss, 100).front(), "e3e6");
  EXPECT_EQ(order(kFen, P::CaptureLoss, 20).back(), "e3e6");
}

}  // namespace
}  // namespace oknos
