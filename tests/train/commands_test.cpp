#include <filesystem>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "lab/terminal/exit_code.h"
#include "support/positions.h"
#include "support/test_folder.h"
#include "train/commands/data/data_command.h"
#include "train/commands/train/classical_command.h"
#include "train/commands/train/wdl_command.h"
#include "train/quiet.h"
#include "train/sample_support.h"
#include "train/weight_file.h"

namespace oknos::train {
namespace {

class TrainCommands : public test::TestWithFolder {
 protected:
  void SetUp() override {
    TestWithFolder::SetUp();
    games_ = file("games.pgn", test::self_play_text(150));
  }
  ClassicalOptions classical(const std::string& out) const {
    ClassicalOptions o;
    o.games = {games_};
    o.out = path(out);
    o.force = true;
    o.fit.epochs = 3;
    o.fit.batch = 1500;
    return o;
  }
  WdlOptions win_draw_loss(const std::string& out) const {
    WdlOptions o;
    o.games = {games_};
    o.out = path(out);
    o.force = true;
    return o;
  }
  // What the command printed, both streams.
  std::string said;
  template <class Options>
  int run(int (*command)(const Options&), const Options& options) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int code = command(options);
    said = testing::internal::GetCapturedStdout();
    errors = testing::internal::GetCapturedStderr();
    return code;
  }
  std::string errors;
  std::string games_;
};

TEST_F(TrainCommands, ClassicalWritesTheSameWithAnyNumberOfThreads) {
  ClassicalOptions options = classical("weights.h");
  ASSERT_EQ(run(train_classical, options), 0) << errors;
  const std::string one = content_of("weights.h");
  options.fit.threads = 3;
  options.force = true;
  ASSERT_EQ(run(train_classical, options), 0) << errors;
  EXPECT_EQ(content_of("weights.h"), one);
  EXPECT_FALSE(std::filesystem::exists(path("weights.h.part")));
  const auto weights = parse_weight_file(one);
  ASSERT_TRUE(weights) << weights.error();
  EXPECT_NE(*weights, eval::kWeights);
  for (const char* part : {"// Made by: oknos-lab train classical", "--blend 0.5", "sha256", "before", "after"})
    EXPECT_NE(one.find(part), std::string::npos) << part;
}

TEST_F(TrainCommands, ClassicalSpeaksJson) {
  ClassicalOptions options = classical("weights.h");
  options.json = true;
  ASSERT_EQ(run(train_classical, options), 0) << errors;
  const auto json = nlohmann::json::parse(said);
  EXPECT_EQ(json["command"], "train classical");
  EXPECT_EQ(json["games"], 150);
  EXPECT_EQ(json["epochs"].size(), 3U);
  EXPECT_LT(json["training_error"]["after"], json["training_error"]["before"]);
  EXPECT_GT(json["validation_positions"], 0);
}

TEST_F(TrainCommands, ClassicalGoesOnFromAFile) {
  ASSERT_EQ(run(train_classical, classical("first.h")), 0) << errors;
  ClassicalOptions options = classical("second.h");
  options.start = path("first.h");
  options.json = true;
  ASSERT_EQ(run(train_classical, options), 0) << errors;
  const double first_after = nlohmann::json::parse(said)["training_error"]["before"];
  options = classical("third.h");
  options.json = true;
  ASSERT_EQ(run(train_classical, options), 0) << errors;
  // K is fitted anew, so the errors are near each other but not the same.
  EXPECT_LT(first_after, nlohmann::json::parse(said)["training_error"]["before"].get<double>());
}

TEST_F(TrainCommands, ResolvedPositionsAreQuiet) {
  const Position hanging = test::position_from("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1");
  EXPECT_TRUE(resolved(hanging).pieces(PieceType::Queen) == 0);
  const Position quiet = test::position_from("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1");
  EXPECT_EQ(resolved(quiet).key(), quiet.key());
  ClassicalOptions options = classical("weights.h");
  options.resolve = true;
  ASSERT_EQ(run(train_classical, options), 0) << errors;
  EXPECT_NE(content_of("weights.h").find(" --resolve"), std::string::npos);
}

TEST_F(TrainCommands, WdlWritesAModelAndShowsItAgainstTheGames) {
  ASSERT_EQ(run(train_wdl, win_draw_loss("model.h")), 0) << errors;
  EXPECT_NE(said.find("wins: model"), std::string::npos) << said;
  const std::string one = content_of("model.h");
  EXPECT_NE(one.find("inline constexpr WinModel kWinModel"), std::string::npos);
  WdlOptions options = win_draw_loss("model.h");
  options.threads = 3;
  options.force = true;
  options.json = true;
  ASSERT_EQ(run(train_wdl, options), 0) << errors;
  EXPECT_EQ(content_of("model.h"), one);
  const auto json = nlohmann::json::parse(said);
  EXPECT_EQ(json["half"].size(), 4U);
  EXPECT_GT(json["calibration"].size(), 5U);
  EXPECT_LT(json["miscalibration"], 0.3);
}

TEST_F(TrainCommands, DataCountsTheGames) {
  DataOptions options;
  options.games = {games_};
  ASSERT_EQ(run(data, options), 0) << errors;
  EXPECT_NE(said.find("150: White wins"), std::string::npos) << said;
  EXPECT_NE(said.find("phase"), std::string::npos);
  const std::string one = said;
  options.threads = 3;
  ASSERT_EQ(run(data, options), 0) << errors;
  EXPECT_EQ(said, one);
  options.json = true;
  ASSERT_EQ(run(data, options), 0) << errors;
  const auto json = nlohmann::json::parse(said);
  std::uint64_t sum = 0;
  for (const auto& [fate, count] : json["positions"].items()) sum += count.get<std::uint64_t>();
  EXPECT_EQ(sum, json["plies"]);
  sum = 0;
  for (const auto& bin : json["by_phase"]) sum += bin["positions"].get<std::uint64_t>();
  EXPECT_EQ(sum, json["positions"]["kept"]);
}

TEST_F(TrainCommands, WhatCannotBeUsedIsNamed) {
  const std::string bare = file("bare.pgn", "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n");
  const std::string open = file("open.pgn", "[Event \"x\"]\n[Result \"*\"]\n\n1. e4 {+0.10/5, n=1} *\n\n");
  const auto both = [&](const std::string& games, const std::string& says) {
    ClassicalOptions c = classical("x.h");
    c.games = {games};
    EXPECT_EQ(run(train_classical, c), lab::kFailure);
    EXPECT_NE(errors.find(says), std::string::npos) << errors;
    WdlOptions w = win_draw_loss("x.h");
    w.games = {games};
    EXPECT_EQ(run(train_wdl, w), lab::kFailure);
    EXPECT_NE(errors.find(says), std::string::npos) << errors;
    DataOptions d;
    d.games = {games};
    EXPECT_EQ(run(data, d), lab::kFailure);
    EXPECT_NE(errors.find(says), std::string::npos) << errors;
    EXPECT_FALSE(std::filesystem::exists(path("x.h")));
  };
  both(path("nothing.pgn"), "cannot be read");
  both(bare, "comments like {+0.45/7, n=2000}");
  both(open, "no game can be used");
}

TEST_F(TrainCommands, WhatCannotBeWrittenOrBegunWithIsNamed) {
  ClassicalOptions options = classical("no/such/folder.h");
  EXPECT_EQ(run(train_classical, options), lab::kFailure);
  EXPECT_NE(errors.find("folder.h"), std::string::npos) << errors;
  options = classical("x.h");
  options.start = path("nothing.h");
  EXPECT_EQ(run(train_classical, options), lab::kFailure);
  EXPECT_NE(errors.find("nothing.h\" cannot be read"), std::string::npos) << errors;
  options.start = games_;
  EXPECT_EQ(run(train_classical, options), lab::kFailure);
  EXPECT_NE(errors.find("is no file of weights"), std::string::npos) << errors;
  WdlOptions wdl = win_draw_loss("no/such/folder.h");
  EXPECT_EQ(run(train_wdl, wdl), lab::kFailure);
  EXPECT_NE(errors.find("folder.h"), std::string::npos) << errors;
}

}  // namespace
}  // namespace oknos::train
