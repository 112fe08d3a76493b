#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "engine/platform/clock.h"
#include "lab/terminal/style.h"

namespace oknos::lab {

// The lines at the foot of the terminal (standard error) that are drawn over again; when it is no terminal a log line
// every ten seconds.
class LiveTable {
 public:
  // None wider than the style's width.
  using Lines = std::function<std::vector<std::string>(const Style& style)>;
  using LogLine = std::function<std::string()>;

  LiveTable();
  ~LiveTable() { clear(); }
  LiveTable(const LiveTable&) = delete;
  LiveTable& operator=(const LiveTable&) = delete;

  // Asks for what it needs now, some times a second at most.
  void show(const Lines& lines, const LogLine& log_line);
  // Before anything else is written.
  void clear();

 private:
  bool on_;
  Style style_;
  std::size_t drawn_ = 0;  // lines
  platform::TimePoint last_;
};

}  // namespace oknos::lab
