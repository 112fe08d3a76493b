#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "formats/line_source.h"
#include "lab/item_number.h"

namespace oknos::lab {

// The lines of a file of claims, by number. Read as they are asked for: nothing of the file stays in memory but one
// line for each reader.
class ClaimsFile {
 public:
  // Nothing can be read from standard input or a pipe: every reader begins anew.
  static Result<ClaimsFile> open(const std::string& path);

  // The line with that number, from 0, valid until the next call. Fast for numbers that rise. Nothing: the file has
  // fewer lines.
  std::optional<std::string_view> line(ItemNumber number);

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  ClaimsFile(std::string path, std::unique_ptr<std::FILE, Close> file);
  void rewind();

  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
  std::unique_ptr<LineSource> lines_;
  ItemNumber next_ = 0;
};

// How many lines the file has.
Result<ItemNumber> count_lines(const std::string& path);

}  // namespace oknos::lab
