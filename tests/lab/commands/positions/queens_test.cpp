#include "lab/commands/positions/queens.h"

#include <set>

#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"
#include "lab/commands/positions/position_file.h"

namespace oknos::lab {
namespace {

bool adds_up(const std::string& fen) {
  const auto p = fen::parse(fen);
  EXPECT_TRUE(p.ok()) << fen;
  return promotions_add_up(*p, Color::White);
}

TEST(Queens, PromotedMenCostPawns) {
  EXPECT_TRUE(adds_up(std::string(fen::kInitial)));
  EXPECT_TRUE(adds_up("4k3/8/8/8/8/8/PPPPPPP1/QQ2K3 w - - 0 1"));
  EXPECT_FALSE(adds_up("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1"));
  EXPECT_TRUE(adds_up("4k3/8/8/8/8/8/PPPPPPPP/BB2K3 w - - 0 1"));
  EXPECT_FALSE(adds_up("4k3/8/8/8/8/8/PPPPPPPP/B1B1K3 w - - 0 1")) << "both on dark squares";
  EXPECT_FALSE(adds_up("4k3/8/8/8/8/8/PPPPPPPP/NNN1K3 w - - 0 1"));
}

TEST(Queens, TheFileHoldsWhatItSays) {
  constexpr int kManyMoves = 150;
  const auto records = read_position_file("queens");
  EXPECT_EQ(records.size(), 500U);
  std::set<int> counts;
  std::size_t in_check = 0;
  std::size_t many_moves = 0;
  for (const epd::Record& record : records) {
    const Position& p = record.position;
    for (const Color c : {Color::White, Color::Black}) {
      const int queens = popcount(p.pieces(c, PieceType::Queen));
      EXPECT_GE(queens, kFewestQueens) << record.id();
      EXPECT_LE(queens, kMaxQueens) << record.id();
      EXPECT_TRUE(promotions_add_up(p, c)) << record.id();
    }
    counts.insert(popcount(p.pieces(PieceType::Queen)));
    if (p.in_check()) ++in_check;
    if (count_legal_moves(p) >= kManyMoves) ++many_moves;
  }
  EXPECT_EQ(counts.size(), 15U) << "4 to 18 queens";
  EXPECT_GT(in_check, records.size() / 5);
  EXPECT_GT(many_moves, records.size() / 20);
}

}  // namespace
}  // namespace oknos::lab
