#include "lab/commands/margins.h"

#include <gtest/gtest.h>

#include "engine/base/random_numbers.h"
#include "engine/pruning/presets/preset.h"
#include "engine/pruning/registry/registry.h"
#include "lab/statistics/logistic.h"

namespace oknos::lab {
namespace {

using namespace pruning;  // NOLINT: the rules' names

AuditCase watched(const char* rule, int depth, int largest, bool error) {
  AuditCase c;
  c.rule = rule;
  c.watched = true;
  c.margin_facts.depth = depth;
  c.margin = 0;
  c.largest_margin = largest;
  c.error = error;
  c.nodes = 10;
  return c;
}

// Frontier futility: below a margin of 120 one of ten is wrong, from there up one of a thousand.
std::vector<AuditCase> frontier() {
  std::vector<AuditCase> out;
  for (int i = 0; i < 6000; ++i) {
    const int largest = i % 300;
    out.push_back(watched("frontier_futility", 1, largest, largest < 120 ? i % 10 == 0 : i % 1000 == 0));
  }
  return out;
}

TEST(Fit, TakesTheMarginThatSparesTheMostWithinTheRisk) {
  const Settings settings = default_preset().settings;
  const auto fits = fit_margins(frontier(), frontier(), settings, 0.002);
  ASSERT_EQ(fits.size(), 1U);
  const RuleFit& f = fits[0];
  EXPECT_EQ(f.rule, kId<FrontierFutility>);
  EXPECT_TRUE(f.after.enabled);
  EXPECT_EQ(f.after[FrontierFutility::P::Margin], 120) << "tried in steps of 15";
  EXPECT_LE(f.checked.error_rate.rate, 0.002);
  EXPECT_EQ(f.before[FrontierFutility::P::Margin], 100);
  EXPECT_GT(f.checked_before.errors, f.checked.errors);
}

TEST(Fit, ErrorsOfOneSearchWidenTheInterval) {
  const Settings settings = default_preset().settings;
  std::vector<AuditCase> cases = frontier();
  const auto apart = [&] {
    for (std::size_t i = 0; i < cases.size(); ++i) cases[i].search = static_cast<std::uint32_t>(i);
    return fit_margins(cases, cases, settings, 0.002).front();
  }();
  const auto together = [&] {  // errors come from few of them
    for (std::size_t i = 0; i < cases.size(); ++i)
      cases[i].search = cases[i].error ? 0 : static_cast<std::uint32_t>(i % 100);
    return fit_margins(cases, cases, settings, 0.002).front();
  }();
  EXPECT_EQ(apart.checked.errors, together.checked.errors);
  EXPECT_NEAR(apart.checked.error_rate.high, proportion(apart.checked.errors, apart.checked.cases).high, 1e-5);
  EXPECT_GT(together.checked.error_rate.high, apart.checked.error_rate.high);
  EXPECT_GT(together.checked_before.error_rate.high, 1.1 * apart.checked_before.error_rate.high);
}

TEST(Fit, ALargerRiskAllowsASmallerMargin) {
  const Settings settings = default_preset().settings;
  const auto fits = fit_margins(frontier(), frontier(), settings, 0.10);
  ASSERT_EQ(fits.size(), 1U);
  EXPECT_EQ(fits[0].after[FrontierFutility::P::Margin], 0);
}

TEST(Fit, SwitchesOffWhatHoldsNoRisk) {
  std::vector<AuditCase> bad;
  for (int i = 0; i < 3000; ++i) bad.push_back(watched("frontier_futility", 1, i % 1000, i % 2 == 0));
  const auto fits = fit_margins(bad, bad, default_preset().settings, 0.01);
  ASSERT_EQ(fits.size(), 1U);
  EXPECT_FALSE(fits[0].after.enabled);
  EXPECT_EQ(fits[0].checked.cases, 0U);
}

TEST(Fit, LeavesAloneWhatItKnowsTooLittleAbout) {
  EXPECT_TRUE(fit_margins({watched("frontier_futility", 1, 50, false)}, {}, default_preset().settings, 0.01).empty());
}

TEST(Fit, WhatAnotherRuleLeavesOutIsNoPartOfIt) {
  std::vector<AuditCase> cases = frontier();
  for (AuditCase& c : cases) c.decided = "late_move_pruning";
  EXPECT_TRUE(fit_margins(cases, cases, default_preset().settings, 0.01).empty());
  for (AuditCase& c : cases) c.decided = "frontier_futility";
  EXPECT_EQ(fit_margins(cases, cases, default_preset().settings, 0.01).size(), 1U) << "its own are";
}

TEST(Fit, GoesByDepthAndKind) {
  std::vector<AuditCase> cases = {watched("see_pruning", 1, 100, false), watched("see_pruning", 3, 100, false),
                                  watched("see_pruning", 2, 300, true)};
  cases.back().margin_facts.tactical = true;
  std::vector<AuditCase> many;
  for (int i = 0; i < 1000; ++i) many.insert(many.end(), cases.begin(), cases.end());
  Settings settings = default_preset().settings;  // 60 a ply, captures 100 a ply
  const auto before = [&](int capture_margin) {
    settings.rules[kId<SeePruning>].values[static_cast<std::size_t>(SeePruning::P::CaptureMargin)] =
        static_cast<std::int16_t>(capture_margin);
    return fit_margins(many, cases, settings, 0.5).at(0).checked_before;
  };
  EXPECT_EQ(before(200).cases, 1U) << "60 at depth 1; 180 at 3 and 400 at 2 are more than was lost";
  EXPECT_EQ(before(140).errors, 1U);
  settings.rules[kId<SeePruning>].enabled = false;
  EXPECT_EQ(before(140).cases, 0U);
}

TEST(MarginParameters, AreThoseOfTheMargin) {
  EXPECT_EQ(margin_parameters(kId<ExtendedFutility>), (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(margin_parameters(kId<LateMovePruning>), (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(margin_parameters(kId<ReverseFutility>), (std::vector<std::size_t>{0, 1, 2}));
}

// --- Fitted futility

using P = FittedFutility::P;

RuleSetting truth() {
  RuleSetting out = default_preset().settings.of<FittedFutility>();
  const std::initializer_list<std::pair<P, int>> weights = {{P::Base, -150},    {P::Depth, 20},   {P::Searched, -40},
                                                            {P::History, 150},  {P::Below, -60},  {P::Above, 30},
                                                            {P::Improving, 50}, {P::CutNode, -80}};
  for (const auto& [p, w] : weights) out.values[static_cast<std::size_t>(p)] = static_cast<std::int16_t>(w);
  return out;
}

// Wrong with just the odds that truth() gives.
std::vector<AuditCase> drawn(std::uint64_t seed, int count) {
  RandomNumbers random(seed);
  const auto below = [&](int n) { return static_cast<int>(random.below(static_cast<std::uint64_t>(n))); };
  std::vector<AuditCase> out;
  for (int i = 0; i < count; ++i) {
    AuditCase c;
    c.rule = "fitted_futility";
    c.watched = true;
    c.largest_margin = 0;
    c.nodes = 10;
    c.depth = c.margin_facts.depth = 1 + below(6);
    c.searched = 1 + below(30);
    c.history = below(32768) - 16384;
    c.alpha = below(800) - 400;
    c.static_eval = below(800) - 400;
    c.improving = below(2) == 1;
    c.node = below(2) == 1 ? NodeKind::Cut : NodeKind::All;
    const FittedFutility::Facts facts{.depth = c.depth,
                                      .searched = c.searched,
                                      .history = c.history,
                                      .static_eval = *c.static_eval,
                                      .alpha = c.alpha,
                                      .improving = c.improving,
                                      .cut_node = c.node == NodeKind::Cut};
    c.error = below(1'000'000) < 1e6 * probability_of(FittedFutility::log_odds(truth(), facts) / 100.0);
    out.push_back(c);
  }
  return out;
}

TEST(Odds, TheWeightsAreFoundAgain) {
  const auto cases = drawn(1, 20'000);
  const RuleSetting fitted = fit_margins(cases, cases, default_preset().settings, 0.02).at(0).after;
  for (std::size_t i = static_cast<std::size_t>(P::Base); i <= static_cast<std::size_t>(P::CutNode); ++i)
    EXPECT_NEAR(fitted.values[i], truth().values[i], 25) << FittedFutility::kParameters[i].name;
  EXPECT_EQ(fitted[P::MaxDepth], default_preset().settings.of<FittedFutility>()[P::MaxDepth]);
}

TEST(Odds, TheRiskIsHeldInCasesThatWereNotSeen) {
  const auto fits = fit_margins(drawn(2, 30'000), drawn(3, 30'000), default_preset().settings, 0.02);
  ASSERT_EQ(fits.size(), 1U);
  const RuleFit& f = fits[0];
  EXPECT_EQ(f.rule, kId<FittedFutility>);
  EXPECT_TRUE(f.after.enabled);
  EXPECT_NE(f.after[P::Below], 0) << "the weights are fitted too";
  EXPECT_LE(f.checked.error_rate.low, 0.02);
  EXPECT_GT(f.checked.error_rate.rate, 0.015) << "and none of it is given away";
  EXPECT_GT(f.checked.cases, 2'000U);
}

// --- The options of another engine

uci::Option spin(const std::string& name, const std::string& value, std::int64_t min, std::int64_t max) {
  uci::Option out;
  out.name = name;
  out.kind = uci::OptionKind::Spin;
  out.default_value = value;
  out.min = min;
  out.max = max;
  return out;
}

// 100 errors with the rule's own margin.
ClaimMargins::Curve curve() {
  ClaimMargins::Curve out;
  out.rule = "razoring";
  out.unit = "centipawns";
  out.errors = 100.0;
  out.nodes = 1000.0;
  for (const auto& [change, errors, nodes] : {std::tuple{-100, 50.0, -200.0}, std::tuple{0, 0.0, 0.0},
                                              std::tuple{50, -20.0, 100.0}, std::tuple{200, -60.0, 500.0}}) {
    ClaimMargins::Point p;
    p.change = change;
    p.more_errors = errors;
    p.more_nodes = nodes;
    out.points.push_back(p);
  }
  return out;
}

Participant engine() {
  return *parse_participant("cmd=engine,option.Razor=150");
}

Result<MarginDecisions> decisions(const std::string& margin, const uci::Option& option) {
  return margin_decisions(curve(), 400.0, *parse_margin_option(margin), engine(), {option});
}

TEST(ClaimDecisions, ARuleItsOptionAndAScale) {
  const auto plain = parse_margin_option("late move pruning=LMP Offset");
  ASSERT_TRUE(plain.ok());
  EXPECT_EQ(plain->rule, "late move pruning");
  EXPECT_EQ(plain->option, "LMP Offset");
  EXPECT_EQ(plain->scale, 1.0);
  EXPECT_EQ(parse_margin_option("a=b:-0.5")->scale, -0.5);
  EXPECT_FALSE(plain->depths);
  EXPECT_EQ(parse_margin_option("a@3=b")->depths->least, 3);
  EXPECT_EQ(parse_margin_option("a@3=b")->depths->greatest, 3);
  EXPECT_EQ(parse_margin_option("a@3=b")->rule, "a");
  EXPECT_EQ(parse_margin_option("a@3-12=b")->depths->least, 3);
  EXPECT_EQ(parse_margin_option("a@3-12=b")->depths->greatest, 12);
  for (const char* bad : {"@3=b", "a@=b", "a@x=b", "a@-1=b", "a@5-4=b", "a@5-=b", "a@1-2-3=b", "a@1-1001=b", "", "a",
                          "=b", "a=", "a=:2", "a=b:", "a=b:x", "a=b:0", "a=b:1x", "a=b:inf", "a=b:1e9"})
    EXPECT_FALSE(parse_margin_option(bad).ok()) << bad;
}

TEST(ClaimDecisions, StartFromTheValueThatTheEngineHas) {
  const auto out = decisions("razoring=Razor", spin("Razor", "300", 0, 2000));
  ASSERT_TRUE(out.ok()) << out.error();
  ASSERT_EQ(out->size(), 3U);
  EXPECT_EQ((*out)[0].change, "option.Razor=50");
  EXPECT_EQ((*out)[1].change, "option.Razor=200");
  EXPECT_EQ((*out)[2].change, "option.Razor=350");
  EXPECT_DOUBLE_EQ((*out)[2].more_errors, -0.15);  // 60 of 400
  EXPECT_DOUBLE_EQ((*out)[2].more_errors_of_rule.value(), -0.6);
  EXPECT_DOUBLE_EQ((*out)[2].saved, -0.5);
  // Of no errors there is no share.
  ClaimMargins::Curve right = curve();
  right.errors = 0.0;
  const auto none =
      margin_decisions(right, 400.0, *parse_margin_option("razoring=Razor"), engine(), {spin("Razor", "300", 0, 2000)});
  EXPECT_FALSE((*none)[0].more_errors_of_rule);
}

TEST(ClaimDecisions, StayWithinTheRangeOfTheOption) {
  const auto narrow = decisions("razoring=Razor", spin("Razor", "300", 100, 200));
  ASSERT_EQ(narrow->size(), 1U);
  EXPECT_EQ((*narrow)[0].change, "option.Razor=200");
}

TEST(ClaimDecisions, AScaleTurnsTheSlackIntoTheOptionsUnit) {
  const auto out = decisions("razoring=Razor:-0.5", spin("Razor", "300", 0, 2000));
  ASSERT_EQ(out->size(), 3U);
  EXPECT_EQ((*out)[0].change, "option.Razor=200");
  EXPECT_EQ((*out)[2].change, "option.Razor=50");
  // Steps that come to the same value are one.
  EXPECT_EQ(decisions("razoring=Razor:0.012", spin("Razor", "300", 0, 2000))->size(), 3U);
  EXPECT_EQ(decisions("razoring=Razor:0.008", spin("Razor", "300", 0, 2000))->size(), 2U);
  EXPECT_NE(decisions("razoring=Razor:0.001", spin("Razor", "300", 0, 2000)).error().find("150 now"),
            std::string::npos);
}

// 1,000 claims of razoring at each of these depths; a margin that is larger by 25 avoids those of depth 3 alone.
ClaimMargins claims_at(const std::vector<int>& depths, const std::string& unit = "") {
  ClaimMargins out;
  for (const int depth : depths)
    for (int i = 0; i < 1000; ++i) {
      const int slack = i % 50;
      out.add({"razoring", unit, depth, slack, 1, 1, depth == 3 ? slack < 25 : slack >= 25, 0});
    }
  return out;
}
double avoided_by_25(const ClaimMargins::Curve& curve) {
  for (const auto& p : curve.points)
    if (p.change == 25) return -p.more_errors;
  return -1.0;
}

TEST(ClaimDecisions, AMarginInTwoUnitsIsNone) {
  ClaimMargins margins = claims_at({3});
  EXPECT_TRUE(curve_for(margins, *parse_margin_option("razoring=Razor")).ok());
  margins.add({"razoring", "plies", 3, 0, 1, 1, false, 0});
  const auto out = curve_for(margins, *parse_margin_option("razoring=Razor"));
  ASSERT_FALSE(out.ok());
  EXPECT_NE(out.error().find("several units"), std::string::npos) << out.error();
}

TEST(ClaimDecisions, AnOptionMayBeTheMarginOfSomeDepths) {
  const ClaimMargins margins = claims_at({3, 4, 5});
  const auto at = [&](const std::string& margin) { return curve_for(margins, *parse_margin_option(margin)); };
  EXPECT_EQ(at("razoring=Razor")->depths, "");
  EXPECT_DOUBLE_EQ(avoided_by_25(*at("razoring=Razor")), 500.0);
  EXPECT_DOUBLE_EQ(at("razoring=Razor")->errors, 1500.0);
  // Only the claims of that depth count, not those of the range that the tables of claims have (3 to 4).
  EXPECT_EQ(at("razoring@3=Razor")->depths, "depth 3");
  EXPECT_DOUBLE_EQ(avoided_by_25(*at("razoring@3=Razor")), 500.0);
  EXPECT_DOUBLE_EQ(at("razoring@3=Razor")->errors, 500.0);
  EXPECT_DOUBLE_EQ(avoided_by_25(*at("razoring@4=Razor")), 0.0);
  EXPECT_EQ(at("razoring@4-12=Razor")->depths, "depth 4 to 12");
  EXPECT_DOUBLE_EQ(at("razoring@4-12=Razor")->errors, 1000.0);
}

TEST(ClaimDecisions, TooFewClaimsAreCounted) {
  ClaimMargins margins = claims_at({3});
  margins.add({"futility", "", 3, 0, 1, 1, false, 0});
  margins.add({"razoring", "", 9, 0, 1, 1, false, 0});
  const auto error_of = [&](const std::string& margin) {
    return curve_for(margins, *parse_margin_option(margin)).error();
  };
  EXPECT_NE(error_of("razoring@9=Razor").find("1 claim of \"razoring\" at these depths (depth 9)"), std::string::npos)
      << error_of("razoring@9=Razor");
  EXPECT_NE(error_of("futility=Margin").find("1 claim of \"futility\" with a slack"), std::string::npos)
      << error_of("futility=Margin");
  EXPECT_NE(error_of("rasoring=Razor").find("0 claims of \"rasoring\""), std::string::npos);
  EXPECT_NE(error_of("rasoring=Razor").find("razoring has enough"), std::string::npos) << error_of("rasoring=Razor");
  for (int i = 0; i < 1000; ++i) margins.add({"null", "", 3, 5, 1, 1, false, 0});
  EXPECT_NE(error_of("null=Margin").find("1,000 claims of \"null\", but their slack reaches no other"),
            std::string::npos)
      << error_of("null=Margin");
  EXPECT_NE(curve_for({}, *parse_margin_option("a=b")).error().find("no rule has enough"), std::string::npos);
}

TEST(ClaimDecisions, ErrorsNameWhatThereIs) {
  const auto no_option = decisions("razoring=Rasor", spin("Razor", "300", 0, 2000));
  EXPECT_NE(no_option.error().find("Razor"), std::string::npos) << no_option.error();
  uci::Option check = spin("Razor", "true", 0, 0);
  check.kind = uci::OptionKind::Check;
  EXPECT_NE(decisions("razoring=Razor", check).error().find("no number"), std::string::npos);
}

MarginDecision decision(const std::string& rule, double more_errors, double nodes, double half_width) {
  MarginDecision out;
  out.rule = rule;
  out.change = rule + "=" + std::to_string(more_errors);
  out.more_errors = more_errors;
  out.changed = 5;
  out.more_nodes = Estimate{nodes, nodes - half_width, nodes + half_width};
  return out;
}

TEST(ClaimDecisions, AnExchangeNeedsNodesThatAreCertain) {
  EXPECT_DOUBLE_EQ(decision("a", -0.04, 0.1, 0.05).exchange().value(), 2.5);
  EXPECT_DOUBLE_EQ(decision("a", 0.04, -0.1, 0.05).exchange().value(), 2.5);
  EXPECT_FALSE(decision("a", -0.04, 0.1, 0.2).exchange());  // it may cost nothing
  EXPECT_FALSE(decision("a", -0.04, 0.1, 0.2).is_free());
  EXPECT_TRUE(decision("a", -0.04, -0.01, 0.2).is_free());
  EXPECT_FALSE(decision("a", 0.04, 0.1, 0.05).exchange());  // worse in both
  EXPECT_FALSE(decision("a", 0.04, 0.1, 0.05).is_free());
  EXPECT_FALSE(MarginDecision{}.exchange());
  MarginDecision few = decision("a", -0.04, 0.1, 0.05);
  few.changed = 4;  // errors are too few to say anything
  EXPECT_FALSE(few.exchange());
}

TEST(ClaimDecisions, WorthPlayingIsWhatIsFreeAndTheFarthestExchanges) {
  const MarginDecisions all = {decision("a", -0.01, 0.05, 0.01),   // pays 5
                               decision("a", -0.04, 0.08, 0.01),   // pays 2: the cheaper
                               decision("b", -0.02, -0.10, 0.01),  // free
                               decision("b", -0.01, -0.20, 0.01),  // free, but avoids less
                               decision("c", 0.01, -0.10, 0.01),   // gains 10
                               decision("c", 0.05, -0.10, 0.01),   // gains 2
                               decision("d", 0.01, 0.10, 0.01)};   // worse in both
  const MarginDecisions out = worth_playing(all);
  ASSERT_EQ(out.size(), 3U);
  EXPECT_EQ(out[0].change, all[2].change);
  EXPECT_EQ(out[1].change, all[4].change);
  EXPECT_EQ(out[2].change, all[1].change);
}

TEST(ClaimDecisions, EachOptionOfARuleIsAChoice) {
  MarginDecisions all = {decision("a", -0.04, 0.08, 0.01), decision("a", -0.04, 0.02, 0.01)};
  all[0].change = "option.Base=2";
  all[1].change = "option.Scale=2";
  EXPECT_EQ(worth_playing(all).size(), 2U);
  all[1].change = "option.Base=4";
  EXPECT_EQ(worth_playing(all).size(), 1U);
}

}  // namespace
}  // namespace oknos::lab
