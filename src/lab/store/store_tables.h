#pragma once

#include <set>
#include <vector>

#include "lab/store/description.h"

// The rows of a run store.
namespace oknos::lab::store {

// Writes work units and reads them back. It must not outlive its database.
class StoreTables {
 public:
  StoreTables(const Database& database, const Description& description)
      : database_(database), description_(description) {}

  // Call it once, when the tables are there.
  std::optional<Error> prepare();
  // To be called within a transaction; checks that the values fit their columns.
  std::optional<Error> put(WorkUnitNumber work_unit, const std::vector<Row>& rows);
  // Table by table, in each in the order in which they were put.
  Result<std::vector<Row>> rows(WorkUnitNumber work_unit);

 private:
  std::optional<Error> check(WorkUnitNumber work_unit, const Row& row) const;

  const Database& database_;
  const Description& description_;
  std::vector<Statement> inserts_;  // one for each table
  std::vector<Statement> selects_;
  std::vector<Statement> done_;  // one
};

Result<std::set<WorkUnitNumber>> read_done(const Database& database, const Description& description);

// The values of a row whose first column is number `from` of the statement's columns.
std::vector<Value> values_of(const Statement& statement, int from, std::size_t count);
// The names of the table's columns, for SQL.
std::string column_list(const TableSpec& table);

}  // namespace oknos::lab::store
