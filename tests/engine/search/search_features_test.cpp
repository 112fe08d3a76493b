// The switches beside the family: each changes what is searched, and the search stays right without it.
#include <gtest/gtest.h>

#include "engine/pruning/presets/options.h"
#include "tests/engine/search/support.h"

namespace oknos {
namespace {

constexpr std::string_view kMiddlegame = "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9";

constexpr std::string_view kTactics = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

template <class Rule>
SearchReport search_without(std::string_view fen, int depth) {
  SearchRequest request = testing::to_depth(depth);
  request.settings.rules[pruning::kId<Rule>].enabled = false;
  return testing::search(fen, request);
}

template <class Rule>
class SearchFeature : public ::testing::Test {};

using Switched = ::testing::Types<pruning::NullMovePruning, pruning::ProbCut, pruning::LateMoveReductions,
                                  pruning::InternalIterativeReductions, pruning::SingularExtensions,
                                  pruning::CorrectionHistory, pruning::AspirationWindow, pruning::TranspositionTable>;
TYPED_TEST_SUITE(SearchFeature, Switched);

TYPED_TEST(SearchFeature, ItsSwitchIsObeyed) {
  constexpr int kDepth = 11;
  const SearchReport with = testing::search(kMiddlegame, testing::to_depth(kDepth));
  const SearchReport without = search_without<TypeParam>(kMiddlegame, kDepth);
  EXPECT_NE(with.nodes, without.nodes);
  EXPECT_TRUE(testing::position(kMiddlegame).is_legal(without.best));
}

// Every parameter of the search features reaches the search. The value is one that differs from the preset's.
class SearchFeatureParameter : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(SearchFeatureParameter, IsObeyed) {
  constexpr int kDepth = 12;
  const auto [name, value] = GetParam();
  SearchRequest request = testing::to_depth(kDepth);
  pruning::Overrides changed;
  const std::string_view feature = std::string_view(name).substr(0, std::string_view(name).find('.'));
  if (pruning::kRuleInfos[*pruning::find_rule(feature)].off_unless_set) {
    ASSERT_TRUE(changed.set(feature, "true").value());
  }
  request.settings = changed.settings();
  const SearchReport without = testing::search(kTactics, request);
  ASSERT_TRUE(changed.set(name, value).value());
  request.settings = changed.settings();
  const SearchReport with = testing::search(kTactics, request);
  EXPECT_NE(with.nodes, without.nodes);
  EXPECT_TRUE(testing::position(kTactics).is_legal(with.best));
}

INSTANTIATE_TEST_SUITE_P(
    All, SearchFeatureParameter,
    ::testing::Values(
        std::pair{"null_move.cut_nodes", "1"}, std::pair{"null_move.verify_depth", "5"},
        std::pair{"late_move_reductions.tt_pv", "0"}, std::pair{"late_move_reductions.not_improving", "0"},
        std::pair{"late_move_reductions.killer", "0"}, std::pair{"late_move_reductions.tt_capture", "500"},
        std::pair{"late_move_reductions.cutoffs", "500"}, std::pair{"late_move_reductions.in_check", "100"},
        std::pair{"late_move_reductions.captures", "100"}, std::pair{"late_move_reductions.order", "0"},
        std::pair{"late_move_reductions.deeper_centipawns", "1"},
        std::pair{"late_move_reductions.shallower_centipawns", "200"},
        std::pair{"singular_extensions.triple_margin", "0"}, std::pair{"probcut.tt_margin", "1"},
        std::pair{"histories.bonus_per_ply", "20"}, std::pair{"histories.malus_per_ply", "20"},
        std::pair{"histories.threats", "0"}, std::pair{"histories.after_reduction", "300"},
        std::pair{"histories.eval_change", "32"}, std::pair{"histories.prior_malus", "300"},
        std::pair{"histories.capture_divisor", "1"}, std::pair{"correction_history.minors", "199"},
        std::pair{"correction_history.pieces", "199"}, std::pair{"hindsight.deeper", "1"},
        std::pair{"hindsight.shallower", "1"}, std::pair{"late_move_reductions.root", "1"},
        std::pair{"late_move_reductions.check", "0"}, std::pair{"late_move_reductions.capture_history", "500"},
        std::pair{"internal_iterative_reductions.pv_plies", "4"}, std::pair{"check_extension.min_depth", "10"},
        std::pair{"histories.capture_loss", "100"}, std::pair{"histories.by_kind", "0"},
        std::pair{"histories.sixth_ply", "1"}, std::pair{"histories.in_check_plies", "1"},
        std::pair{"histories.tt_malus", "300"}, std::pair{"histories.tt_prior_malus", "300"},
        std::pair{"histories.prior_bonus_depth", "20"}, std::pair{"histories.checks", "32000"},
        std::pair{"histories.escapes", "200"}, std::pair{"aspiration.growth", "10"},
        std::pair{"aspiration.fail_high", "5"}, std::pair{"aspiration.average", "100"},
        std::pair{"histories.prior_bonus_scale", "300"}, std::pair{"correction_history.halfmove", "100"},
        std::pair{"histories.cousin_killers", "1"}, std::pair{"fail_high_blend.search", "0"},
        std::pair{"histories.butterfly", "0"}, std::pair{"histories.previous", "300"},
        std::pair{"histories.earlier", "0"}, std::pair{"late_move_reductions.pv", "200"},
        std::pair{"probcut.store", "1"}, std::pair{"transposition_table.new_move", "1"},
        std::pair{"transposition_table.agree", "5"}, std::pair{"transposition_table.deeper", "1"},
        std::pair{"quiescence_limit.nodes", "0"}, std::pair{"null_move.min_mobility", "20"},
        std::pair{"fail_high_blend.quiescence", "0"}));

TEST(SearchFeatures, BlendingOfFailHighsIsOffUntilAPresetTurnsItOn) {
  constexpr int kDepth = 11;
  SearchRequest request = testing::to_depth(kDepth);
  pruning::Overrides changed;
  EXPECT_FALSE(changed.settings().enabled<pruning::FailHighBlend>());
  ASSERT_TRUE(changed.set("fail_high_blend", "true").value());
  request.settings = changed.settings();
  EXPECT_NE(testing::search(kTactics, request).nodes, testing::search(kTactics, testing::to_depth(kDepth)).nodes);
}

TEST(SearchFeatures, ABlendedFailHighLiesBetweenBetaAndTheValue) {
  using Blend = pruning::FailHighBlend;
  pruning::RuleSetting setting = pruning::RuleSetting::of(Blend::kInfo);
  setting.enabled = true;
  const Score beta{20}, value{120};
  setting.values = {0, 0};
  EXPECT_EQ(Blend::of_search(setting, value, beta, Depth{4}), value);
  EXPECT_EQ(Blend::of_quiescence(setting, value, beta), value);
  setting.values = {100, 50};
  EXPECT_EQ(Blend::of_search(setting, value, beta, Depth{4}), Score{100});
  EXPECT_EQ(Blend::of_search(setting, value, beta, Depth{1}), Score{70});
  EXPECT_EQ(Blend::of_quiescence(setting, value, beta), Score{70});
  EXPECT_EQ(Blend::of_quiescence(setting, beta, beta), beta);
  EXPECT_EQ(Blend::of_quiescence(setting, Score{10}, beta), Score{10});
  EXPECT_EQ(Blend::of_search(setting, mate_in(5), beta, Depth{4}), mate_in(5));  // a mate keeps its distance
  setting.enabled = false;
  EXPECT_EQ(Blend::of_search(setting, value, beta, Depth{4}), value);
}

// What the rules take for the static evaluation of the root.
int root_evaluation(const std::string& fen, const char* halfmove) {
  struct Reader : Observer {
    void node_left(const NodeLeft& e) override {
      if (e.ply == 0) value = e.static_eval;
    }
    int value = 0;
  } reader;
  SearchRequest request = testing::to_depth(1);
  pruning::Overrides changed;
  changed.set("correction_history.halfmove", halfmove);
  request.settings = changed.settings();
  request.tracing = Tracing::Observed;
  request.observer = &reader;
  testing::search(fen, request);
  return reader.value;
}

TEST(SearchFeatures, TheEvaluationShrinksWithTheHalfmoveClock) {
  const std::string board = "8/5k2/5p2/8/8/3R4/4PK2/8 w - - ";
  const int fresh = root_evaluation(board + "0 1", "50");
  ASSERT_GT(fresh, 100);
  EXPECT_EQ(root_evaluation(board + "0 1", "0"), fresh);
  EXPECT_EQ(root_evaluation(board + "80 100", "0"), fresh);
  EXPECT_NEAR(root_evaluation(board + "80 100", "50"), fresh * 60 / 100, 1);
  EXPECT_NEAR(root_evaluation(board + "80 100", "100"), fresh * 20 / 100, 1);
}

// White is two queens down and checks for ever: Qe8+ Kh7 Qh5+ Kg8.
TEST(SearchFeatures, ThePerpetualIsADrawWithUpcomingRepetitionAndWithout) {
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
