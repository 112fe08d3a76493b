#include "engine/eval/incremental/static_order.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "engine/chess/fen.h"
#include "engine/chess/notation.h"

namespace oknos::eval {
namespace {

TEST(StaticOrder, IsEveryLegalMoveOnceCapturesFirst) {
  const Position p = *fen::parse("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  const Incremental incremental = Incremental::of(p);
  const MoveList all = in_static_order(p, incremental, true);
  const MoveList captures = in_static_order(p, incremental, false);
  EXPECT_EQ(all.size(), legal_moves(p).size());
  for (const Move m : legal_moves(p)) EXPECT_TRUE(all.contains(m)) << to_text(m, false);
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(p.is_tactical(all[i]), i < captures.size());
  for (std::size_t i = 1; i < captures.size(); ++i) EXPECT_GE(gain(p, captures[i - 1]), gain(p, captures[i]));
  for (std::size_t i = captures.size() + 1; i < all.size(); ++i)
    EXPECT_GE(incremental.after(p, all[i - 1]).psqt(Color::White), incremental.after(p, all[i]).psqt(Color::White));
}

TEST(StaticOrder, TheLeastValuableTakerComesFirst) {
  const Position p = *fen::parse("4k3/8/8/3q4/4P3/8/8/3QK3 w - - 0 1");
  EXPECT_EQ(to_text(in_static_order(p, Incremental::of(p), false)[0], false), "e4d5");
}

TEST(StaticOrder, EqualsKeepTheirOrder) {
  const Position p = Position::initial();
  MoveList list = legal_moves(p);
  const MoveList before = list;
  sort_moves(list, [](Move) { return 0; });
  EXPECT_TRUE(std::equal(list.begin(), list.end(), before.begin()));
}

}  // namespace
}  // namespace oknos::eval
