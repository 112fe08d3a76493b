#include "lab/suite/suite_input.h"

#include <fmt/format.h>
#include <utility>

#include "base/text.h"
#include "chess/line_source.h"
#include "lab/input.h"
#include "lab/store/run_store.h"

namespace oknos::lab {

namespace {

void take_line(SuiteInput& suite, Themes& themes, std::string_view line, const std::string& place) {
  auto record = epd::parse(line);
  if (!record) {
    suite.complaints.push_back(place + ": " + record.error());
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
}

std::optional<Error> read_file(SuiteInput& suite, Themes& themes, const std::string& name, std::string& all) {
  auto input = find_input({name});
  if (!input) return Error{input.error()};
  if (input->kind != InputKind::Positions)
    return Error{
        fmt::format("{} is not a file of positions; FILE.epd or FILE.fen with a position on each line is expected",
                    text::quoted(name, name.size()))};
  LineSource source(input->file.get());
  std::string_view line;
  while (source.next(line)) {
    line = text::trim(line);
    if (line.empty() || line.front() == '#') continue;
    all.append(line).push_back('\n');
    take_line(suite, themes, line, fmt::format("{}:{}", input->name, source.line_number()));
  }
  return std::nullopt;
}

}  // namespace

Result<SuiteInput> read_suite(const std::vector<std::string>& files) {
  SuiteInput suite;
  Themes themes;
  std::string all;
  std::string names;
  for (const std::string& file : files) {
    if (auto error = read_file(suite, themes, file, all)) return *std::move(error);
    names += (names.empty() ? "" : ", ") + file;
  }
  if (suite.positions.empty()) {
    std::string message = names + " holds no position that can be read";
    if (!suite.complaints.empty()) message += "; the first line: " + suite.complaints.front();
    return Error{message};
  }
  suite.hash = store::hash_of_text(all);
  return suite;
}

}  // namespace oknos::lab
