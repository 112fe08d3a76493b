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

// Idle threads that wait for work: starting hundreds of threads for each move would take milliseconds. Calls come from
// one thread at a time.
class ThreadPool {
 public:
  ThreadPool() = default;
  ~ThreadPool() { end_all(); }
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // Returns false if the system refuses so many threads; the pool is then empty.
  bool resize(std::size_t count);
  std::size_t size() const { return threads_.size(); }

  // Thread n calls job(n). Returns immediately. The previous job must have been waited for.
  void start(std::function<void(std::size_t)> job);
  void wait();                                    // until all threads have finished the job
  bool wait_for(std::chrono::microseconds most);  // the same with a time limit; true: finished

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
