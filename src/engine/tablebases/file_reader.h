#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace oknos::tablebases {

// Reads a table file from front to back. After an attempt to read beyond the end, failed() is true, and every read
// returns zero or nothing.
class FileReader {
 public:
  explicit FileReader(std::string_view file) : file_(file) {}

  std::string_view take(std::uint64_t size) {
    if (failed_ || size > file_.size() - position_) {
      failed_ = true;
      return {};
    }
    const std::string_view out = file_.substr(position_, size);
    position_ += size;
    return out;
  }
  unsigned byte() { return static_cast<unsigned>(little_endian(1)); }
  unsigned word() { return static_cast<unsigned>(little_endian(2)); }
  std::uint32_t double_word() { return static_cast<std::uint32_t>(little_endian(4)); }
  // Skips to the next multiple of `size` bytes from the beginning of the file.
  void align(std::uint64_t size) { take((size - position_ % size) % size); }

  bool failed() const { return failed_; }
  std::uint64_t position() const { return position_; }

 private:
  std::uint64_t little_endian(std::uint64_t size) {
    std::uint64_t out = 0;
    const std::string_view bytes = take(size);
    for (std::size_t i = 0; i < bytes.size(); ++i)
      out |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    return out;
  }

  std::string_view file_;
  std::uint64_t position_ = 0;
  bool failed_ = false;
};

}  // namespace oknos::tablebases
