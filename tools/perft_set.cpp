// Makes positions/perft.epd: positions of our own with the numbers of their legal lines, one a line:
//   FEN ;D1 n ;D2 n ... ;D4 n      (D5 too where few men are left)
// The random ones come from games with a fixed seed, the others are made by hand. Standard chess first, then Chess960
// with Shredder-FEN rights. The same program and seed write the same file. The numbers are then checked against another
// engine by tools/check_perft_set.py.
#include <algorithm>
#include <cstdio>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/chess/perft.h"

namespace oknos {
namespace {

constexpr std::uint64_t kSeed = 20240601;
constexpr int kRandomStandard = 70;
constexpr int kRandomChess960 = 42;
constexpr int kShortestGame = 4;  // plies
constexpr int kLongestGame = 160;
constexpr int kDepth = 4;
constexpr int kFewMen = 8;                       // up to here one ply more
constexpr std::uint64_t kMaxNodes = 20'000'000;  // no depth with more lines than these

// What goes wrong in move generators.
constexpr const char* kSpecialStandard[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    // Promotions: quiet, capturing, pinned, giving and answering check, with the king in front.
    "1n1n4/P1P1k3/8/8/8/8/3K1p1p/4N1N1 w - - 0 1",
    "1n1n4/P1P1k3/8/8/8/8/3K1p1p/4N1N1 b - - 0 1",
    "4k2r/P5P1/8/8/8/8/p5p1/R3K3 w Qk - 0 1",
    "4k2r/P5P1/8/8/8/8/p5p1/R3K3 b Qk - 0 1",
    "2r2k2/1P1P4/8/8/8/8/1p1p4/2R2K2 w - - 0 1",
    "k7/2PP4/8/8/8/8/2pp4/K7 w - - 0 1",
    "8/1PPP1k2/8/8/8/8/1pp2K2/8 w - - 0 1",
    "K1r5/1P6/8/8/8/8/6pk/5R2 w - - 0 1",
    "6bk/5P2/8/8/1b6/8/3p4/K3B3 w - - 0 1",
    "3k4/1P1r4/8/8/8/8/1p1R4/3K4 b - - 0 1",
    // En passant: two takers, pinned along the rank, the file, a diagonal; taking answers check, is the only move,
    // gives check by discovery.
    "4k3/8/8/1PpP4/8/8/8/4K3 w - c6 0 1",
    "4k3/8/8/8/5pPp/8/8/4K3 b - g3 0 1",
    "8/3p4/8/K3P2r/8/8/8/7k b - - 0 1",
    "8/3p4/8/K1P1P2r/8/8/8/7k b - - 0 1",
    "7k/8/8/8/r2p3K/8/4P3/8 w - - 0 1",
    "4r2k/3p4/8/4P3/8/8/8/4K3 b - - 0 1",
    "7k/3p2b1/8/4P3/8/2K5/8/8 b - - 0 1",
    "1b5k/3p4/8/4P3/8/6K1/8/8 b - - 0 1",
    "8/8/8/8/1k1p4/8/2P5/4K2B w - - 0 1",
    "8/2p5/8/1P1K4/8/8/8/b6k b - - 0 1",
    "4k3/2p1p3/8/3P4/2K5/8/8/8 b - - 0 1",
    "8/8/8/k1Pp3R/8/8/8/4K3 w - d6 0 1",
    "8/8/8/k1pP3R/8/8/8/4K3 w - c6 0 1",
    "7k/8/8/3pP3/8/8/1B6/4K3 w - d6 0 1",
    "8/1k6/8/3pP3/8/8/6B1/4K3 w - d6 0 1",
    "8/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/K6k w - - 0 1",
    "8/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/K6k b - - 0 1",
    // Castling: through, out of and into an attack, over an attacked square that only the rook crosses, rights lost by
    // a captured rook.
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "r3k2r/8/8/3Q4/4q3/8/8/R3K2R w KQkq - 0 1",
    "1r2k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    "r3k2r/6P1/1P6/8/8/1p6/6p1/R3K2R w KQkq - 0 1",
    "r3k2r/p6p/8/2B3b1/2b3B1/8/P6P/R3K2R w KQkq - 0 1",
    "r3k2r/1n4n1/8/8/8/8/1N4N1/R3K2R b KQkq - 0 1",
    "r3k2r/8/1N6/8/8/6n1/8/R3K2R w KQkq - 0 1",
    "rn2k1nr/8/8/8/8/8/8/RN2K1NR w KQkq - 0 1",
    // Checks: double, discovered, by every piece, with few answers.
    "4k3/4r3/8/8/1b6/8/3N4/R3K2R w KQ - 0 1",
    "4r1k1/8/8/4N3/8/8/4R3/4K2b w - - 0 1",
    "2q1k3/8/8/4B3/4R3/8/1N6/4K3 w - - 0 1",
    "4k3/8/5n2/8/1b6/8/4r3/4K3 w - - 0 1",
    "3rk3/8/8/q6b/8/8/3P1P2/3QKB2 w - - 0 1",
    "r1b1k3/8/2N5/8/q2Q3K/8/8/8 b q - 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    // Pins on every line at once.
    "3r2k1/b7/8/2PPP3/r1PKP1r1/2PPP3/8/b2r2b1 w - - 0 1",
    "q2r3q/8/2NNN3/r1NKNR1r/2BBB3/8/q2r3q/4k3 w - - 0 1",
    // Many queens and many knights.
    "1Q3Q2/8/8/Q6Q/8/3k4/8/K7 w - - 0 1",
    "q1q1q2k/8/8/3K4/8/8/Q1Q1Q3/8 w - - 0 1",
    "QQ6/8/4k3/8/8/3K4/8/6qq w - - 0 1",
    "nnnn2k1/8/8/3nn3/3NN3/8/8/1K2NNNN w - - 0 1",
    // Few men: stalemates, mates, zugzwang.
    "8/8/8/8/8/1k6/1p6/1K6 w - - 0 1",
    "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",
    "8/8/4k3/8/2p5/4K3/3P4/8 w - - 0 1",
    "8/k1P5/8/K7/8/8/8/8 w - - 0 1",
    "8/8/8/3k4/3P4/3K4/8/8 b - - 0 1",
    "8/p7/1p6/k7/P1P5/1K6/8/8 w - - 0 1",
    "5k2/R7/5K2/8/8/8/8/7r b - - 0 1",
    "8/8/2bbk3/8/8/8/3N4/3K4 b - - 0 1",
};

constexpr const char* kSpecialChess960[] = {
    // The rook shields the king on the back rank; king and rook change places; one of them stays.
    "4k3/8/8/8/8/8/8/rRK5 w B - 0 1",
    "rrk5/8/8/8/8/8/8/RRK5 w Bb - 0 1",
    "4k3/8/8/8/8/r7/8/qRK5 w B - 0 1",
    "5kr1/8/8/8/8/8/8/5KR1 w Gg - 0 1",
    "2rk4/8/8/8/8/8/8/2RK4 b Cc - 0 1",
    "6kr/8/8/8/8/8/8/6KR w Hh - 0 1",
    "3rk3/8/8/8/8/8/8/3RK3 w Dd - 0 1",
    "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1",
    "1k4r1/8/8/8/8/8/8/1K4R1 b Gg - 0 1",
    "5rkr/8/8/8/8/8/8/5RKR w HFhf - 0 1",
    "rkr5/8/8/8/8/8/8/RKR5 w CAca - 0 1",
    "r5kr/pppppppp/8/8/8/8/PPPPPPPP/R5KR w HAha - 0 1",
    // The king goes far, and through attacks; rooks beyond the castling rook.
    "1r1k1r1r/8/8/3q4/3Q4/8/8/1R1K1R1R w FBfb - 0 1",
    "rr2k2r/8/8/8/8/8/8/RR2K2R w HBhb - 0 1",
    "k7/8/8/8/2r5/8/8/1K4R1 w G - 0 1",
    "4k3/8/8/8/8/8/6p1/1RK2R2 w FB - 0 1",
    "1r2k2r/1P4P1/8/8/8/8/1p4p1/1R2K2R w HBhb - 0 1",
    "r1k2r2/8/5N2/8/8/5n2/8/R1K2R2 b FAfa - 0 1",
    "nrk1r1b1/pppppppp/8/8/8/8/PPPPPPPP/NRK1R1B1 w EBeb - 0 1",
    "bqrkr3/8/8/8/8/8/8/BQRKR3 w ECec - 0 1",
};

Position chess960_start(std::mt19937_64& random) {
  std::array<PieceType, kFiles> rank = {PieceType::Rook, PieceType::Knight, PieceType::Bishop, PieceType::Queen,
                                        PieceType::King, PieceType::Bishop, PieceType::Knight, PieceType::Rook};
  const auto is_start = [&] {
    std::vector<std::size_t> bishops;
    std::string order;  // of rooks and king
    for (std::size_t f = 0; f < rank.size(); ++f) {
      if (rank[f] == PieceType::Bishop) bishops.push_back(f);
      if (rank[f] == PieceType::Rook || rank[f] == PieceType::King) order += to_char(rank[f]);
    }
    return order == "rkr" && (bishops[0] + bishops[1]) % 2 == 1;
  };
  do {
    for (std::size_t i = rank.size() - 1; i > 0; --i) std::swap(rank[i], rank[random() % (i + 1)]);
  } while (!is_start());

  std::string black;
  for (const PieceType t : rank) black += to_char(t);
  std::string white;
  std::string rights;
  for (std::size_t f = 0; f < rank.size(); ++f) {
    white += text::upper(black[f]);
    if (rank[f] == PieceType::Rook) rights += static_cast<char>('A' + f);
  }
  const std::string fen =
      black + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " w " + rights + text::to_lower(rights) + " - 0 1";
  Position p = *fen::parse(fen);
  p.set_chess960(true);
  return p;
}

// One move in four is taken from what is rare in random play: castling, en passant, promotions and pawn moves.
Move choose(const Position& position, const MoveList& moves, std::mt19937_64& random) {
  MoveList rare;
  if (random() % 4 == 0)
    for (const Move m : moves)
      if (m.kind() != MoveKind::Normal || type_of(position.piece_on(m.from())) == PieceType::Pawn) rare.push_back(m);
  const MoveList& pool = rare.empty() ? moves : rare;
  return pool[random() % pool.size()];
}

// The end of a random game, if it has legal moves.
std::optional<std::string> random_position(Position position, std::mt19937_64& random) {
  // Short games more often than long ones: they have more men, and kings that may still castle.
  const std::uint64_t longest = 1 + random() % (kLongestGame - kShortestGame);
  const int plies = kShortestGame + static_cast<int>(random() % longest);
  for (int i = 0; i < plies; ++i) {
    const MoveList moves = legal_moves(position);
    if (moves.empty()) return std::nullopt;
    position.play(choose(position, moves, random));
  }
  if (!has_legal_move(position) || position.is_dead()) return std::nullopt;
  return fen::to_text(position, position.chess960() ? fen::CastlingStyle::Shredder : fen::CastlingStyle::Standard);
}

std::vector<std::string> random_positions(int wanted, bool chess960, std::mt19937_64& random) {
  std::vector<std::string> out;
  std::set<std::string> seen;
  while (static_cast<int>(out.size()) < wanted) {
    const std::optional<std::string> fen =
        random_position(chess960 ? chess960_start(random) : Position::initial(), random);
    if (fen && seen.insert(*fen).second) out.push_back(*fen);
  }
  return out;
}

bool print(const std::string& fen, bool chess960) {
  const Result<Position> parsed = fen::parse(fen);
  if (!parsed) {
    std::fprintf(stderr, "%s\n", parsed.error().c_str());
    return false;
  }
  Position position = *parsed;
  position.set_chess960(chess960);
  std::printf("%s", fen.c_str());
  const int depth = popcount(position.pieces()) <= kFewMen ? kDepth + 1 : kDepth;
  for (int d = 1; d <= depth; ++d) {
    const std::uint64_t nodes = perft(position, d);
    if (nodes > kMaxNodes) break;
    std::printf(" ;D%d %llu", d, static_cast<unsigned long long>(nodes));
  }
  std::printf("\n");
  return true;
}

int run() {
  std::mt19937_64 random(kSeed);
  bool good = true;
  std::printf(
      "# Numbers of legal lines by depth. Made by tools/perft_set.cpp, checked by tools/check_perft_set.py.\n# "
      "Standard chess\n");
  for (const char* fen : kSpecialStandard) good &= print(fen, false);
  for (const std::string& fen : random_positions(kRandomStandard, false, random)) good &= print(fen, false);
  std::printf("# Chess960\n");
  for (const char* fen : kSpecialChess960) good &= print(fen, true);
  for (const std::string& fen : random_positions(kRandomChess960, true, random)) good &= print(fen, true);
  return good ? 0 : 1;
}

}  // namespace
}  // namespace oknos

int main() {
  return oknos::run();
}
