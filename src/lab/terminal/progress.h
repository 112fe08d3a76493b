#pragma once

#include <cstdio>
#include <string>

#include "engine/platform/clock.h"

namespace oknos::lab {

// How far the work is and how long it will take, on standard error: one line at the foot of a terminal, and elsewhere a
// plain line every ten seconds, so that a long job in a pipe shows life. Clear it before writing anything else.
class Progress {
 public:
  using Clock = platform::TimePoint (*)();

  Progress();
  // For tests: another stream, taken as a terminal or not, and another clock.
  Progress(std::FILE* to, bool terminal, int width, Clock clock);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // So much had been done before (a run that is gone on with): it says nothing about how long the rest takes.
  void begin_at(double part) { begin_ = part; }
  // `part` of the work is done, 0 to 1. Drawn some times a second, however often it is called.
  void show(double part, const std::string& text);
  void clear();

 private:
  std::FILE* to_;
  bool terminal_;
  int width_;
  Clock clock_;
  bool drawn_ = false;
  double begin_ = 0.0;  // part of the work
  platform::TimePoint start_;
  platform::TimePoint last_;
};

// "[####......]  40 %  text, 0:12 left": fits the width. Without a time left when that is not known yet (negative).
std::string progress_line(double part, const std::string& text, std::int64_t milliseconds_left, int width);
// "40 %, text, 0:12 left"
std::string plain_progress_line(double part, const std::string& text, std::int64_t milliseconds_left);

}  // namespace oknos::lab
