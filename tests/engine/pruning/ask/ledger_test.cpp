#include "engine/pruning/ask/ledger.h"

#include <numeric>

#include "engine/pruning/ask/ask.h"
#include "engine/pruning/presets/preset.h"
#include "engine/pruning/random_positions.h"
#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

std::uint64_t held_in_all(const RuleCounts& counts) {
  return std::accumulate(counts.held.begin(), counts.held.end(), std::uint64_t{0});
}

constexpr std::string_view kQuiet = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

struct TwoQuietsLeft {
  template <class F>
  void for_each_remaining_quiet(F&& f) const {
    f(Move{Square::A2, Square::A3});
    f(Move{Square::B2, Square::B3});
  }
};

TEST(Ledger, CountsWhatARuleDid) {
  Scene s(kQuiet);
  s.window(Score{3000});
  Settings settings;
  settings.rules[kId<HistoryPruning>] = setting_of(0, 4);
  settings.rules[kId<LateMovePruning>] = setting_of(1, 0, 8);
  MoveContext c = s.move("a2a3");
  c.searched = 5;
  c.history = -1;
  c.best = kDraw;
  Ledger ledger;
  const Verdict v = ask<Place::Move>(c, settings, ledger);
  ASSERT_EQ(v.kind, Verdict::Kind::SkipQuiets);
  ledger.skipped(c, v);
  ledger.skipping_quiets(c, TwoQuietsLeft{}, v);
  const RuleCounts& count = ledger.rules[kId<LateMovePruning>];
  EXPECT_EQ(count.asked, 1U);
  EXPECT_EQ(count.fired, 1U);
  EXPECT_EQ(count.moves_skipped, 3U);
  EXPECT_EQ(ledger.moves_skipped, 3U);
  EXPECT_EQ(ledger.rules[kId<HistoryPruning>].fired, 0U);
  EXPECT_EQ(ledger.rules[kId<HistoryPruning>].also_fired, 1U);
  EXPECT_EQ(ledger.rules[kId<HistoryPruning>].moves_skipped, 0U);
}

TEST(Ledger, CountsWhatHeldARule) {
  Scene s(kQuiet);
  s.window(mate_in(7));
  Settings settings;
  settings.rules[kId<FrontierFutility>] = setting_of(100, 0);
  Ledger ledger;
  ask<Place::Move>(s.move("a2a3"), settings, ledger);
  const RuleCounts& r = ledger.rules[kId<FrontierFutility>];
  EXPECT_EQ(r.asked, 1U);
  EXPECT_EQ(r.fired, 0U);
  EXPECT_EQ(r.held[static_cast<std::size_t>(Guard::MateWindow)], 1U);
  EXPECT_EQ(held_in_all(r), 1U);
}

TEST(Ledger, CountsNodesAndMoves) {
  const Scene s(kQuiet);
  Ledger ledger;
  EXPECT_TRUE(ledger.empty());
  ledger.enter(s.node, false);
  ledger.enter(s.node, true);
  ledger.enter(s.node, true);
  ledger.making(s.node, s.move("a2a3").move, {});
  ledger.making(s.node, Move{}, {});
  Verdict cut = Verdict::cut(Score{1});
  cut.rule = kId<ReverseFutility>;
  ledger.node_verdict(s.node, cut);
  Verdict reduce = Verdict::reduce(1);
  reduce.rule = kId<LimitedRazoring>;
  ledger.node_verdict(s.node, reduce);
  EXPECT_FALSE(ledger.empty());
  EXPECT_EQ(ledger.nodes, 1U);
  EXPECT_EQ(ledger.quiescence_nodes, 2U);
  EXPECT_EQ(ledger.moves_made, 1U);
  EXPECT_EQ(ledger.rules[kId<ReverseFutility>].nodes_cut, 1U);
  EXPECT_EQ(ledger.rules[kId<ReverseFutility>].nodes_reduced, 0U);
  EXPECT_EQ(ledger.rules[kId<LimitedRazoring>].nodes_reduced, 1U);
}

