#include "engine/chess/attacks.h"

#include <mutex>
#include <vector>

namespace oknos::attacks {

namespace detail {
constinit Tables tables{};
}

namespace {

constexpr std::size_t kRookEntries = 102400;  // sum over the squares of 2^(bits of the mask)
constexpr std::size_t kBishopEntries = 5248;

std::array<Bitboard, kRookEntries> rook_entries;
std::array<Bitboard, kBishopEntries> bishop_entries;

struct Step {
  int file;
  int rank;
};
constexpr std::array<Step, 4> kRookSteps = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
constexpr std::array<Step, 4> kBishopSteps = {{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};

#if !defined(__BMI2__)
// Found by random search with sparse candidates; any multiplier that maps the occupations without a harmful collision
// does.
// clang-format off
constexpr std::array<Bitboard, kSquares> kRookMagics = {
0x0080004000208010ULL, 0xd040100020004005ULL, 0x9080100020008408ULL, 0x0100081000210004ULL,
0x0100043b00080050ULL, 0x0500010008824400ULL, 0x0200080082000104ULL, 0x5100002041001082ULL,
0x02a4800420400080ULL, 0x0980804000802000ULL, 0x0026002204401080ULL, 0x0280808010000800ULL,
0x0003000801001004ULL, 0x014a004402001008ULL, 0x0504001001241298ULL, 0x4086000040a10402ULL,
0x0040208000804001ULL, 0x0020008040002084ULL, 0x2010220010804204ULL, 0x0824120008422200ULL,
0x0120050008001101ULL, 0x0004008080040200ULL, 0x8000010100020004ULL, 0x0080020002c08c15ULL,
0x0000400080208000ULL, 0x5110005040002008ULL, 0x0090080120002400ULL, 0x0008080080100080ULL,
0x0831000500104801ULL, 0x0002200801243040ULL, 0x0200102400428108ULL, 0x009006420000840bULL,
0xd108400090800020ULL, 0x001c400081002100ULL, 0x2820001000802084ULL, 0x0001001005002008ULL,
0x0000080080800401ULL, 0x0202001102000488ULL, 0x0000d00134008218ULL, 0x000211149200004cULL,
0x5000400080208000ULL, 0xa8201000402a4000ULL, 0x0880100020008080ULL, 0x0002004008220010ULL,
0x0009080005010010ULL, 0x0604000200048080ULL, 0x0000022128040090ULL, 0x040c0181550a0004ULL,
0x048000c000200140ULL, 0x0020204001008100ULL, 0x0000802000100480ULL, 0x404a002014084200ULL,
0x0800050010080100ULL, 0x0e41000400820900ULL, 0x1200010208508400ULL, 0x1005040081006200ULL,
0x0080401100208001ULL, 0x0051014000221085ULL, 0x0000204280100a02ULL, 0x02810044b0012009ULL,
0x2002002008100402ULL, 0x148200b90c081022ULL, 0x0000189008222504ULL, 0x04211423840100c2ULL,
};
constexpr std::array<Bitboard, kSquares> kBishopMagics = {
0x2620200408418121ULL, 0x3010a40080820208ULL, 0x0104044082040801ULL, 0x0104410020081200ULL,
0xa01c042220040e00ULL, 0x0082283c40280c00ULL, 0x0329188210404882ULL, 0xa004120311201003ULL,
0x040010105000b084ULL, 0x0000110121040880ULL, 0x0886100c008231c0ULL, 0xa22004104e000080ULL,
0x0580011040840000ULL, 0x40800a2210400020ULL, 0x2101010801104882ULL, 0x0000020202010409ULL,
0x0022041004010804ULL, 0x000a04a0440c5086ULL, 0x2028000112002600ULL, 0x0c04000804200800ULL,
0x00420104022a0010ULL, 0x0282000301308200ULL, 0x0022080082100211ULL, 0x2408220100821080ULL,
0x01e2880160200400ULL, 0x0084020044080830ULL, 0x0204410030010200ULL, 0x0414080000220040ULL,
0x484404004041004bULL, 0x0801020001004100ULL, 0x0052209004480800ULL, 0x0004224000221200ULL,
0x0002202100b20204ULL, 0x8801300880100141ULL, 0x00414030000801c0ULL, 0x0000200800050810ULL,
0x0008002400834100ULL, 0x0088010808410080ULL, 0xb00260c400010400ULL, 0x001c1a8090120044ULL,
0x100802101200040aULL, 0x04004402a0200802ULL, 0x0116220230010200ULL, 0x0004020212044402ULL,
0x4080211020808402ULL, 0x0240010441060180ULL, 0x5004300082009104ULL, 0x000e082100330100ULL,
0x0002021002080010ULL, 0x2a00504410082502ULL, 0x0820084208048040ULL, 0x1010300084040204ULL,
0x20000510a0220040ULL, 0x5000201d30408008ULL, 0x0442040430a20000ULL, 0x08490a480a002000ULL,
0x9000402814102446ULL, 0x0444410402018424ULL, 0x0000468084088810ULL, 0x8080c80400420200ULL,
0x0002820620020490ULL, 0x00000440fb040100ULL, 0x012360124a020400ULL, 0x00a0a400c0810200ULL,
};
// clang-format on
#endif

bool on_board(int file, int rank) {
  return file >= 0 && file < kFiles && rank >= 0 && rank < kRanks;
}

// Squares reached from `s` up to and including the first occupied one. With `inner`, the last square of each ray is
// left out: whether it is occupied changes nothing.
Bitboard slide(Square s, Bitboard occupied, const std::array<Step, 4>& steps, bool inner = false) {
  Bitboard out = 0;
  for (const Step step : steps) {
    int file = index(file_of(s)) + step.file;
    int rank = index(rank_of(s)) + step.rank;
    while (on_board(file, rank)) {
      if (inner && !on_board(file + step.file, rank + step.rank)) break;
      const Bitboard b = bit(make_square(static_cast<File>(file), static_cast<Rank>(rank)));
      out |= b;
      if (occupied & b) break;
      file += step.file;
      rank += step.rank;
    }
  }
  return out;
}

Bitboard* fill(detail::Slider& slider, Square s, const std::array<Step, 4>& steps, Bitboard magic, Bitboard* table) {
  slider.mask = slide(s, 0, steps, true);
  slider.magic = magic;
  slider.shift = kSquares - popcount(slider.mask);
  slider.table = table;
  Bitboard subset = 0;
  do {  // all subsets of the mask, by the carry-rippler
    table[slider.slot(subset)] = slide(s, subset, steps);
    subset = (subset - slider.mask) & slider.mask;
  } while (subset);
  return table + (1ULL << popcount(slider.mask));
}

void fill_all() {
  Bitboard* rook_table = rook_entries.data();
  Bitboard* bishop_table = bishop_entries.data();
  for (int i = 0; i < kSquares; ++i) {
    const Square s = square_at(i);
#if defined(__BMI2__)
    constexpr Bitboard rook_magic = 0;
    constexpr Bitboard bishop_magic = 0;
#else
    const Bitboard rook_magic = kRookMagics[at(s)];
    const Bitboard bishop_magic = kBishopMagics[at(s)];
#endif
    rook_table = fill(detail::tables.rook[at(s)], s, kRookSteps, rook_magic, rook_table);
    bishop_table = fill(detail::tables.bishop[at(s)], s, kBishopSteps, bishop_magic, bishop_table);
    detail::tables.rook_lines[at(s)] = slide(s, 0, kRookSteps);
    detail::tables.bishop_lines[at(s)] = slide(s, 0, kBishopSteps);
  }
  for (int i = 0; i < kSquares; ++i) {
    for (int j = 0; j < kSquares; ++j) {
      const Square a = square_at(i);
      const Square b = square_at(j);
      for (const auto& steps : {kRookSteps, kBishopSteps}) {
        if (a == b || !contains(slide(a, 0, steps), b)) continue;
        detail::tables.line[at(a)][at(b)] = (slide(a, 0, steps) & slide(b, 0, steps)) | bit(a) | bit(b);
        detail::tables.between[at(a)][at(b)] = slide(a, bit(b), steps) & slide(b, bit(a), steps);
      }
    }
  }
}

std::once_flag filled;

}  // namespace

void init() {
  std::call_once(filled, fill_all);
}

}  // namespace oknos::attacks
