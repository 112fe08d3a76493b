// The switches beside the family: each changes what is searched, and the search stays right without it.
#include <gtest/gtest.h>

#include "tests/search/support.h"

namespace oknos {
namespace {

constexpr std::string_view kMiddlegame = "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9";

template <class Rule>
SearchReport search_without(std::string_view fen, int depth) {
  SearchRequest request = testing::to_depth(depth);
  request.settings.rules[pruning::kId<Rule>].enabled = false;
  return testing::search(fen, request);
}

template <class Rule>
class Companion : public ::testing::Test {};

using Switched = ::testing::Types<pruning::NullMovePruning, pruning::ProbCut, pruning::LateMoveReductions,
                                  pruning::InternalIterativeReductions, pruning::SingularExtensions,
                                  pruning::CorrectionHistory, pruning::AspirationWindow, pruning::TranspositionTable>;
TYPED_TEST_SUITE(Companion, Switched);

TYPED_TEST(Companion, ItsSwitchIsObeyed) {
  constexpr int kDepth = 11;
  const SearchReport with = testing::search(kMiddlegame, testing::to_depth(kDepth));
  const SearchReport without = search_without<TypeParam>(kMiddlegame, kDepth);
  EXPECT_NE(with.nodes, without.nodes);
  EXPECT_TRUE(testing::position(kMiddlegame).is_legal(without.best));
}

// White is two queens down and checks for ever: Qe8+ Kh7 Qh5+ Kg8.
TEST(Companions, ThePerpetualIsADrawWithUpcomingRepetitionAndWithout) {
  constexpr std::string_view kPerpetual = "6k1/5ppp/8/7Q/8/8/1q3q2/7K w - - 0 1";
  constexpr int kDepth = 12;
  const SearchReport with = testing::search(kPerpetual, testing::to_depth(kDepth));
  const SearchReport without = search_without<pruning::UpcomingRepetition>(kPerpetual, kDepth);
  EXPECT_EQ(with.lines.at(0).score, kDraw);
  EXPECT_EQ(without.lines.at(0).score, kDraw);
  EXPECT_NE(with.nodes, without.nodes);
}

}  // namespace
}  // namespace oknos
