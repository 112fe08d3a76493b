#include "engine/pruning/presets/embedded_presets.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <set>
#include <toml++/toml.h>

#include "engine/pruning/presets/preset.h"

namespace oknos::pruning {
namespace {

TEST(EmbeddedPresets, EachIsGoodAndCalledAsItsFile) {
  for (const EmbeddedPreset& e : embedded_presets()) {
    const auto preset = parse_preset(e.text, e.name);
    ASSERT_TRUE(preset.ok()) << preset.error();
    EXPECT_EQ(preset->name, e.name);
    EXPECT_FALSE(preset->description.empty()) << e.name;
    EXPECT_FALSE(preset->source.empty()) << e.name;
    EXPECT_TRUE(find_preset(e.name).ok());
  }
}

TEST(EmbeddedPresets, AreTheFilesOfThePresetsFolderInTheOrderOfTheirNames) {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(OKNOS_SOURCE_DIR) / "presets")) {
    if (entry.path().extension() != ".toml") continue;
    files.insert(entry.path().stem().string());
    std::ifstream file(entry.path());
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    const auto found = std::find_if(embedded_presets().begin(), embedded_presets().end(),
                                    [&](const EmbeddedPreset& e) { return e.name == entry.path().stem().string(); });
    ASSERT_NE(found, embedded_presets().end()) << entry.path();
    EXPECT_EQ(found->text, text);
  }
  std::vector<std::string> embedded;
  for (const EmbeddedPreset& e : embedded_presets()) embedded.emplace_back(e.name);
  EXPECT_EQ(embedded, std::vector<std::string>(files.begin(), files.end()));
}

TEST(EmbeddedPresets, HoldThoseThatAreDocumented) {
  for (const char* name : {"modern", "calibrated", "none", "sound", "muller", "heinz", "wiki", "mediocre", "overview"})
    EXPECT_TRUE(find_preset(name).ok()) << name;
}

// A preset states the rules that it switches on and what differs from the one that it extends, not all the rest again.
TEST(EmbeddedPresets, StateOnlyWhatDiffersOfRulesThatAreOff) {
  for (const EmbeddedPreset& e : embedded_presets()) {
    const ::toml::table file = ::toml::parse(e.text);
    const Preset preset = *find_preset(e.name);
    const Preset base = base_of(preset);
    for (std::size_t id = 0; id < kRules; ++id) {
      const RuleInfo& rule = kRuleInfos[id];
      const RuleSetting& own = preset.settings.rules[id];
      const RuleSetting& inherited = base.settings.rules[id];
      if (own.enabled) continue;
      const bool is_comment_only = !inherited.enabled && bool(file[rule.name]["enabled"]);
      EXPECT_TRUE(!is_comment_only || file[rule.name].as_table()->size() > 1) << e.name << ": " << rule.name;
      for (std::size_t i = 0; i < rule.parameters.size(); ++i)
        EXPECT_EQ(own.values[i] != inherited.values[i], bool(file[rule.name][rule.parameters[i].name]))
            << e.name << ": " << rule.name << "." << rule.parameters[i].name;
    }
  }
}

// The file with all that it extends below it.
::toml::table resolved(std::string_view name) {
  const auto found = std::find_if(embedded_presets().begin(), embedded_presets().end(),
                                  [&](const EmbeddedPreset& e) { return e.name == name; });
  if (found == embedded_presets().end()) return {};  // the registry's defaults
  const ::toml::table own = ::toml::parse(found->text);
  ::toml::table out = resolved(own["extends"].value_or(""));
  for (const auto& [key, value] : own) {
    if (const ::toml::table* table = value.as_table(); table && out[key].as_table()) {
      for (const auto& [inner, inner_value] : *table) out[key].as_table()->insert_or_assign(inner, inner_value);
    } else {
      out.insert_or_assign(key, value);
    }
  }
  return out;
}

