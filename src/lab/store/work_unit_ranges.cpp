#include "lab/store/work_unit_ranges.h"

#include <fmt/format.h>

namespace oknos::lab::store {

WorkUnitNumber work_units_of(const Shard& shard, WorkUnitNumber work_units) {
  const WorkUnitNumber first = shard.index - 1;
  return work_units <= first ? 0 : (work_units - first - 1) / shard.count + 1;
}

Missing missing_work_units(const std::set<WorkUnitNumber>& done, WorkUnitNumber work_units, const Shard& shard) {
  constexpr int kMaxRanges = 20;
  Missing out;
  int ranges = 0;
  // Positions within the shard: work unit = first + position * count.
  const WorkUnitNumber first = shard.index - 1;
  WorkUnitNumber expected = 0;
  const auto gap_until = [&](WorkUnitNumber position) {
    if (position == expected) return;
    out.count += position - expected;
    if (++ranges > kMaxRanges) return;
    const WorkUnitNumber from = first + expected * shard.count;
    const WorkUnitNumber to = first + (position - 1) * shard.count;
    out.ranges += fmt::format("{}{}", ranges == 1 ? "" : ", ", from);
    if (to != from) out.ranges += fmt::format("-{}", to);
  };
  for (const WorkUnitNumber work_unit : done) {
    if (work_unit < 0 || work_unit >= work_units || !shard.holds(work_unit)) continue;
    const WorkUnitNumber position = (work_unit - first) / shard.count;
    gap_until(position);
    expected = position + 1;
  }
  gap_until(work_units_of(shard, work_units));
  if (ranges > kMaxRanges) out.ranges += fmt::format(" and {} more ranges", ranges - kMaxRanges);
  return out;
}

}  // namespace oknos::lab::store
