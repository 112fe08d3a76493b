#include "train/commands/data/data_command.h"

#include <array>
#include <gtest/gtest.h>

#include "lab/formats/epd.h"
#include "train/command_support.h"

namespace oknos::train {
namespace {

using test::contains;

class Data : public test::TrainingTest {
 protected:
  DataOptions options(const std::string& out = "", std::size_t sample = 0) const {
    DataOptions o;
    o.games = {games_};
    o.sample = sample;
    if (!out.empty()) o.out = path(out);
    o.force = true;
    return o;
  }
  // The heads differ, as they say where the games came from.
  static std::string tail(const std::string& text, std::size_t size) { return text.substr(text.size() - size); }
};

TEST_F(Data, CountsTheGames) {
  DataOptions o = options();
  ASSERT_EQ(run(data, o), 0) << errors;
  EXPECT_TRUE(contains(said, "120: White wins", "phase"));
  const std::string one = said;
  o.threads = 3;
  ASSERT_EQ(run(data, o), 0) << errors;
  EXPECT_EQ(said, one);
  const auto json = json_of(data, o);
  std::uint64_t positions = 0, kept = 0;
  for (const auto& [fate, count] : json["positions"].items()) positions += count.get<std::uint64_t>();
  for (const auto& bin : json["by_phase"]) kept += bin["positions"].get<std::uint64_t>();
  EXPECT_EQ(positions, json["plies"]);
  EXPECT_EQ(kept, json["positions"]["kept"]);
}

TEST_F(Data, ASampleDependsOnTheSeedAlone) {
  DataOptions o = options("", 20);
  ASSERT_EQ(run(data, o), 0) << errors;
  const std::string one = said;
  EXPECT_EQ(std::count(one.begin(), one.end(), '\n'), 20);
  EXPECT_EQ(written(data, options("a.epd", 20)), one);
  o.threads = 3;
  ASSERT_EQ(run(data, o), 0) << errors;
  EXPECT_EQ(said, one);
  o.seed = 2;
  ASSERT_EQ(run(data, o), 0) << errors;
  EXPECT_NE(said, one);
  EXPECT_EQ(json_of(data, o)["sample"].size(), 20U);
  LineSource source(one);
  epd::Reader reader(source, "sample");
  while (const auto record = reader.next()) {
    ASSERT_TRUE(*record) << record->error();
    EXPECT_TRUE((*record)->find("ce") && (*record)->find("c0"));
    EXPECT_TRUE(contains((*record)->id(), " game "));
    EXPECT_FALSE((*record)->position.in_check());
  }
  ASSERT_EQ(run(data, options("", 1'000'000)), 0) << errors;  // more than there are: all
  const auto all = std::count(said.begin(), said.end(), '\n');
  EXPECT_EQ(all, json_of(data, options())["positions"]["kept"]);
}

TEST_F(Data, EveryPositionIsDrawnAboutAsOften) {
  std::array<int, 10> tenths{};
  DataOptions o = options("", 50);
  for (o.seed = 0; o.seed < 20; ++o.seed) {
    ASSERT_EQ(run(data, o), 0) << errors;
    for (std::size_t at = said.find(" game "); at != std::string::npos; at = said.find(" game ", at + 1))
      ++tenths[static_cast<std::size_t>(std::atoi(said.c_str() + at + 6) - 1) / (kGames / 10)];
  }
  for (const int count : tenths) EXPECT_NEAR(count, 100, 50);
}

TEST_F(Data, SampledGamesAreWrittenInBothFormats) {
  const std::string some = written(data, options("some.games", 7));
  EXPECT_TRUE(contains(said, "some.games: 7 games"));
  ASSERT_EQ(run(data, options("some.pgn", 7)), 0) << errors;
  DataOptions back = options("back.games");
  back.games = {path("some.pgn")};
  EXPECT_EQ(tail(written(data, back), 1000), tail(some, 1000));
}

TEST_F(Data, MergesAndAppends) {
  DataOptions o = options("all.games");
  const std::string more = file("more.pgn", test::self_play_text(30));
  o.games = {games_, more};
  o.threads = 2;
  const std::string whole = written(data, o);
  EXPECT_TRUE(contains(said, "all.games: 150 games"));
  ASSERT_EQ(run(data, options("all.games")), 0) << errors;
  o.games = {more};
  o.append = true;
  EXPECT_EQ(tail(written(data, o), 5000), tail(whole, 5000));
  EXPECT_TRUE(contains(said, "all.games: 150 games"));
  DataOptions show;
  show.games = {o.out};
  EXPECT_EQ(json_of(data, show)["games"], 150);
}

TEST_F(Data, AppendsNeitherToOtherFilesNorToItsOwn) {
  DataOptions o = options("all.pgn");
  o.append = true;
  expect_failure(data, o, "--append");
  o.out = file("other", "[Event \"x\"]\n");
  expect_failure(data, o, "other");
  const std::string before = written(data, options("all.games"));
  std::filesystem::create_symlink(path("all.games"), path("link.games"));
  std::filesystem::create_hard_link(path("all.games"), path("hard.games"));
  for (const char* read : {"all.games", "link.games", "hard.games"})
    for (const char* written : {"all.games", "link.games", "hard.games"}) {
      o.games = {games_, path(read)};
      o.out = path(written);
      expect_failure(data, o, "--append");
    }
  EXPECT_EQ(content_of("all.games"), before);
}

}  // namespace
}  // namespace oknos::train