// Another reader of TOML, an independent one, finds the same values.
TEST(EmbeddedPresets, AreReadAlikeByTomlPlusPlus) {
  for (const EmbeddedPreset& e : embedded_presets()) {
    const ::toml::table other = resolved(e.name);
    const Preset ours = *parse_preset(e.text, e.name);
    EXPECT_EQ(other["name"].value<std::string>(), ours.name);
    EXPECT_EQ(other["description"].value<std::string>(), ours.description);
    EXPECT_EQ(other["source"].value<std::string>(), ours.source);
    for (const ConventionKey& key : kConventionKeys)
      EXPECT_EQ(other[key.name].value<std::string>(), key.value_of(ours.settings.conventions)) << key.name;
    for (const ExemptionInfo& x : kExemptions)
      EXPECT_EQ(other["exemptions"][x.key].value_or(false), ours.settings.conventions.exemptions.contains(x.guard))
          << x.key;
    for (std::size_t id = 0; id < kRules; ++id) {
      const RuleInfo& rule = kRuleInfos[id];
      if (!rule.may_be_off) continue;
      const auto table = other[rule.name];
      EXPECT_EQ(table["enabled"].value_or(rule.kind == RuleKind::SearchFeature && !rule.off_unless_set),
                ours.settings.rules[id].enabled)
          << rule.name;
      for (std::size_t i = 0; i < rule.parameters.size(); ++i) {
        const ParameterInfo& p = rule.parameters[i];
        EXPECT_EQ(table[p.name].value_or(p.default_value), ours.settings.rules[id].values[i]) << rule.name;
      }
    }
  }
}

// All that a preset plays with, a line for each rule that is on.
std::string in_play(const Preset& preset) {
  std::string out;
  const auto line = [&](std::string_view what) { out += preset.name + ' ' + std::string(what); };
  for (const ConventionKey& key : kConventionKeys) {
    line(key.name);
    out += " " + std::string(key.value_of(preset.settings.conventions)) + "\n";
  }
  line("exemptions");
  for (const ExemptionInfo& e : kExemptions)
    if (preset.settings.conventions.exemptions.contains(e.guard)) out += " " + std::string(e.key);
  out += '\n';
  for (std::size_t id = 0; id < kRules; ++id) {
    if (!preset.settings.rules[id].enabled) continue;
    const RuleInfo& rule = kRuleInfos[id];
    line(rule.name);
    for (std::size_t i = 0; i < rule.parameters.size(); ++i)
      out += " " + std::string(rule.parameters[i].name) + "=" + std::to_string(preset.settings.rules[id].values[i]);
    out += '\n';
  }
  return out;
}

