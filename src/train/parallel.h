#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace oknos::train {

// Calls work(i) for every i below `count`, in any order, in up to `threads` threads, and waits for all calls. If each
// call writes to a place of its own and the caller adds up in order, the result does not depend on the number of
// threads.
template <class Work>
void parallel_for(std::size_t count, int threads, Work work) {
  std::atomic<std::size_t> next{0};
  const auto loop = [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  const std::size_t helpers = std::min(count, static_cast<std::size_t>(std::max(threads, 1)));
  std::vector<std::thread> team;
  for (std::size_t t = 1; t < helpers; ++t) team.emplace_back(loop);
  loop();
  for (std::thread& t : team) t.join();
}

}  // namespace oknos::train
