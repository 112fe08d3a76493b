// The option EvalFile.
#include <gtest/gtest.h>

#include "eval/evaluation.h"
#include "support/random_network.h"
#include "support/test_folder.h"
#include "uci/talk.h"

namespace oknos::uci {
namespace {

using test::answers;
using test::begins_with;

class EvalFile : public oknos::test::TestWithFolder {
 protected:
  const std::shared_ptr<const eval::network::Network> network_ = oknos::test::random_network(1);
  // What `eval value` begins with.
  static std::string beginning(Score value) { return std::to_string(value.value()) + " for White"; }
  const std::string by_network_ = beginning(plain_value(*network_, Position::initial()));
  const std::string classical_ = beginning(eval::evaluate(Position::initial()).total());
};

TEST_F(EvalFile, ChoosesWhatEvaluates) {
  const std::string set = "setoption name EvalFile value ";
  const std::string good = set + file("a good one.oknn", network_->to_bytes());
  ASSERT_NE(by_network_, classical_);
  EXPECT_TRUE(begins_with(answers({set + "classical", "eval value"})[0], classical_));
  EXPECT_TRUE(begins_with(answers({good, "setoption name Preset value heinz", "eval value"})[0], classical_));
  EXPECT_TRUE(begins_with(answers({good, "setoption name Evaluator value classical", "eval value"})[0], classical_));
  EXPECT_TRUE(begins_with(answers({good, "eval value"})[0], by_network_));
  EXPECT_TRUE(begins_with(answers({good, set + "classical", "eval value"})[0], classical_));
  EXPECT_EQ(answers({good, set + "<embedded>", "eval value"}), answers({"eval value"}));
  EXPECT_TRUE(begins_with(answers({good, "eval"})[0], "network  made for a test"));
}

TEST_F(EvalFile, ARefusedFileLeavesWhatWas) {
  const std::string set = "setoption name EvalFile value ";
  const std::string good = set + file("good.oknn", network_->to_bytes());
  const std::string half = set + file("half.oknn", network_->to_bytes().substr(0, 5000));
  const auto said = answers({good, half, "eval value"});
  ASSERT_EQ(said.size(), 2U);
  EXPECT_NE(said[0].find("half.oknn\" is not used: it is cut short or damaged"), std::string::npos) << said[0];
  EXPECT_TRUE(begins_with(said[1], by_network_)) << said[1];
}

TEST_F(EvalFile, SearchesWithIt) {
  const std::string good = "setoption name EvalFile value " + file("good.oknn", network_->to_bytes());
  const auto nodes = [](const std::vector<std::string>& said) {
    return said.back().substr(0, said.back().find(" nodes"));
  };
  EXPECT_NE(nodes(answers({good, "bench 1 1 4"})), nodes(answers({"bench 1 1 4"})));
  EXPECT_TRUE(begins_with(answers({good, "go depth 6"}).back(), "bestmove "));
}

}  // namespace
}  // namespace oknos::uci
