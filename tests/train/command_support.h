#pragma once

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "lab/terminal/exit_code.h"
#include "support/contains.h"
#include "support/test_folder.h"
#include "train/sample_support.h"

// Commands of training, run with games that were made up.
namespace oknos::test {

class TrainingTest : public TestWithFolder {
 protected:
  void SetUp() override {
    TestWithFolder::SetUp();
    games_ = file("games.pgn", self_play_text(kGames));
  }
  // What comes to standard output and error is in `said` and `errors`.
  template <class Options>
  int run(int (*command)(const Options&), const Options& options) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int code = command(options);
    said = testing::internal::GetCapturedStdout();
    errors = testing::internal::GetCapturedStderr();
    return code;
  }
  template <class Options>
  nlohmann::json json_of(int (*command)(const Options&), Options options) {
    options.json = true;
    EXPECT_EQ(run(command, options), 0) << errors;
    return nlohmann::json::parse(said, nullptr, false);
  }
  // The file that is written.
  template <class Options>
  std::string written(int (*command)(const Options&), const Options& options) {
    EXPECT_EQ(run(command, options), 0) << errors;
    return content_of(std::filesystem::path(options.out).filename().string());
  }
  template <class Options>
  void expect_failure(int (*command)(const Options&), const Options& options, const std::string& says) {
    EXPECT_EQ(run(command, options), lab::kFailure);
    EXPECT_TRUE(contains(errors, says));
  }

  static constexpr int kGames = 120;
  std::string said, errors, games_;
};

}  // namespace oknos::test
