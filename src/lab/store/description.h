#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "lab/store/run_store.h"
#include "lab/store/sqlite.h"

// What a run store says of itself: its tables `header` and `columns`.
namespace oknos::lab::store {

inline constexpr std::int64_t kFormat = 1;  // of the file; no other is read

struct HeaderEntry {
  std::string name;
  std::string value;
  bool is_volatile = false;  // not part of the identity
};

struct Description {
  std::vector<HeaderEntry> header;
  std::vector<TableSpec> tables;
  // From the header:
  std::string kind;
  WorkUnitNumber work_units = 0;
  Shard shard;

  const HeaderEntry* find(const std::string& name) const;
  void set(const std::string& name, const std::string& value);  // of a volatile entry
};

// A run of this program that begins now.
Result<Description> describe(const RunSpec& spec, const Shard& shard);

// Makes all tables. To be called within a transaction.
std::optional<Error> write_description(const Database& database, const Description& description);
// Writes one volatile entry.
std::optional<Error> write_entry(const Database& database, const std::string& name, const std::string& value);

// An SQLite file without any table, as a program leaves it that was killed at once.
Result<bool> is_blank(const Database& database);
// Errors: no run store, another format, a damaged file.
Result<Description> read_description(const Database& database);

// The header's entry for their number. In all tables, the column `item` is the number of a work unit.
inline constexpr const char* kWorkUnits = "items";
struct Difference {
  std::string name;
  std::string a;  // shortened, with quotes
  std::string b;
};
// The first thing that keeps two stores from being parts of one run.
std::optional<Difference> first_difference(const Description& a, const Description& b);

const char* name_of(ColumnType type);
std::string text_of(const Shard& shard);
// "2026-01-31T12:00:00Z"
std::string time_now();

}  // namespace oknos::lab::store
