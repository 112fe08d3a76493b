#include "lab/terminal/progress.h"

#include <cstdio>
#include <gtest/gtest.h>
#include <memory>

namespace oknos::lab {
namespace {

TEST(Progress, SaysHowFarAndHowLong) {
  EXPECT_EQ(progress_line(0.4, "game 2 of 5", 12000, 80), "[########............]  40 %  game 2 of 5, 0:12 left");
  EXPECT_EQ(progress_line(0.0, "game 1", -1, 80), "[....................]   0 %  game 1");
  EXPECT_EQ(progress_line(2.0, "x", 3723000, 80), "[####################] 100 %  x, 62:03 left");
}

TEST(Progress, FitsTheTerminal) {
  EXPECT_EQ(progress_line(0.5, "a long text", 1, 25).size(), 25U);
}

TEST(Progress, PlainLinesSayTheSame) {
  EXPECT_EQ(plain_progress_line(0.4, "game 2 of 5", 12000), "40 %, game 2 of 5, 0:12 left");
  EXPECT_EQ(plain_progress_line(0.999, "game 1", -1), "99 %, game 1");
}

platform::TimePoint test_time;
platform::TimePoint test_clock() {
  return test_time;
}

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

std::string content_of(std::FILE* file) {
  std::rewind(file);
  std::string out;
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) out += static_cast<char>(c);
  return out;
}

TEST(Progress, WritesALineEveryTenSecondsWhereThereIsNoTerminal) {
  const File file(std::tmpfile());
  ASSERT_TRUE(file);
  {
    Progress progress(file.get(), false, 80, test_clock);
    for (int tenths = 0; tenths <= 250; ++tenths) {
      progress.show(tenths / 250.0, "work");
      test_time += std::chrono::milliseconds(100);
    }
  }
  EXPECT_EQ(content_of(file.get()), "40 %, work, 0:15 left\n80 %, work, 0:05 left\n");
}

TEST(Progress, WhatWasDoneBeforeTookNoTime) {
  const File file(std::tmpfile());
  ASSERT_TRUE(file);
  Progress progress(file.get(), false, 80, test_clock);
  progress.begin_at(0.5);
  test_time += std::chrono::seconds(10);
  progress.show(0.75, "work");
  EXPECT_EQ(content_of(file.get()), "75 %, work, 0:10 left\n");
}

TEST(Progress, RedrawsOneLineOnATerminalAndClearsIt) {
  const File file(std::tmpfile());
  ASSERT_TRUE(file);
  {
    Progress progress(file.get(), true, 31, test_clock);
    progress.show(0.0, "work");
    progress.show(0.5, "work");  // too early
    test_time += std::chrono::milliseconds(100);
    progress.show(0.5, "w");
  }
  EXPECT_EQ(content_of(file.get()),
            "\r[....................]   0 %  w\x1b[K\r[##########..........]  50 %  w\x1b[K\r\x1b[K");
}

}  // namespace
}  // namespace oknos::lab
