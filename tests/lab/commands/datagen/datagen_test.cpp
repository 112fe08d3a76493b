#include "lab/commands/datagen.h"

#include <filesystem>
#include <gtest/gtest.h>

#include "engine/chess/fen.h"
#include "lab/formats/game_store.h"
#include "lab/terminal/exit_code.h"
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
    out.play.balance = 300;
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
  EXPECT_EQ(games_written(content_of("one.pgn"), GameFormat::Pgn)->games, 5);
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

TEST_F(Datagen, ACompactFileIsWhatThePgnFileIsConvertedTo) {
  DatagenOptions o = options("a.pgn");
  o.play.chess960 = 50;
  ASSERT_EQ(run(o), 0) << said;
  o.out = path("a.games");
  ASSERT_EQ(run(o), 0) << said;
  const std::string pgn = content_of("a.pgn");
  LineSource source(pgn);
  pgn::Reader reader(source, "a.pgn");
  std::string converted =
      compact::store_head(std::string_view(pgn).substr(std::string("% ").size(), pgn.find('\n') - 2));
  while (const auto game = reader.next()) converted += compact::store_record(record_of(*game));
  EXPECT_EQ(content_of("a.games"), converted);
  EXPECT_EQ(games_written(converted, GameFormat::Compact)->games, 5);

  o.out = path("named_otherwise");
  o.format = GameFormat::Compact;
  ASSERT_EQ(run(o), 0) << said;
  EXPECT_EQ(content_of("named_otherwise"), converted);
}

TEST_F(Datagen, ACompactFileResumedAnywhereIsTheSame) {
  ASSERT_EQ(run(options("whole.games")), 0) << said;
  const std::string whole = content_of("whole.games");
  DatagenOptions resumed = options("cut.games");
  resumed.resume = true;
  resumed.workers = 2;
  const std::size_t head = 16 + datagen_heading(resumed, *make_plan(resumed.search, {})).size();
  for (const std::size_t cut : {std::size_t{0}, std::size_t{5}, std::size_t{8}, std::size_t{12}, head - 1, head,
                                head + 3, whole.size() / 2, whole.size() - 1, whole.size()}) {
    fs::remove(path("cut.games"));
    file("cut.games.part", whole.substr(0, cut));
    ASSERT_EQ(run(resumed), 0) << cut << "\n" << said;
    EXPECT_TRUE(content_of("cut.games") == whole) << "cut at " << cut;
  }
  ASSERT_EQ(run(resumed), 0);
  EXPECT_NE(said.find("is complete: 5 games"), std::string::npos) << said;
}

TEST_F(Datagen, ACompactFileThatIsDamagedOrAnotherIsNotGoneOnWith) {
  ASSERT_EQ(run(options("a.games")), 0) << said;
  const std::string whole = content_of("a.games");
  DatagenOptions resumed = options("a.games");
  resumed.resume = true;
  std::string damaged = whole;
  damaged[damaged.size() / 2] ^= 1;
  const auto refused = [&](const std::string& content, const std::string& says) {
    fs::remove(path("a.games"));
    file("a.games.part", content);
    EXPECT_EQ(run(resumed), kFailure);
    EXPECT_NE(said.find(says), std::string::npos) << said;
    EXPECT_EQ(content_of("a.games.part"), content);
  };
  refused(damaged, "is damaged at byte");
  refused("% oknos-lab datagen\n", "does not begin with OKNOSGM1");
  resumed.play.seed = 2;
  refused(whole, "other settings");
}

// The start positions of the games, and whether their moves are those of standard games.
TEST_F(Datagen, AShareOfTheGamesIsChess960AndTheOthersAreAsWithoutIt) {
  const auto games_of = [&](const std::string& name, int percent) {
    DatagenOptions o = options(name);
    o.games = 20;
    o.search.nodes = 30;
    o.play.chess960 = percent;
    EXPECT_EQ(run(o), 0) << said;
    const std::string text = content_of(name);
    LineSource source(text);
    pgn::Reader reader(source, name);
    std::vector<pgn::Game> out;
    while (auto game = reader.next()) {
      EXPECT_TRUE(game->complaints.empty()) << game->complaints.front();
      out.push_back(*std::move(game));
    }
    EXPECT_EQ(out.size(), 20U);
    return out;
  };
  const auto none = games_of("none.pgn", 0);
  const auto some = games_of("some.pgn", 40);
  const auto all = games_of("all.pgn", 100);
  std::set<std::string> starts;
  int chess960 = 0;
  for (std::size_t i = 0; i < some.size(); ++i) {
    EXPECT_FALSE(none[i].start.chess960());
    EXPECT_TRUE(all[i].start.chess960());
    starts.insert(fen::to_text(all[i].start, fen::CastlingStyle::Shredder));
    chess960 += some[i].start.chess960() ? 1 : 0;
    const auto& like = some[i].start.chess960() ? all[i] : none[i];
    EXPECT_EQ(fen::to_text(some[i].start, fen::CastlingStyle::Shredder),
              fen::to_text(like.start, fen::CastlingStyle::Shredder));
    EXPECT_EQ(some[i].main_line(), like.main_line());
  }
  EXPECT_GT(chess960, 2);
  EXPECT_LT(chess960, 15);
  EXPECT_GT(starts.size(), 17U);
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
    EXPECT_EQ(games_written(text, GameFormat::Pgn)->games, index == 1 ? 3 : 2);
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
       {+[](DatagenOptions& o) { o.play.seed = 2; }, +[](DatagenOptions& o) { o.search.nodes = 101; },
        +[](DatagenOptions& o) { o.search.set = {"null_move=off"}; }, +[](DatagenOptions& o) { o.play.balance = 301; },
        +[](DatagenOptions& o) { o.play.adjudicate = false; }, +[](DatagenOptions& o) { o.play.chess960 = 10; },
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

TEST_F(Datagen, AFileWithoutAWholeGameDoesNotBlockTheNextRun) {
  ASSERT_EQ(run(options("a.pgn")), 0) << said;
  ASSERT_EQ(run(options("a.games")), 0) << said;
  for (const std::string name : {"a.pgn", "a.games"}) {
    const std::string whole = content_of(name);
    for (const std::size_t size : {std::size_t{0}, std::size_t{4}, std::size_t{60}}) {
      fs::remove(path(name));
      file(name + ".part", whole.substr(0, size));
      EXPECT_EQ(run(options(name)), 0) << name << ", " << size << " bytes: " << said;
      EXPECT_TRUE(content_of(name) == whole);
    }
    fs::rename(path(name), path(name + ".part"));
    EXPECT_EQ(run(options(name)), kFailure) << "games are not thrown away";
  }
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
      {[](DatagenOptions& o) { o.search.nodes = 99, o.soft_nodes = 100; }, kUsage, "--nodes 99 --soft-nodes 100"},
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
