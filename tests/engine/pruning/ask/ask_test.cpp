#include "engine/pruning/ask/ask.h"

#include <vector>

#include "engine/eval/evaluator.h"
#include "engine/pruning/ask/ledger.h"
#include "engine/pruning/presets/preset.h"
#include "engine/pruning/random_positions.h"
#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

struct Hearing {
  RuleId id;
  Verdict verdict;
  bool first;
};

template <bool all>
struct Recorder : Silent {
  static constexpr bool wants_all = all;
  std::vector<Hearing> heard;
  void asked(RuleId id, const Verdict& v, bool first) { heard.push_back({id, v, first}); }
};

constexpr std::string_view kQuiet = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

// Two rules that want to skip the move; the first only counts.
Settings two_rules() {
  Settings s;
  s.rules[kId<FrontierFutility>] = setting_of(100, 0);
  s.rules[kId<LateMovePruning>] = setting_of(1, 0, 8);
  return s;
}

TEST(Ask, TheFirstThatFiresDecidesAndTheRestIsNotAsked) {
  Scene s(kQuiet);
  s.window(Score{3000});
  MoveContext c = s.move("a2a3");
  c.searched = 5;
  c.best = kDraw;
  Recorder<false> recorder;
  const Verdict v = ask<Place::Move>(c, two_rules(), recorder);
  ASSERT_EQ(recorder.heard.size(), 1U);
  EXPECT_EQ(v.rule, recorder.heard[0].id);
  EXPECT_EQ(v.rule, std::min(kId<LateMovePruning>, kId<FrontierFutility>));
  EXPECT_EQ(v.fired, 1U << v.rule);
}

TEST(Ask, ATracerThatWantsAllHearsAllAndTheDecisionIsTheSame) {
  Scene s(kQuiet);
  s.window(Score{3000});
  MoveContext c = s.move("a2a3");
  c.searched = 5;
  c.best = kDraw;
  Recorder<true> recorder;
  const Verdict v = ask<Place::Move>(c, two_rules(), recorder);
  ASSERT_EQ(recorder.heard.size(), 2U);
  EXPECT_TRUE(recorder.heard[0].first);
  EXPECT_FALSE(recorder.heard[1].first);
  EXPECT_EQ(v.rule, recorder.heard[0].id);
  EXPECT_EQ(v.fired, 1U << kId<LateMovePruning> | 1U << kId<FrontierFutility>);
}

TEST(Ask, RulesAreAskedInTheRegistrysOrderAndOnlyThoseThatAreOn) {
  Scene s(kQuiet);
  s.node.depth = Depth{2};
  Settings settings;
  Recorder<true> nobody;
  EXPECT_EQ(ask<Place::Move>(s.move("a2a3"), settings, nobody), Verdict::go_on());
  EXPECT_TRUE(nobody.heard.empty());
  for (RuleSetting& r : settings.rules) r.enabled = true;
  Recorder<true> recorder;
  ask<Place::Move>(s.move("a2a3"), settings, recorder);
  ASSERT_GE(recorder.heard.size(), 3U);
  for (std::size_t i = 1; i < recorder.heard.size(); ++i) EXPECT_LT(recorder.heard[i - 1].id, recorder.heard[i].id);
  for (const Hearing& h : recorder.heard) EXPECT_EQ(kRuleInfos[h.id].place, Place::Move);
}

TEST(Ask, ARuleThatIsHeldLetsTheNextOneSpeak) {
  Scene s(kQuiet);
  s.window(Score{3000});
  MoveContext c = s.move("a2a3");
  c.searched = 5;
  c.best = kDraw;
  s.node.previous_captured = PieceType::Knight;
  Settings settings = two_rules();
  settings.conventions.exemptions.set(Guard::PreviousCapture, true);  // holds frontier_futility
  Recorder<false> recorder;
  const Verdict v = ask<Place::Move>(c, settings, recorder);
  EXPECT_EQ(v.rule, kId<LateMovePruning>);
  ASSERT_EQ(recorder.heard.size(), 2U);
  EXPECT_EQ(recorder.heard[0].verdict, Verdict::held(Guard::PreviousCapture));
  EXPECT_TRUE(recorder.heard[1].first);
}

