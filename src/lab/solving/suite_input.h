#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "lab/formats/epd.h"
#include "lab/solving/solving.h"
#include "lab/solving/themes.h"

namespace oknos::lab {

struct SuitePosition {
  epd::Record record;
  std::string line;   // as it stands in the file
  std::string place;  // "wac.epd:12"
  Task task;
  std::string theme;
  std::optional<PointTable> points;
};

struct SuiteInput {
  std::vector<SuitePosition> positions;
  std::vector<std::string> unreadable;  // places of lines that give no position
  std::string hash;                     // of all lines that were read
};

// What read_position_files() says of files and complaints holds.
Result<SuiteInput> read_suite(const std::vector<std::string>& files);

}  // namespace oknos::lab
