#include "engine/search/move_picker.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

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

}  // namespace
}  // namespace oknos
