#include "lab/datagen/datagen.h"

#include <filesystem>
#include <gtest/gtest.h>

#include "lab/analyse.h"
#include "support/test_folder.h"

namespace oknos::lab {
namespace {

namespace fs = std::filesystem;

class Datagen : public test::TestWithFolder {
 protected:
  DatagenOptions options(const std::string& name) const {
    DatagenOptions out;
    out.out = path(name);
    out.games = 5;
    out.search.nodes = 100;
    out.search.hash = 1;
    out.random_plies = "4,5";
    out.balance = 300;
    return out;
  }
  // What the command printed, both streams.
  std::string said;
  int run(const DatagenOptions& o) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int code = datagen(o);
    said = testing::internal::GetCapturedStdout();
    said += testing::internal::GetCapturedStderr();
    return code;
  }
};

TEST_F(Datagen, AnyNumberOfWorkersWritesTheSameFile) {
  ASSERT_EQ(run(options("one.pgn")), 0) << said;
  DatagenOptions two = options("two.pgn");
  two.workers = 3;
  ASSERT_EQ(run(two), 0) << said;
  EXPECT_EQ(content_of("one.pgn"), content_of("two.pgn"));
  EXPECT_EQ(games_written(content_of("one.pgn")).games, 5);
  EXPECT_FALSE(fs::exists(path("one.pgn.part")));
}

TEST_F(Datagen, ResumedAnywhereItWritesTheSameFile) {
  ASSERT_EQ(run(options("whole.pgn")), 0) << said;
  const std::string whole = content_of("whole.pgn");
  DatagenOptions resumed = options("cut.pgn");
  resumed.resume = true;
  const std::size_t heading = whole.find('\n') + 1;
  for (const std::size_t cut :
       {std::size_t{0}, heading / 2, heading, heading + 10, whole.size() / 2, whole.size() - 1, whole.size()}) {
    fs::remove(path("cut.pgn"));
    file("cut.pgn.part", whole.substr(0, cut));
    ASSERT_EQ(run(resumed), 0) << cut << "\n" << said;
    EXPECT_TRUE(content_of("cut.pgn") == whole) << "cut at " << cut;
    EXPECT_FALSE(fs::exists(path("cut.pgn.part")));
  }
  ASSERT_EQ(run(resumed), 0);
  EXPECT_NE(said.find("is complete"), std::string::npos) << said;
}

TEST_F(Datagen, ShardsTogetherAreTheWhole) {
  ASSERT_EQ(run(options("whole.pgn")), 0) << said;
  std::string whole = content_of("whole.pgn");
  for (const int index : {1, 2}) {
    DatagenOptions shard = options("shard.pgn");
    shard.shard = {index, 2};
    shard.force = true;
    ASSERT_EQ(run(shard), 0) << said;
    const std::string text = content_of("shard.pgn");
    EXPECT_EQ(games_written(text).games, index == 1 ? 3 : 2);
    for (std::size_t from = text.find('\n') + 1; from < text.size();) {
      const std::size_t end = std::min(text.find("[Event", from + 1), text.size());
      const std::string game = text.substr(from, end - from);
      ASSERT_NE(whole.find(game), std::string::npos) << game;
      whole.erase(whole.find(game), game.size());
      from = end;
    }
  }
  EXPECT_EQ(whole.find("[Event"), std::string::npos);
}

TEST_F(Datagen, RefusesWhatItWouldSpoil) {
  ASSERT_EQ(run(options("a.pgn")), 0) << said;
  fs::rename(path("a.pgn"), path("a.pgn.part"));
  const std::string before = content_of("a.pgn.part");
  EXPECT_EQ(run(options("a.pgn")), kFailure);
  EXPECT_NE(said.find("--resume"), std::string::npos) << said;
  DatagenOptions other = options("a.pgn");
  other.resume = true;
  for (const auto change :
       {+[](DatagenOptions& o) { o.seed = 2; }, +[](DatagenOptions& o) { o.search.nodes = 101; },
        +[](DatagenOptions& o) { o.search.set = {"null_move=off"}; }, +[](DatagenOptions& o) { o.balance = 301; },
        +[](DatagenOptions& o) { o.adjudicate = false; },
        +[](DatagenOptions& o) {
          o.shard = {1, 2};
        }}) {
    DatagenOptions changed = other;
    change(changed);
    EXPECT_EQ(run(changed), kFailure);
    EXPECT_NE(said.find("other settings"), std::string::npos) << said;
  }
  EXPECT_EQ(content_of("a.pgn.part"), before);
}

TEST_F(Datagen, BadArgumentsAreNamed) {
  struct Case {
    void (*change)(DatagenOptions&);
    int code;
    std::string says;
  };
  const std::vector<Case> cases = {
      {[](DatagenOptions& o) { o.random_plies = "x"; }, kUsage, "--random-plies"},
      {[](DatagenOptions& o) { o.random_plies = "8,9,10"; }, kUsage, "--random-plies"},
      {[](DatagenOptions& o) { o.random_plies = "8,"; }, kUsage, "--random-plies"},
      {[](DatagenOptions& o) { o.random_plies = "201"; }, kUsage, "0 to 200"},
      {[](DatagenOptions& o) { o.search.preset = "nosuch"; }, kUsage, "modern"},
      {[](DatagenOptions& o) { o.search.hash = std::size_t{1} << 20, o.workers = 1024; }, kUsage, "MiB"},
      {[](DatagenOptions& o) { o.out = fs::temp_directory_path().string(); }, kFailure, "directory"},
      {[](DatagenOptions& o) { o.out += "/no/such.pgn"; }, kFailure, "no/such.pgn"},
  };
  for (const Case& c : cases) {
    DatagenOptions o = options("a.pgn");
    c.change(o);
    EXPECT_EQ(run(o), c.code) << said;
    EXPECT_NE(said.find(c.says), std::string::npos) << c.says << " in " << said;
  }
}

TEST(RandomPlies, OneNumberOrTwo) {
  EXPECT_EQ(*parse_random_plies("8"), (std::vector<int>{8}));
  EXPECT_EQ(*parse_random_plies("8,9"), (std::vector<int>{8, 9}));
  EXPECT_EQ(*parse_random_plies("0"), (std::vector<int>{0}));
  for (const char* wrong : {"", ",", "-1", "8 9", "8,9,", "1e1"}) EXPECT_FALSE(parse_random_plies(wrong)) << wrong;
}

}  // namespace
}  // namespace oknos::lab
