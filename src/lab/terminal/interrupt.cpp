#include "lab/terminal/interrupt.h"

#include <atomic>
#include <csignal>

namespace oknos::lab {

namespace {

// A signal handler has nothing else to write to, and other threads read it.
std::atomic<bool> was_interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void on_interrupt(int signal) {
  was_interrupted = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, on_interrupt);
}

bool interrupted() {
  return was_interrupted.load(std::memory_order_relaxed);
}

}  // namespace oknos::lab
