#include <fmt/format.h>

#include "lab/compare/compare.h"
#include "lab/compare/compare_run.h"
#include "lab/words.h"

namespace oknos::lab {

Result<Comparison> read_comparison(const store::StoreView& view) {
  return read_comparison(view, kCompareKind);
}

Result<Comparison> read_comparison(const store::StoreView& view, const std::string& kind) {
  if (view.kind() != kind)
    return Error{fmt::format("\"{}\" holds a run of '{}', not of '{}'", view.path(), view.kind(), kind)};
  Comparison out;
  out.unit = view.entry("unit");
  for (int i = 1;; ++i) {
    const std::string name = view.entry(fmt::format("name_{}", i));
    if (name.empty()) break;
    out.players.push_back(name);
  }
  for (const ItemNumber item : view.done()) {
    const auto rows = view.rows(item);
    if (!rows) return Error{rows.error()};
    const auto position = compared_from_rows(*rows);
    if (!position) return Error{fmt::format("\"{}\", item {}: {}", view.path(), item, position.error())};
    out.add(*position);
  }
  return out;
}

std::string compare_summary(const store::StoreView& view, const Style& style) {
  const auto comparison = read_comparison(view);
  return comparison ? compare_report(*comparison, style) : comparison.error() + "\n";
}

}  // namespace oknos::lab
