// One test for each guard of the sound rules: positions/counterexamples.epd holds positions whose value a rule changes
// as soon as that guard is off, and only then. Their evaluation is material alone, so that no weight decides a test.
#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>

#include "engine/chess/notation.h"
#include "engine/pruning/presets/preset.h"
#include "lab/commands/prove/compare.h"
#include "lab/commands/prove/explain.h"
#include "lab/commands/prove/prove_input.h"
#include "support/positions.h"

namespace oknos::lab {
namespace {

using pruning::Guard;

ProofPlan plan_with(const pruning::GuardSwitches& guards) {
  const auto preset = pruning::find_preset("sound");
  EXPECT_TRUE(preset.ok());
  ProofPlan plan;
  plan.variants = {{"all", preset->settings}};
  plan.null_move = preset->settings.of<pruning::NullMovePruning>();
  plan.guards = guards;
  return plan;
}

const std::vector<ProofPosition>& entries() {
  static const std::vector<ProofPosition> all = [] {
    auto input = read_proof_positions({OKNOS_SOURCE_DIR "/positions/counterexamples.epd"});
    EXPECT_TRUE(input.ok());
    return std::move(input->positions);
  }();
  return all;
}

std::vector<Difference> differences(const ProofPlan& plan, const ProofPosition& p) {
  return compare(plan, p, 0, *p.depth).differences;
}

std::vector<Difference> differences_without(Guard guard, const ProofPosition& p) {
  pruning::GuardSwitches guards;
  guards.set(guard, false);
  return differences(plan_with(guards), p);
}

TEST(Guards, NoWeightHasAPartInThem) {
  for (const ProofPosition& p : entries()) EXPECT_TRUE(p.material_only) << p.place << ' ' << p.id;
}

TEST(Guards, WithAllOfThemNoValueChanges) {
  const ProofPlan own = plan_with({});  // the rules that the position names
  ProofPlan all = own;
  all.rules_given = true;
  for (const ProofPosition& p : entries()) {
    EXPECT_TRUE(differences(own, p).empty()) << p.place << ' ' << p.id;
    EXPECT_TRUE(differences(all, p).empty()) << p.place << ' ' << p.id;
  }
}

class EachGuard : public testing::TestWithParam<Guard> {};

TEST_P(EachGuard, IsNeeded) {
  int shown = 0;
  for (const ProofPosition& p : entries()) {
    if (p.guard != GetParam()) continue;
    EXPECT_EQ(differences_without(GetParam(), p).size(), 1U) << p.place << ' ' << p.id;
    ++shown;
  }
  EXPECT_GT(shown, 0);
}

std::string test_name(const testing::TestParamInfo<Guard>& info) {
  std::string out;
  for (const char c : pruning::name_of(info.param)) out += c == '-' ? '_' : c;
  return out;
}

INSTANTIATE_TEST_SUITE_P(Guards, EachGuard,
                         testing::Values(Guard::LegalMove, Guard::ChildAlive, Guard::ReplyExists, Guard::DrawInReach,
                                         Guard::GivesCheck, Guard::NullAllowed, Guard::NullClock, Guard::Promotion,
                                         Guard::EnPassant, Guard::DepthRange),
                         test_name);

// Every rule that is proved has a position for each guard that its description names.
TEST(Guards, EveryRuleHasItsPositions) {
  std::map<std::string, std::set<std::string>> found;
  for (const ProofPosition& p : entries())
    if (p.guard)
      found[std::string(pruning::name_of(*p.guard))].insert(std::string(pruning::kRuleInfos[p.rules.at(0)].name));
  const std::map<std::string, std::set<std::string>> wanted = {
      {"legal-move", {"general_futility", "frontier_futility", "super_stand_pat", "plain_super"}},
      {"child-alive", {"over_kill", "plain_super"}},
      {"reply-exists", {"super_stand_pat"}},
      {"draw-in-reach", {"deep_futility", "general_deep_futility", "plain_deep"}},
      {"gives-check", {"deep_futility", "general_deep_futility", "plain_deep"}},
      {"null-allowed", {"super_stand_pat", "deep_futility", "general_deep_futility"}},
      {"null-clock", {"super_stand_pat", "deep_futility"}},
      {"promotion",
       {"delta_pruning", "frontier_futility", "general_futility", "over_kill", "super_stand_pat", "plain_super",
        "deep_futility", "general_deep_futility", "plain_deep"}},
      {"en-passant", {"delta_pruning", "frontier_futility", "general_futility", "over_kill", "deep_futility"}},
      {"depth-range",
       {"general_futility", "over_kill", "super_stand_pat", "plain_super", "deep_futility", "general_deep_futility",
        "plain_deep"}}};
  EXPECT_EQ(found, wanted);
}

const ProofPosition& entry(const std::string& id) {
  const auto found =
      std::find_if(entries().begin(), entries().end(), [&](const ProofPosition& p) { return p.id == id; });
  EXPECT_NE(found, entries().end()) << id;
  return *found;
}

Explanation explanation_without(Guard guard, const std::string& id) {
  const ProofPosition& p = entry(id);
  pruning::GuardSwitches guards;
  guards.set(guard, false);
  const ProofPlan plan = plan_with(guards);
  const std::vector<Difference> found = differences(plan, p);
  EXPECT_EQ(found.size(), 1U);
  return found.empty() ? Explanation{} : explain(plan, p, found.front());
}

TEST(Guards, WhatGoesWrongIsNamed) {
  const Explanation stalemated = explanation_without(Guard::ChildAlive, "child-alive/over_kill");
  ASSERT_TRUE(stalemated.claim);
  EXPECT_EQ(stalemated.claim->move, "a2a3");
  EXPECT_EQ(stalemated.claim->truth, kDraw);
  const Explanation repeated = explanation_without(Guard::DrawInReach, "draw-in-reach/deep_futility.2");
  ASSERT_TRUE(repeated.claim);
  EXPECT_EQ(repeated.claim->move, "b3a4");
  EXPECT_EQ(repeated.claim->truth, kDraw);
  const Explanation mate = explanation_without(Guard::GivesCheck, "gives-check/deep_futility");
  ASSERT_TRUE(mate.claim);
  EXPECT_EQ(mate.claim->move, "a1a8");
  const Explanation zugzwang = explanation_without(Guard::NullAllowed, "null-allowed/super_stand_pat");
  ASSERT_TRUE(zugzwang.claim);
  EXPECT_TRUE(zugzwang.claim->move.empty());
  const Explanation queening = explanation_without(Guard::Promotion, "promotion/general_futility");
  ASSERT_TRUE(queening.claim);
  EXPECT_EQ(pruning::kRuleInfos[queening.claim->rule].name, "general_futility");
}

// Every skip is right there; taking the node for a stalemate because nothing is left to search is not.
TEST(Guards, GothmogsMistakeIsNoVerdicts) {
  const Explanation e = explanation_without(Guard::LegalMove, "legal-move/frontier_futility");
  EXPECT_FALSE(e.claim);
  ASSERT_TRUE(e.node);
  EXPECT_EQ(e.node->node.depth, 1);
}

// With the pieces of before the move, over-kill counts the attacker for a pawn although it has become a queen.
TEST(Guards, OverKillByAPromotedAttacker) {
  const ProofPosition& p = entry("over_kill-promoted-attacker");
  const Position& position = p.position;
  const Move m = test::move_in(position, "b7a8q");
  const eval::Incremental incremental = eval::Incremental::of(position);
  const Score before_reply = incremental.after(position, m).material(position.side_to_move());
  EXPECT_GE(before_reply - eval::victims(position, position.side_to_move()).first, p.window->beta)
      << "the rule as it was first put would cut";
  Position after = position;
  after.play(m);
  EXPECT_LT(before_reply - eval::victims(after, position.side_to_move()).first, p.window->beta);
  EXPECT_TRUE(differences(plan_with({}), p).empty());
}

}  // namespace
}  // namespace oknos::lab
