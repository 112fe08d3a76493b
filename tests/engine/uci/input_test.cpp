#include "engine/uci/input.h"

#include <cstdio>
#include <gtest/gtest.h>

#include "engine/uci/talk.h"

namespace oknos::uci {
namespace {

class Text {
 public:
  explicit Text(const std::string& text) : file_(std::tmpfile()) {
    std::fwrite(text.data(), 1, text.size(), file_);
    std::rewind(file_);
  }
  ~Text() { std::fclose(file_); }
  std::FILE* file() { return file_; }

 private:
  std::FILE* file_;
};

std::vector<std::string> read(const std::string& text) {
  Text file(text);
  FileInput input(file.file());
  std::vector<std::string> out;
  while (const auto line = input.next()) out.push_back(line->text);
  return out;
}

TEST(FileInput, LinesOfBothKinds) {
  EXPECT_EQ(read("uci\nisready\r\n\nquit"), (std::vector<std::string>{"uci", "isready", "", "quit"}));
  EXPECT_TRUE(read("").empty());
  EXPECT_EQ(read("a\n"), std::vector<std::string>{"a"});
}

TEST(FileInput, AByteOrderMarkIsSkipped) {
  EXPECT_EQ(read("\xEF\xBB\xBFuci\n\xEF\xBB\xBFquit\n"), (std::vector<std::string>{"uci", "\xEF\xBB\xBFquit"}));
}

TEST(FileInput, ZerosAreCharacters) {
  const std::string text("a\0b\nc\n", 6);
  EXPECT_EQ(read(text), (std::vector<std::string>{std::string("a\0b", 3), "c"}));
}

TEST(FileInput, EndlessLinesAreCut) {
  Text file(std::string(kMaxLine + 100, 'x') + "\nisready\n");
  FileInput input(file.file());
  const auto first = input.next();
  ASSERT_TRUE(first.has_value());
  EXPECT_TRUE(first->truncated);
  EXPECT_EQ(first->text.size(), kMaxLine);
  EXPECT_EQ(input.next()->text, "isready");
}

TEST(Reader, HandsLinesOnInOrderAndTellsTheEnd) {
  test::QueueInput input;
  EventQueue queue;
  const Reader reader(input, queue);
  input.add("one");
  input.add("two");
  input.end();
  EXPECT_EQ(queue.pop().line.text, "one");
  EXPECT_EQ(queue.pop().line.text, "two");
  EXPECT_EQ(queue.pop().kind, Event::Kind::EndOfInput);
}

// Otherwise the thread would hang in the next read, and nobody could join it.
TEST(Reader, ReadsNothingBehindQuit) {
  test::QueueInput input;
  EventQueue queue;
  {
    const Reader reader(input, queue);
    input.add("please quit");
  }
  EXPECT_EQ(queue.pop().line.text, "please quit");
}

}  // namespace
}  // namespace oknos::uci
