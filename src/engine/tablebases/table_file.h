#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/tablebases/indexing.h"
#include "engine/tablebases/pairs.h"

namespace oknos::tablebases {

// The result for the side to move with best play, if the halfmove clock is zero. Blessed losses and cursed wins would
// need more than fifty moves without a capture or pawn move, so they are draws by the fifty-move rule.
enum class Wdl : std::int8_t { Loss = -2, BlessedLoss, Draw, CursedWin, Win };

constexpr Wdl operator-(Wdl w) {
  return static_cast<Wdl>(-static_cast<int>(w));
}

enum class TableKind : std::uint8_t { Wdl, Dtz };

// One file of the Syzygy tablebases (format by R. de Man), .rtbw or .rtbz. Its values are valid for positions without
// castling rights and without en passant captures. Where a capture (in DTZ files, also a pawn move) is best, it may
// store any value; Tablebases resolves such positions. Any number of threads may read at the same time.
class TableFile {
 public:
  // `bytes` must outlive the object. The error says what is wrong, without the file's name.
  static Result<TableFile> parse(std::string_view bytes, const Material& material, TableKind kind);

  // Precondition: the position has the material of the table, possibly with colours exchanged. None: the file is
  // damaged.
  std::optional<Wdl> wdl(const Position& position) const;

  struct Distance {
    bool other_side = false;  // the file knows the distance only with the other side to move
    int plies = 0;            // to the capture or pawn move, at least 1; may be one too few if the file counts moves
  };
  // Precondition: the position is not drawn, and `wdl` is its result.
  std::optional<Distance> dtz(const Position& position, Wdl wdl) const;

  const Material& material() const { return material_; }

 private:
  static constexpr std::size_t kResults = 4;  // of a position that is not drawn

  // The positions with one side to move and, in tables with pawns, with the leading pawn on one file.
  struct Part {
    Men men;
    Indexing indexing;
    Pairs pairs;
    std::array<std::string_view, kResults>
        distances;  // in DTZ files that number them by frequency: a list for each result
  };
  struct Found {
    const Part* part;
    bool black_to_move;  // of the table's colours
    Places places;
  };

  std::optional<Error> read_parts(FileReader& file);
  std::optional<Error> read_men(FileReader& file, int part_file);
  std::optional<Error> read_distances(FileReader& file);
  bool has_all_men(const Men& men) const;
  Found find(const Position& position) const;
  const Part& part(int side, int file) const { return parts_[static_cast<std::size_t>(file * sides_ + side)]; }

  Material material_;
  TableKind kind_ = TableKind::Wdl;
  int sides_ = 1;
  int files_ = 1;
  std::vector<Part> parts_;  // of each file, of each side to move
};

}  // namespace oknos::tablebases
