#include "lab/formats/line_source.h"

#include <gtest/gtest.h>
#include <vector>

namespace oknos {
namespace {

std::vector<std::string> lines_of(LineSource& source) {
  std::vector<std::string> out;
  std::string_view line;
  while (source.next(line)) out.emplace_back(line);
  EXPECT_EQ(source.line_number(), static_cast<int>(out.size()));
  return out;
}

std::vector<std::string> lines_of_text(std::string_view text) {
  LineSource source{text};
  return lines_of(source);
}

std::vector<std::string> lines_of_file(std::string_view text) {
  std::FILE* file = std::tmpfile();
  EXPECT_NE(file, nullptr);
  std::fwrite(text.data(), 1, text.size(), file);
  std::rewind(file);
  LineSource source(file);
  std::vector<std::string> out = lines_of(source);
  std::fclose(file);
  return out;
}

using Lines = std::vector<std::string>;

TEST(LineSource, EveryLineEnd) {
  const Lines expected = {"a", "", "b", "c", "", "d"};
  for (const std::string_view text : {"a\n\nb\nc\n\nd", "a\r\n\r\nb\r\nc\r\n\r\nd\r\n", "a\r\rb\rc\r\rd\r"}) {
    EXPECT_EQ(lines_of_text(text), expected);
    EXPECT_EQ(lines_of_file(text), expected);
  }
  EXPECT_EQ(lines_of_text(""), Lines{});
  EXPECT_EQ(lines_of_text("\n"), Lines{""});
}

TEST(LineSource, ByteOrderMark) {
  EXPECT_EQ(lines_of_text("\xEF\xBB\xBFx\n\xEF\xBB\xBFy"), (Lines{"x", "\xEF\xBB\xBFy"}));
  EXPECT_EQ(lines_of_file("\xEF\xBB\xBFx"), Lines{"x"});
}

TEST(LineSource, LinesOverTheEndOfABlock) {
  const std::size_t block = std::size_t{1} << 16;
  for (const std::size_t length : {block - 2, block - 1, block, block + 1, 3 * block}) {
    const std::string first(length, 'x');
    const Lines expected = {first, "second", ""};
    EXPECT_EQ(lines_of_file(first + "\r\nsecond\r\n\r\n"), expected) << length;
    EXPECT_EQ(lines_of_file(first + "\nsecond\n\n"), expected) << length;
  }
}

}  // namespace
}  // namespace oknos
