#include "lab/suite/suite_show.h"

#include "lab/suite/suite_rows.h"
#include "lab/suite/suite_view.h"

namespace oknos::lab {

std::string suite_summary(const store::StoreView& view, const Style& style) {
  const auto table = view.find_table(kPositionTable);
  if (!table) return std::string("The table ") + kPositionTable + " is missing.\n";
  const auto rows = view.rows_of(*table);
  if (!rows) return rows.error() + "\n";
  std::vector<PositionResult> results;
  for (const store::StoredRow& row : *rows) {
    auto result = result_from_rows({{0, row.values}});
    if (!result) return result.error() + "\n";
    results.push_back(std::move(*result));
  }
  return suite_report(results, {}, style);
}

}  // namespace oknos::lab
