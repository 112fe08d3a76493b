#include "engine/uci/tools.h"

#include <gtest/gtest.h>

#include "engine/chess/fen.h"
#include "support/positions.h"

namespace oknos::uci {
namespace {

using oknos::test::kKiwipete;
using oknos::test::position_from;

TEST(Tools, SeeTellsTheExactExchange) {
  const auto see = [](std::string_view fen, std::string_view move) {
    const auto text = see_text(move, position_from(fen));
    return text ? *text : text.error();
  };
  EXPECT_EQ(see("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5"), "100");    // a pawn for nothing
  EXPECT_EQ(see("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1", "d1d5"), "-850");  // the queen for a pawn
  EXPECT_EQ(see("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), "0");         // castling gains nothing
}

TEST(Tools, TheBoardTellsEverything) {
  const std::string text = board_text(position_from("4k3/8/8/8/8/8/4q3/4K3 w - - 3 9"));
  EXPECT_NE(text.find("|   |   |   |   | q |   |   |   | 2\n"), std::string::npos) << text;
  EXPECT_NE(text.find("Fen: 4k3/8/8/8/8/8/4q3/4K3 w - - 3 9\n"), std::string::npos);
  EXPECT_NE(text.find("Checkers: e2\n"), std::string::npos);
}

TEST(Tools, PositionOr) {
  const Position present = position_from(kKiwipete);
  EXPECT_EQ(position_or("", present)->key(), present.key());
  EXPECT_EQ(position_or(" startpos ", present)->key(), Position::initial().key());
  EXPECT_EQ(position_or("fen 8/8/8/8/8/4k3/4p3/4K3 w - -", present)->key(),
            position_from("8/8/8/8/8/4k3/4p3/4K3 w - -").key());
  EXPECT_FALSE(position_or("nonsense", present).ok());
}

TEST(Tools, EvalTerms) {
  const auto terms = eval_text("terms", position_from(kKiwipete));
  ASSERT_TRUE(terms.ok());
  EXPECT_NE(terms->find("material"), std::string::npos);
}

TEST(Tools, PerftRequests) {
  const Position present = position_from(kKiwipete);
  const auto request = parse_perft("5 8/8/8/8/8/4k3/4p3/4K3 w - - --threads 3 --divide", present);
  ASSERT_TRUE(request.ok()) << request.error();
  EXPECT_EQ(request->depth, 5);
  EXPECT_EQ(request->threads, 3);
  EXPECT_TRUE(request->divide);
  EXPECT_EQ(fen::to_text(request->position), "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1");
  const auto plain = parse_perft("2", present);
  EXPECT_FALSE(plain->divide);
  EXPECT_EQ(plain->threads, 1);
  EXPECT_EQ(plain->position.key(), present.key());
  for (const char* bad : {"", "x", "0", "-1", "61", "3 --threads", "3 --threads x", "3 --what", "3 nonsense"})
    EXPECT_FALSE(parse_perft(bad, present).ok()) << bad;
}

TEST(Tools, BenchRequests) {
  const auto plain = parse_bench("");
  ASSERT_TRUE(plain.ok());
  EXPECT_EQ(plain->depth, kBenchDepth);
  const auto all = parse_bench("32 2 7 default depth");
  ASSERT_TRUE(all.ok());
  EXPECT_EQ(all->hash, 32U);
  EXPECT_EQ(all->threads, 2);
  EXPECT_EQ(all->depth, 7);
  for (const char* bad : {"x", "0", "16 0", "16 9999", "16 1 0", "16 1 5 junk"})
    EXPECT_FALSE(parse_bench(bad).ok()) << bad;
}

TEST(Tools, HelpNamesEveryTool) {
  for (const char* tool : {"perft", "bench", "d [FEN]", "moves", "eval", "see", "preset", "compiler", "version"})
    EXPECT_NE(help_text().find(tool), std::string::npos) << tool;
}

}  // namespace
}  // namespace oknos::uci
