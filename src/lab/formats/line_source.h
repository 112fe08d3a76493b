#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace oknos {

// The lines of a text or of an open file, one at a time and numbered from 1, without their line ends (LF, CRLF or CR)
// and without a byte order mark at the start. A file is read in blocks: only the present line is kept whole.
class LineSource {
 public:
  // The text must outlive the source. It may be a part of a file, behind so many lines.
  explicit LineSource(std::string_view text, int lines_before = 0) : block_(text), line_number_(lines_before) {}
  // The file stays the caller's to close.
  explicit LineSource(std::FILE* file) : file_(file) {}
  LineSource(const LineSource&) = delete;
  LineSource& operator=(const LineSource&) = delete;

  // False at the end. The line is valid until the next call.
  bool next(std::string_view& line);
  int line_number() const { return line_number_; }

 private:
  bool refill();

  std::FILE* file_ = nullptr;
  std::string buffer_;      // holds what block_ shows when reading a file
  std::string_view block_;  // not yet handed out
  std::string line_;        // the present one
  bool after_cr_ = false;   // a LF right at the start belongs to the line before
  int line_number_ = 0;
};

}  // namespace oknos
