#include "engine/pruning/registry/registry.h"

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <initializer_list>
#include <iterator>
#include <set>

#include "engine/pruning/registry/convention_keys.h"
#include "engine/pruning/registry/names.h"

namespace oknos::pruning {
namespace {

TEST(Registry, EveryRuleIsFoundByItsNameAndItsType) {
  EXPECT_EQ(find_rule("stand_pat"), kId<StandPat>);
  EXPECT_EQ(find_rule("transposition_table"), kId<TranspositionTable>);
  for (std::size_t id = 0; id < kRules; ++id) EXPECT_EQ(find_rule(kRuleInfos[id].name), static_cast<RuleId>(id));
  EXPECT_FALSE(find_rule("").has_value());
  EXPECT_FALSE(find_rule("Frontier Futility").has_value());
  EXPECT_FALSE(find_rule("late_move").has_value());
}

TEST(Registry, EveryRuleSaysWhatItIs) {
  std::set<std::string_view> names;
  for (const RuleInfo& r : kRuleInfos) {
    names.insert(r.name);
    EXPECT_EQ(canonical(r.name), r.name);
    for (const std::string_view text : {r.condition, r.effect, r.source, r.soundness})
      EXPECT_FALSE(text.empty()) << r.name;
    for (const ParameterInfo& p : r.parameters) {
      EXPECT_EQ(canonical(p.name), p.name);
      EXPECT_NE(p.name, "enabled");
      EXPECT_LT(p.min, p.max) << r.name << "." << p.name;
      EXPECT_FALSE(p.unit.empty() || p.meaning.empty()) << r.name << "." << p.name;
    }
  }
  EXPECT_EQ(names.size(), kRules);
}

bool is_term(std::string_view name) {
  const auto has = [](const auto& names, std::string_view n) { return std::ranges::find(names, n) != names.end(); };
  constexpr std::string_view kNamesOf = "names of ";
  if (name.starts_with(kNamesOf)) return has(kArithmeticPieces, name.substr(kNamesOf.size()));
  return has(kArithmeticNames, name) || has(kArithmeticPieces, name);
}

// What a margin is counted in is the unit of a parameter, and the arithmetic names nothing but what there is.
TEST(Registry, MarginsAndArithmeticAreDeclared) {
  for (const RuleInfo& r : kRuleInfos) {
    EXPECT_TRUE(r.kind == RuleKind::SearchFeature || r.family != RuleFamily::Other) << r.name;
    const bool has_parameter = std::any_of(r.parameters.begin(), r.parameters.end(),
                                           [&](const ParameterInfo& p) { return r.margin && r.margin->has(p.unit); });
    EXPECT_EQ(has_parameter, r.margin != nullptr) << r.name;
    for (const std::string_view text : {r.arithmetic, r.arithmetic_of_rest})
      for (std::size_t at = 0; (at = text.find('{', at)) != std::string_view::npos; ++at) {
        const std::string_view name = text.substr(at + 1, text.find('}', at) - at - 1);
        EXPECT_TRUE(is_term(name)) << r.name << ": " << name;
      }
  }
  EXPECT_TRUE(LateMovePruning::kMargin.has("1/100 moves"));
  EXPECT_FALSE(FittedFutility::kMargin.has("1/100"));
}

// The explorer's page has a colour for each family.
TEST(Registry, ThePageKnowsTheFamilies) {
  std::ifstream file(OKNOS_SOURCE_DIR "/web/src/shared/rule_colors.ts");
  const std::string page((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  for (const RuleFamilyInfo& f : kRuleFamilies)
    EXPECT_NE(page.find("\n  " + std::string(f.name) + ": \"#"), std::string::npos) << f.name;
}

// Muller's order at a node, so that the cheap and certain come before what only guesses.
TEST(Registry, TheRulesAreAskedInTheirOrder) {
  const auto in_order = [](std::initializer_list<RuleId> ids) { return std::is_sorted(ids.begin(), ids.end()); };
  EXPECT_TRUE(in_order({kId<StandPat>, kId<LazyEvaluation>, kId<DeltaPruning>}));
  EXPECT_TRUE(in_order({kId<GeneralFutility>, kId<SuperStandPat>, kId<PlainSuper>, kId<GeneralDeepFutility>,
                        kId<WeakGeneralFutility>, kId<ReverseFutility>, kId<FrontierNode>, kId<Razoring>,
                        kId<LimitedRazoring>}));
  EXPECT_TRUE(in_order({kId<OverKill>, kId<FrontierFutility>, kId<PlainDeep>, kId<WeakDeepFutility>, kId<DeepFutility>,
                        kId<ExtendedFutility>, kId<LateMovePruning>, kId<CaptureFutility>, kId<HistoryPruning>,
                        kId<FittedFutility>, kId<SeePruning>}));
  bool features = false;
  for (const RuleInfo& r : kRuleInfos) {
    EXPECT_TRUE(!features || r.kind == RuleKind::SearchFeature) << r.name << " stands after a search feature";
    features = r.kind == RuleKind::SearchFeature;
  }
}

TEST(Registry, OnlyTheRulesThatSayAlsoActInQuiescence) {
  for (const RuleInfo& r : kRuleInfos) {
    EXPECT_TRUE(r.acts_at(r.place)) << r.name;
    const bool two = r.name == "general_futility" || r.name == "over_kill";
    EXPECT_EQ(r.also_in_quiescence, two) << r.name;
  }
  EXPECT_TRUE(GeneralFutility::kInfo.acts_at(Place::QuiescenceNode));
  EXPECT_FALSE(GeneralFutility::kInfo.acts_at(Place::QuiescenceMove));
  EXPECT_TRUE(OverKill::kInfo.acts_at(Place::QuiescenceMove));
  EXPECT_FALSE(FrontierFutility::kInfo.acts_at(Place::QuiescenceMove));
}

}  // namespace
}  // namespace oknos::pruning