// Asks about a node and its moves at every place; the board must be left as it was. In check the static value is known
// at the horizon only, and there only if quiescence stands pat.
template <class F>
void for_every_question(const Position& position, const Conventions& conventions, std::mt19937& random, F&& f) {
  constexpr int kReduction = 2;
  Scene s(position);
  s.node.depth = Depth{static_cast<int>(random() % 8)};
  s.node.ply = static_cast<int>(random() % 4);
  s.node.improving = random() % 2 != 0;
  s.node.pv = random() % 4 == 0;
  s.node.after_null = random() % 4 == 0;
  s.node.after_extension = random() % 4 == 0;
  s.node.previous_captured = random() % 3 == 0 ? PieceType::Knight : PieceType::None;
  if (random() % 4 != 0) s.passes(kReduction);
  s.window(Score{static_cast<int>(random() % 3000) - 1500});
  const auto for_every_move = [&](auto place) {
    for (const Move m : legal_moves(position)) {
      MoveContext c(s.node, s.checks, m);
      c.searched = static_cast<int>(random() % 40);
      c.best = s.node.alpha - Score{static_cast<int>(random() % 300)};
      if (!c.tactical()) c.history = static_cast<int>(random() % 32769) - 16384;
      if (place != Place::QuiescenceMove || c.tactical()) f(c, place);
    }
  };
  f(s.node, std::integral_constant<Place, Place::Node>{});
  for_every_move(std::integral_constant<Place, Place::Move>{});
  s.node.depth = Depth{0};
  if (conventions.stands_pat_in_check()) s.node.static_eval = eval::evaluate(position).total();
  f(s.node, std::integral_constant<Place, Place::QuiescenceNode>{});
  for_every_move(std::integral_constant<Place, Place::QuiescenceMove>{});
  ASSERT_EQ(fen::to_text(s.position), fen::to_text(position));
  ASSERT_EQ(s.position.key(), position.key());
  ASSERT_EQ(s.position.repetitions(), position.repetitions());
}

TEST(Ask, IsPureAndEveryTracerGetsTheSameDecision) {
  const std::uint32_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  constexpr int kPositions = 400;
  for (const std::string_view name : preset_names()) {
    Settings settings = find_preset(name)->settings;
    int fired = 0;
    std::mt19937 random(seed);
    for_random_positions(seed, kPositions, [&](const Position& position) {
      for_every_question(position, settings.conventions, random, [&](const auto& context, auto place) {
        Silent silent;
        Ledger ledger;
        const Verdict first = ask<decltype(place)::value>(context, settings, silent);
        const Verdict again = ask<decltype(place)::value>(context, settings, silent);
        Verdict with_ledger = ask<decltype(place)::value>(context, settings, ledger);
        ASSERT_EQ(first, again);
        ASSERT_EQ(first.fired & with_ledger.fired, first.fired);
        with_ledger.fired = first.fired;
        ASSERT_EQ(first, with_ledger);
        fired += first.fires() ? 1 : 0;
      });
    });
    EXPECT_GT(fired, 0) << name;
  }
}

// The preset with every rule on.
Settings all_rules(std::string_view preset) {
  Settings settings = find_preset(preset)->settings;
  for (RuleSetting& r : settings.rules) r.enabled = true;
  return settings;
}

template <class F>
void for_every_question_in_check(std::uint32_t seed, const Conventions& conventions, F&& f) {
  std::mt19937 random(seed);
  int checks = 0;
  for_random_positions(seed, 2000, [&](const Position& position) {
    if (!position.in_check()) return;
    ++checks;
    for_every_question(position, conventions, random, f);
  });
  EXPECT_GT(checks, 0);
}

