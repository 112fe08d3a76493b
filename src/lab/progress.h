#pragma once

#include <string>

#include "platform/clock.h"

namespace oknos::lab {

// One line at the foot of the terminal: how far the work is and how long it will take. It goes to standard error, and
// nothing is written when that is no terminal. Clear it before writing anything else.
class Progress {
 public:
  Progress();
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `part` of the work is done, 0 to 1. Drawn some times a second, however often it is called.
  void show(double part, const std::string& text);
  void clear();

 private:
  bool on_;
  int width_;
  bool drawn_ = false;
  platform::TimePoint start_ = platform::now();
  platform::TimePoint last_;
};

// "[####......]  40 %  text, 0:12 left": fits the width. Without a time left when that is not known yet (negative).
std::string progress_line(double part, const std::string& text, std::int64_t milliseconds_left, int width);

}  // namespace oknos::lab
