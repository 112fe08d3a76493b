#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/mapped_file.h"
#include "tablebases/table_file.h"

namespace oknos::tablebases {

// The Syzygy tablebases of some folders: endings whose result is known, with at most 7 men. An object never changes
// after it was made, so any number of threads may ask it at the same time.
class Tablebases {
 public:
  struct Loaded {
    std::shared_ptr<const Tablebases> tables;  // never null, perhaps empty
    std::vector<std::string> problems;         // folders and files that were left out, each in one line with the reason
  };
  // Every .rtbw file of the folders, and its .rtbz file if it is there. Of tables with the same name the first counts.
  static Loaded load(const std::vector<std::string>& folders);

  bool empty() const { return tables_.empty(); }
  int most_men() const { return most_men_; }  // of the largest table, kings included; 0: there is none
  std::size_t size() const { return tables_.size(); }
  std::size_t dtz_size() const;  // tables with distances

  // How the position ends with best play if the halfmove clock is 0. None: no table has it, castling is possible, or a
  // file is damaged. The position is used to try moves, and is unchanged afterwards.
  std::optional<Wdl> wdl(Position& position) const;

  // Plies to the next capture or pawn move with best play (or to the mate, if that comes first), when the winning side
  // hurries and the losing side delays: positive for a win, negative for a loss, 0 for a draw. More than 100 are cursed
  // wins and blessed losses. Where a file counts moves it may be one too few. The halfmove clock does not
  // matter. None as for wdl().
  std::optional<int> dtz(Position& position) const;

 private:
  struct Table {
    platform::MappedFile wdl_bytes;
    platform::MappedFile dtz_bytes;
    TableFile wdl;
    std::optional<TableFile> dtz;
  };
  // Where the table of a material is, in an array in which it is looked for from its hash on.
  struct Slot {
    std::uint64_t key = 0;  // 0: empty; no material has it
    const Table* table = nullptr;
  };
  struct Resolved;

  void add(const std::string& folder, std::string_view name, std::vector<std::string>& problems);
  void make_slots();
  const Table* find(const Position& position) const;
  std::optional<Wdl> stored_wdl(const Position& position) const;
  std::optional<Wdl> resolved_wdl(Position& position) const;
  std::optional<int> distance(Position& position, Wdl wdl) const;
  std::optional<int> distance_by_moves(Position& position, Wdl wdl) const;

  std::vector<std::unique_ptr<const Table>> tables_;
  std::vector<Slot> slots_;
  int most_men_ = 0;
};

#if defined(_WIN32)
inline constexpr char kFolderSeparator = ';';
#else
inline constexpr char kFolderSeparator = ':';
#endif

// The folders that an option names: separated by ';' on Windows and ':' elsewhere. "<empty>" and nothing are no folder.
std::vector<std::string> folders_of(std::string_view path);

// What dtz() says of a position whose best move is a capture or pawn move.
int dtz_before_zeroing(Wdl wdl);

}  // namespace oknos::tablebases
