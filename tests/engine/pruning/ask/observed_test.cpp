#include "engine/pruning/ask/observed.h"

#include <string>
#include <vector>

#include "engine/pruning/ask/ask.h"
#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

constexpr std::string_view kQuiet = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

struct Listener : Observer {
  void node_entered(const NodeEntered& e) override { entered.push_back(e); }
  void node_left(const NodeLeft& e) override { left.push_back(e); }
  void node_decided(const NodeDecided& e) override { decided.push_back(e); }
  void move_skipped(const MoveSkipped& e) override { skipped.push_back(e); }
  void move_made(const MoveMade& e) override { made.push_back(e); }
  void rule_held(const RuleHeld& e) override { held.push_back(e); }
  void move_watched(const MoveWatched& e) override { watched.push_back(e); }
  void node_watched(const NodeWatched& e) override { nodes_watched.push_back(e); }
  std::vector<NodeEntered> entered;
  std::vector<NodeLeft> left;
  std::vector<NodeDecided> decided;
  std::vector<MoveSkipped> skipped;
  std::vector<MoveMade> made;
  std::vector<RuleHeld> held;
  std::vector<MoveWatched> watched;
  std::vector<NodeWatched> nodes_watched;
};

struct OneQuietLeft {
  template <class F>
  void for_each_remaining_quiet(F&& f) const {
    f(Move{Square::H2, Square::H3});
  }
};

struct ObservedTest : testing::Test {
  Scene s{kQuiet};
  Listener listener;
  Observed tracer{listener};
};

TEST_F(ObservedTest, TellsOfASkippedMoveWithEveryRuleThatWouldHaveSkippedIt) {
  s.window(Score{3000});
  Settings settings;
  settings.rules[kId<HistoryPruning>] = setting_of(0, 4);
  settings.rules[kId<LateMovePruning>] = setting_of(1, 0, 8);
  MoveContext c = s.move("a2a3");
  c.searched = 5;
  c.history = -1;
  c.best = Score{-40};
  const Verdict v = ask<Place::Move>(c, settings, tracer);
  tracer.skipped(c, v);
  ASSERT_EQ(listener.skipped.size(), 1U);
  const MoveSkipped& told = listener.skipped[0];
  EXPECT_EQ(move_text(told.move), "a2a3");
  EXPECT_EQ(rule_name(told.rule), "late_move_pruning");
  EXPECT_EQ(told.rules, 1U << kId<LateMovePruning> | 1U << kId<HistoryPruning>);
  EXPECT_EQ(told.bound, -40);
  EXPECT_EQ(told.slack, 3040);
  EXPECT_EQ(told.alpha, 3000);
  EXPECT_EQ(told.beta, 3001);
  EXPECT_EQ(told.depth, 1);
  EXPECT_EQ(told.ply, 5);
  EXPECT_TRUE(told.has_static_eval);
  EXPECT_EQ(told.static_eval, s.node.static_eval.value());
  EXPECT_FALSE(told.bulk_skipped);
  EXPECT_EQ(told.exemptions, 0U);
  EXPECT_EQ(told.position, &s.position);
}

TEST_F(ObservedTest, TellsTheKindsOfMovesThatPresetsMaySpare) {
  s.window(Score{3000});
  s.node.previous_captured = PieceType::Pawn;
  Settings settings;
  settings.rules[kId<FrontierFutility>] = setting_of(100, 0);
  const MoveContext c = s.move("a2a3");
  tracer.skipped(c, ask<Place::Move>(c, settings, tracer));
  ASSERT_EQ(listener.skipped.size(), 1U);
  EXPECT_EQ(listener.skipped[0].exemptions, 1U << static_cast<int>(Guard::PreviousCapture));
}

// A rule that is watched speaks with settings of its own, says who has decided, and decides nothing.
TEST_F(ObservedTest, AsksWhatIsWatchedWithOtherSettings) {
  s.window(Score{3000});
  Settings settings, watched;
  settings.rules[kId<FrontierFutility>] = setting_of(2000, 0);
  watched.rules[kId<FrontierFutility>] = setting_of(0, 0);
  watched.rules[kId<ReverseFutility>] = setting_of(0, 0, 0, 8, 100);
  Observed watching(listener, {}, std::nullopt, &watched);
  const MoveContext c = s.move("a2a3");
  const Verdict v = ask<Place::Move>(c, settings, watching);
  ASSERT_EQ(listener.watched.size(), 1U);
  EXPECT_EQ(rule_name(listener.watched[0].rule), "frontier_futility");
  EXPECT_EQ(listener.watched[0].bound, v.value.value() - 2000);
  EXPECT_EQ(listener.watched[0].decided, kId<FrontierFutility>);
  EXPECT_TRUE(listener.skipped.empty());
  s.window(Score{-3000});
  EXPECT_FALSE(ask<Place::Node>(s.node, settings, watching).fires());
  ASSERT_EQ(listener.nodes_watched.size(), 1U);
  EXPECT_EQ(rule_name(listener.nodes_watched[0].rule), "reverse_futility");
  EXPECT_EQ(listener.nodes_watched[0].value, s.node.static_eval.value());
  EXPECT_EQ(listener.nodes_watched[0].decided, -1);
}

TEST_F(ObservedTest, TellsOfGuardsThatForbid) {
  s.window(mate_in(7));
  Settings settings;
  settings.rules[kId<FrontierFutility>] = setting_of(100, 0);
  EXPECT_FALSE(ask<Place::Move>(s.move("a2a3"), settings, tracer).fires());
  ASSERT_EQ(listener.held.size(), 1U);
  EXPECT_EQ(rule_name(listener.held[0].rule), "frontier_futility");
  EXPECT_EQ(guard_name(listener.held[0].guard), "mate-window");
  EXPECT_EQ(guard_name(-1), "");
  EXPECT_EQ(guard_name(0), "");
}

