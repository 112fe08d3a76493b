#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lab/store/description.h"
#include "lab/store/store_tables.h"

namespace oknos::lab::store {

struct StoredRow {
  WorkUnitNumber work_unit = 0;
  std::int64_t row = 0;
  std::vector<Value> values;
};

// A run store to read, also while another program writes it or after that was killed. It shows the work units that were
// done when it was opened.
class StoreView {
 public:
  static Result<std::unique_ptr<StoreView>> open(const std::string& path);

  const std::string& path() const { return database_.path(); }
  const Description& description() const { return description_; }
  const std::string& kind() const { return description_.kind; }
  WorkUnitNumber work_units() const { return description_.work_units; }  // of the whole run
  const Shard& shard() const { return description_.shard; }
  std::string entry(const std::string& name) const;  // of the header; empty when there is none
  const std::vector<TableSpec>& tables() const { return description_.tables; }
  const std::set<WorkUnitNumber>& done() const { return done_; }

  // The number of a table, nothing when there is none of that name.
  std::optional<std::size_t> find_table(const std::string& name) const;
  // Hands the rows of all work units that are done to `take`, sorted by work unit and row. A writer may go on
  // meanwhile.
  std::optional<Error> for_each_row(std::size_t table, const std::function<void(const StoredRow& row)>& take) const;
  // How many rows that would be.
  Result<std::int64_t> count_rows(std::size_t table) const;
  // The rows of one work unit, as RunStore::rows gives them.
  Result<std::vector<Row>> rows(WorkUnitNumber work_unit) const;

 private:
  StoreView() = default;
  std::optional<Error> load(const std::string& path, Database::Mode mode);

  Database database_;
  Description description_;
  std::set<WorkUnitNumber> done_;
  std::unique_ptr<StoreTables> reader_;  // behind rows()
};

}  // namespace oknos::lab::store
