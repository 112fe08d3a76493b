#include "lab/shadow/margins.h"

#include <gtest/gtest.h>

#include "engine/pruning/presets/preset.h"
#include "support/positions.h"

namespace oknos::lab {
namespace {

using namespace pruning;  // NOLINT: the rules' names

ShadowSample sample_of(RuleId rule, const char* fen, const char* move) {
  ShadowSample s(test::position_from(fen));
  s.rule = rule;
  s.depth = 4;
  s.reduced_depth = 3;
  s.alpha = Score{250};
  s.beta = Score{251};
  s.bound = Score{100};
  if (*move) s.move = test::move_in(s.position, move);
  return s;
}

int margin_of(const ShadowSample& s, const RuleSetting& setting) {
  return margin_at(s.rule, setting, margin_facts(s, setting));
}

constexpr const char* kRookTakesPawn = "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1";
constexpr const char* kRookTakesGuardedPawn = "4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1";
constexpr const char* kRookGivenAway = "4k3/8/4p3/8/8/8/8/3RK3 w - - 0 1";

TEST(Margins, TheLeastOneIsWhatTheRegistryAllows) {
  const Settings modern = default_preset().settings;
  const RuleSetting reverse = with_least_margin(kId<ReverseFutility>, modern.of<ReverseFutility>());
  EXPECT_EQ(ReverseFutility::margin(reverse, 8, false), 0);
  EXPECT_EQ(reverse[ReverseFutility::P::MaxDepth], modern.of<ReverseFutility>()[ReverseFutility::P::MaxDepth]);
  EXPECT_EQ(reverse[ReverseFutility::P::BlendPercent], 100) << "the verdict's value must be the static value";
  const RuleSetting extended = with_least_margin(kId<ExtendedFutility>, modern.of<ExtendedFutility>());
  EXPECT_EQ(extended[ExtendedFutility::P::Margin], 0);
  EXPECT_EQ(extended[ExtendedFutility::P::Slope], 0);
  const RuleSetting count = with_least_margin(kId<LateMovePruning>, modern.of<LateMovePruning>());
  EXPECT_EQ(LateMovePruning::limit(count, Depth{8}, true), 0);
  const RuleSetting razoring = with_least_margin(kId<Razoring>, modern.of<Razoring>());
  EXPECT_TRUE(razoring.enabled) << "a rule that is off can be watched";
}

TEST(Margins, TheSettingsMarginIsThatOfTheDepth) {
  const Settings modern = default_preset().settings;
  ShadowSample s = sample_of(kId<ExtendedFutility>, kRookTakesPawn, "d1c1");
  EXPECT_EQ(margin_facts(s, modern.of<ExtendedFutility>()).depth, 3) << "modern goes by the reduced depth";
  EXPECT_EQ(margin_of(s, modern.of<ExtendedFutility>()), 160 + 80);
  s.rule = kId<ReverseFutility>;
  EXPECT_EQ(margin_facts(s, modern.of<ReverseFutility>()).depth, 4);
  EXPECT_EQ(margin_of(s, modern.of<ReverseFutility>()), 4 * 120);
  s.improving = true;
  EXPECT_EQ(margin_facts(s, modern.of<ReverseFutility>()).depth, 4);
  EXPECT_EQ(margin_of(s, modern.of<ReverseFutility>()), 4 * 120 - 80);
  s.rule = kId<SeePruning>;
  EXPECT_EQ(margin_of(s, modern.of<SeePruning>()), 4 * 60);
  s.move = test::move_in(s.position, "d1d5");
  EXPECT_EQ(margin_of(s, modern.of<SeePruning>()), 4 * 100);
}

TEST(Margins, TheLargestOneIsTheLastThatFires) {
  const Settings settings = default_preset().settings;
  ShadowSample s = sample_of(kId<FrontierFutility>, kRookTakesPawn, "d1c1");
  EXPECT_EQ(largest_margin(s, settings), 150);
  s.rule = kId<LateMovePruning>;
  s.searched = 7;
  EXPECT_EQ(largest_margin(s, settings), 7);
  s.rule = kId<HistoryPruning>;
  s.history = -900;
  EXPECT_EQ(largest_margin(s, settings), 899) << "the history must be worse than the threshold";
}

TEST(Margins, ThatOfOddsGoesByTheWeights) {
  Settings settings = default_preset().settings;
  auto& values = settings.rules[kId<FittedFutility>].values;
  values = {};
  values[static_cast<std::size_t>(FittedFutility::P::Margin)] = 460;
  values[static_cast<std::size_t>(FittedFutility::P::Base)] = -120;
  values[static_cast<std::size_t>(FittedFutility::P::Below)] = -50;
  ShadowSample s = sample_of(kId<FittedFutility>, kRookTakesPawn, "d1c1");
  s.static_eval = Score{50};
  EXPECT_EQ(largest_margin(s, settings), 120 + 100);
  EXPECT_EQ(margin_unit(kId<FittedFutility>), "1/100 log odds");
  EXPECT_EQ(margin_at(kId<FittedFutility>, settings.of<FittedFutility>(), {}), 460);
}

// A rule that asks SEE < -margin.
TEST(Margins, OfExchangesTheLargestOneIsOneLessThanTheLoss) {
  const Settings settings = default_preset().settings;
  const int rook = piece_value(PieceType::Rook).value();
  const int pawn = piece_value(PieceType::Pawn).value();
  EXPECT_EQ(largest_margin(sample_of(kId<SeePruning>, kRookGivenAway, "d1d5"), settings), rook - 1);
  EXPECT_EQ(largest_margin(sample_of(kId<SeePruning>, kRookTakesGuardedPawn, "d1d5"), settings), rook - pawn - 1);
}

TEST(Margins, RazoringGoesByTheWorthOfTheNode) {
  Settings settings = default_preset().settings;
  ShadowSample s = sample_of(kId<Razoring>, kRookTakesPawn, "");
  s.static_eval = Score{-350};
  EXPECT_EQ(largest_margin(s, settings), 600);
  settings.conventions.estimate = pruning::Estimate::Material;
  EXPECT_EQ(largest_margin(s, settings), 250 - (piece_value(PieceType::Rook) - piece_value(PieceType::Pawn)).value());
}

TEST(Margins, SomeRulesHaveNone) {
  EXPECT_TRUE(has_margin(kId<DeltaPruning>));
  EXPECT_FALSE(has_margin(kId<LimitedRazoring>)) << "it skips nothing";
  EXPECT_FALSE(has_margin(kId<pruning::TranspositionTable>));
  EXPECT_FALSE(has_margin(kId<StandPat>));
}

}  // namespace
}  // namespace oknos::lab
