#pragma once

#include "lab/commands/compare/compare_view.h"
#include "lab/experiment/kind.h"

// How comparisons and ablations lie in a run store: an item for each position, a row in `positions` and one for each
// player and limit in `results`.
namespace oknos::lab {

inline constexpr const char* kCompareKind = "compare";

store::Format<ComparedPosition> compare_format();
// What a store of that kind holds.
Result<Comparison> read_comparison(const store::StoreView& view, const std::string& kind);
RunKind compare_kind();

}  // namespace oknos::lab
