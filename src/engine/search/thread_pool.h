#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace oknos {

// Threads that sleep until there is work: starting hundreds of them for each move would cost milliseconds. Calls come
// from one thread at a time.
class ThreadPool {
 public:
  ThreadPool() = default;
  ~ThreadPool() { end_all(); }
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // False when the system refuses so many; the pool is empty then.
  bool resize(std::size_t count);
  std::size_t size() const { return threads_.size(); }

  // Each thread calls job(0), job(1), ... with its number. Returns at once; the job before must have been waited for.
  void start(std::function<void(std::size_t)> job);
  void wait();                                    // until all have finished the job
  bool wait_for(std::chrono::microseconds most);  // ... or until the time is over; true: finished

 private:
  void run_thread(std::size_t number);
  void end_all();

  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable work_;
  std::condition_variable idle_;
  // Guarded by mutex_:
  std::function<void(std::size_t)> job_;
  std::uint64_t jobs_ = 0;   // started so far
  std::size_t running_ = 0;  // threads that have not finished the last job
  bool ending_ = false;
};

}  // namespace oknos
