#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/platform/mapped_file.h"
#include "engine/tablebases/table_file.h"

namespace oknos::tablebases {

// The Syzygy tablebases in some folders: the results of all positions of endings with up to 7 men. An object does not
// change after its construction, so any number of threads may use it at the same time.
class Tablebases {
 public:
  struct Loaded {
    std::shared_ptr<const Tablebases> tables;  // never null, perhaps empty
    std::vector<std::string> problems;         // one line for each folder or file that was left out, with the reason
  };
  // Every .rtbw file in the folders, and its .rtbz file if any of them has one. If two tables have the same name, the
  // first is used; of two .rtbz files, the one in the folder of the .rtbw file.
  static Loaded load(const std::vector<std::string>& folders);

  bool empty() const { return tables_.empty(); }
  int most_men() const { return most_men_; }  // of the largest table, kings included; 0: there is none
  std::size_t size() const { return tables_.size(); }
  std::size_t dtz_size() const;  // tables with distances
  // Which there are, whatever the order in which they were found.
  std::uint64_t checksum() const;

  // The result with best play if the halfmove clock is 0. None: no table has the position, it has castling rights, or a
  // file is damaged. Moves are made and unmade on the position; it is unchanged afterwards.
  std::optional<Wdl> wdl(Position& position) const;

  // Plies to the next capture or pawn move, or to the mate if that comes first, when the winning side hurries and the
  // losing side delays. Positive for a win, negative for a loss, 0 for a draw; beyond 100 it is a cursed win or blessed
  // loss. May be one too few if the file counts moves. The halfmove clock is ignored. None as for wdl().
  std::optional<int> dtz(Position& position) const;

 private:
  struct Table {
    platform::MappedFile wdl_bytes;
    platform::MappedFile dtz_bytes;
    TableFile wdl;
    std::optional<TableFile> dtz;
  };
  // An entry of a hash table with linear probing.
  struct Slot {
    std::uint64_t key = 0;  // 0: empty; no material has it
    const Table* table = nullptr;
  };
  struct Resolved;

  // `dtz_path`: empty: there is none.
  void add(const std::string& name, const std::string& wdl_path, const std::string& dtz_path,
           std::vector<std::string>& problems);
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

// The folders that a UCI option names, separated by ';' on Windows and by ':' elsewhere. None for "<empty>" and "".
std::vector<std::string> folders_of(std::string_view path);

// What dtz() returns for a position whose best move is a capture or pawn move.
int dtz_before_zeroing(Wdl wdl);

}  // namespace oknos::tablebases
