// `oknos-lab train classical` and `train wdl`.
#include <gtest/gtest.h>

#include "support/positions.h"
#include "train/command_support.h"
#include "train/commands/data/data_command.h"
#include "train/commands/train/classical_command.h"
#include "train/commands/train/wdl_command.h"
#include "train/quiet.h"
#include "train/weight_file.h"

namespace oknos::train {
namespace {

using test::contains;

class TrainCommands : public test::TrainingTest {
 protected:
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
};

TEST_F(TrainCommands, ClassicalWritesTheSameWithAnyNumberOfThreads) {
  ClassicalOptions options = classical("weights.h");
  const std::string one = written(train_classical, options);
  options.fit.threads = 3;
  const auto json = json_of(train_classical, options);
  EXPECT_EQ(content_of("weights.h"), one);
  EXPECT_FALSE(std::filesystem::exists(path("weights.h.part")));
  const auto weights = parse_weight_file(one);
  ASSERT_TRUE(weights) << weights.error();
  EXPECT_NE(*weights, eval::kWeights);
  EXPECT_TRUE(contains(one, "// Made by: oknos-lab train classical", "--blend 0.5", "sha256", "before", "after"));
  EXPECT_EQ(json["games"], kGames);
  EXPECT_EQ(json["epochs"].size(), 3U);
  EXPECT_LT(json["training_error"]["after"], json["training_error"]["before"]);
  EXPECT_GT(json["validation_positions"], 0);
  // It goes on from a file. K is fitted anew, so the errors are near each other but not the same.
  ClassicalOptions second = classical("second.h");
  second.start = path("weights.h");
  EXPECT_LT(json_of(train_classical, second)["training_error"]["before"].get<double>(),
            json["training_error"]["before"].get<double>());
}

TEST_F(TrainCommands, ResolvedPositionsAreQuiet) {
  const Position hanging = test::position_from("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1");
  EXPECT_TRUE(resolved(hanging).pieces(PieceType::Queen) == 0);
  const Position quiet = test::position_from("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1");
  EXPECT_EQ(resolved(quiet).key(), quiet.key());
  ClassicalOptions options = classical("weights.h");
  options.resolve = true;
  EXPECT_TRUE(contains(written(train_classical, options), " --resolve"));
}

TEST_F(TrainCommands, WdlWritesAModelAndShowsItAgainstTheGames) {
  WdlOptions options = win_draw_loss("model.h");
  const std::string one = written(train_wdl, options);
  EXPECT_TRUE(contains(said, "wins: model"));
  EXPECT_TRUE(contains(one, "inline constexpr WinModel kWinModel"));
  options.threads = 3;
  const auto json = json_of(train_wdl, options);
  EXPECT_EQ(content_of("model.h"), one);
  EXPECT_EQ(json["half"].size(), 4U);
  EXPECT_GT(json["calibration"].size(), 5U);
  EXPECT_LT(json["miscalibration"], 0.3);
}

TEST_F(TrainCommands, WhatCannotBeUsedIsNamed) {
  const std::pair<std::string, const char*> cases[] = {
      {path("nothing.pgn"), "cannot be read"},
      {file("bare.pgn", "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n"),
       "comments like {+0.45/7, n=2000}"},
      {file("open.pgn", "[Event \"x\"]\n[Result \"*\"]\n\n1. e4 {+0.10/5, n=1} *\n\n"), "no game can be used"}};
  for (const auto& [games, says] : cases) {
    ClassicalOptions c = classical("x.h");
    WdlOptions w = win_draw_loss("x.h");
    DataOptions d;
    c.games = w.games = d.games = {games};
    expect_failure(train_classical, c, says);
    expect_failure(train_wdl, w, says);
    expect_failure(data, d, says);
    EXPECT_FALSE(std::filesystem::exists(path("x.h")));
  }
  expect_failure(train_classical, classical("no/such/folder.h"), "folder.h");
  expect_failure(train_wdl, win_draw_loss("no/such/folder.h"), "folder.h");
  ClassicalOptions options = classical("x.h");
  options.start = path("nothing.h");
  expect_failure(train_classical, options, "nothing.h\" cannot be read");
  options.start = games_;
  expect_failure(train_classical, options, "is no file of weights");
}

}  // namespace
}  // namespace oknos::train
