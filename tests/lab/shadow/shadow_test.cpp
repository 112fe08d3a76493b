#include <algorithm>
#include <gtest/gtest.h>

#include "engine/pruning/presets/preset.h"
#include "engine/search/engine.h"
#include "lab/shadow/sampled_search.h"
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
      batch);
  sampler = &shadow;
  Engine engine(1);
  SearchRequest request;
  request.limits.depth = kDepth;
  request.settings = settings;
  out.nodes = search_sampled(engine, test::position_from(test::kKiwipete), request, shadow).nodes;
  for (std::size_t id = 0; id < pruning::kRules; ++id) out.seen += shadow.seen(static_cast<pruning::RuleId>(id)).all();
  return out;
}

// However many there are: only so many wait in memory, and all are checked.
TEST(Shadow, ChecksAllSamplesOfALargeSearch) {
  constexpr std::size_t kBatch = 100;
  const SampledSearch at_once = search_in_batches(Sampler::kBatch);
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
        Sampling(1), [](const ShadowSample&) {}, batch);
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
  EXPECT_EQ(said_at(Sampler::kBatch), "");
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

}  // namespace
}  // namespace oknos::lab
