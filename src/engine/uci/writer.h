#pragma once

#include <chrono>
#include <cstdio>
#include <mutex>
#include <string>
#include <string_view>

#include "engine/platform/file_name.h"

// What leaves the engine, line by line.
namespace oknos::uci {

// Where lines go. Calls come one at a time.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void write(std::string_view line) = 0;  // without the line's end
};

// A file of the C library, flushed after each line. Does not own the file.
class FileSink : public Sink {
 public:
  explicit FileSink(std::FILE* file) : file_(file) {}
  void write(std::string_view line) override;

 private:
  std::FILE* file_;
};

using WallTime = std::chrono::system_clock::time_point;

// The talk of both sides with the time of day (UTC): ">>" came in, "<<" went out. Any thread may write.
class LogFile {
 public:
  bool open(const std::string& path);  // appends; false: the file cannot be written, and what was open stays open
  void close();
  void received(std::string_view line, WallTime when);
  void sent(std::string_view line);

 private:
  void write(const char* direction, std::string_view line, WallTime when);

  std::mutex mutex_;
  platform::File file_;  // guarded by mutex_
};

// The one door for everything that is said: whole lines, never mixed, whichever thread speaks.
class Writer {
 public:
  Writer(Sink& sink, LogFile& log) : sink_(sink), log_(log) {}
  void line(std::string_view text);
  void lines(std::string_view text);  // several lines, with nothing between them
  void info(std::string_view text);   // "info string ..."

 private:
  void write(std::string_view line);

  std::mutex mutex_;
  Sink& sink_;
  LogFile& log_;
};

}  // namespace oknos::uci
