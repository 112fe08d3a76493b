#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/base/result.h"
#include "lab/store/work_unit_number.h"

// Run stores: what an experiment measured, in one SQLite file (docs/run-stores.md). An experiment is a row of work
// units (positions, pairs of games) numbered from 0; what was found for a work unit is written in one transaction, so
// that a program killed at any moment leaves whole work units only.
namespace oknos::lab::store {

using Value = std::variant<std::monostate, std::int64_t, double, std::string>;

enum class ColumnType : std::uint8_t { Integer, Real, Text };

// Every table has the columns `item` (the number of the work unit) and `row` (from 0 within it) before these; they are
// its key.
struct ColumnSpec {
  std::string name;
  ColumnType type = ColumnType::Integer;
  bool is_volatile = false;  // may differ from run to run (time, worker): left out when stores are compared
  std::string meaning;       // with its unit; stored with the file
};
struct TableSpec {
  std::string name;
  std::vector<ColumnSpec> columns;
};

struct Row {
  std::size_t table = 0;  // in the order of RunSpec::tables
  std::vector<Value> values;

  bool operator==(const Row&) const = default;
};

using Rows = std::vector<Row>;

struct Shard {  // the work units with number % count == index - 1
  int index = 1;
  int count = 1;
  bool holds(WorkUnitNumber work_unit) const { return work_unit % count == index - 1; }
};
Result<Shard> parse_shard(const std::string& text);  // "2/3"

// What an experiment is: two files whose identities differ must not be mixed.
struct RunSpec {
  std::string kind;  // "audit", "match"
  std::vector<std::pair<std::string, std::string>>
      identity;  // all that the rows depend on: "input", "limits", "seed", ...
  std::vector<std::pair<std::string, std::string>> notes;  // the rest; the command line is added
  WorkUnitNumber work_units = 0;                           // how many the whole experiment has, all shards together
  std::vector<TableSpec> tables;
};

class RunStore {
 public:
  virtual ~RunStore() = default;
  // Work units that are complete.
  virtual const std::set<WorkUnitNumber>& done() const = 0;
  // What was found for a work unit: all of it is written or nothing. Work units that follow each other quickly share a
  // transaction, which is committed by a later put(), by commit_due() or by close().
  virtual std::optional<Error> put(WorkUnitNumber work_unit, const std::vector<Row>& rows) = 0;
  // Commits what has waited for some time. To be called some ten times a second, so that a program killed at any moment
  // loses no more than it found out in the last tenth of a second.
  virtual std::optional<Error> commit_due() = 0;
  // The rows of a work unit, table by table, in each as they were put.
  virtual Result<std::vector<Row>> rows(WorkUnitNumber work_unit) const = 0;
  // Leaves a single file. The destructor does the same and cannot tell of errors.
  virtual std::optional<Error> close() = 0;
};

struct StoreOptions {
  std::string path;                   // empty: keep nothing (a store in memory)
  bool resume = false;                // continue a file that exists
  Shard shard;                        // noted in the file
  bool force = false;                 // replace a file that exists; without this and `resume` it is an error
  std::vector<std::string> inputs{};  // files that the experiment reads, which are never replaced
};

// Adds to the identity what every run has: the program's version, its sources and its network. With `resume` the file's
// identity must be the same, and the error names what differs. A file that does not exist is made, with or without
// `resume`.
Result<std::unique_ptr<RunStore>> open_run_store(const StoreOptions& options, const RunSpec& spec);

// SHA-256 of a file or a text in hexadecimal: what identities say of inputs.
Result<std::string> hash_of_file(const std::string& path);
std::string hash_of_text(const std::string& text);

}  // namespace oknos::lab::store
