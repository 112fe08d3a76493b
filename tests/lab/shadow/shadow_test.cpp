#include "lab/shadow/shadow.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "engine/pruning/presets/preset.h"
#include "engine/search/engine.h"
#include "support/positions.h"

namespace oknos::lab {
namespace {

struct Checked {
  std::size_t samples = 0;
  std::uint64_t errors = 0;
};

Checked check(const char* fen, const pruning::Settings& settings, std::uint64_t every, int depth,
              const pruning::GuardSwitches& guards = {}) {
  Engine engine(1);
  engine.set_position(test::position_from(fen));
  Shadow shadow{Sampling(every)};
  SearchRequest request;
  request.limits.depth = depth;
  request.settings = settings;
  request.tracing = Tracing::Observed;
  request.observer = &shadow;
  request.guards = guards;
  engine.search(request);
  Checked out;
  SubtreeSearch search;
  out.samples = shadow.samples().size();
  for (const ShadowSample& s : shadow.samples()) {
    const ShadowVerdict v = check_sample(s, ShadowSettings::of(settings), search);
    EXPECT_EQ(v.error, v.error_size > Score{0});
    out.errors += v.error ? 1 : 0;
  }
  return out;
}

pruning::Settings settings_of(const char* preset) {
  const auto found = pruning::find_preset(preset);
  EXPECT_TRUE(found.ok());
  return found->settings;
}

TEST(Shadow, TheSoundRulesAreRightWhenPlaying) {
  std::size_t samples = 0;
  for (const char* fen : {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                          "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "8/8/1k6/3n4/8/2P1K3/3R4/8 w - - 90 90"}) {
    const Checked checked = check(fen, settings_of("sound"), 7, 5);
    EXPECT_EQ(checked.errors, 0U) << fen;
    samples += checked.samples;
  }
  EXPECT_GT(samples, 500U);
}

// Material without a margin says nothing of what psqt and the other terms may gain.
TEST(Shadow, GuessesAreNot) {
  pruning::Settings settings = settings_of("sound");
  settings.conventions.estimate = pruning::Estimate::Material;
  const Checked checked = check(std::string(test::kKiwipete).c_str(), settings, 1, 5);
  EXPECT_GT(checked.errors, 0U);
}

TEST(Shadow, TakesEverySoMany) {
  const Checked all = check(std::string(test::kKiwipete).c_str(), settings_of("sound"), 1, 3);
  const Checked some = check(std::string(test::kKiwipete).c_str(), settings_of("sound"), 10, 3);
  EXPECT_LT(some.samples, all.samples / 5);
  EXPECT_GT(some.samples, all.samples / 20);
}

struct SampledSearch {
  std::vector<Ordinal> checked;
  std::uint64_t errors = 0;
  std::uint64_t seen = 0;
  std::uint64_t nodes = 0;
  std::size_t most_waiting = 0;
};

SampledSearch search_in_batches(std::size_t batch) {
  constexpr std::uint64_t kEvery = 5;
  constexpr int kDepth = 5;
  const pruning::Settings settings = settings_of("modern");
  SubtreeSearch window;
  SampledSearch out;
  const Shadow* sampler = nullptr;
  Shadow shadow(
      Sampling(kEvery),
      [&](const ShadowSample& sample) {
        out.most_waiting = std::max(out.most_waiting, sampler->samples().size());
        out.checked.push_back(sample.ordinal);
        out.errors += check_sample(sample, ShadowSettings::of(settings), window).error ? 1 : 0;
      },
      Shadow::Of::Pruned, batch);
  sampler = &shadow;
  Engine engine(1);
  SearchRequest request;
  request.limits.depth = kDepth;
  request.settings = settings;
  out.nodes = search_sampled(engine, test::position_from(test::kKiwipete), request, shadow).nodes;
  for (const auto& by_depth : shadow.seen())
    for (const PrunedCount& count : by_depth) out.seen += count.all();
  return out;
}

// However many there are: only so many wait in memory, and all are checked.
TEST(Shadow, ChecksAllSamplesOfALargeSearch) {
  constexpr std::size_t kBatch = 100;
  const SampledSearch at_once = search_in_batches(Shadow::kBatch);
  const SampledSearch in_batches = search_in_batches(kBatch);
  ASSERT_GT(at_once.checked.size(), 5 * kBatch);
  EXPECT_EQ(in_batches.most_waiting, kBatch);
  EXPECT_EQ(in_batches.checked, at_once.checked);
  EXPECT_EQ(in_batches.errors, at_once.errors);
  EXPECT_EQ(in_batches.seen, at_once.seen);
  EXPECT_EQ(in_batches.nodes, at_once.nodes) << "the checks do not disturb the search";
}

TEST(Shadow, SaysThatASearchOnAClockHadToWait) {
  const auto said_at = [](std::size_t batch) {
    Shadow shadow(
        Sampling(1), [](const ShadowSample&) {}, Shadow::Of::Pruned, batch);
    Engine engine(1);
    SearchRequest request;
    request.limits.depth = 3;
    request.limits.move_time = 60'000;
    request.settings = settings_of("modern");
    testing::internal::CaptureStderr();
    search_sampled(engine, test::position_from(test::kKiwipete), request, shadow);
    return testing::internal::GetCapturedStderr();
  };
  EXPECT_NE(said_at(10).find("--sample"), std::string::npos);
  EXPECT_EQ(said_at(Shadow::kBatch), "");
}

// The shadow check itself: a move said to be futile that is not.
TEST(Shadow, SeesAWrongClaim) {
  const pruning::Settings settings = settings_of("none");
  SubtreeSearch search;
  ShadowSample s(test::position_from("6k1/5ppp/8/7q/8/8/8/R5K1 w - - 0 1"));
  s.depth = 2;
  s.full = s.first = Depth{1};
  s.alpha = Score{-100};
  s.beta = Score{-99};
  s.ply = 1;
  s.move = test::move_in(s.position, "a1a8");
  const ShadowVerdict mate = check_sample(s, ShadowSettings::of(settings), search);
  EXPECT_TRUE(mate.error);
  EXPECT_EQ(mate.value, mate_in(2));
  s.move = test::move_in(s.position, "a1a5");
  EXPECT_FALSE(check_sample(s, ShadowSettings::of(settings), search).error);
  s.kind = ShadowSample::Kind::FailHigh;
  EXPECT_TRUE(check_sample(s, ShadowSettings::of(settings), search).error) << "the rook is lost";
}

// Pawns and kings: nothing is captured, so that quiescence stands pat and the move is all that would have been made.
TEST(Shadow, TheMoveItselfIsSaved) {
  const pruning::Settings settings = settings_of("modern");
  SubtreeSearch search;
  ShadowSample s(test::position_from("6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1"));
  s.depth = 1;
  s.full = s.first = Depth{0};
  s.alpha = Score{500};
  s.beta = Score{501};
  s.ply = 1;
  s.move = test::move_in(s.position, "h2h3");
  EXPECT_EQ(check_sample(s, ShadowSettings::of(settings), search).nodes, 1U);
  // A cut of the node would have cost its search alone: the node has been entered.
  s.move = Move{};
  EXPECT_EQ(check_sample(s, ShadowSettings::of(settings), search).nodes, 0U);
}

// Late moves are searched shallower at first, and mostly that is all.
TEST(Shadow, WhatIsSavedIsTheFirstSearch) {
  const pruning::Settings settings = settings_of("modern");
  SubtreeSearch search;
  ShadowSample s(test::position_from(test::kKiwipete));
  s.depth = 6;
  s.alpha = Score{300};
  s.beta = Score{301};
  s.ply = 1;
  s.move = test::move_in(s.position, "a2a3");
  const auto saved = [&](int full, int first) {
    s.full = Depth{full};
    s.first = Depth{first};
    return check_sample(s, ShadowSettings::of(settings), search).nodes;
  };
  EXPECT_EQ(saved(5, 2), saved(2, 2));
  EXPECT_LT(saved(5, 2), saved(5, 5));
}

// --- Sampling

TEST(Sampling, TakesOneOfSoMany) {
  const Sampling sampling(100);
  int taken = 0;
  for (Ordinal n = 0; n < 100'000; ++n) taken += sampling.wants(0, n) ? 1 : 0;
  EXPECT_GT(taken, 850);  // five standard deviations below a thousand
  EXPECT_LT(taken, 1150);
}

TEST(Sampling, TakesAllOfOne) {
  const Sampling sampling(1);
  for (Ordinal n = 0; n < 1000; ++n) EXPECT_TRUE(sampling.wants(0, n));
}

TEST(Sampling, IsReadRuleByRule) {
  const auto sampling = parse_sampling({"late_move_pruning=7", "50", "frontier_futility=2"}, 1000);
  ASSERT_TRUE(sampling.ok()) << sampling.error();
  EXPECT_EQ(sampling->every(pruning::kId<pruning::LateMovePruning>), 7U);
  EXPECT_EQ(sampling->every(pruning::kId<pruning::FrontierFutility>), 2U);
  EXPECT_EQ(sampling->every(pruning::kId<pruning::Razoring>), 50U);
  EXPECT_EQ(sampling->text(), "50 (frontier futility: one in 2, late move pruning: one in 7)");
  EXPECT_EQ(parse_sampling({}, 1000)->text(), "1000");
}

TEST(Sampling, RefusesWhatItCannotRead) {
  for (const char* word : {"0", "-1", "x", "late_move_pruning=0", "late_move_pruning=", "nothing=5", "1e30"}) {
    const auto sampling = parse_sampling({word}, 1000);
    ASSERT_FALSE(sampling.ok()) << word;
    EXPECT_TRUE(sampling.error().starts_with("--sample: ")) << sampling.error();
  }
}

// --- Margins

using namespace pruning;  // NOLINT: the rules' names

ShadowSample sample_of_rule(RuleId rule, const char* fen, const char* move) {
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
  ShadowSample s = sample_of_rule(kId<ExtendedFutility>, kRookTakesPawn, "d1c1");
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
  ShadowSample s = sample_of_rule(kId<FrontierFutility>, kRookTakesPawn, "d1c1");
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
  ShadowSample s = sample_of_rule(kId<FittedFutility>, kRookTakesPawn, "d1c1");
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
  EXPECT_EQ(largest_margin(sample_of_rule(kId<SeePruning>, kRookGivenAway, "d1d5"), settings), rook - 1);
  EXPECT_EQ(largest_margin(sample_of_rule(kId<SeePruning>, kRookTakesGuardedPawn, "d1d5"), settings), rook - pawn - 1);
}

TEST(Margins, RazoringGoesByTheWorthOfTheNode) {
  Settings settings = default_preset().settings;
  ShadowSample s = sample_of_rule(kId<Razoring>, kRookTakesPawn, "");
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
