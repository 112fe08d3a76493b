// Writes the tree of a small search as a trace that `oknos-lab explore FILE` opens: what another engine needs to do.
// The format is described in docs/trace.md.
//
//   write_trace [FILE [DEPTH]]
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "base/piece_values.h"
#include "chess/fen.h"
#include "chess/movegen.h"

using oknos::Move;
using oknos::Position;

struct Entry {
  std::uint32_t size;  // entries of its subtree, itself among them
  Move move;
  int kind, depth, alpha, beta, score, rule;
};
using Tree = std::vector<Entry>;  // in the order in which the search comes by

constexpr int kTree = 0, kVisit = 1, kSkipped = 2;  // kinds of entries
constexpr int kNoRule = 255, kFrontier = 0;         // rules, in the order of the header's "rules"
constexpr int kMargin = 100, kInfinite = 32001, kMate = 32000;

int material(const Position& p) {
  int sum = 0;
  for (int i = 0; i < oknos::kSquares; ++i) {
    const oknos::Piece piece = p.piece_on(oknos::square_at(i));
    if (piece == oknos::Piece::None) continue;
    const int value = oknos::piece_value(piece).value();
    sum += oknos::color_of(piece) == p.side_to_move() ? value : -value;
  }
  return sum;
}

int search(Position& p, Move led_here, int depth, int alpha, int beta, int ply, Tree& tree) {
  const std::size_t here = tree.size();
  tree.push_back({1, led_here, kVisit, depth, alpha, beta, 0, kNoRule});
  const oknos::MoveList moves = oknos::legal_moves(p);
  int best = moves.empty() ? (p.in_check() ? ply - kMate : 0) : -kInfinite;
  if (depth == 0 && !moves.empty()) best = material(p);
  for (std::size_t i = 0; depth > 0 && i < moves.size() && best < beta; ++i) {
    const int claim = material(p) + kMargin;  // a quiet move gains no more
    if (depth == 1 && i > 0 && !p.in_check() && !p.is_tactical(moves[i]) && claim <= alpha) {
      tree.push_back({1, moves[i], kSkipped, depth, alpha, beta, claim, kFrontier});
      if (claim > best) best = claim;
      continue;
    }
    const oknos::MadeMove made(p, moves[i]);
    const int value = -search(p, moves[i], depth - 1, -beta, -(alpha > best ? alpha : best), ply + 1, tree);
    if (value > best) best = value;
  }
  tree[here].score = best;
  tree[here].size = static_cast<std::uint32_t>(tree.size() - here);
  return best;
}

template <class T, class Read>  // numbers of one kind, on a little-endian machine
void write_column(std::ofstream& file, const Tree& tree, Read read) {
  for (const Entry& e : tree) {
    const T number = static_cast<T>(read(e));
    file.write(reinterpret_cast<const char*>(&number), sizeof number);
  }
  file.write("\0\0\0\0\0\0\0", static_cast<std::streamsize>((8 - tree.size() * sizeof(T) % 8) % 8));
}

int main(int argc, char** argv) {
  const int depth = argc > 2 ? std::atoi(argv[2]) : 3;
  Position position = *oknos::fen::parse(oknos::fen::kInitial);
  Tree tree{{1, Move(), kTree, depth, 0, 0, 0, kNoRule}};
  const int score = search(position, Move(), depth, -kInfinite, kInfinite, 0, tree);
  tree[0].size = static_cast<std::uint32_t>(tree.size());

  std::string header = "{\"engine\":\"an example\",\"fen\":\"" + std::string(oknos::fen::kInitial) +
                       "\",\"depth\":" + std::to_string(depth) + ",\"score\":" + std::to_string(score) +
                       ",\"rules\":[\"frontier_futility\"],\"count\":" + std::to_string(tree.size()) +
                       R"(,"columns":[{"name":"size","type":"u32"},{"name":"move","type":"u16"},
  {"name":"kind","type":"u8"},{"name":"rule","type":"u8"},{"name":"depth","type":"i8"},
  {"name":"alpha","type":"i16"},{"name":"beta","type":"i16"},{"name":"score","type":"i16"}]})";
  header.resize((header.size() + 7) / 8 * 8, ' ');  // after 16 bytes: the columns begin at a multiple of 8
  const std::uint32_t version = 1, length = static_cast<std::uint32_t>(header.size());
  std::ofstream file(argc > 1 ? argv[1] : "tree.oktree", std::ios::binary);
  file.write("OKNOTREE", 8).write(reinterpret_cast<const char*>(&version), 4);
  file.write(reinterpret_cast<const char*>(&length), 4) << header;
  write_column<std::uint32_t>(file, tree, [](const Entry& e) { return e.size; });
  write_column<std::uint16_t>(file, tree, [](const Entry& e) { return e.move.bits(); });
  write_column<std::uint8_t>(file, tree, [](const Entry& e) { return e.kind; });
  write_column<std::uint8_t>(file, tree, [](const Entry& e) { return e.rule; });
  write_column<std::int8_t>(file, tree, [](const Entry& e) { return e.depth; });
  write_column<std::int16_t>(file, tree, [](const Entry& e) { return e.alpha; });
  write_column<std::int16_t>(file, tree, [](const Entry& e) { return e.beta; });
  write_column<std::int16_t>(file, tree, [](const Entry& e) { return e.score; });
  return file.flush() ? EXIT_SUCCESS : EXIT_FAILURE;
}