TEST(Ask, NoRuleActsInCheckWhereQuiescenceDoesNotStandPatThere) {
  const std::uint32_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  for (const std::string_view name : preset_names()) {
    Settings settings = all_rules(name);
    settings.conventions.in_check = InCheck::Evasions;
    for_every_question_in_check(seed, settings.conventions, [&](const auto& context, auto place) {
      Silent silent;
      const Verdict v = ask<decltype(place)::value>(context, settings, silent);
      ASSERT_FALSE(v.fires()) << kRuleInfos[v.rule].name;
    });
  }
}

// Where it does, rules may act, but none by a static value that nobody has computed.
TEST(Ask, NoRuleTouchesAnUnknownStaticValueInCheck) {
  const std::uint32_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  Settings settings = all_rules("modern");
  settings.conventions.in_check = InCheck::StandPat;
  for (const Estimate e : kEstimates) {
    settings.conventions.estimate = e;
    int fired = 0;
    for_every_question_in_check(seed, settings.conventions, [&](const auto& context, auto place) {
      Silent silent;
      const Verdict v = ask<decltype(place)::value>(context, settings, silent);
      if (!v.fires()) return;
      const bool horizon = place == Place::QuiescenceNode || place == Place::QuiescenceMove;
      ASSERT_TRUE(horizon || !uses_evaluation(e)) << kRuleInfos[v.rule].name;
      ASSERT_LT(std::max(v.value, -v.value), Score{20000}) << kRuleInfos[v.rule].name;
      fired += horizon ? 0 : 1;
    });
    EXPECT_EQ(fired > 0, !uses_evaluation(e));
  }
}

// The bound that a verdict leaves behind must never be taken for a mate, and must lie on the right side of the window:
// a skip fails low, a node may be cut to either side, a move only because it holds beta.
TEST(Ask, WhatFiresLeavesABoundOnTheRightSideOfTheWindow) {
  const std::uint32_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  for (const std::string_view name : preset_names()) {
    const Settings settings = find_preset(name)->settings;
    std::mt19937 random(seed);
    for_random_positions(seed, 500, [&](const Position& position) {
      for_every_question(position, settings.conventions, random, [&](const auto& context, auto place) {
        Silent silent;
        const Verdict v = ask<decltype(place)::value>(context, settings, silent);
        if (!v.fires()) return;
        ASSERT_FALSE(is_mate(v.value)) << name << " " << kRuleInfos[v.rule].name;
        if constexpr (requires { context.node; }) {
          if (v.kind == Verdict::Kind::Cut) {
            ASSERT_GE(v.value, context.node.beta);
          } else if (v.rule != kId<QuiescenceSee>) {
            ASSERT_LE(v.value, context.node.alpha) << kRuleInfos[v.rule].name;
          }
        } else if (v.kind == Verdict::Kind::Cut) {
          ASSERT_TRUE(v.value >= context.beta || v.value <= context.alpha);
        } else if (v.kind != Verdict::Kind::Reduce) {
          ASSERT_LE(v.value, context.alpha) << kRuleInfos[v.rule].name;
        }
      });
    });
  }
}

// A rule that sleeps through a node would have said nothing about any of its moves.
TEST(Ask, WhoSleepsHadNothingToSay) {
  const std::uint32_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  for (const std::string_view name : preset_names()) {
    Settings settings = find_preset(name)->settings;
    for (RuleSetting& r : settings.rules) r.enabled = true;
    std::mt19937 random(seed);
    int inactive = 0;
    for_random_positions(seed, 300, [&](const Position& position) {
      for_every_question(position, settings.conventions, random, [&](const auto& context, auto place) {
        constexpr Place kPlace = decltype(place)::value;
        if constexpr (kPlace == Place::Move || kPlace == Place::QuiescenceMove) {
          Silent silent;
          MoveContext narrowed = context;
          narrowed.active_rules = active_rules<kPlace>(context.node, settings);
          inactive += narrowed.active_rules != UINT64_MAX ? 1 : 0;
          ASSERT_EQ(ask<kPlace>(narrowed, settings, silent), ask<kPlace>(context, settings, silent)) << name;
        }
      });
    });
    EXPECT_GT(inactive, 0) << name;
  }
}

}  // namespace
}  // namespace oknos::pruning
