// The search with a network: it evaluates every node with the sums of that node's position.
#include "engine/eval/network/network.h"

#include <gtest/gtest.h>

#include "engine/eval/evaluator.h"
#include "engine/search/bench.h"
#include "engine/search/support.h"
#include "oknos/observer.h"
#include "support/random_network.h"

namespace oknos {
namespace {

// Compares the static value of every node with that of its position.
class Comparer : public Observer {
 public:
  explicit Comparer(const eval::network::Network& network) : network_(network) {}

  void node_entered(const NodeEntered& node) override {
    values_.push_back(node.in_check ? 0 : eval::evaluate(network_, *node.position).value());
  }
  void node_left(const NodeLeft& node) override {
    if (node.has_static_eval) {
      ++compared;
      if (node.static_eval != values_.back()) ++wrong;
    }
    values_.pop_back();
  }

  std::uint64_t compared = 0;
  std::uint64_t wrong = 0;

 private:
  const eval::network::Network& network_;
  std::vector<int> values_;
};

TEST(SearchWithNetwork, EvaluatesEveryNodeByItsPosition) {
  const auto network = test::random_network(1, 32);
  for (const std::string_view fen : bench_positions()) {
    SearchRequest request = testing::to_depth(6);
    // These would add something of their own to the value.
    request.settings.rules[pruning::kId<pruning::CorrectionHistory>].enabled = false;
    request.settings.rules[pruning::kId<pruning::TranspositionTable>].enabled = false;
    Comparer comparer(*network);
    request.tracing = Tracing::Observed;
    request.observer = &comparer;
    Engine engine(1);
    engine.set_network(network);
    engine.set_position(testing::position(fen));
    engine.search(request);
    EXPECT_EQ(comparer.wrong, 0U) << fen;
    EXPECT_GT(comparer.compared, 0U) << fen;
  }
}

std::uint64_t nodes_of(Engine& engine, std::string_view preset) {
  engine.clear();
  engine.set_position(Position::initial());
  return engine.search(testing::to_depth(8, preset)).nodes;
}

TEST(SearchWithNetwork, IsAnotherSearchAndTheClassicalOneComesBack) {
  Engine engine(1);
  engine.set_network(nullptr);
  const std::uint64_t classical = nodes_of(engine, "modern");
  const auto network = test::random_network(2, 64);
  engine.set_network(network);
  const std::uint64_t with_network = nodes_of(engine, "modern");
  EXPECT_NE(with_network, classical);
  EXPECT_EQ(nodes_of(engine, "modern"), with_network);
  engine.set_network(nullptr);
  EXPECT_EQ(nodes_of(engine, "modern"), classical);
}

// Plain alpha-beta, with or without the rules that the first theorem is about (docs/proofs.md).
SearchRequest plain_search(bool with_rules, pruning::NetworkClamp clamp) {
  constexpr int kDepth = 4;
  SearchRequest request = testing::to_depth(kDepth, "sound");
  for (std::size_t id = 0; id < pruning::kRules; ++id)
    if (pruning::kRuleInfos[id].may_be_off) request.settings.rules[id].enabled = false;
  for (const std::size_t id : {pruning::kId<pruning::DeltaPruning>, pruning::kId<pruning::FrontierFutility>,
                               pruning::kId<pruning::GeneralFutility>, pruning::kId<pruning::LazyEvaluation>})
    request.settings.rules[id].enabled = with_rules;
  request.settings.conventions.evaluator = pruning::Evaluator::Network;
  request.settings.conventions.network_clamp = clamp;
  return request;
}

TEST(SearchWithNetwork, HeldToABoundSoundRulesChangeNoValue) {
  using pruning::NetworkClamp;
  const auto network = test::random_network(6, 32);
  std::uint64_t with_rules = 0;
  std::uint64_t without = 0;
  Engine engine(1);
  engine.set_network(network);
  for (const NetworkClamp clamp : {NetworkClamp::By220, NetworkClamp::By1320}) {
    std::size_t number = 0;
    for (const std::string_view fen : bench_positions()) {
      if (++number % 3 != 0) continue;
      const auto searched = [&](bool rules) {
        engine.clear();
        engine.set_position(testing::position(fen));
        return engine.search(plain_search(rules, clamp));
      };
      const SearchReport all = searched(false);
      const SearchReport some = searched(true);
      EXPECT_EQ(some.lines.front().score, all.lines.front().score) << fen;
      with_rules += some.nodes;
      without += all.nodes;
    }
  }
  EXPECT_LT(with_rules * 10, without * 9);
}

TEST(SearchWithNetwork, WithBoundsItIsUsedOnlyIfItIsHeldToOne) {
  Engine engine(1);
  const auto nodes_with = [&](pruning::NetworkClamp clamp, bool network) {
    engine.set_network(network ? test::random_network(6, 32) : nullptr);
    engine.clear();
    engine.set_position(Position::initial());
    SearchRequest request = testing::to_depth(6, "sound");
    request.settings.conventions.evaluator = pruning::Evaluator::Network;
    request.settings.conventions.network_clamp = clamp;
    return engine.search(request).nodes;
  };
  using pruning::NetworkClamp;
  EXPECT_EQ(nodes_with(NetworkClamp::Off, true), nodes_with(NetworkClamp::Off, false));
  EXPECT_EQ(nodes_with(NetworkClamp::By440, false), nodes_with(NetworkClamp::Off, false));
  EXPECT_NE(nodes_with(NetworkClamp::By440, true), nodes_with(NetworkClamp::Off, true));
}

TEST(SearchWithNetwork, PresetsOfEarlierTimesKeepTheClassicalEvaluation) {
  Engine engine(1);
  const auto network = test::random_network(5);
  for (const char* preset : {"heinz", "muller", "wiki", "mediocre", "overview"}) {
    engine.set_network(nullptr);
    const std::uint64_t classical = nodes_of(engine, preset);
    engine.set_network(network);
    EXPECT_EQ(nodes_of(engine, preset), classical) << preset;
  }
}

// Rules that go by bounds need an evaluation that has them.
TEST(SearchWithNetwork, SoundRulesKeepTheClassicalEvaluation) {
  Engine engine(1);
  const std::uint64_t classical = nodes_of(engine, "sound");
  engine.set_network(test::random_network(3));
  EXPECT_EQ(nodes_of(engine, "sound"), classical);
}

TEST(SearchWithNetwork, SeveralThreadsHaveSumsOfTheirOwn) {
  Engine engine(4, 3);
  engine.set_network(test::random_network(4));
  engine.set_position(Position::initial());
  SearchRequest request = testing::to_depth(9);
  EXPECT_TRUE(Position::initial().is_legal(engine.search(request).best));
}

}  // namespace
}  // namespace oknos
