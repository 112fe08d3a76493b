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
  items_ = std::make_unique<StoreTables>(database_, description_);
  return items_->prepare();
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

// In memory at once: a reader that keeps a statement open keeps a writer waiting.
Result<std::vector<StoredRow>> StoreView::rows_of(std::size_t table) const {
  constexpr int kKey = 2;  // item, row
  const TableSpec& spec = tables()[table];
  auto select = database_.prepare("SELECT item, row, " + column_list(spec) + " FROM " + sql_name(spec.name) +
                                  " ORDER BY item, row");
  if (!select) return Error{select.error()};
  std::vector<StoredRow> out;
  while (true) {
    const auto row = select->step();
    if (!row) return Error{row.error()};
    if (!*row) return out;
    if (const ItemNumber item = select->integer(0); done_.contains(item))
      out.push_back({item, select->integer(1), values_of(*select, kKey, spec.columns.size())});
  }
}

Result<std::vector<Row>> StoreView::rows(ItemNumber item) const {
  return items_->rows(item);
}

}  // namespace oknos::lab::store
