#include "engine/pruning/rules/quiescence_see.h"

#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

TEST(QuiescenceSee, SkipsWhatLosesByExchangeOnly) {
  Scene s("4k3/2p5/3p4/8/8/8/3R4/3QK3 w - - 0 1");
  s.node.depth = Depth{0};
  expect_skip(QuiescenceSee::ask(s.move("d2d6"), {}, {}), s.node.static_eval);
  Scene free("4k3/8/3p4/8/8/8/3R4/3QK3 w - - 0 1");
  expect_go_on(QuiescenceSee::ask(free.move("d2d6"), {}, {}));
}

TEST(QuiescenceSee, IsSilentInCheck) {
  Scene s("4k3/8/3p4/2b5/8/8/5b2/4K1R1 w - - 0 1");
  ASSERT_TRUE(s.position.in_check());
  expect_go_on(QuiescenceSee::ask(s.move("e1e2"), {}, {}));
}

}  // namespace
}  // namespace oknos::pruning
