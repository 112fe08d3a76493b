#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "lab/experiment/team.h"
#include "lab/store/item_number.h"
#include "lab/terminal/interrupt.h"

// Items of work spread over threads, or over the processes of a team.
namespace oknos::lab {

template <class R>
struct Workers {
  // Called in worker threads, items in the order given; nothing: the item was interrupted and has no result.
  std::function<std::optional<R>(int worker, ItemNumber item)> work;
  // Called in the thread that called run(), as results come. False: enough, hand out no more items; what is being
  // worked on is waited for and dropped.
  std::function<bool(ItemNumber item, R result)> take;
  // Called in the same thread some ten times a second; may be empty.
  std::function<void()> idle;

  // With a team of more than one: its members work, one thread each, and results travel as bytes. What cannot be read
  // counts as interrupted.
  Team* team = nullptr;
  std::function<std::string(const R&)> pack;
  std::function<std::optional<R>(const std::string&)> unpack;

  void run(const std::vector<ItemNumber>& items, int workers);

 private:
  void run_in_team(const std::vector<ItemNumber>& items);
};

template <class R>
void Workers<R>::run_in_team(const std::vector<ItemNumber>& items) {
  Team::Job job;
  job.work = [this](ItemNumber item) -> std::optional<std::string> {
    if (const std::optional<R> result = work(0, item)) return pack(*result);
    return std::nullopt;
  };
  job.take = [this](ItemNumber item, const std::string& bytes) {
    std::optional<R> result = unpack(bytes);
    return !result || take(item, std::move(*result));
  };
  job.idle = idle;
  team->run(items, job);
}

template <class R>
void Workers<R>::run(const std::vector<ItemNumber>& items, int workers) {
  if (team && team->members() > 1) return run_in_team(items);
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::pair<ItemNumber, R>> results;  // guarded by mutex, as are the next three
  std::size_t next = 0;
  int running = std::max(1, std::min(workers, static_cast<int>(std::max<std::size_t>(items.size(), 1))));
  bool enough = false;

  const auto loop = [&](int worker) {
    std::unique_lock lock(mutex);
    while (!enough && next < items.size() && !interrupted()) {
      const ItemNumber item = items[next++];
      lock.unlock();
      std::optional<R> result = work(worker, item);
      lock.lock();
      if (result) results.emplace_back(item, std::move(*result));
      changed.notify_all();
    }
    --running;
    changed.notify_all();
  };
  std::vector<std::thread> threads;
  const int count = running;
  for (int worker = 0; worker < count; ++worker) threads.emplace_back(loop, worker);

  std::unique_lock lock(mutex);
  while (running > 0 || !results.empty()) {
    if (results.empty()) changed.wait_for(lock, kGlance);
    while (!results.empty()) {
      auto [item, result] = std::move(results.front());
      results.pop_front();
      if (enough) continue;
      lock.unlock();
      const bool more = take(item, std::move(result));
      lock.lock();
      if (!more) enough = true;
    }
    lock.unlock();
    if (idle) idle();
    lock.lock();
  }
  lock.unlock();
  for (std::thread& t : threads) t.join();
}

}  // namespace oknos::lab
