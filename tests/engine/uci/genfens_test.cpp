#include "engine/uci/genfens.h"

#include <bit>
#include <gtest/gtest.h>
#include <set>

#include "engine/chess/fen.h"
#include "engine/chess/game_over.h"
#include "engine/uci/talk.h"
#include "support/test_folder.h"

namespace oknos::uci {
namespace {

using test::answers;
using test::begins_with;

class GenfensFromBook : public oknos::test::TestWithFolder {};

std::vector<Position> positions_of(const std::vector<std::string>& lines) {
  const std::string prefix = "info string genfens ";
  std::vector<Position> out;
  for (const std::string& line : lines) {
    if (!begins_with(line, prefix)) continue;
    const Result<Position> position = fen::parse(line.substr(prefix.size()));
    EXPECT_TRUE(position.ok()) << line;
    if (position) out.push_back(*position);
  }
  return out;
}

TEST(Genfens, ManyDifferentOpeningsThatAreNotOver) {
  const std::vector<Position> found = positions_of(answers({"genfens 20 seed 7 book None"}));
  ASSERT_EQ(found.size(), 20U);
  std::set<std::string> texts;
  for (const Position& position : found) {
    texts.insert(fen::to_text(position));
    EXPECT_EQ(game_over(position), GameOver::No);
  }
  EXPECT_EQ(texts.size(), found.size());
}

// OpenBench asks many machines, and must be able to ask again.
TEST(Genfens, TheSeedDecides) {
  const auto once = answers({"genfens 4 seed 99"});
  EXPECT_EQ(once.size(), 4U);
  EXPECT_EQ(once, answers({"genfens 4 seed 99 book none something else"}));
  EXPECT_NE(once, answers({"genfens 4 seed 100"}));
}

TEST_F(GenfensFromBook, LinesBeginThere) {
  const std::string book = file("book.epd", "8/8/3kp3/8/8/3KP3/8/8 w - - bm e4;\n\n");
  const std::vector<Position> found = positions_of(answers({"genfens 3 seed 1 book " + book}));
  ASSERT_EQ(found.size(), 3U);
  for (const Position& position : found) EXPECT_LE(std::popcount(position.pieces()), 4);
}

TEST_F(GenfensFromBook, ABookOfDecidedPositionsEnds) {
  const std::string book = file("decided.epd", "4k3/8/8/8/8/8/8/QQQ1K3 w - -\n");
  const auto lines = answers({"genfens 3 seed 1 book " + book});
  EXPECT_TRUE(positions_of(lines).empty());
  EXPECT_NE(lines.back().find("given up after 0 positions"), std::string::npos);
}

TEST_F(GenfensFromBook, ABadLineIsNamed) {
  const std::string book = file("bad.epd", "not a position\n");
  EXPECT_NE(answers({"genfens 3 seed 1 book " + book})[0].find("bad.epd:1: "), std::string::npos);
}

TEST(Genfens, WhatIsWrongIsNamed) {
  EXPECT_NE(answers({"genfens"})[0].find("N is missing"), std::string::npos);
  EXPECT_NE(answers({"genfens many seed 1"})[0].find("\"many\""), std::string::npos);
  EXPECT_NE(answers({"genfens 3"})[0].find("\"seed\" is missing"), std::string::npos);
  EXPECT_NE(answers({"genfens 3 seed x"})[0].find("\"x\""), std::string::npos);
  EXPECT_NE(answers({"genfens 3 seed 1 book /no/such/file"})[0].find("/no/such/file"), std::string::npos);
}

}  // namespace
}  // namespace oknos::uci