TEST(Ledger, CountsNodesCutAtTheHorizonApart) {
  Scene above(kQuiet);
  Scene at_horizon(kQuiet);
  at_horizon.node.depth = Depth{0};
  Ledger ledger;
  Verdict cut = Verdict::cut(Score{1});
  cut.rule = kId<OverKill>;
  ledger.node_verdict(above.node, cut);
  ledger.cut_by(above.move("a2a3"), cut);
  ledger.cut_by(at_horizon.move("a2a3"), cut);
  cut.rule = kId<GeneralFutility>;
  ledger.node_verdict(at_horizon.node, cut);
  Verdict captures = Verdict::restrict_to({.floor = Score{1}}, Score{1});
  captures.rule = kId<GeneralFutility>;
  ledger.node_verdict(at_horizon.node, captures);  // which ends no node
  const RuleCounts& over_kill = ledger.rules[kId<OverKill>];
  const RuleCounts& general = ledger.rules[kId<GeneralFutility>];
  EXPECT_EQ(over_kill.nodes_cut, 2U);
  EXPECT_EQ(over_kill.quiescence_nodes_cut, 1U);
  EXPECT_EQ(general.nodes_cut, 0U);
  EXPECT_EQ(general.quiescence_nodes_cut, 1U);

  Ledger sum = ledger;
  EXPECT_EQ(sum, ledger);
  sum += ledger;
  EXPECT_NE(sum, ledger);
  EXPECT_EQ(sum.rules[kId<OverKill>].nodes_cut, 4U);
  EXPECT_EQ(sum.rules[kId<OverKill>].quiescence_nodes_cut, 2U);
}

// Asks all rules about all moves of random positions, counting by hand beside the ledger.
Ledger ledger_of(std::uint32_t seed, int positions, std::uint64_t* fired = nullptr) {
  Settings settings = find_preset("modern")->settings;
  Ledger ledger;
  for_random_positions(seed, positions, [&](const Position& position) {
    Scene s(position);
    s.window(Score{400});
    ledger.enter(s.node, false);
    for (const Move m : legal_moves(position)) {
      MoveContext c(s.node, s.checks, m);
      c.searched = 1;
      c.best = Score{-100};
      const Verdict v = ask<Place::Move>(c, settings, ledger);
      if (!v.fires()) {
        ledger.making(s.node, m, {});
        continue;
      }
      ledger.skipped(c, v);
      if (fired) ++*fired;
    }
  });
  return ledger;
}

TEST(Ledger, TheRulesAddUpToTheTotals) {
  const std::uint32_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::uint64_t fired = 0;
  const Ledger ledger = ledger_of(seed, 500, &fired);
  std::uint64_t sum_fired = 0;
  std::uint64_t sum_skipped = 0;
  for (const RuleCounts& r : ledger.rules) {
    EXPECT_LE(r.fired + r.also_fired + held_in_all(r), r.asked);
    sum_fired += r.fired;
    sum_skipped += r.moves_skipped;
  }
  EXPECT_GT(fired, 0U);
  EXPECT_EQ(sum_fired, fired);
  EXPECT_EQ(sum_skipped, ledger.moves_skipped);
  EXPECT_EQ(ledger.moves_skipped, fired);
  EXPECT_GT(ledger.moves_made, 0U);
}

TEST(Ledger, TheSumOfTwoIsTheLedgerOfBoth) {
  const Ledger a = ledger_of(1, 200);
  const Ledger b = ledger_of(2, 300);
  Ledger sum = a;
  sum += b;
  EXPECT_EQ(sum.nodes, 500U);
  for (std::size_t id = 0; id < kRules; ++id) {
    EXPECT_EQ(sum.rules[id].asked, a.rules[id].asked + b.rules[id].asked);
    EXPECT_EQ(sum.rules[id].fired, a.rules[id].fired + b.rules[id].fired);
    EXPECT_EQ(held_in_all(sum.rules[id]), held_in_all(a.rules[id]) + held_in_all(b.rules[id]));
    EXPECT_EQ(sum.rules[id].moves_skipped, a.rules[id].moves_skipped + b.rules[id].moves_skipped);
  }
  EXPECT_EQ(sum.moves_made, a.moves_made + b.moves_made);
  EXPECT_EQ(sum.moves_skipped, a.moves_skipped + b.moves_skipped);
  Ledger other = b;
  other += a;
  EXPECT_EQ(sum, other);
}

}  // namespace
}  // namespace oknos::pruning
