#include "engine/search/thread_pool.h"

#include <system_error>

namespace oknos {

namespace {

#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
constexpr bool kThreads = false;  // asking for one would end the program
#else
constexpr bool kThreads = true;
#endif

}  // namespace

bool ThreadPool::resize(std::size_t count) {
  if (count == threads_.size()) return true;
  if (!kThreads) return false;
  end_all();
  threads_.reserve(count);
  try {
    for (std::size_t i = 0; i < count; ++i) threads_.emplace_back([this, i] { run_thread(i); });
  } catch (const std::system_error&) {
    end_all();
    return false;
  }
  return true;
}

void ThreadPool::start(std::function<void(std::size_t)> job) {
  if (threads_.empty()) return;
  {
    const std::lock_guard lock(mutex_);
    job_ = std::move(job);
    ++jobs_;
    running_ = threads_.size();
  }
  work_.notify_all();
}

void ThreadPool::wait() {
  std::unique_lock lock(mutex_);
  idle_.wait(lock, [this] { return running_ == 0; });
}

bool ThreadPool::wait_for(std::chrono::microseconds most) {
  std::unique_lock lock(mutex_);
  return idle_.wait_for(lock, most, [this] { return running_ == 0; });
}

void ThreadPool::run_thread(std::size_t number) {
  std::uint64_t done = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    work_.wait(lock, [&] { return ending_ || jobs_ != done; });
    if (ending_) return;
    done = jobs_;
    lock.unlock();
    job_(number);  // not replaced before all threads have finished it
    lock.lock();
    if (--running_ == 0) idle_.notify_one();
  }
}

void ThreadPool::end_all() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  work_.notify_all();
  for (std::thread& t : threads_) t.join();
  threads_.clear();
  ending_ = false;
  jobs_ = 0;
}

}  // namespace oknos
