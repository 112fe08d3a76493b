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

// Items 0, 1, 2, ... worked on by several threads, their results judged in that order by one: what is kept does not
// depend on the number of threads.
template <class R>
struct Sift {
  // Called in worker threads. What it finds in an item must depend on the item alone (forget() what was learnt).
  std::function<std::vector<R>(int worker, ItemNumber item)> find;
  // Called in the thread that called run(), in the order of the items. False: enough.
  std::function<bool(R found)> keep;
  // The same thread; `done` items have been judged. May be empty.
  std::function<void(ItemNumber done)> progress;

  void run(ItemNumber items, int workers) const {
    std::vector<ItemNumber> all(static_cast<std::size_t>(items));
    std::iota(all.begin(), all.end(), ItemNumber{0});
    std::map<ItemNumber, std::vector<R>> waiting;  // found before an earlier item was done
    ItemNumber next = 0;
    Workers<std::vector<R>> threads;
    threads.work = [this](int worker, ItemNumber item) -> std::optional<std::vector<R>> {
      std::vector<R> found = find(worker, item);
      if (interrupted()) return std::nullopt;  // it may be incomplete
      return found;
    };
    threads.take = [&](ItemNumber item, std::vector<R> found) {
      waiting.emplace(item, std::move(found));
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
