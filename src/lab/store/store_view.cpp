#include "lab/store/store_view.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "engine/base/text.h"

namespace oknos::lab::store {

std::optional<Error> StoreView::load(const std::string& path, Database::Mode mode) {
  if (auto error = database_.open(path, mode)) return error;
  auto description = read_description(database_);
  if (!description) return Error{description.error()};
  description_ = std::move(*description);
  auto done = read_done(database_, description_);
  if (!done) return Error{done.error()};
  done_ = std::move(*done);
  reader_ = std::make_unique<StoreTables>(database_, description_);
  return reader_->prepare();
}

Result<std::unique_ptr<StoreView>> StoreView::open(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error))
    return Error{text::quoted(path, path.size()) + " cannot be read: " + std::strerror(error ? error.value() : ENOENT)};
  std::unique_ptr<StoreView> view(new StoreView);
  auto problem = view->load(path, Database::Mode::Read);
  // A program killed while it wrote with a rollback journal leaves half a change, which only a writer can undo.
  if (problem && view->database_.needs_repair()) {
    view.reset(new StoreView);
    problem = view->load(path, Database::Mode::Write);
  }
  if (problem) return *problem;
  return view;
}

std::string StoreView::entry(const std::string& name) const {
  const HeaderEntry* found = description_.find(name);
  return found ? found->value : "";
}

std::optional<std::size_t> StoreView::find_table(const std::string& name) const {
  for (std::size_t i = 0; i < tables().size(); ++i)
    if (tables()[i].name == name) return i;
  return std::nullopt;
}

// Some rows at a time, each time by the statement run anew: a reader that keeps one open keeps a writer waiting.
std::optional<Error> StoreView::for_each_row(std::size_t table,
                                             const std::function<void(const StoredRow& row)>& take) const {
  constexpr int kKey = 2;  // work unit, row
  constexpr std::size_t kRowsAtOnce = 4096;
  const TableSpec& spec = tables()[table];
  auto select =
      database_.prepare("SELECT item, row, " + column_list(spec) + " FROM " + sql_name(spec.name) +
                        " WHERE (item, row) > (?, ?) ORDER BY item, row LIMIT " + std::to_string(kRowsAtOnce));
  if (!select) return Error{select.error()};
  std::vector<StoredRow> rows;
  WorkUnitNumber work_unit = -1;
  std::int64_t number = 0;
  do {
    rows.clear();
    select->bind(0, work_unit);
    select->bind(1, number);
    while (true) {
      const auto row = select->step();
      if (!row) return Error{row.error()};
      if (!*row) break;
      rows.push_back({select->integer(0), select->integer(1), values_of(*select, kKey, spec.columns.size())});
    }
    select->reset();
    for (const StoredRow& row : rows)
      if (done_.contains(row.work_unit)) take(row);
    if (!rows.empty()) work_unit = rows.back().work_unit, number = rows.back().row;
  } while (rows.size() == kRowsAtOnce);
  return std::nullopt;
}

// A row is written together with all others of its work unit, so every row belongs to a work unit that is done; but
// perhaps to one that was not when the store was opened.
Result<std::int64_t> StoreView::count_rows(std::size_t table) const {
  const std::string last = done_.empty() ? "-1" : std::to_string(*done_.rbegin());
  auto select = database_.prepare("SELECT item, count(*) FROM " + sql_name(tables()[table].name) +
                                  " WHERE item <= " + last + " GROUP BY item");
  if (!select) return Error{select.error()};
  std::int64_t out = 0;
  while (true) {
    const auto row = select->step();
    if (!row) return Error{row.error()};
    if (!*row) return out;
    if (done_.contains(select->integer(0))) out += select->integer(1);
  }
}

Result<std::vector<Row>> StoreView::rows(WorkUnitNumber work_unit) const {
  return reader_->rows(work_unit);
}

}  // namespace oknos::lab::store
