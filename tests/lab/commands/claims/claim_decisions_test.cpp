// Which values of an engine's own options the errors of its claims speak for.
#include "lab/commands/claims/claim_decisions.h"

#include <gtest/gtest.h>

namespace oknos::lab {
namespace {

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
