#pragma once

#include <string>
#include <vector>

#include "lab/solving/position_result.h"
#include "lab/terminal/style.h"

namespace oknos::lab {

// One line for each position; the widths are known before the first one is printed.
class SuiteRows {
 public:
  SuiteRows(const std::vector<SuitePosition>& positions, const Style& style);

  std::string title() const;
  std::string row(const PositionResult& result) const;

 private:
  std::string held(const PositionResult& result) const;

  const Style& style_;
  std::size_t number_ = 1;
  std::size_t name_ = 1;
  std::size_t points_ = 0;  // 0: the suite gives none
};

// Names one after the other; what several in a row have before their number is said once: "WAC.002 141 163, BK.03".
std::string joined_names(const std::vector<std::string>& names);

// What a run came to: counts, points, themes, what is solved by depth, nodes and time, and the names of what is not.
// Ends with a line end. `unreadable` are the places of lines that gave no position.
std::string suite_report(const std::vector<PositionResult>& results, const std::vector<std::string>& unreadable,
                         const Style& style);

}  // namespace oknos::lab
