#include "engine/pruning/rules/quiescence_limit.h"

#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

constexpr const char* kCaptures = "4k3/8/1p1p1p2/8/8/1R1R1R2/8/4K3 w - - 0 1";

RuleSetting limit(int nodes, int moves) {
  RuleSetting setting = RuleSetting::of(QuiescenceLimit::kInfo);
  setting.values[0] = static_cast<std::int16_t>(nodes);
  setting.values[1] = static_cast<std::int16_t>(moves);
  return setting;
}

MoveContext late(Scene& s, const char* move, int searched, std::uint64_t nodes) {
  s.node.depth = Depth{0};
  MoveContext out = s.move(move);
  out.searched = searched;
  out.quiescence_nodes = nodes;
  out.best = Score{-30};
  return out;
}

TEST(QuiescenceLimit, SkipsWhatComesAfterTheFirstMovesOfALargeSearch) {
  Scene s(kCaptures);
  expect_go_on(QuiescenceLimit::ask(late(s, "d3d6", 1, 99), limit(100, 1), {}));
  expect_skip(QuiescenceLimit::ask(late(s, "d3d6", 1, 100), limit(100, 1), {}), Score{-30});
  expect_go_on(QuiescenceLimit::ask(late(s, "d3d6", 1, 100), limit(100, 2), {}));
  expect_go_on(QuiescenceLimit::ask(late(s, "d3d6", 0, 100), limit(100, 1), {}));
}

TEST(QuiescenceLimit, TriesAnotherMoveWhileTheBestOneLoses) {
  Scene s(kCaptures);
  MoveContext lost = late(s, "d3d6", 3, 1000);
  lost.best = mated_in(4);
  expect_held(QuiescenceLimit::ask(lost, limit(100, 1), {}), Guard::MateWindow);
}

TEST(QuiescenceLimit, IsOffUntilAPresetTurnsItOn) {
  EXPECT_FALSE(RuleSetting::of(QuiescenceLimit::kInfo).enabled);
}

}  // namespace
}  // namespace oknos::pruning
