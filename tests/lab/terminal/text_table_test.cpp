#include "lab/terminal/text_table.h"

#include <gtest/gtest.h>

namespace oknos::lab {
namespace {

TextTable table_of(const std::string& name) {
  TextTable out({{"player", Align::Left}, {"games", Align::Right, 1}, {"Elo", Align::Right, 2}});
  out.add_row({{name}, {"1,000"}, {"+3.5"}});
  return out;
}

std::string text_of(const TextTable& table, int width) {
  return table.to_text(Style{.width = width});
}

TEST(TextTable, AlignsItsColumns) {
  EXPECT_EQ(text_of(table_of("modern"), 40),
            "player  games   Elo\n"
            "modern  1,000  +3.5\n");
}

// Who played must be seen, however long the names are.
TEST(TextTable, ShortensTheFirstColumnBeforeItLeavesOutOthers) {
  EXPECT_EQ(text_of(table_of("modern with razoring and null move"), 30),
            "player           games   Elo\n"
            "modern with ...  1,000  +3.5\n");
}

TEST(TextTable, LeavesOutTheLeastImportantColumnsButTheFirst) {
  const TextTable table = table_of("modern with razoring and null move");
  EXPECT_EQ(text_of(table, 18),
            "player      Elo\n"
            "modern...  +3.5\n");
  EXPECT_EQ(text_of(table, 10), "player\nmodern ...\n");
  EXPECT_FALSE(table.shows(1, Style{.width = 18}));
  EXPECT_TRUE(table.shows(2, Style{.width = 18}));
}

}  // namespace
}  // namespace oknos::lab
