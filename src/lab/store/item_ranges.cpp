#include "lab/store/item_ranges.h"

#include <fmt/format.h>

namespace oknos::lab::store {

ItemNumber items_of(const Shard& shard, ItemNumber items) {
  const ItemNumber first = shard.index - 1;
  return items <= first ? 0 : (items - first - 1) / shard.count + 1;
}

Missing missing_items(const std::set<ItemNumber>& done, ItemNumber items, const Shard& shard) {
  constexpr int kMaxRanges = 20;
  Missing out;
  int ranges = 0;
  // Positions within the shard: item = first + position * count.
  const ItemNumber first = shard.index - 1;
  ItemNumber expected = 0;
  const auto gap_until = [&](ItemNumber position) {
    if (position == expected) return;
    out.count += position - expected;
    if (++ranges > kMaxRanges) return;
    const ItemNumber from = first + expected * shard.count;
    const ItemNumber to = first + (position - 1) * shard.count;
    out.ranges += fmt::format("{}{}", ranges == 1 ? "" : ", ", from);
    if (to != from) out.ranges += fmt::format("-{}", to);
  };
  for (const ItemNumber item : done) {
    if (item < 0 || item >= items || !shard.holds(item)) continue;
    const ItemNumber position = (item - first) / shard.count;
    gap_until(position);
    expected = position + 1;
  }
  gap_until(items_of(shard, items));
  if (ranges > kMaxRanges) out.ranges += fmt::format(" and {} more ranges", ranges - kMaxRanges);
  return out;
}

}  // namespace oknos::lab::store
