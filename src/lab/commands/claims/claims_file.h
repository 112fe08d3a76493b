#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "lab/formats/line_source.h"
#include "lab/store/work_unit_number.h"

namespace oknos::lab {

// The lines of a file of claims, by number. They are read on demand; only one line for each reader is in memory.
class ClaimsFile {
 public:
  // Standard input and pipes are refused, because every reader starts at the beginning of the file.
  static Result<ClaimsFile> open(const std::string& path);

  // The line with that number, from 0, valid until the next call. Fast for increasing numbers. None: the file has fewer
  // lines.
  std::optional<std::string_view> line(WorkUnitNumber number);
  // How many processes had begun to write when the line read last was written, as far as start lines tell.
  std::uint64_t starts() const { return starts_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  ClaimsFile(std::string path, std::unique_ptr<std::FILE, Close> file);
  void rewind();

  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
  std::unique_ptr<LineSource> lines_;
  WorkUnitNumber next_ = 0;
  std::uint64_t starts_ = 0;
};

// What a file has.
struct ClaimsInventory {
  WorkUnitNumber lines = 0;
  std::set<std::string> rules;  // as written; lines are not checked otherwise
};
Result<ClaimsInventory> take_inventory(const std::string& path);

}  // namespace oknos::lab
