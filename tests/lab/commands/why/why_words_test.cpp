#include "lab/commands/why_words.h"

#include <gtest/gtest.h>
#include <set>
#include <sstream>
#include <string>

#include "engine/pruning/presets/preset.h"
#include "engine/pruning/registry/registry.h"
#include "engine/search/engine.h"
#include "support/positions.h"

namespace oknos::lab {
namespace {

using namespace pruning;

// Muller's rules and ours of the same kind, whose conditions are sums of pieces.
const std::set<RuleId> kOfPieces = {kId<GeneralFutility>,     kId<SuperStandPat>,    kId<OverKill>,
                                    kId<DeepFutility>,        kId<PlainSuper>,       kId<PlainDeep>,
                                    kId<GeneralDeepFutility>, kId<WeakDeepFutility>, kId<WeakGeneralFutility>};

Settings settings_of(const char* preset) {
  const auto found = find_preset(preset);
  EXPECT_TRUE(found.ok());
  return found->settings;
}

// "-812 + 900 + 0 <= 300 (...)".
struct Relation {
  int left = 0, right = 0;
  bool up = false;
};
std::optional<Relation> relation_in(const std::string& text) {
  Relation out;
  std::string sums = text.substr(0, text.rfind(" ("));  // without the names
  // "a - (b + c)" is a - b - c.
  if (const auto open = sums.find("- ("); open != std::string::npos) {
    const auto plus = sums.find('+', open), close = sums.find(')', open);
    if (plus > close || close == std::string::npos) return std::nullopt;
    sums[plus] = '-';
    sums[open + 2] = sums[close] = ' ';
  }
  std::istringstream in(sums);
  std::string sign;
  if (!(in >> out.left)) return std::nullopt;
  for (int number = 0; in >> sign >> number;) {
    if (sign == "<=" || sign == ">=") {
      out.right = number;
      out.up = sign == ">=";
      return out;
    }
    out.left += sign == "-" ? -number : number;
  }
  return std::nullopt;
}

// Searches, and compares every sum with what the rule claimed; the rules that were seen.
std::set<RuleId> rules_whose_sums_hold(const Settings& settings, std::string_view fen, int depth) {
  Engine engine(1);
  engine.set_position(test::position_from(fen));
  Shadow shadow{Sampling(1)};
  SearchRequest request;
  request.limits.depth = depth;
  request.settings = settings;
  request.tracing = Tracing::Observed;
  request.observer = &shadow;
  engine.search(request);
  std::set<RuleId> seen;
  for (const ShadowSample& s : shadow.samples()) {
    if (!kOfPieces.contains(s.rule)) continue;
    const std::string text = arithmetic(s, settings);
    const auto sum = relation_in(text);
    EXPECT_TRUE(sum) << kRuleInfos[s.rule].name << ": " << text;
    if (!sum) break;
    const bool up = s.kind == ShadowSample::Kind::FailHigh;
    EXPECT_EQ(sum->up, up) << text;
    EXPECT_EQ(sum->right, (up ? s.beta : s.alpha).value()) << text;
    EXPECT_TRUE(up ? sum->left >= sum->right : sum->left <= sum->right) << kRuleInfos[s.rule].name << ": " << text;
    const bool claims_less = s.bulk_skipped && s.rule != kId<GeneralDeepFutility> && s.rule != kId<WeakGeneralFutility>;
    EXPECT_TRUE(claims_less || sum->left == s.bound.value()) << kRuleInfos[s.rule].name << ": " << text;
    seen.insert(s.rule);
  }
  return seen;
}

// A middlegame, and two endings in which one side is soon a piece behind.
std::set<RuleId> rules_seen(const Settings& settings) {
  std::set<RuleId> seen = rules_whose_sums_hold(settings, test::kKiwipete, 5);
  seen.merge(rules_whose_sums_hold(settings, "6k1/p4ppp/3q1n2/8/8/3Q2P1/P4P1P/4B1K1 w - - 0 1", 7));
  seen.merge(rules_whose_sums_hold(settings, "8/5pk1/p3b1p1/1p1r4/8/1P2N1P1/P3RP2/6K1 w - - 0 1", 7));
  return seen;
}

// Also where the reply is counted in another way, and of the rules that need no null move.
TEST(Arithmetic, TheSumsOfMullersRulesAreWhatTheRulesClaimed) {
  std::set<RuleId> seen = rules_seen(settings_of("muller"));
  Settings attacked = settings_of("muller"), exact = attacked, material = attacked, plain = settings_of("none");
  attacked.conventions.reply = Reply::Attacked;
  exact.conventions.reply = Reply::Exact;
  material.conventions.estimate = pruning::Estimate::Material;
  for (const Settings& settings : {attacked, exact, material}) EXPECT_GT(rules_seen(settings).size(), 4U);
  for (const RuleId rule : {kId<PlainSuper>, kId<PlainDeep>, kId<OverKill>}) plain.rules[rule].enabled = true;
  seen.merge(rules_seen(plain));
  for (const RuleId rule : kOfPieces)
    EXPECT_TRUE(seen.contains(rule)) << kRuleInfos[rule].name << " has nothing to show";
}

ShadowSample sample_of(RuleId rule, const char* fen, const char* move, int static_eval, int alpha) {
  ShadowSample s(test::position_from(fen));
  if (move) s.move = test::move_in(s.position, move);
  s.rule = rule;
  s.static_eval = Score{static_eval};
  s.alpha = s.bound = Score{alpha};
  return s;
}

// White is to move in each. The pieces are named as they stand when they are to be taken.
TEST(Arithmetic, NamesThePieces) {
  const Settings settings = settings_of("muller");
  constexpr const char* kFen = "r5k1/1P3ppp/8/3q4/8/8/8/R5K1 w - - 0 1";
  ShadowSample s = sample_of(kId<GeneralDeepFutility>, kFen, "g1f1", -900, 2000);
  s.bulk_skipped = true;
  EXPECT_EQ(arithmetic(s, settings),
            "-900 + 950 + 500 + 850 + 300 <= 2000 "
            "(static evaluation, V1 = queen d5, V2 = rook a8, promotion, margin for 2 PM, alpha)");
  s = sample_of(kId<DeepFutility>, kFen, "a1a8", -900, 2000);
  EXPECT_EQ(arithmetic(s, settings),
            "-900 + 500 + 950 + 850 + 300 <= 2000 "
            "(static evaluation, gain, V1 = queen d5, promotion, margin for 2 PM, alpha)");
  s = sample_of(kId<SuperStandPat>, "6k1/8/8/8/8/8/3Q2p1/4K3 w - - 0 1", nullptr, 1500, -500);
  s.kind = ShadowSample::Kind::FailHigh;
  s.beta = s.bound = Score{-500};
  EXPECT_EQ(arithmetic(s, settings),
            "1500 - (950 + 850) - 150 >= -500 (static evaluation, V1 = queen d2, promotion, margin for PM, beta)");
  s = sample_of(kId<WeakGeneralFutility>, "6k1/8/8/3q4/8/8/8/R5K1 w - - 0 1", "g1f1", -900, 2000);
  EXPECT_EQ(arithmetic(s, settings).find("-900 + 0 + 0 + 0 + "), 0U) << arithmetic(s, settings);
  EXPECT_NE(arithmetic(s, settings).find("V2 = none, V3 = none"), std::string::npos);
}

TEST(Arithmetic, NamesTheAttackedPiece) {
  Settings settings = settings_of("muller");
  settings.conventions.reply = Reply::Attacked;
  const ShadowSample s = sample_of(kId<GeneralFutility>, "r5k1/5ppp/8/3q4/8/8/8/R5K1 w - - 0 1", nullptr, -900, 2000);
  EXPECT_EQ(arithmetic(s, settings),
            "-900 + 500 + 0 + 150 <= 2000 (static evaluation, V1 = attacked rook a8, promotion, margin for PM, alpha)");
}

// No piece stands for what a bound on the evaluation allows.
TEST(Arithmetic, SaysOfBoundsThatTheyAreIn) {
  const ShadowSample s = sample_of(kId<GeneralFutility>, "6k1/8/8/3q4/8/8/8/R5K1 w - - 0 1", nullptr, -900, 40);
  EXPECT_EQ(arithmetic(s, settings_of("sound")), "at most 40 <= 40, with every bound of the evaluation in it");
}

// --- Verdicts

TEST(WhyWords, AnErrorIsCountedInPawnsButNotTheDistanceFromAMate) {
  using Kind = ShadowSample::Kind;
  const struct {
    Kind kind;
    Score limit, value;
    const char* says;
  } cases[] = {
      {Kind::Skip, Score{35}, Score{140}, "+1.40, the rule is wrong by +1.05."},
      {Kind::Skip, Score{35}, mate_in(5), "#3, the rule is wrong: it claimed a value not above +0.35."},
      {Kind::FailHigh, Score{35}, mated_in(4), "#-2, the rule is wrong: it claimed a value not below +0.35."},
      {Kind::Skip, mated_in(20), Score{140}, "+1.40, the rule is wrong: it claimed a value not above #-10."},
  };
  for (const auto& c : cases) {
    ShadowSample s(test::position_from("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
    s.kind = c.kind;
    s.alpha = s.beta = c.limit;
    s.full = Depth{3};
    ShadowVerdict v;
    v.error = v.found_at_reduced_depth = true;
    v.nodes = 12;
    v.value = c.value;
    v.error_size = c.kind == Kind::FailHigh ? c.limit - c.value : c.value - c.limit;
    EXPECT_EQ(verdict_text(s, v), "Searched after all (12 nodes, depth 3): " + std::string(c.says));
  }
}

}  // namespace
}  // namespace oknos::lab
