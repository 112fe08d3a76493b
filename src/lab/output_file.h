#pragma once

#include <cstdint>
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
  // Goes on with what was written aside before, after its first `bytes`; the rest is cut off.
  std::optional<Error> reopen(const std::string& path, std::uintmax_t bytes);
  void write(const std::string& text);
  // What was written survives the end of the program, however that comes.
  void flush();
  // Gives the file its name. What went wrong in writing shows here.
  std::optional<Error> finish();
  // Leaves what was written aside; its path.
  std::string abandon();

  static std::string aside(const std::string& path) { return path + ".part"; }

 private:
  std::string path_;
  std::string aside_;
  std::FILE* file_ = nullptr;
  bool failed_ = false;
};

}  // namespace oknos::lab
