#include "lab/commands/why_words.h"

#include <gtest/gtest.h>
#include <string>

#include "engine/chess/fen.h"

namespace {

using namespace oknos;
using lab::ShadowSample;
using lab::ShadowVerdict;

std::string verdict_of(ShadowSample::Kind kind, Score limit, Score value) {
  ShadowSample s(*fen::parse("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
  s.kind = kind;
  s.alpha = s.beta = limit;
  s.full = Depth{3};
  ShadowVerdict v;
  v.error = true;
  v.found_at_reduced_depth = true;
  v.nodes = 12;
  v.value = value;
  v.error_size = kind == ShadowSample::Kind::FailHigh ? limit - value : value - limit;
  return lab::verdict_text(s, v);
}

TEST(WhyWords, AnErrorIsCountedInPawns) {
  EXPECT_EQ(verdict_of(ShadowSample::Kind::Skip, Score{35}, Score{140}),
            "Searched after all (12 nodes, depth 3): +1.40, the rule is wrong by +1.05.");
}

TEST(WhyWords, TheDistanceFromAMateIsNot) {
  EXPECT_EQ(verdict_of(ShadowSample::Kind::Skip, Score{35}, mate_in(5)),
            "Searched after all (12 nodes, depth 3): #3, the rule is wrong: it claimed a value not above +0.35.");
  EXPECT_EQ(verdict_of(ShadowSample::Kind::FailHigh, Score{35}, mated_in(4)),
            "Searched after all (12 nodes, depth 3): #-2, the rule is wrong: it claimed a value not below +0.35.");
  EXPECT_EQ(verdict_of(ShadowSample::Kind::Skip, mated_in(20), Score{140}),
            "Searched after all (12 nodes, depth 3): +1.40, the rule is wrong: it claimed a value not above #-10.");
}

}  // namespace
