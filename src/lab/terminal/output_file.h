#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"

// The only place that decides what a command may write to:
//   - a file that exists is replaced only with --force, and what the command itself reads never;
//   - symbolic links are followed: the file that they lead to is written, and the links stay;
//   - a device or a FIFO is written to; it is never replaced by a file.
namespace oknos::lab {

// Where output is to go, as the command line has it.
struct OutputPath {
  std::string path;
  bool force = false;               // a file that exists may be replaced
  std::vector<std::string> in_use;  // what the command reads ("-": standard input) or writes besides; need not be files
};

// What stands there.
struct Destination {
  std::string file;     // with symbolic links followed
  bool exists = false;  // as a regular file
  bool direct = false;  // a device or a FIFO, written to without a file aside
};

// The error names the path and why it may not be written.
Result<Destination> destination_of(const OutputPath& to);

// Whether the file is one of these; names that are no files are passed over.
bool is_in_use(const std::vector<std::string>& used, const std::string& file);

// For output that is opened only when a long computation is over: what is wrong with the path shows before it.
std::optional<Error> check_output(const OutputPath& to);

// A file that is written aside (NAME.part) and renamed into place when it is complete, so that an interrupted program
// leaves what was there before. Devices and FIFOs are written to as they are.
class OutputFile {
 public:
  OutputFile() = default;
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  std::optional<Error> open(const OutputPath& to);
  // Continues what was written aside before, after its first `bytes`; the rest is cut off.
  std::optional<Error> reopen(const OutputPath& to, std::uintmax_t bytes);
  void write(const std::string& text);
  // What was written survives the end of the program, however that comes.
  void flush();
  // Gives the file its name. What went wrong in writing shows here.
  std::optional<Error> finish();
  // Leaves what was written aside; its path.
  std::string abandon();
  // Removes what was written aside.
  void discard();

  // The name aside for a destination.
  static std::string aside(const Destination& to) { return to.file + ".part"; }

 private:
  std::optional<Error> prepare(const OutputPath& to);

  std::string path_;  // for messages
  Destination destination_;
  std::string written_;  // the file that is written: aside, or the device
  std::FILE* file_ = nullptr;
  bool failed_ = false;
};

// A whole file.
std::optional<Error> write_file(const OutputPath& to, const std::string& text);

}  // namespace oknos::lab
