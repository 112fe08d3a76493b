#include "lab/output_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>

#include "base/text.h"

namespace oknos::lab {

namespace {

Error problem(const std::string& path, const std::string& what) {
  return {fmt::format("{} cannot be written: {}", text::quoted(path, path.size()), what)};
}

}  // namespace

OutputFile::~OutputFile() {
  if (file_) std::fclose(file_);
}

std::optional<Error> OutputFile::open(const std::string& path) {
  path_ = path;
  aside_ = aside(path);
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return problem(path, "it is a directory; give a file's name");
  errno = 0;
  file_ = std::fopen(aside_.c_str(), "wb");
  if (!file_) return problem(path, std::strerror(errno));
  return std::nullopt;
}

std::optional<Error> OutputFile::reopen(const std::string& path, std::uintmax_t bytes) {
  path_ = path;
  aside_ = aside(path);
  std::error_code error;
  std::filesystem::resize_file(aside_, bytes, error);
  if (error) return problem(aside_, error.message());
  errno = 0;
  file_ = std::fopen(aside_.c_str(), "ab");
  if (!file_) return problem(aside_, std::strerror(errno));
  return std::nullopt;
}

void OutputFile::flush() {
  if (std::fflush(file_) != 0) failed_ = true;
}

void OutputFile::write(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) failed_ = true;
}

std::optional<Error> OutputFile::finish() {
  if (std::fclose(file_) != 0) failed_ = true;
  file_ = nullptr;
  if (failed_) return problem(path_, "the disk may be full");
  std::error_code error;
  std::filesystem::rename(aside_, path_, error);
  if (error) return problem(path_, error.message());
  return std::nullopt;
}

std::string OutputFile::abandon() {
  std::fclose(file_);
  file_ = nullptr;
  return aside_;
}

}  // namespace oknos::lab
