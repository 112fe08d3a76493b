// The small files of this room: words, numbers, tables and lines of progress, and what is read from the command line.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <memory>
#include <nlohmann/json.hpp>

#include "lab/terminal/count.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/key_values.h"
#include "lab/terminal/progress.h"
#include "lab/terminal/suggestion.h"
#include "lab/terminal/text_table.h"
#include "lab/terminal/words.h"
#include "support/contains.h"

namespace oknos::lab {
namespace {

namespace fs = std::filesystem;
using Texts = std::pair<std::string, const char*>;

// --- What is read

TEST(Count, IsReadAsPeopleWriteIt) {
  const std::pair<const char*, std::uint64_t> cases[] = {{"0", 0},
                                                         {"1000", 1000},
                                                         {"+5", 5},
                                                         {"50k", 50'000},
                                                         {"50K", 50'000},
                                                         {"1M", 1'000'000},
                                                         {"1m", 1'000'000},
                                                         {"2G", 2'000'000'000},
                                                         {"1e6", 1'000'000},
                                                         {"1E6", 1'000'000},
                                                         {"1.5M", 1'500'000},
                                                         {"2.50e2", 250},
                                                         {"1.0", 1},
                                                         {"18446744073709551615", ~0ULL}};
  for (const auto& [text, value] : cases) EXPECT_EQ(parse_large_count(text), value) << text;
  for (const char* text : {"", "k", ".", "-1", "x", "1x", "1kk", "1.5", "0.0001k", "1e", "1e-3", "1e20", "1 000",
                           "1.2.3", "18446744073709551616", "99999999999G", "nan", "0x10", "1,000"})
    EXPECT_EQ(parse_large_count(text), std::nullopt) << text;
  EXPECT_EQ(parse_count<std::int32_t>("3G"), std::nullopt);
  EXPECT_EQ(parse_count<std::int32_t>("2G"), 2'000'000'000);
  EXPECT_EQ(parse_count<std::int64_t>("1e19"), std::nullopt);
}

TEST(KeyValues, InTheOrderGiven) {
  const auto words = parse_key_values("moves=4, score=600 ,name=a=b", "--x", {"score", "moves", "name"});
  ASSERT_TRUE(words) << words.error();
  EXPECT_EQ(*words, (std::vector<KeyValue>{{"moves", "4"}, {"score", "600"}, {"name", "a=b"}}));
  for (const char* text : {"", "moves", "moves=4,", ",moves=4", "Moves=4", "speed=1", "=4"}) {
    const auto wrong = parse_key_values(text, "--x", {"moves", "score"});
    ASSERT_FALSE(wrong) << text;
    EXPECT_TRUE(test::contains(wrong.error(), "--x: ", "moves=, score="));
  }
  EXPECT_TRUE(test::contains(parse_key_values("moves=4,moves=5", "--x", {"moves"}).error(), "moves is given twice"));
}

TEST(KeyValues, Numbers) {
  for (const auto& [text, number] : {std::pair{"0.05", 0.05}, {"+2", 2.0}, {"-1e2", -100.0}})
    EXPECT_EQ(parse_number(text), number);
  for (const char* text : {"", "x", "1x", " 1", "nan", "inf", "1e999", "+-1", "+"})
    EXPECT_EQ(parse_number(text), std::nullopt) << text;
}

TEST(Suggestion, NamesTheNearestWord) {
  const std::vector<std::string> known = {"analyse", "audit", "why", "match", "merge", "--depth", "--nodes"};
  for (const auto& [word, nearest] : {Texts{"analyze", "analyse"},
                                      {"anaylse", "analyse"},
                                      {"anal", "analyse"},
                                      {"adit", "audit"},
                                      {"Why", "why"},
                                      {"--dpeth", "--depth"},
                                      {"x", ""},
                                      {"", ""},
                                      {"nonsense", ""}})
    EXPECT_EQ(nearest_word(word, known), nearest) << word;
  EXPECT_EQ(did_you_mean("mach", known), "; did you mean match?");
}

// --- What is written

TEST(Words, NumbersAndNames) {
  const Texts cases[] = {
      {grouped(0), "0"},
      {grouped(999), "999"},
      {grouped(1000), "1,000"},
      {grouped(1234567), "1,234,567"},
      {grouped(18446744073709551615ULL), "18,446,744,073,709,551,615"},
      {counted(1, "position"), "1 position"},
      {counted(0, "position"), "0 positions"},
      {counted(2345, "inaccuracy", "inaccuracies"), "2,345 inaccuracies"},
      {compact(999), "999"},
      {compact(1000), "1.00k"},
      {compact(45650), "45.6k"},
      {compact(999499), "999k"},
      {compact(999999), "1.00M"},
      {compact(12345678901ULL), "12.3G"},
      {percent(0, 100), "-"},
      {percent(1, 100000), "<0.1 %"},
      {percent(412, 1000), "41.2 %"},
      {percent(7, 7), "100.0 %"},
      {percent(1, 0), "<0.1 %"},
      {seconds(0), "<1 ms"},
      {seconds(4), "4 ms"},
      {seconds(999), "999 ms"},
      {seconds(1530), "1.53 s"},
      {seconds(12400), "12.4 s"},
      {seconds(185000), "3:05 min"},
      {seconds(7385000), "2:03:05 h"},
      {score_text(Score{35}), "+0.35"},
      {score_text(Score{-1240}), "-12.40"},
      {score_text(Score{0}), "0.00"},
      {score_text(mate_in(1)), "#1"},
      {score_text(mate_in(9)), "#5"},
      {score_text(mated_in(2)), "#-1"},
      {score_text(mated_in(6)), "#-3"},
      {score_text(white_view(mate_in(3), Color::Black)), "#-2"},
      {plain_name("frontier_futility"), "frontier futility"},
      {plain_name("quiescence_see"), "quiescence SEE"},
      {plain_name("see_pruning"), "SEE pruning"},
      {padded_left("█", 3), "  █"},  // widths count signs and not bytes
      {shortened("abcdef", 4, "…"), "abc…"},
      {shortened("abcd", 4, "…"), "abcd"},
      {wrapped("one two three", 7), "one two\nthree\n"},
      {wrapped("one two three", 7, 2), "one two\n  three\n"},
      {wrapped("unbreakable", 4), "unbreakable\n"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(text, expected);
  EXPECT_EQ(display_width("…ab"), 3U);
}

TEST(JsonText, ReplacesWhatIsNotUtf8) {
  const nlohmann::ordered_json json = {{"name", "Fran\xe7ois"}};
  EXPECT_EQ(json_text(json), "{\"name\":\"Fran\xef\xbf\xbdois\"}");
  EXPECT_EQ(json_text(json, 1), "{\n \"name\": \"Fran\xef\xbf\xbdois\"\n}");
}

// dump() throws where it meets such a name, unless it is told otherwise.
TEST(JsonText, IsUsedEverywhere) {
  int files = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(OKNOS_SOURCE_DIR "/src")) {
    if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h") continue;
    ++files;
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);) {
      if (line.find("dump(") == std::string::npos || line.find("//") == 0) continue;
      EXPECT_NE(line.find("error_handler_t::replace"), std::string::npos)
          << entry.path() << ": json_text() is safe, this is not: " << line;
    }
  }
  EXPECT_GT(files, 300);
}

// Who played must be seen, however long the names are: the first column is shortened before others are left out, the
// least important ones first.
TEST(TextTable, FitsItsColumnsToTheWidth) {
  const char *modern = "modern", *long_name = "modern with razoring and null move";
  const struct {
    const char* name;
    int width;
    const char* text;
  } cases[] = {{modern, 40, "player  games   Elo\nmodern  1,000  +3.5\n"},
               {long_name, 30, "player           games   Elo\nmodern with ...  1,000  +3.5\n"},
               {long_name, 18, "player      Elo\nmodern...  +3.5\n"},
               {long_name, 10, "player\nmodern ...\n"}};
  for (const auto& [name, width, text] : cases) {
    TextTable table({{"player", Align::Left}, {"games", Align::Right, 1}, {"Elo", Align::Right, 2}});
    table.add_row({{name}, {"1,000"}, {"+3.5"}});
    const Style style{.width = width};
    EXPECT_EQ(table.to_text(style), text);
    EXPECT_EQ(table.shows(1, style), width >= 30);
    EXPECT_EQ(table.shows(2, style), width >= 18);
  }
}

// --- Progress

TEST(Progress, SaysHowFarAndHowLong) {
  EXPECT_EQ(progress_line(0.4, "game 2 of 5", 12000, 80), "[########............]  40 %  game 2 of 5, 0:12 left");
  EXPECT_EQ(progress_line(0.0, "game 1", -1, 80), "[....................]   0 %  game 1");
  EXPECT_EQ(progress_line(2.0, "x", 3723000, 80), "[####################] 100 %  x, 62:03 left");
  EXPECT_EQ(progress_line(0.5, "a long text", 1, 25).size(), 25U);
  EXPECT_EQ(plain_progress_line(0.4, "game 2 of 5", 12000), "40 %, game 2 of 5, 0:12 left");
  EXPECT_EQ(plain_progress_line(0.999, "game 1", -1), "99 %, game 1");
}

platform::TimePoint test_time;
platform::TimePoint test_clock() {
  return test_time;
}

// What goes to a terminal of this width, or to a file, while `work` is done.
template <class Work>
std::string written(bool terminal, int width, Work work) {
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  const std::unique_ptr<std::FILE, CloseFile> file(std::tmpfile());
  {
    Progress progress(file.get(), terminal, width, test_clock);
    work(progress);
  }
  std::rewind(file.get());
  std::string out;
  for (int c = std::fgetc(file.get()); c != EOF; c = std::fgetc(file.get())) out += static_cast<char>(c);
  return out;
}

TEST(Progress, WritesALineEveryTenSecondsWhereThereIsNoTerminal) {
  EXPECT_EQ(written(false, 80,
                    [](Progress& progress) {
                      for (int tenths = 0; tenths <= 250; ++tenths) {
                        progress.show(tenths / 250.0, "work");
                        test_time += std::chrono::milliseconds(100);
                      }
                    }),
            "40 %, work, 0:15 left\n80 %, work, 0:05 left\n");
}

TEST(Progress, WhatWasDoneBeforeTookNoTime) {
  EXPECT_EQ(written(false, 80,
                    [](Progress& progress) {
                      progress.begin_at(0.5);
                      test_time += std::chrono::seconds(10);
                      progress.show(0.75, "work");
                    }),
            "75 %, work, 0:10 left\n");
}

TEST(Progress, RedrawsOneLineOnATerminalAndClearsIt) {
  EXPECT_EQ(written(true, 31,
                    [](Progress& progress) {
                      progress.show(0.0, "work");
                      progress.show(0.5, "work");  // too early
                      test_time += std::chrono::milliseconds(100);
                      progress.show(0.5, "w");
                    }),
            "\r[....................]   0 %  w\x1b[K\r[##########..........]  50 %  w\x1b[K\r\x1b[K");
}

}  // namespace
}  // namespace oknos::lab
