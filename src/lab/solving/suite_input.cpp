#include "lab/solving/suite_input.h"

#include <utility>

#include "lab/store/run_store.h"
#include "lab/terminal/position_files.h"

namespace oknos::lab {

Result<SuiteInput> read_suite(const std::vector<std::string>& files) {
  SuiteInput suite;
  Themes themes;
  std::string all;
  const auto take = [&](Result<epd::Record> record, std::string_view line, const std::string& place) {
    all.append(line).push_back('\n');
    if (!record) {
      suite.complaints.push_back(record.error());
      suite.unreadable.push_back(place);
      return;
    }
    SuitePosition position{std::move(*record), std::string(line), place, {}, {}, {}};
    position.task = task_of(position.record);
    position.theme = themes.of(position.record.id());
    auto points = points_of(position.record);
    if (points) {
      position.points = std::move(*points);
    } else {
      suite.complaints.push_back(place + ": " + points.error() + "; the position counts without points");
    }
    suite.positions.push_back(std::move(position));
  };
  if (auto error = read_position_files(files, take)) return *std::move(error);
  if (suite.positions.empty()) return no_position_in(files, suite.complaints);
  suite.hash = store::hash_of_text(all);
  return suite;
}

}  // namespace oknos::lab