TEST_F(ObservedTest, TellsOfTheQuietMovesThatAreDroppedWithIt) {
  Verdict v = Verdict::skip_quiets(kDraw);
  v.rule = kId<LateMovePruning>;
  v.fired = 1U << v.rule;
  s.node.previous = Move{Square::G8, Square::F6};
  s.node.previous_captured = PieceType::Knight;
  tracer.skipped(s.move("a2a3"), v);
  EXPECT_NE(listener.skipped.at(0).exemptions, 0U) << "every move after a capture";
  listener.skipped.clear();
  tracer.skipping_quiets(s.move("a2a3"), OneQuietLeft{}, v);
  ASSERT_EQ(listener.skipped.size(), 1U);
  EXPECT_EQ(listener.skipped[0].exemptions, 0U) << "not examined";
  EXPECT_EQ(move_text(listener.skipped[0].move), "h2h3");
  EXPECT_EQ(rule_name(listener.skipped[0].rule), "late_move_pruning");
  EXPECT_TRUE(listener.skipped[0].bulk_skipped);
}

TEST_F(ObservedTest, TellsOfNodes) {
  s.node.pv = true;
  s.node.previous = Move{Square::G8, Square::F6};
  tracer.enter(s.node, false);
  tracer.leave(s.node, Score{12}, s.move("a2a3").move, NodeEnd::Searched);
  ASSERT_EQ(listener.entered.size(), 1U);
  EXPECT_EQ(listener.entered[0].key, s.position.key());
  EXPECT_TRUE(listener.entered[0].pv);
  EXPECT_FALSE(listener.entered[0].in_check);
  EXPECT_FALSE(listener.entered[0].quiescence);
  EXPECT_EQ(move_text(listener.entered[0].previous), "g8f6");
  ASSERT_EQ(listener.left.size(), 1U);
  EXPECT_EQ(listener.left[0].score, 12);
  EXPECT_EQ(move_text(listener.left[0].best_move), "a2a3");
  EXPECT_EQ(listener.left[0].end, NodeEnd::Searched);
  EXPECT_TRUE(listener.left[0].has_static_eval);
}

TEST_F(ObservedTest, GivesNoStaticValueInCheck) {
  const Scene check("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
  tracer.leave(check.node, kDraw, Move{}, NodeEnd::Searched);
  ASSERT_EQ(listener.left.size(), 1U);
  EXPECT_FALSE(listener.left[0].has_static_eval);
  EXPECT_EQ(listener.left[0].static_eval, 0);
}

TEST_F(ObservedTest, TellsOfVerdictsAndOfMovesMade) {
  Verdict v = Verdict::reduce(1);
  v.rule = kId<LimitedRazoring>;
  tracer.node_verdict(s.node, v);
  v = Verdict::cut(Score{77});
  v.rule = kId<ReverseFutility>;
  tracer.node_verdict(s.node, v);
  tracer.making(s.node, Move{}, {.full = Depth{5}, .first = Depth{3}});
  ASSERT_EQ(listener.decided.size(), 2U);
  EXPECT_EQ(listener.decided[0].kind, NodeDecided::Kind::Reduce);
  EXPECT_EQ(listener.decided[0].plies, 1);
  EXPECT_EQ(listener.decided[1].kind, NodeDecided::Kind::Cut);
  EXPECT_EQ(listener.decided[1].value, 77);
  EXPECT_EQ(rule_name(listener.decided[1].rule), "reverse_futility");
  ASSERT_EQ(listener.made.size(), 1U);
  EXPECT_EQ(move_text(listener.made[0].move), "0000");
  EXPECT_EQ(listener.made[0].child_depth, 3);
  EXPECT_EQ(listener.made[0].full_depth, 5);
  EXPECT_EQ(listener.made[0].depth, s.node.depth.plies());
}

// What is left out is counted, so that one thing can be searched all the same in the same search again.
TEST_F(ObservedTest, UndoesWhatItIsToldTo) {
  const MoveContext c = s.move("a2a3");
  const auto fired = [] {
    Verdict v = Verdict::skip(kDraw);
    v.rule = kId<FrontierFutility>;
    return v;
  };
  Observed undoing(listener, {}, Ordinal{1});
  std::vector<bool> fires;
  for (int i = 0; i < 3; ++i) {
    Verdict v = fired();
    undoing.undoing(v);
    fires.push_back(v.fires());
    if (v.fires()) undoing.skipped(c, v);
  }
  EXPECT_EQ(fires, (std::vector<bool>{true, false, true}));
  ASSERT_EQ(listener.skipped.size(), 2U);
  EXPECT_EQ(listener.skipped[0].ordinal, 0U);
  EXPECT_EQ(listener.skipped[1].ordinal, 2U);
  Verdict silent = Verdict::go_on();
  Observed first(listener, {}, Ordinal{0});
  first.undoing(silent);
  Verdict v = fired();
  first.undoing(v);
  EXPECT_FALSE(v.fires()) << "what does not fire has no number";
}

TEST(Observer, RulesHaveNames) {
  EXPECT_EQ(rule_count(), static_cast<int>(kRules));
  for (int r = 0; r < rule_count(); ++r) EXPECT_FALSE(rule_name(r).empty());
  EXPECT_TRUE(rule_name(-1).empty());
  EXPECT_TRUE(rule_name(rule_count()).empty());
}

}  // namespace
}  // namespace oknos::pruning
