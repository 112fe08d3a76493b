#include "engine/pruning/presets/toml.h"

#include <gtest/gtest.h>

namespace oknos::toml {
namespace {

std::string error_of(std::string_view text) {
  const auto document = parse(text, "f");
  return document ? "no error" : document.error();
}

TEST(Toml, ReadsTablesIntegersBooleansStringsAndComments) {
  const auto document = parse(
      "# a comment\n"
      "name = \"Heinz \\\"1998\\\" \\\\ \\n \\t #\" # another\n"
      "\n"
      " [ table-1 ] \r\n"
      "a = 12\n"
      "\tb= -3 \n"
      "c =+4#x\n"
      "d=true\n"
      "e = false\n"
      "[empty]",
      "f");
  ASSERT_TRUE(document.ok()) << document.error();
  ASSERT_EQ(document->tables.size(), 3U);
  EXPECT_EQ(std::get<std::string>(document->tables[0].find("name")->value), "Heinz \"1998\" \\ \n \t #");
  const Table* table = document->find("table-1");
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->line, 4);
  EXPECT_EQ(std::get<int>(table->find("a")->value), 12);
  EXPECT_EQ(std::get<int>(table->find("b")->value), -3);
  EXPECT_EQ(std::get<int>(table->find("c")->value), 4);
  EXPECT_EQ(std::get<bool>(table->find("d")->value), true);
  EXPECT_EQ(std::get<bool>(table->find("e")->value), false);
  EXPECT_EQ(table->find("e")->line, 9);
  EXPECT_EQ(table->find("x"), nullptr);
  EXPECT_TRUE(document->find("empty")->entries.empty());
}

TEST(Toml, AnEmptyTextIsADocument) {
  ASSERT_TRUE(parse("", "f").ok());
  EXPECT_EQ(parse("\xef\xbb\xbf# with a byte order mark", "f")->tables.size(), 1U);
}

TEST(Toml, ErrorsNameFileLineAndColumn) {
  EXPECT_EQ(error_of("a = 1\nb"), "f:2:2: after the key 'b' comes '=', as in b = 1");
  EXPECT_EQ(error_of("\n\n  ?"), "f:3:3: a line holds key = value, [table] or a comment, not \"?\"");
  EXPECT_EQ(error_of("a = 1\na = 2"), "f:2:5: key 'a' appears a second time; the first is in line 1");
  EXPECT_EQ(error_of("[t]\n[u]\n[t]"), "f:3:2: table [t] appears a second time; the first is in line 1");
}

TEST(Toml, RefusesWhatIsNotOfTheSubset) {
  for (const char* text : {"a",
                           "a =",
                           "a = ",
                           "= 1",
                           "a == 1",
                           "a = 1 2",
                           "a = 01",
                           "a = 1_000",
                           "a = 0x10",
                           "a = 1.5",
                           "a = +-1",
                           "a = 2147483648",
                           "a = True",
                           "a = 'x'",
                           "a = \"x",
                           "a = \"\\",
                           "a = \"\\u0041\"",
                           "a = \"x\" y",
                           "a = [1]",
                           "a = {}",
                           "a.b = 1",
                           "\"a\" = 1",
                           "[a",
                           "[]",
                           "[a.b]",
                           "[[a]]",
                           "[a] b",
                           "a = 1\n[a]",
                           "a = \"\"\"x\"\"\"",
                           "a = 1\rb = 2",
                           "# \x01",
                           "a = \"\x7f\"",
                           "# \xff",
                           "# \xc0\x80",
                           "# \xed\xa0\x80",
                           "# \xf5\x80\x80\x80",
                           "# \xe2\x82"})
    EXPECT_FALSE(parse(text, "f").ok()) << text;
}

TEST(Toml, ReadsUtf8) {
  const auto document = parse("a = \"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\"", "f");
  ASSERT_TRUE(document.ok()) << document.error();
  EXPECT_EQ(std::get<std::string>(document->tables[0].entries[0].value), "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80");
}

TEST(Toml, QuotedTextIsReadBack) {
  const std::string text = "a \"b\" \\ \n \t #";
  const std::string line = "x = " + quote(text);
  const auto document = parse(line, "f");
  ASSERT_TRUE(document.ok()) << document.error();
  EXPECT_EQ(std::get<std::string>(document->tables[0].entries[0].value), text);
}

}  // namespace
}  // namespace oknos::toml
