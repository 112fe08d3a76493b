#include "engine/eval/trace.h"

#include <cmath>
#include <gtest/gtest.h>

#include "engine/eval/eval_positions.h"
#include "engine/eval/evaluator.h"
#include "engine/eval/weights/weight_values.h"
#include "support/positions.h"

namespace oknos::eval {
namespace {

using namespace test;

constexpr std::uint32_t kSeed = 17;

// Once more, as the header of trace.h tells it, in floating point; nothing in common with the code but the counts.
double formula(const Trace& t) {
  const auto sum = [&](WeightKind kind, bool eg, double white, double black) {
    double out = 0;
    for (const WeightGroup& g : kWeightGroups) {
      if (g.kind != kind) continue;
      for (int n = 0; n < g.count; ++n) {
        const Tapered w = kWeights[weight_index(g.group, n)];
        out += (eg ? w.eg : w.mg) *
               (white * t.counted(Color::White, g.group, n) + black * t.counted(Color::Black, g.group, n));
      }
    }
    return out;
  };
  const auto mix = [&](double mg, double eg) { return (mg * t.phase + eg * (24 - t.phase)) / 24; };
  const double material = t.material.value();
  const double psqt_eg = sum(WeightKind::Psqt, true, 1, -1);
  const double psqt = mix(sum(WeightKind::Psqt, false, 1, -1), psqt_eg);
  const double width = t.width.value();
  if (t.ending == Trace::Ending::Exact)
    return material + psqt + std::clamp(t.exact.value() - material - psqt, -width, width);
  const double white = std::max(0.0, sum(WeightKind::Danger, false, 1, 0));
  const double black = std::max(0.0, sum(WeightKind::Danger, false, 0, 1));
  const auto square = [](double d) { return std::trunc(d * d / kDangerSquare); };
  const auto plain = [](double d) { return std::trunc(d / kDangerEnding); };
  const double mg = sum(WeightKind::Tapered, false, 1, -1) + square(black) - square(white);
  const double eg = sum(WeightKind::Tapered, true, 1, -1) + plain(black) - plain(white);
  const double e = material + psqt_eg + eg;
  const double winnable = std::clamp(sum(WeightKind::Winnable, false, 1, 0), -std::abs(e), std::abs(e));
  const double kept = (e + (e > 0 ? winnable : e < 0 ? -winnable : 0)) * t.scale / kFullScale;
  const double x = mix(mg, eg + kept - e);
  const double size = std::abs(x);
  const double bent = size <= width / 2 ? size : std::min(width, width / 2 + (size - width / 2) / 2);
  return material + psqt + (x < 0 ? -bent : bent);
}

TEST(Trace, TheFormulaGivesTheEvaluation) {
  constexpr double kRounding = 3;  // three divisions: both mixtures and the scale
  std::mt19937 random(kSeed);
  int seen = 0;
  for (const std::string& name : position_files())
    for (const Position& start : positions_of(name, 2))
      walk(start, random, 4, [&](Position& p) {
        const Trace t = trace(p);
        const Evaluation e = evaluate(p);
        const Score white = p.side_to_move() == Color::White ? e.material + e.psqt + e.positional
                                                             : -(e.material + e.psqt + e.positional);
        ASSERT_EQ(value_of(t, kWeights), white) << fen::to_text(p);
        ASSERT_NEAR(formula(t), white.value(), kRounding) << fen::to_text(p);
        ++seen;
      });
  EXPECT_GT(seen, 10'000);
}

TEST(Trace, ColoursAreAlikeAndTheTableChangesNothing) {
  std::mt19937 random(kSeed);
  Evaluator evaluator;
  for (const std::string& name : position_files())
    for (const Position& start : positions_of(name, 3))
      walk(start, random, 6, [&](Position& p) {
        const Score value = evaluate(p).total();
        const Position m = mirrored(p);
        ASSERT_EQ(evaluate(m).total(), value) << fen::to_text(p);
        ASSERT_EQ(evaluator(p, Incremental::of(p)).total(), value) << fen::to_text(p);
        ASSERT_EQ(evaluator(m, Incremental::of(m)).total(), value) << fen::to_text(p);
      });
}

TEST(Trace, EveryWeightCanCount) {
  std::array<bool, kWeightCount> counted{};
  std::mt19937 random(kSeed);
  for (const std::string& name : position_files())
    for (const Position& start : positions_of(name))
      walk(start, random, 4, [&](Position& p) {
        const Trace t = trace(p);
        for (std::size_t i = 0; i < counted.size(); ++i) counted[i] = counted[i] || t.count[0][i] || t.count[1][i];
      });
  for (const WeightGroup& g : kWeightGroups) {
    bool any = false;
    for (int n = 0; n < g.count; ++n) any = any || counted[weight_index(g.group, n)];
    EXPECT_TRUE(any) << g.name << " never counts";
  }
}

TEST(Weights, GroupsFollowEachOtherAndHaveNames) {
  int next = 0;
  for (const WeightGroup& g : kWeightGroups) {
    EXPECT_EQ(g.first, next);
    EXPECT_GT(g.count, 0);
    EXPECT_STRNE(g.name, "");
    EXPECT_STRNE(g.what, "");
    next += g.count;
    if (g.kind == WeightKind::Danger || g.kind == WeightKind::Winnable)
      for (int n = 0; n < g.count; ++n) {
        EXPECT_EQ(kWeights[weight_index(g.group, n)].eg, 0) << g.name;
      }
  }
  EXPECT_EQ(next, kWeightCount);
}

TEST(Weights, PackedNumbersAddUp) {
  for (const int mg : {-1200, -1, 0, 1, 37, 1200})
    for (const int eg : {-900, -1, 0, 1, 900})
      for (const int times : {-7, -1, 0, 3}) {
        const Packed sum = pack(mg, eg) * times + pack(-5, 3);
        EXPECT_EQ(mg_of(sum), mg * times - 5);
        EXPECT_EQ(eg_of(sum), eg * times + 3);
      }
}

}  // namespace
}  // namespace oknos::eval
