#include "engine/search/thread_pool.h"

#include <atomic>
#include <gtest/gtest.h>

namespace oknos {
namespace {

TEST(ThreadPool, EachThreadDoesEachJobOnce) {
  ThreadPool pool;
  for (const std::size_t count : {3U, 8U, 1U, 0U, 5U}) {
    ASSERT_TRUE(pool.resize(count));
    EXPECT_EQ(pool.size(), count);
    std::vector<int> done(count);
    constexpr int kJobs = 200;
    for (int i = 0; i < kJobs; ++i) {
      pool.start([&done](std::size_t number) { ++done[number]; });
      pool.wait();
    }
    EXPECT_EQ(done, std::vector<int>(count, kJobs));
  }
}

TEST(ThreadPool, StartDoesNotWait) {
  ThreadPool pool;
  ASSERT_TRUE(pool.resize(4));
  std::atomic<bool> go{false};
  std::atomic<int> through{0};
  pool.start([&](std::size_t) {
    while (!go) std::this_thread::yield();
    ++through;
  });
  EXPECT_EQ(through, 0);
  go = true;
  pool.wait();
  EXPECT_EQ(through, 4);
}

TEST(ThreadPool, OneNeedNotWaitForAll) {
  ThreadPool pool;
  ASSERT_TRUE(pool.resize(2));
  std::atomic<bool> go{false};
  pool.start([&](std::size_t number) {
    while (number == 1 && !go) std::this_thread::yield();
  });
  EXPECT_FALSE(pool.wait_for(std::chrono::microseconds{100}));
  go = true;
  pool.wait();
  EXPECT_TRUE(pool.wait_for(std::chrono::microseconds{0}));
}

}  // namespace
}  // namespace oknos
