#include "lab/suite/suite_show.h"

#include <fmt/format.h>

#include "lab/suite/suite_rows.h"
#include "lab/suite/suite_view.h"

namespace oknos::lab {

Result<std::vector<PositionResult>> read_suite(const store::StoreView& view) {
  const auto table = view.find_table(kPositionTable);
  if (!table) return Error{fmt::format("\"{}\" has no table {}", view.path(), kPositionTable)};
  const auto rows = view.rows_of(*table);
  if (!rows) return Error{rows.error()};
  std::vector<PositionResult> results;
  for (const store::StoredRow& row : *rows) {
    auto result = result_from_rows({{0, row.values}});
    if (!result) return Error{fmt::format("\"{}\", item {}: {}", view.path(), row.item, result.error())};
    results.push_back(std::move(*result));
  }
  return results;
}

std::string suite_summary(const store::StoreView& view, const Style& style) {
  const auto results = read_suite(view);
  return results ? suite_report(*results, {}, style) : results.error() + "\n";
}

}  // namespace oknos::lab
