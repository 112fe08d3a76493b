#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <gtest/gtest.h>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/uci/session.h"

// A session in this process, with a test in the place of the GUI. Tests wait for lines, never for time; the limit below
// only turns a hang into a failure.
namespace oknos::uci::test {

inline constexpr std::chrono::seconds kHang{120};

inline bool begins_with(std::string_view line, std::string_view prefix) {
  return line.substr(0, prefix.size()) == prefix;
}

class CollectingSink : public Sink {
 public:
  void write(std::string_view line) override {
    {
      const std::lock_guard lock(mutex_);
      lines_.emplace_back(line);
    }
    written_.notify_all();
  }

  // The first line from number `from` on that begins with `prefix`; sets `from` behind it. Empty when none comes.
  std::string wait_for(std::string_view prefix, std::size_t& from) {
    std::unique_lock lock(mutex_);
    std::size_t at = from;
    const auto comes = [&] {
      for (; at < lines_.size(); ++at)
        if (begins_with(lines_[at], prefix)) return true;
      return false;
    };
    if (!written_.wait_for(lock, kHang, comes)) return {};
    from = at + 1;
    return lines_[at];
  }

  std::vector<std::string> lines() {
    const std::lock_guard lock(mutex_);
    return lines_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable written_;
  std::vector<std::string> lines_;
};

class QueueInput : public LineInput {
 public:
  std::optional<InputLine> next() override {
    std::unique_lock lock(mutex_);
    filled_.wait(lock, [this] { return ended_ || !lines_.empty(); });
    if (lines_.empty()) return std::nullopt;
    InputLine line{std::move(lines_.front()), false};
    lines_.pop_front();
    return line;
  }
  void add(std::string line) {
    {
      const std::lock_guard lock(mutex_);
      lines_.push_back(std::move(line));
    }
    filled_.notify_one();
  }
  void end() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    filled_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<std::string> lines_;
  bool ended_ = false;
};

class Talk {
 public:
  Talk() : thread_([this] { exit_code_ = Session(out_, errors_, "test").run(input_); }) {}
  ~Talk() {
    input_.end();
    if (thread_.joinable()) thread_.join();
  }
  Talk(const Talk&) = delete;
  Talk& operator=(const Talk&) = delete;

  void send(std::string line) { input_.add(std::move(line)); }
  void send(std::initializer_list<const char*> lines) {
    for (const char* line : lines) send(line);
  }

  // Waits for a line with that beginning behind the one that was expected last.
  std::string expect(std::string_view prefix) {
    std::string line = out_.wait_for(prefix, at_);
    EXPECT_FALSE(line.empty()) << "no line begins with \"" << prefix << "\"";
    return line;
  }

  // Whatever was said up to now.
  std::vector<std::string> lines() { return out_.lines(); }
  std::vector<std::string> errors() { return errors_.lines(); }
  int count(std::string_view prefix) {
    int n = 0;
    for (const std::string& line : lines()) n += begins_with(line, prefix);
    return n;
  }

  // The end of the input; waits for the end of the session.
  int finish() {
    input_.end();
    thread_.join();
    return exit_code_;
  }

 private:
  CollectingSink out_;
  CollectingSink errors_;
  QueueInput input_;
  std::size_t at_ = 0;
  int exit_code_ = -1;
  std::thread thread_;
};

// All that a session says to these lines, which end the input.
inline std::vector<std::string> answers(std::initializer_list<std::string> lines) {
  Talk talk;
  for (const std::string& line : lines) talk.send(line);
  EXPECT_EQ(talk.finish(), Session::kExitOk);
  return talk.lines();
}

inline std::string last_with(const std::vector<std::string>& lines, std::string_view prefix) {
  for (auto it = lines.rbegin(); it != lines.rend(); ++it)
    if (begins_with(*it, prefix)) return *it;
  return {};
}

inline int count_with(const std::vector<std::string>& lines, std::string_view prefix) {
  int n = 0;
  for (const std::string& line : lines) n += begins_with(line, prefix);
  return n;
}

}  // namespace oknos::uci::test
