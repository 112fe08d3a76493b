#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "lab/experiment/workers.h"
#include "lab/terminal/interrupt.h"

namespace oknos::lab {

// Work units 0, 1, 2, ... worked on by several threads, their results judged in that order by one: what is kept does
// not depend on the number of threads.
template <class R>
struct OrderedParallelFor {
  // Called in worker threads. What it finds in a work unit must depend on the work unit alone (forget() what was
  // learnt).
  std::function<std::vector<R>(int worker, WorkUnitNumber work_unit)> find;
  // Called in the thread that called run(), in the order of the work units. False: enough.
  std::function<bool(R found)> keep;
  // The same thread; `done` work units have been judged. May be empty.
  std::function<void(WorkUnitNumber done)> progress;

  void run(WorkUnitNumber work_units, int workers) const {
    std::vector<WorkUnitNumber> all(static_cast<std::size_t>(work_units));
    std::iota(all.begin(), all.end(), WorkUnitNumber{0});
    std::map<WorkUnitNumber, std::vector<R>> waiting;  // found before an earlier work unit was done
    WorkUnitNumber next = 0;
    Workers<std::vector<R>> threads;
    threads.work = [this](int worker, WorkUnitNumber work_unit) -> std::optional<std::vector<R>> {
      std::vector<R> found = find(worker, work_unit);
      if (interrupted()) return std::nullopt;  // it may be incomplete
      return found;
    };
    threads.take = [&](WorkUnitNumber work_unit, std::vector<R> found) {
      waiting.emplace(work_unit, std::move(found));
      for (auto ready = waiting.find(next); ready != waiting.end(); ready = waiting.find(++next)) {
        for (R& r : ready->second)
          if (!keep(std::move(r))) return false;
        waiting.erase(ready);
      }
      return true;
    };
    threads.idle = [&] {
      if (progress) progress(next);
    };
    threads.run(all, workers);
  }
};

}  // namespace oknos::lab
