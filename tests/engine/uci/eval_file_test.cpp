// The option EvalFile.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "engine/eval/evaluator.h"
#include "engine/eval/incremental/evaluation.h"
#include "engine/uci/talk.h"
#include "support/random_network.h"
#include "support/test_folder.h"

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

// Each of these was read to its end, or waited for, before it was refused.
TEST_F(EvalFile, WhatCannotBeANetworkIsRefusedAtOnce) {
  const std::string set = "setoption name EvalFile value ";
  const std::string pipe = path("pipe.oknn");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const std::string huge = file("huge.oknn", network_->to_bytes());
  std::filesystem::resize_file(huge, std::uintmax_t{3} << 30);  // sparse
  const auto said = answers({set + pipe, set + "/dev/zero", set + huge, set + folder().string(), "eval value"});
  ASSERT_EQ(said.size(), 5U);
  EXPECT_NE(said[0].find("pipe.oknn\" is not a regular file; a network file is expected"), std::string::npos)
      << said[0];
  EXPECT_NE(said[1].find("\"/dev/zero\" is not a regular file"), std::string::npos) << said[1];
  EXPECT_NE(said[2].find("huge.oknn\" is longer than any network"), std::string::npos) << said[2];
  EXPECT_NE(said[3].find("is a folder"), std::string::npos) << said[3];
}

// The same of the other options that name a file.
TEST_F(EvalFile, PipesOfOtherOptionsAreNotWaitedFor) {
  const std::string pipe = path("KQvK.rtbw");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const auto said = answers({"setoption name Preset File value " + pipe, "setoption name Debug Log File value " + pipe,
                             "setoption name SyzygyPath value " + folder().string(), "isready"});
  ASSERT_EQ(said.size(), 5U);
  EXPECT_NE(said[0].find("is a pipe; a regular file is expected"), std::string::npos) << said[0];
  EXPECT_NE(said[1].find("Debug Log File"), std::string::npos) << said[1];
  EXPECT_NE(said[2].find("left out"), std::string::npos) << said[2];
  EXPECT_EQ(said.back(), "readyok");
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
