#include "lab/store/store_tables.h"

#include <cmath>
#include <fmt/format.h>

#include "lab/terminal/words.h"

namespace oknos::lab::store {

namespace {

bool fits(const Value& value, ColumnType type) {
  if (std::holds_alternative<std::monostate>(value)) return true;
  switch (type) {
    case ColumnType::Integer:
      return std::holds_alternative<std::int64_t>(value);
    case ColumnType::Real:
      // SQLite keeps "not a number" as NULL: it would not be read back as it was put.
      return std::holds_alternative<double>(value) && !std::isnan(std::get<double>(value));
    case ColumnType::Text:
      return std::holds_alternative<std::string>(value);
  }
  return false;
}

}  // namespace

std::string column_list(const TableSpec& table) {
  return listed(table.columns, [](const ColumnSpec& column) { return sql_name(column.name); });
}

std::vector<Value> values_of(const Statement& statement, int from, std::size_t count) {
  std::vector<Value> out;
  out.reserve(count);
  for (std::size_t i = 0; i < count; ++i) out.push_back(statement.value(from + static_cast<int>(i)));
  return out;
}

std::optional<Error> StoreTables::prepare() {
  const auto add = [&](std::vector<Statement>& to, const std::string& sql) -> std::optional<Error> {
    auto statement = database_.prepare(sql);
    if (!statement) return Error{statement.error()};
    to.push_back(std::move(*statement));
    return std::nullopt;
  };
  for (const TableSpec& table : description_.tables) {
    std::string places = "?, ?";
    for (std::size_t i = 0; i < table.columns.size(); ++i) places += ", ?";
    if (auto error = add(inserts_, fmt::format("INSERT INTO {} (item, row, {}) VALUES ({})", sql_name(table.name),
                                               column_list(table), places)))
      return error;
    if (auto error = add(selects_, fmt::format("SELECT {} FROM {} WHERE item = ? ORDER BY row", column_list(table),
                                               sql_name(table.name))))
      return error;
  }
  return add(done_, "INSERT INTO done (item) VALUES (?)");
}

std::optional<Error> StoreTables::check(WorkUnitNumber work_unit, const Row& row) const {
  const auto wrong = [&](const std::string& what) {
    return database_.problem(fmt::format("work unit {}: {}", work_unit, what));
  };
  if (row.table >= description_.tables.size()) return wrong(fmt::format("there is no table number {}", row.table));
  const TableSpec& table = description_.tables[row.table];
  if (row.values.size() != table.columns.size())
    return wrong(fmt::format("a row of the table {} has {} values instead of {}", table.name, row.values.size(),
                             table.columns.size()));
  for (std::size_t i = 0; i < row.values.size(); ++i)
    if (!fits(row.values[i], table.columns[i].type))
      return wrong(fmt::format("the value for {}.{} is no {}", table.name, table.columns[i].name,
                               name_of(table.columns[i].type)));
  return std::nullopt;
}

std::optional<Error> StoreTables::put(WorkUnitNumber work_unit, const std::vector<Row>& rows) {
  constexpr int kKey = 2;  // work unit, row
  std::vector<std::int64_t> next(description_.tables.size());
  for (const Row& row : rows) {
    if (auto error = check(work_unit, row)) return error;
    Statement& insert = inserts_[row.table];
    insert.bind(0, work_unit);
    insert.bind(1, next[row.table]++);
    int at = kKey;
    for (const Value& value : row.values) insert.bind(at++, value);
    if (auto error = insert.run()) return error;
  }
  done_.front().bind(0, work_unit);
  return done_.front().run();
}

Result<std::vector<Row>> StoreTables::rows(WorkUnitNumber work_unit) {
  std::vector<Row> out;
  for (std::size_t table = 0; table < selects_.size(); ++table) {
    Statement& select = selects_[table];
    select.bind(0, work_unit);
    while (true) {
      const auto row = select.step();
      if (!row) return Error{row.error()};
      if (!*row) break;
      out.push_back({table, values_of(select, 0, description_.tables[table].columns.size())});
    }
    select.reset();
  }
  return out;
}

Result<std::set<WorkUnitNumber>> read_done(const Database& database, const Description& description) {
  auto statement = database.prepare("SELECT item FROM done ORDER BY item");
  if (!statement) return Error{statement.error()};
  std::set<WorkUnitNumber> out;
  while (true) {
    const auto row = statement->step();
    if (!row) return Error{row.error()};
    if (!*row) return out;
    const WorkUnitNumber work_unit = statement->integer(0);
    if (work_unit < 0 || work_unit >= description.work_units)
      return database.problem(
          fmt::format("work unit {} is done, but the run has {} work units", work_unit, description.work_units));
    out.insert(out.end(), work_unit);
  }
}

}  // namespace oknos::lab::store
