#include "engine/uci/writer.h"

#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

#include "engine/uci/talk.h"

namespace oknos::uci {
namespace {

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

TEST(Writer, LinesOfSeveralThreadsAreNeverMixed) {
  test::CollectingSink sink;
  LogFile log;
  Writer writer(sink, log);
  constexpr int kEach = 200;
  std::vector<std::thread> threads;
  for (const char* block : {"a\nb\nc\n", "x\ny\nz\n"})
    threads.emplace_back([&writer, block] {
      for (int i = 0; i < kEach; ++i) writer.lines(block);
    });
  for (std::thread& t : threads) t.join();
  const auto lines = sink.lines();
  ASSERT_EQ(lines.size(), 2U * 3 * kEach);
  for (std::size_t i = 0; i < lines.size(); i += 3)
    EXPECT_TRUE((lines[i] == "a" && lines[i + 2] == "c") || (lines[i] == "x" && lines[i + 2] == "z")) << i;
}

TEST(Writer, InfoStrings) {
  test::CollectingSink sink;
  LogFile log;
  Writer(sink, log).info("hello");
  EXPECT_EQ(sink.lines(), std::vector<std::string>{"info string hello"});
}

TEST(Writer, EmptyLinesStay) {
  test::CollectingSink sink;
  LogFile log;
  Writer(sink, log).lines("a\n\nb");
  EXPECT_EQ(sink.lines(), (std::vector<std::string>{"a", "", "b"}));
}

TEST(FileSink, WritesAtOnce) {
  std::FILE* file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  FileSink(file).write("bestmove e2e4");
  std::rewind(file);
  char buffer[32] = {};
  ASSERT_NE(std::fgets(buffer, sizeof buffer, file), nullptr);
  EXPECT_STREQ(buffer, "bestmove e2e4\n");
  std::fclose(file);
}

TEST(LogFile, BothDirectionsWithTheTime) {
  const std::string path = testing::TempDir() + "oknos_log_test.txt";
  std::remove(path.c_str());
  LogFile log;
  log.sent("before it was opened");
  ASSERT_TRUE(log.open(path));
  const WallTime when = std::chrono::system_clock::from_time_t(1'000'000'000) + std::chrono::milliseconds(7);
  log.received("isready", when);
  log.sent("readyok");
  log.close();
  log.sent("after it was closed");
  const auto lines = lines_of(path);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0], "2001-09-09 01:46:40.007 >> isready");
  EXPECT_EQ(lines[1].size(), lines[0].size()) << lines[1];
  EXPECT_EQ(lines[1].substr(23), " << readyok");
  std::remove(path.c_str());
}

TEST(LogFile, AFileThatCannotBeWritten) {
  LogFile log;
  EXPECT_FALSE(log.open(testing::TempDir() + "no/such/folder/log.txt"));
}

TEST(LogFile, OptionLogsTheTalk) {
  const std::string path = testing::TempDir() + "oknos_session_log_test.txt";
  std::remove(path.c_str());
  test::answers({"setoption name Debug Log File value " + path, "isready",
                 "setoption name Debug Log File value <empty>", "isready"});
  const auto lines = lines_of(path);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_NE(lines[0].find(" >> isready"), std::string::npos);
  EXPECT_NE(lines[1].find(" << readyok"), std::string::npos);
  EXPECT_NE(lines[2].find(" >> setoption"), std::string::npos);
  std::remove(path.c_str());
}

}  // namespace
}  // namespace oknos::uci
