#pragma once

#include <cstdio>
#include <optional>
#include <string>

#include "base/result.h"

namespace oknos::lab {

// A file that is written aside (NAME.part) and takes its name only when it is complete, so that an interrupted program
// leaves what was there before.
class OutputFile {
 public:
  OutputFile() = default;
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  std::optional<Error> open(const std::string& path);
  void write(const std::string& text);
  // Gives the file its name. What went wrong in writing shows here.
  std::optional<Error> finish();
  // Leaves what was written aside; its path.
  std::string abandon();

 private:
  std::string path_;
  std::string aside_;
  std::FILE* file_ = nullptr;
  bool failed_ = false;
};

}  // namespace oknos::lab
