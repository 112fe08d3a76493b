#pragma once

#include <fmt/format.h>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lab/commands/positions/mine.h"
#include "lab/experiment/sift.h"

namespace oknos::lab {

// For kinds that draw positions at random: draws work unit after work unit until there are task.count different
// positions, or `work_units_each` work units have been drawn for each that is wanted. `F` has a member `position`;
// `draw` is called in worker threads and must depend on the work unit alone; record_of(found, number) makes the line,
// numbers count from 1.
template <class F, class RecordOf>
std::vector<epd::Record> draw_distinct(
    const MineTask& task, int work_units_each,
    const std::function<std::optional<F>(int worker, WorkUnitNumber work_unit)>& draw, RecordOf record_of) {
  std::vector<epd::Record> out;
  std::set<std::string> names;
  Sift<F> sift;
  sift.find = [&](int worker, WorkUnitNumber work_unit) {
    std::vector<F> found;
    if (auto one = draw(worker, work_unit)) found.push_back(std::move(*one));
    return found;
  };
  sift.keep = [&](F found) {
    if (names.insert(position_name(found.position)).second) out.push_back(record_of(found, out.size() + 1));
    return static_cast<int>(out.size()) < task.count;
  };
  sift.progress = [&](WorkUnitNumber) {
    if (task.progress)
      task.progress(static_cast<double>(out.size()) / task.count, fmt::format("{} positions", out.size()));
  };
  sift.run(WorkUnitNumber{task.count} * work_units_each, task.workers);
  return out;
}

}  // namespace oknos::lab
