#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "lab/formats/game_record.h"

// Files of compact games: a head, then one record after the other, each with its size and checksum. Records are only
// ever appended; a file that a killed program leaves is whole up to its last record, and the torn rest is cut off when
// somebody appends again (docs/data-format.md).
namespace oknos::compact {

bool is_game_store(std::string_view text);  // by its first bytes

// Whether a file ends within its head.
bool is_torn_head(std::string_view text);

// The head of a file; `provenance` says where the games come from.
std::string store_head(std::string_view provenance);
// A game as a record of the file.
std::string store_record(const GameRecord& game);

// Goes through a file in memory, record by record. Checksums are verified, moves are not (decode() does).
class StoreReader {
 public:
  // The error says why this is no such file.
  static Result<StoreReader> open(std::string_view text);
  // Of records alone, cut from such a file.
  static StoreReader records(std::string_view text) { return StoreReader(text, text, {}); }

  std::string_view provenance() const { return provenance_; }
  // The next game's payload; nothing at the end, be it whole, torn or corrupt.
  std::optional<std::string_view> next();
  std::size_t offset() const { return text_.size() - left_.size(); }  // behind the last whole record
  std::uint64_t games() const { return games_; }                      // read so far
  // After the end: bytes of a record that was torn.
  std::size_t torn() const { return damage_ ? 0 : left_.size(); }
  // After the end: what is wrong with the record there, if it is not only torn.
  const std::optional<Error>& damage() const { return damage_; }

 private:
  StoreReader(std::string_view text, std::string_view left, std::string_view provenance)
      : text_(text), left_(left), provenance_(provenance) {}

  std::string_view text_;
  std::string_view left_;
  std::string_view provenance_;
  std::uint64_t games_ = 0;
  std::optional<Error> damage_;
};

// Adds games to a file, which is made where there is none.
class StoreAppender {
 public:
  StoreAppender() = default;
  ~StoreAppender();
  StoreAppender(const StoreAppender&) = delete;
  StoreAppender& operator=(const StoreAppender&) = delete;

  // A torn end is cut off. Refused are files that are something else and files that are damaged elsewhere.
  std::optional<Error> open(const std::string& path, std::string_view provenance);
  void add(std::string_view records);
  // What was added survives the end of the program.
  std::optional<Error> flush();
  std::uint64_t games_before() const { return before_; }

 private:
  std::string path_;
  std::FILE* file_ = nullptr;
  std::uint64_t before_ = 0;
  bool failed_ = false;
};

}  // namespace oknos::compact
