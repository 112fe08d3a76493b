#include "lab/experiment/position_files.h"

#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/base/text.h"
#include "lab/formats/line_source.h"
#include "lab/store/run_store.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/input.h"

namespace oknos::lab {

Result<PositionFiles> read_position_files(const std::vector<std::string>& files, const TakeRecord& take) {
  PositionFiles out;
  std::string all;
  std::vector<std::string> complaints;
  bool any = false;
  for (const std::string& name : files) {
    std::error_code ignored;
    const bool there = name == "-" || std::filesystem::exists(name, ignored);
    auto input = find_input({name});
    if (there && !input) return Error{input.error()};
    if (!there || input->kind != InputKind::Positions)
      return Error{fmt::format("{} {}; FILE.epd or FILE.fen with a position on each line is expected",
                               text::quoted(name, name.size()),
                               there ? "is not a file of positions" : "does not exist")};
    LineSource source(input->file.get());
    epd::Reader reader(source, input->name);
    while (auto record = reader.next()) {
      all.append(reader.line()).push_back('\n');
      if (!*record) complaints.push_back(record->error());
      if (*record && take(*std::move(*record), reader.line(), reader.place(), complaints))
        any = true;
      else
        out.unreadable.push_back(reader.place());
    }
  }
  if (!any)
    return Error{fmt::format("{} holds no position that can be read{}", fmt::join(files, ", "),
                             complaints.empty() ? "" : "; the first line: " + complaints.front())};
  for (const std::string& complaint : complaints) complain(0, complaint);
  out.hash = store::hash_of_text(all);
  return out;
}

}  // namespace oknos::lab
