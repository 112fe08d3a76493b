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
#include "lab/store/work_unit_number.h"
#include "lab/terminal/interrupt.h"

// Work units spread over threads, or over the processes of a team.
namespace oknos::lab {

template <class R>
struct Workers {
  // Called in worker threads, work units in the order given; nothing: the work unit was interrupted and has no result.
  std::function<std::optional<R>(int worker, WorkUnitNumber work_unit)> work;
  // Called in the thread that called run(), as results come. False: enough, hand out no more work units; what is being
  // worked on is waited for and dropped.
  std::function<bool(WorkUnitNumber work_unit, R result)> take;
  // Called in the same thread some ten times a second; may be empty.
  std::function<void()> idle;

  // With a team of more than one: its members work, one thread each, and results travel as bytes. What cannot be read
  // counts as interrupted.
  Team* team = nullptr;
  std::function<std::string(const R&)> pack;
  std::function<std::optional<R>(const std::string&)> unpack;

  void run(const std::vector<WorkUnitNumber>& work_units, int workers);

 private:
  void run_in_team(const std::vector<WorkUnitNumber>& work_units);
};

template <class R>
void Workers<R>::run_in_team(const std::vector<WorkUnitNumber>& work_units) {
  Team::Job job;
  job.work = [this](WorkUnitNumber work_unit) -> std::optional<std::string> {
    if (const std::optional<R> result = work(0, work_unit)) return pack(*result);
    return std::nullopt;
  };
  job.take = [this](WorkUnitNumber work_unit, const std::string& bytes) {
    std::optional<R> result = unpack(bytes);
    return !result || take(work_unit, std::move(*result));
  };
  job.idle = idle;
  team->run(work_units, job);
}

template <class R>
void Workers<R>::run(const std::vector<WorkUnitNumber>& work_units, int workers) {
  if (team && team->members() > 1) return run_in_team(work_units);
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::pair<WorkUnitNumber, R>> results;  // guarded by mutex, as are the next three
  std::size_t next = 0;
  int running = std::max(1, std::min(workers, static_cast<int>(std::max<std::size_t>(work_units.size(), 1))));
  bool enough = false;

  const auto loop = [&](int worker) {
    std::unique_lock lock(mutex);
    while (!enough && next < work_units.size() && !interrupted()) {
      const WorkUnitNumber work_unit = work_units[next++];
      lock.unlock();
      std::optional<R> result = work(worker, work_unit);
      lock.lock();
      if (result) results.emplace_back(work_unit, std::move(*result));
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
    if (results.empty()) changed.wait_for(lock, kPollInterval);
    while (!results.empty()) {
      auto [work_unit, result] = std::move(results.front());
      results.pop_front();
      if (enough) continue;
      lock.unlock();
      const bool more = take(work_unit, std::move(result));
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
