#include "lab/solving/suite_input.h"

#include <utility>

#include "lab/experiment/position_files.h"

namespace oknos::lab {

Result<SuiteInput> read_suite(const std::vector<std::string>& files) {
  SuiteInput suite;
  Themes themes;
  const auto take = [&](epd::Record record, std::string_view line, const std::string& place,
                        std::vector<std::string>& complaints) {
    SuitePosition position{std::move(record), std::string(line), place, {}, {}, {}};
    position.task = task_of(position.record);
    position.theme = themes.of(position.record.id());
    auto points = points_of(position.record);
    if (points)
      position.points = std::move(*points);
    else
      complaints.push_back(place + ": " + points.error() + "; the position counts without points");
    suite.positions.push_back(std::move(position));
    return true;
  };
  auto read = read_position_files(files, take);
  if (!read) return Error{read.error()};
  suite.hash = std::move(read->hash);
  suite.unreadable = std::move(read->unreadable);
  return suite;
}

}  // namespace oknos::lab