// A preset inherits, so a change of one may change others. This says which.
TEST(EmbeddedPresets, PlayWithTheValuesOfTheList) {
  const char* const path = OKNOS_SOURCE_DIR "/tests/engine/pruning/presets_in_play.txt";
  std::ifstream file(path);
  const std::string list((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::string now;
  for (const std::string_view name : preset_names()) now += in_play(*find_preset(name)) + "\n";
  const auto actual = std::filesystem::temp_directory_path() / "oknos_presets_in_play.txt";
  if (now != list) std::ofstream(actual) << now;
  EXPECT_EQ(now, list) << "what the presets mean has changed; if that is wanted: cp " << actual.string() << ' ' << path;
}

// Rules of the family that may be off, but for lazy evaluation, which skips nothing.
bool is_choice(const RuleInfo& rule) {
  return rule.kind == RuleKind::Family && rule.may_be_off && rule.name != "lazy_evaluation";
}

std::set<std::string_view> on_in(std::string_view preset) {
  const Settings settings = find_preset(preset)->settings;
  std::set<std::string_view> out;
  for (std::size_t id = 0; id < kRules; ++id)
    if (is_choice(kRuleInfos[id]) && settings.rules[id].enabled) out.insert(kRuleInfos[id].name);
  return out;
}

TEST(EmbeddedPresets, NoneSkipsNothingAndHasModernsParameters) {
  const Settings none = find_preset("none")->settings;
  const Settings modern = find_preset("modern")->settings;
  EXPECT_EQ(none.conventions, modern.conventions);
  for (std::size_t id = 0; id < kRules; ++id) {
    EXPECT_EQ(none.rules[id].enabled, is_choice(kRuleInfos[id]) ? false : modern.rules[id].enabled)
        << kRuleInfos[id].name;
    EXPECT_EQ(none.rules[id].values, modern.rules[id].values) << kRuleInfos[id].name;
  }
}

TEST(EmbeddedPresets, LazyEvaluationIsOnInAll) {
  for (const std::string_view name : preset_names())
    EXPECT_TRUE(find_preset(name)->settings.enabled<LazyEvaluation>()) << name;
}

TEST(EmbeddedPresets, SoundHasOnlyWhatIsProvedAndNoMargins) {
  const Settings sound = find_preset("sound")->settings;
  const std::set<std::string_view> proved = {"delta_pruning", "frontier_futility", "general_futility",
                                             "over_kill",     "super_stand_pat",   "plain_super",
                                             "plain_deep",    "deep_futility",     "general_deep_futility"};
  EXPECT_EQ(on_in("sound"), proved);
  for (std::size_t id = 0; id < kRules; ++id) {
    const RuleInfo& rule = kRuleInfos[id];
    if (!proved.contains(rule.name)) continue;
    EXPECT_FALSE(rule.soundness.starts_with("no")) << rule.name << ": " << rule.soundness;
    for (std::size_t i = 0; i < rule.parameters.size(); ++i)
      EXPECT_EQ(sound.rules[id].values[i], rule.parameters[i].unit == "0 or 1" ? 1 : 0)
          << rule.name << "." << rule.parameters[i].name;
  }
  EXPECT_EQ(sound.conventions.estimate, Estimate::Bounds);
  EXPECT_EQ(sound.conventions.reply, Reply::Exact);
  EXPECT_EQ(sound.conventions.in_check, InCheck::StandPat);
  EXPECT_EQ(sound.conventions.tt_bound, TtBound::Upper);
  EXPECT_EQ(sound.conventions.proof_guards, ProofGuards::On);
  EXPECT_TRUE(sound.conventions.exemptions.empty());
}

// Pettersson tests the node, not its moves; the sharewiz wiki records the evaluation.
TEST(EmbeddedPresets, MediocreAndWikiFollowTheirTexts) {
  EXPECT_EQ(on_in("mediocre"), (std::set<std::string_view>{"frontier_node", "limited_razoring"}));
  const Settings mediocre = find_preset("mediocre")->settings;
  EXPECT_EQ(mediocre.of<FrontierNode>()[FrontierNode::P::Result], 1);
  EXPECT_EQ(mediocre.of<LimitedRazoring>()[LimitedRazoring::P::SpareChecks], 1);
  EXPECT_EQ(find_preset("wiki")->settings.conventions.recorded, Recorded::Evaluation);
}

// No text but Heinz's paper asks for an exception after an extension, and none for one in PV nodes.
TEST(EmbeddedPresets, HaveNoGuardsThatTheirTextsLack) {
  for (const char* name : {"heinz", "wiki", "overview"}) {
    const RuleSetting extended = find_preset(name)->settings.of<ExtendedFutility>();
    EXPECT_EQ(extended[ExtendedFutility::P::PvNodes], 1) << name;
    EXPECT_EQ(extended[ExtendedFutility::P::AfterExtension], std::string_view(name) == "heinz" ? 0 : 1) << name;
  }
  for (const char* name : {"heinz", "mediocre"}) {
    const RuleSetting razoring = find_preset(name)->settings.of<LimitedRazoring>();
    EXPECT_EQ(razoring[LimitedRazoring::P::PvNodes], 1) << name;
    EXPECT_EQ(razoring[LimitedRazoring::P::AfterExtension], std::string_view(name) == "heinz" ? 0 : 1) << name;
  }
}

// The pure form and the one above it: captures and checks are searched, and a futile node returns alpha.
TEST(EmbeddedPresets, OverviewHasTheTwoFormsOfThePage) {
  EXPECT_EQ(on_in("overview"), (std::set<std::string_view>{"frontier_futility", "extended_futility"}));
  const Settings overview = find_preset("overview")->settings;
  EXPECT_EQ(overview.conventions.recorded, Recorded::Alpha);
  EXPECT_EQ(overview.conventions.exemptions, (ExemptionSet{Guard::GivesCheck, Guard::Captures}));
  EXPECT_LE(overview.of<FrontierFutility>()[FrontierFutility::P::Margin], piece_value(PieceType::Knight).value());
  EXPECT_EQ(overview.of<ExtendedFutility>()[ExtendedFutility::P::Margin], piece_value(PieceType::Rook).value());
  EXPECT_EQ(overview.of<ExtendedFutility>()[ExtendedFutility::P::MaxDepth], 2);
}

// What the deep rules foresee is what is searched: one reduction at every depth, and nothing else changes depths.
TEST(EmbeddedPresets, TheDeepRulesHaveTheirNullMoveAtEveryDepth) {
  for (const char* name : {"sound", "muller"}) {
    const Settings settings = find_preset(name)->settings;
    ASSERT_TRUE(settings.enabled<NullMovePruning>());
    EXPECT_EQ(settings.of<NullMovePruning>()[NullMovePruning::P::MinDepth], 1) << name;
    const int at_once = NullMovePruning::reduction(settings.of<NullMovePruning>(), Depth{1});
    for (int depth = 1; depth < 100; ++depth)
      ASSERT_EQ(NullMovePruning::reduction(settings.of<NullMovePruning>(), Depth{depth}), at_once)
          << name << " " << depth;
    EXPECT_FALSE(settings.enabled<LateMoveReductions>() || settings.enabled<CheckExtension>() ||
                 settings.enabled<QuiescenceSee>())
        << name;
  }
}

TEST(EmbeddedPresets, MullerHasTheRulesOfHisPage) {
  const Settings muller = find_preset("muller")->settings;
  const std::set<std::string_view> his = {
      "delta_pruning", "frontier_futility",     "general_futility",      "over_kill",         "super_stand_pat",
      "deep_futility", "general_deep_futility", "weak_general_futility", "weak_deep_futility"};
  EXPECT_EQ(on_in("muller"), his);
  EXPECT_TRUE(muller.conventions.exemptions.empty());
  EXPECT_TRUE(muller.conventions.stands_pat_in_check());
  EXPECT_EQ(muller.conventions.estimate, Estimate::Evaluation);
  EXPECT_EQ(muller.conventions.tt_bound, TtBound::Upper);
  const int one_move = muller.of<FrontierFutility>()[FrontierFutility::P::Margin];
  const int deep_margin = 2 * one_move;  // one in his program
  EXPECT_EQ(muller.of<GeneralDeepFutility>()[GeneralDeepFutility::P::Margin], deep_margin);
  EXPECT_EQ(muller.of<WeakGeneralFutility>()[WeakGeneralFutility::P::Margin], deep_margin);
  EXPECT_EQ(muller.of<WeakDeepFutility>()[WeakDeepFutility::P::Margin], deep_margin);
  EXPECT_EQ(muller.of<DeepFutility>()[DeepFutility::P::Margin], deep_margin);
  EXPECT_EQ(muller.of<OverKill>()[OverKill::P::Ahead], 1);  // the best victim first, before any search
  constexpr int kDeepest = 6;                               // "with depths upto 6", which is 3 + R
  EXPECT_EQ(3 + muller.of<NullMovePruning>()[NullMovePruning::P::Reduction], kDeepest);
  EXPECT_EQ(muller.conventions.proof_guards, ProofGuards::Off);
}

TEST(EmbeddedPresets, HeinzKeepsALowerBoundAndPlaysWithoutReductions) {
  const Settings heinz = find_preset("heinz")->settings;
  EXPECT_EQ(heinz.conventions.tt_bound, TtBound::Lower);
  EXPECT_EQ(heinz.conventions.estimate, Estimate::Material);
  EXPECT_FALSE(heinz.enabled<LateMoveReductions>());
  EXPECT_EQ(on_in("heinz"), (std::set<std::string_view>{"delta_pruning", "frontier_futility", "extended_futility",
                                                        "limited_razoring"}));
}

}  // namespace
}  // namespace oknos::pruning
