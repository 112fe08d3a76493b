#include "lab/terminal/position_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/base/text.h"
#include "lab/formats/line_source.h"
#include "lab/terminal/input.h"

namespace oknos::lab {

std::optional<Error> read_position_files(const std::vector<std::string>& files, const TakeRecord& take) {
  for (const std::string& name : files) {
    auto input = find_input({name});
    if (!input) return Error{input.error()};
    if (input->kind != InputKind::Positions)
      return Error{
          fmt::format("{} is not a file of positions; FILE.epd or FILE.fen with a position on each line is expected",
                      text::quoted(name, name.size()))};
    LineSource source(input->file.get());
    epd::Reader reader(source, input->name);
    while (auto record = reader.next()) take(*std::move(record), reader.line(), reader.place());
  }
  return std::nullopt;
}

Error no_position_in(const std::vector<std::string>& files, const std::vector<std::string>& complaints) {
  std::string message = fmt::format("{} holds no position that can be read", fmt::join(files, ", "));
  if (!complaints.empty()) message += "; the first line: " + complaints.front();
  return Error{message};
}

}  // namespace oknos::lab
