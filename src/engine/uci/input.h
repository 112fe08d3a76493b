#pragma once

#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "engine/platform/clock.h"
#include "engine/uci/writer.h"

// What comes in: a thread of its own reads lines, so that the session hears them also while it searches.
namespace oknos::uci {

struct InputLine {
  std::string text;        // without the line's end, and without a byte order mark
  bool truncated = false;  // it was longer than kMaxLine; the rest is lost
};

inline constexpr std::size_t kMaxLine = std::size_t{8} << 20;  // characters

class LineInput {
 public:
  virtual ~LineInput() = default;
  virtual std::optional<InputLine> next() = 0;  // waits; nothing at the end of the input
};

class FileInput : public LineInput {
 public:
  explicit FileInput(std::FILE* file) : file_(file) {}
  std::optional<InputLine> next() override;

 private:
  std::FILE* file_;
  bool at_start_ = true;
};

// Something that the session must act upon.
struct Event {
  enum class Kind : std::uint8_t { Line, EndOfInput, Done /* the search or task has ended */ };
  Kind kind = Kind::Line;
  InputLine line;
  WallTime when{};
  platform::TimePoint moment{};  // the same by the clock that searches go by
};

// Events in the order in which they happened. Any thread may push.
class EventQueue {
 public:
  void push(Event event);
  Event pop();  // waits for one

 private:
  std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<Event> events_;  // guarded by mutex_
};

// Reads until the input ends or says `quit`: behind that nothing is read, so that the thread can be joined.
class Reader {
 public:
  Reader(LineInput& input, EventQueue& queue);
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

 private:
  std::thread thread_;
};

}  // namespace oknos::uci
