#include "engine/pruning/rules/stand_pat.h"

#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

constexpr std::string_view kQuiet = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

Verdict ask(const Scene& s) {
  return StandPat::ask(s.node, {}, {});
}

TEST(StandPat, CutsAtBetaAndNotOneCentipawnBelow) {
  Scene s(kQuiet);
  s.node.beta = s.node.static_eval;
  expect_cut(ask(s), s.node.static_eval);
  s.node.beta = s.node.static_eval + Score{1};
  expect_go_on(ask(s));
}

TEST(StandPat, IsSilentInCheck) {
  Scene s("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1");
  s.node.beta = -kMaxEvaluation;
  expect_go_on(ask(s));
}

TEST(StandPat, MayNotBeOff) {
  EXPECT_FALSE(StandPat::kInfo.may_be_off);
}

}  // namespace
}  // namespace oknos::pruning
